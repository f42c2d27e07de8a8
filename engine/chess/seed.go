package chess

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// The seed scan needs captures and promotions, and only the number of other moves. Counting takes
// no lookup per move: a man that is not pinned moves freely unless his king is in check.

const (
	diagonal     uint64 = 0x8040201008040201
	antidiagonal uint64 = 0x0102040810204080
)

// ScanWins implements [fast.WinScanner]. A mate ends the game in its own position, so every winning
// move leads to a position.
func (w *scratch) ScanWins(*fast.Set, uint64, uint64) {}

// AppendExits implements [fast.Seeder].
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	w.seek(i)
	f := &w.frame
	if f.bare() {
		return dst, 0, 0, engine.IsDrawn
	}
	g := f.guards()
	inside = w.countQuiet(&g)
	f.from = len(dst)
	if dst = f.appendExits(dst); len(dst) == f.from && inside == 0 && g.checks == 0 {
		ends = engine.IsDrawn // stalemate
	}
	return dst, inside, inside, ends
}

// guards holds the restrictions on the moves of the player to move: attacks, checks and pins.
type guards struct {
	king     uint8
	attacked uint64 // squares that the opponent attacks, seen through the king
	checks   int    // opposing men that give check
	blocks   uint64 // squares on which a man other than the king ends one of the checks
	pinned   uint64
	lines    uint64 // union of the lines along which pinned men may move
}

// guards computes the restrictions at a position.
func (f *frame) guards() (g guards) {
	board, own, other := f.next.board, f.color&1, 1-f.color&1
	king := f.men[own][kingKind]
	g.king, g.blocks = f.men.king(own), ^uint64(0)
	for kind, men := range f.men[other] {
		for ; men != 0; men &= men - 1 {
			s := uint8(bits.TrailingZeros64(men))
			attacks, between := board.attacks(other, kind, s, f.filled&^king), board.between[s&63][g.king]
			g.attacked |= attacks
			if attacks&king != 0 {
				g.checks++
				g.blocks = between
			} else if in := between & f.filled; in != 0 && in&(in-1) == 0 && in&f.sets[own] != 0 && board.attacks(other, kind, s, 0)&king != 0 {
				g.pinned |= in
				g.lines |= between
			}
		}
	}
	return g
}

// countQuiet returns the total number of moves that appendQuiet appends.
func (w *scratch) countQuiet(g *guards) (n int) {
	f := &w.frame
	if f.kings.double { // some moves are symmetric
		f.from, w.buf = 0, w.buf[:0]
		for kind := range kinds + 1 {
			w.buf = f.appendQuiet(w.buf, kind)
		}
		return len(w.buf)
	}
	n = w.countKing(f.next.board.king[g.king] &^ (f.filled | g.attacked))
	for kind := range kinds {
		for men := f.men[f.color&1][kind]; men != 0 && g.checks < 2; men &= men - 1 {
			s := uint8(bits.TrailingZeros64(men))
			n += bits.OnesCount64(f.quiet(kind, s) & g.limits(f.next.board, s))
		}
	}
	return n
}

// quiet returns the targets of a man other than the king, without captures and promotions.
func (f *frame) quiet(kind int, s uint8) uint64 {
	if kind != pawn {
		return f.next.board.attacks(f.color, kind, s, f.filled) &^ f.filled
	}
	once, twice := f.next.board.ahead(f.color, s, f.filled)
	return once&^(firstRow|lastRow) | twice
}

// limits returns the squares to which a man other than the king may move without exposing his king.
func (g *guards) limits(board *geometry, s uint8) uint64 {
	to := g.blocks
	if g.pinned>>s&1 != 0 {
		to &= g.lines & board.through(g.king, s)
	}
	return to
}

// through returns the whole line through both squares, up to the edges of the board.
func (g *geometry) through(a, b uint8) uint64 {
	for direction := range g.rays {
		if g.rays[direction][a]>>b&1 != 0 {
			return g.rays[direction][a]
		}
	}
	return 0
}

// countKing counts the king's moves, which are legal. Moves that bring both kings onto a long
// diagonal may be symmetric.
func (w *scratch) countKing(targets uint64) int {
	f := &w.frame
	if f.next.kings == kingsWithPawns() {
		return bits.OnesCount64(targets)
	}
	both := uint64(0)
	for _, line := range [2]uint64{diagonal, antidiagonal} {
		if line&f.men[1-f.color&1][kingKind] != 0 {
			both |= line
		}
	}
	n := bits.OnesCount64(targets &^ both)
	if targets &= both; targets != 0 {
		f.from = 0
		w.buf = f.appendKing(w.buf[:0], f.color, targets)
		n += len(w.buf)
	}
	return n
}
