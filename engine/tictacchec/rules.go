package tictacchec

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// rules implements the rules on keys, for everything that does not work by index. It implements
// [engine.KeyNotation] and [discover.KeySet].
type rules struct {
	*set
	ranking *ranking
}

// contract returns the rules in the engine's form.
func (r *rules) contract() *engine.Rules {
	start := men{at: inHand}
	return &engine.Rules{
		Start: r.key(&start), AppendMoves: r.AppendMoves, Notation: r, Board: r.KeyBoard, MoveText: r.MoveText, Depiction: r.depiction(), MaxSuccessors: r.n * squares,
	}
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	m := r.read(key)
	if r.over(&m) {
		return dst, engine.IsLost
	}
	f := r.frameOf(&m)
	for i := r.n; i < 2*r.n; i++ {
		for _, to := range r.appendMovesOf(nil, &f, i, true) {
			dst = append(dst, r.key(&to))
		}
	}
	return dst, 0
}

// Len implements [discover.KeySet].
func (r *rules) Len() uint64 { return r.ranking.size }

// Key implements [discover.KeySet].
func (r *rules) Key(i uint64) uint64 {
	m := r.ranking.menOf(r.ranking.classAt(i), i)
	return r.key(&m)
}

// Rank implements [discover.KeySet]. It returns the index of a position or of its mirror image.
func (r *rules) Rank(key uint64) (uint64, bool) {
	m := r.read(key)
	return r.ranking.indexOf(&m), true
}

// fault returns the reason why men on different squares are not a position, or "".
func (t *set) fault(m *men) string {
	for i, up := range m.up {
		s := m.at[i*t.n]
		if !t.pawns || s == none {
			continue
		}
		p := *m
		t.land(&p, i*t.n, s, i == 0)
		switch {
		case p.up[i] == up:
		case (firstRow|lastRow)>>s&1 != 0:
			return "has a pawn on an end row that goes off the board"
		case int(m.ply) < t.opening:
			return "has a pawn that has turned round in the opening"
		}
	}
	own, opponent := bits.OnesCount16(m.squaresOf(0, t.n)), bits.OnesCount16(m.squaresOf(t.n, 2*t.n))
	if ply := int(m.ply); ply < t.opening && (own != ply/2 || opponent != (ply+1)/2) {
		return fmt.Sprintf("has %d pieces of the mover's on the board and %d of the opponent's: want %d and %d after %d turns of the opening", own, opponent, ply/2, (ply+1)/2, ply)
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
