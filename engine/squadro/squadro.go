// Package squadro is Squadro, the game of pieces that cross each other's lanes and return.
//
// # Positions
//
// A piece is on its way out, on its way back, or at home. A piece that is jumped goes back to the side
// that it came from last, so these stages never go back. The stages of all pieces make a class of positions; play
// can repeat itself only within a class. A position is stored for every placement of the pieces on points where they
// can stop and no two on one point, with either side to move, unless the side to move has won. Play need not reach it.
// Finished positions are stored: the opponent of the side to move has all pieces but one home.
//
// With five lanes 55,771,138,670 positions are stored. Play from the start, whoever begins, reaches
// 46,199,129,613 of them (github.com/ndeineko/squadro-solver, 2026).
//
// # Slices
//
// A slice has the positions with the same stages of the pieces of Top, and the same sum of the stages of the
// pieces of Left. Its classes do not lead to each other.
package squadro

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "squadro", Title: "Squadro", Summary: "Squadro: bring four of five pieces across the board and back, jumping over those that cross",
		Variant: func(s engine.Spec) string {
			if s.Int("lanes") == most {
				return ""
			}
			return s.Word("lanes") + " lanes"
		},
		Rules: rulesText, Level: engine.LevelFull, Kind: engine.Byte, Bench: "lanes=3",
		Params: []engine.Param{
			{Name: "lanes", Type: engine.IntParam, Default: "5", Min: 2, Max: most, Help: "pieces of each player, each on a lane of its own"},
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// game is the ranked game.
type game struct {
	engine.Game
	*numbering
}

func newGame(spec engine.Spec) (engine.Game, error) {
	n := newNumbering(newRules(spec.Int("lanes")))
	contract := &engine.Rules{
		Start: position{}.key(), AppendMoves: n.appendMoves, Notation: n.rules, Board: n.keyBoard, MoveText: n.moveText,
		Slice: func(key uint64) int { return n.sliceOf(read(key)) }, Depiction: n.depiction(), MaxSuccessors: n.lanes,
	}
	ranked, err := discover.Keyed(spec, engine.Byte, contract, n.slices())
	return &game{ranked, n}, err
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.LayerEvaluator = &scratch{numbering: g.numbering}
	return s
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.Closed = g.bytes(), g.closed
	return p
}

// scratch is the state of one worker.
type scratch struct {
	*numbering
	evaluator evaluator
}

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
