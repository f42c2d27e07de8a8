package tictacchec

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// rules implements the rules on keys, for everything that does not work by index. It implements
// [engine.Symmetry] and [engine.KeyNotation].
type rules struct {
	*set
	ranking *ranking
}

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	start := men{at: inHand}
	return &engine.Rules{
		Start: r.key(&start), AppendMoves: r.AppendMoves, Slice: func(key uint64) int { return int(key & 7) }, Symmetry: r,
		Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: depiction, MaxSuccessors: r.n * squares,
	}
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	m := r.read(key)
	if r.over(&m) {
		return dst, engine.IsLost
	}
	for _, to := range r.appendMoves(nil, &m, true) {
		dst = append(dst, r.key(&to))
	}
	return dst, 0
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(r, dst, key)
}

// Canonical implements [engine.Symmetry].
func (r *rules) Canonical(key uint64) uint64 {
	m := r.read(key)
	for _, i := range r.ranking.order[:2*r.n] {
		if m.at[i] == none {
			continue
		}
		if leftHalf>>m.at[i]&1 == 0 {
			r.mirror(&m)
		}
		break
	}
	return r.key(&m)
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	m := r.read(key)
	return r.ranking.weight(&m)
}

// fault returns why men are no position, or "".
func (t *set) fault(m *men) string {
	seen := [2]uint16{}
	on := [2]int{}
	for i, s := range m.at[:2*t.n] {
		if s > none {
			return "has a piece off the board"
		}
		if s == none {
			continue
		}
		if (seen[0]|seen[1])>>s&1 != 0 {
			return "has two pieces on a square"
		}
		seen[i/t.n] |= 1 << s
		on[i/t.n]++
	}
	for side, up := range m.up {
		s := uint8(none)
		if t.pawns {
			s = m.at[side*t.n]
		}
		placed := up
		if s != none {
			p := *m
			t.land(&p, side*t.n, s, side == 0)
			placed = p.up[side]
		}
		switch {
		case s == none && up:
			return "has a way for a pawn that is not on the board"
		case s != none && placed != up && (firstRow|lastRow)>>s&1 != 0:
			return "has a pawn on an end row that goes off the board"
		case s != none && placed != up && int(m.ply) < t.opening:
			return "has a pawn that has turned round in the opening"
		}
	}
	if int(m.ply) > t.opening {
		return "has too many turns of the opening"
	}
	if int(m.ply) < t.opening && (on[0] != int(m.ply)/2 || on[1] != (int(m.ply)+1)/2) {
		return fmt.Sprintf("has %d pieces of the mover's on the board and %d of the opponent's: want %d and %d after %d turns of the opening", on[0], on[1], m.ply/2, (m.ply+1)/2, m.ply)
	}
	return ""
}

// MoveText implements the MoveText of [engine.Rules]. The board turns after the move, so that the
// key to shows the opponent's view.
func (r *rules) MoveText(from, to uint64) string {
	before, after := r.read(from), r.read(to)
	r.turn(&after)
	for i := range r.n {
		a, b := before.at[i], after.at[i]
		switch {
		case a == b:
		case a == none:
			return fmt.Sprintf("%c*%s", letters[r.kinds[i]], squareName(b))
		case slices.Contains(before.at[r.n:2*r.n], b):
			return squareName(a) + "x" + squareName(b)
		default:
			return squareName(a) + "-" + squareName(b)
		}
	}
	return ""
}

// squareName returns the coordinates of a square.
func squareName(s uint8) string { return fmt.Sprintf("%c%d", 'a'+s%side, 1+s/side) }
