package squadro

import "github.com/foregone-db/foregone/engine"

// most is the greatest number of lanes.
const most = 5

// speeds are the points that a piece moves on its way out, by player and lane; on its way back, 4 less that.
var speeds = [2][most]uint8{{1, 3, 2, 3, 1}, {3, 1, 2, 1, 3}}

// rules are the rules of a variant.
type rules struct {
	lanes int
	far   uint8 // where pieces turn: the number of steps across the board
}

func newRules(lanes int) *rules { return &rules{lanes, uint8(lanes + 1)} }

// position says how many points each piece is from its start on its way there and back, from 0 to 2*far. Player 0
// is Top, player 1 Left.
type position struct {
	at    [2][most]uint8
	mover uint8
}

// key packs a position: from the lowest bit on the mover, then four bits for each piece.
func (p position) key() uint64 {
	key := uint64(p.mover)
	for n := range 2 * most {
		key |= uint64(p.at[n/most][n%most]) << (1 + 4*n)
	}
	return key
}

// read is the inverse of key.
func read(key uint64) (p position) {
	p.mover = uint8(key & 1)
	for n := range 2 * most {
		p.at[n/most][n%most] = uint8(key >> (1 + 4*n) & 15)
	}
	return p
}

// homes returns the number of a player's pieces that are home.
func (r *rules) homes(p position, player uint8) (n int) {
	for _, at := range p.at[player][:r.lanes] {
		if at == 2*r.far {
			n++
		}
	}
	return n
}

// crossed returns the opponent's lane that a piece at a point stands on, or -1 at the sides.
func (r *rules) crossed(at uint8) int {
	if at > r.far {
		at = 2*r.far - at
	}
	if at == r.far {
		return -1
	}
	return int(at) - 1
}

// speed returns the points that a piece moves from a point on.
func (r *rules) speed(player uint8, lane int, at uint8) uint8 {
	if at < r.far {
		return speeds[player][lane]
	}
	return 4 - speeds[player][lane]
}

// move returns the position after the mover's piece on a lane has moved, or false if it is home.
func (r *rules) move(p position, lane int) (position, bool) {
	own, other := &p.at[p.mover], &p.at[1-p.mover]
	at := own[lane]
	if at == 2*r.far {
		return p, false
	}
	end := r.far * (1 + at/r.far)
	for left := r.speed(p.mover, lane, at); left > 0 && at < end; left-- {
		at++
		if by := r.crossed(at); by >= 0 && r.crossed(other[by]) == lane {
			other[by] -= other[by] % r.far
			left = 2
		}
	}
	own[lane], p.mover = at, 1-p.mover
	return p, true
}

// appendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) appendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	p := read(key)
	if r.homes(p, 1-p.mover) == r.lanes-1 {
		return dst, engine.IsLost
	}
	for lane := range r.lanes {
		if to, ok := r.move(p, lane); ok {
			dst = append(dst, to.key())
		}
	}
	return dst, 0
}
