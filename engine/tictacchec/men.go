package tictacchec

import (
	"encoding/binary"
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

// maxMen is the number of pieces of both sides.
const maxMen = 2 * kinds

// men is a position as the mover sees it. The mover's pieces come first, then the opponent's, both
// in the order of their kinds.
type men struct {
	at  [maxMen]uint8 // squares
	up  [2]bool       // whether the pawn of the mover, and of the opponent, goes up; false in hand
	ply uint8         // of the opening; the opening's length after it
}

// inHand holds the squares of pieces that are all in hand.
var inHand = [maxMen]uint8{none, none, none, none, none, none, none, none}

const ones = 0x0101010101010101 // a byte for each piece

// set is the kinds of pieces of a side, and the values derived from them.
type set struct {
	kinds   []int
	pawns   bool
	n       int // pieces of a side
	opening int // plies
	won     [1 << (squares - 6)]uint64
}

func newSet(list []int) *set {
	t := &set{kinds: list, pawns: list[0] == pawn, n: len(list), opening: 2 * (len(list) - 1)}
	for _, line := range placement.Sets[uint16](grid.Lines(t.n)) {
		t.won[line>>6] |= 1 << (line & 63)
	}
	return t
}

// line reports whether a set of squares is a line.
func (t *set) line(set uint16) bool { return t.won[set>>6]>>(set&63)&1 != 0 }

// squaresOf returns the squares of the pieces from number first up to, but not including, end.
func (m *men) squaresOf(first, end int) (set uint16) {
	for _, s := range m.at[first:end] {
		set |= uint16(1 << s) // no bit for a piece in hand
	}
	return set
}

// over reports whether a side has all its pieces in a line.
func (t *set) over(m *men) bool {
	return t.line(m.squaresOf(0, t.n)) || t.line(m.squaresOf(t.n, 2*t.n))
}

// turn changes m to the opponent's view.
func (t *set) turn(m *men) {
	at := binary.LittleEndian.Uint64(m.at[:])
	at ^= (at>>4&ones ^ ones) * (squares - 1) // by 180°, the squares of pieces on the board
	side := 8 * t.n & 63
	own, opponent := at&(1<<side-1), at>>side&(1<<side-1)
	binary.LittleEndian.PutUint64(m.at[:], at&^(1<<(2*side)-1)|own<<side|opponent)
	if t.pawns {
		own, opponent := m.up[1], m.up[0]
		m.up[0], m.up[1] = m.at[0] != none && !own, m.at[t.n] != none && !opponent
	}
}

// key returns the key of men: five bits for each square, two for the directions of pawns, three for
// the ply.
func (t *set) key(m *men) uint64 {
	key := uint64(m.ply)
	for i, up := range m.up {
		if up {
			key |= 8 << i
		}
	}
	for i, s := range m.at[:2*t.n] {
		key |= uint64(s) << (5 + 5*i)
	}
	return key
}

// read is the inverse of key.
func (t *set) read(key uint64) (m men) {
	m.ply = uint8(key & 7)
	m.up = [2]bool{key&8 != 0, key&16 != 0}
	m.at = inHand
	for i := range 2 * t.n {
		m.at[i] = uint8(key >> (5 + 5*i) & 31)
	}
	return m
}

// land puts piece i on a square. A pawn that reaches an end of the board turns round.
func (t *set) land(m *men, i int, s uint8, up bool) {
	m.at[i] = s
	if t.kinds[i%t.n] == pawn {
		switch {
		case firstRow>>s&1 != 0:
			up = true
		case lastRow>>s&1 != 0:
			up = false
		}
		m.up[i/t.n] = up
	}
}

// lift moves a piece from the board to its owner's hand.
func (t *set) lift(m *men, i int) {
	m.at[i] = none
	if t.kinds[i%t.n] == pawn {
		m.up[i/t.n] = false
	}
}

// pawnReach returns the targets of a pawn: the empty square ahead, and the squares on which it
// captures.
func pawnReach(s uint8, up bool, occupied, others uint16) uint16 {
	ahead := s - side
	if up {
		ahead = s + side
	}
	return 1<<ahead&^occupied | flanks[ahead&(squares-1)]&others
}

// frame is a position as the opponent sees it. The opponent's pieces come first.
type frame struct {
	men
	next        men // with the next ply
	others, own uint16
}

// frameOf returns the frame of a position.
func (t *set) frameOf(m *men) (f frame) {
	f.men = *m
	t.turn(&f.men)
	f.next = f.men
	f.next.ply = min(f.ply+1, uint8(t.opening))
	f.others, f.own = f.squaresOf(0, t.n), f.squaresOf(t.n, 2*t.n)
	return f
}

// targets returns the squares to which appendMovesOf places or moves a piece of the mover's.
func (t *set) targets(f *frame, i int, all bool) uint16 {
	occupied, from := f.others|f.own, f.at[i]
	switch kind := t.kinds[i-t.n]; {
	case from == none && occupied == 0 && !all:
		return leftHalf
	case from == none:
		return ^occupied
	case int(f.ply) < t.opening:
		return 0
	case kind == pawn:
		return pawnReach(from, f.up[1], occupied, f.others)
	default:
		return reach(kind, from, occupied) &^ f.own
	}
}

// appendMovesOf appends the men after each move of a piece, as the opponent sees them. On the empty
// board it appends all moves, or one of each pair of mirrored moves.
func (t *set) appendMovesOf(dst []men, f *frame, i int, all bool) []men {
	for targets := t.targets(f, i, all); targets != 0; targets &= targets - 1 {
		dst = append(dst, f.next)
		to, s := &dst[len(dst)-1], uint8(bits.TrailingZeros16(targets))
		if f.others>>s&1 != 0 {
			for j := range t.n {
				if to.at[j] == s {
					t.lift(to, j)
				}
			}
		}
		t.land(to, i, s, f.up[1])
	}
	return dst
}

// appendUnmoves appends the men before each move that leads to m, after the opening. Before a move
// no side has a line.
func (t *set) appendUnmoves(dst []men, m *men) []men {
	f := t.frameOf(m) // in the returned men the mover is the player who moved last
	n := len(dst)
	for i := range t.n {
		if f.at[i] != none {
			dst = t.appendUnmovesOf(dst, &f, i)
		}
	}
	kept := dst[:n]
	for at := n; at < len(dst); at++ {
		if !t.over(&dst[at]) {
			kept = append(kept, dst[at])
		}
	}
	return kept
}

// appendUnmovesOf does the work of appendUnmoves for one piece. It also appends finished
// positions, those with a line.
func (t *set) appendUnmovesOf(dst []men, f *frame, i int) []men {
	s, up := f.at[i], false
	empty := ^(f.others | f.own)
	straight, taking := uint16(0), uint16(0)
	if t.kinds[i] == pawn {
		up = f.up[0] != ((firstRow|lastRow)>>s&1 != 0) // the pawn turned round at an end of the board
		behind := s + side
		if up {
			behind = s - side
		}
		straight, taking = 1<<behind&empty, flanks[behind&(squares-1)]&empty
	} else {
		straight = reach(t.kinds[i], s, f.others|f.own) & empty
		taking = straight
	}
	if t.kinds[i] != pawn || f.up[0] == (lastRow>>s&1 == 0) { // the piece may have been placed
		dst = append(dst, f.men)
		t.lift(&dst[len(dst)-1], i)
	}
	back := f.men
	if t.kinds[i] == pawn {
		back.up[0] = up
	}
	for ; straight != 0; straight &= straight - 1 {
		back.at[i] = uint8(bits.TrailingZeros16(straight))
		dst = append(dst, back)
	}
	for ; taking != 0; taking &= taking - 1 {
		back.at[i] = uint8(bits.TrailingZeros16(taking))
		for j := t.n; j < 2*t.n; j++ {
			if f.at[j] != none {
				continue
			}
			for way := range 2 { // direction of the captured pawn
				if t.kinds[j-t.n] == pawn && (way == 1 && lastRow>>s&1 != 0 || way == 0 && firstRow>>s&1 != 0) || t.kinds[j-t.n] != pawn && way == 1 {
					continue
				}
				dst = append(dst, back)
				before := &dst[len(dst)-1]
				before.at[j] = s
				if way == 1 {
					before.up[1] = true
				}
			}
		}
	}
	return dst
}
