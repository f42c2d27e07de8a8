// Package region owns the in-memory state of the positions of one slice: a few bits each ([Bits])
// and, if there is room, a counter each ([Counters]).
//
// While a step runs, a task writes Found and the counters of its own chunk alone.
// Updates write Found and the counters of their chunk, one writer at a time. Tasks read Won
// and Lost of all chunks: these hold what earlier phases decided, and change between steps
// only. The exception is a spilling run, which has Won alone: a task adds the wins of its
// own chunk at once, and the tasks that find wins read Won only to leave positions out.
package region

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Layout divides a slice into chunks.
type Layout struct {
	Number int // of the slice
	Slice  engine.Slice
	Shift  uint // log2 of positions per chunk
	Chunks int
	Every  int // sets and counters have every Every-th chunk alone; 0: all
}

// LayoutOf returns the layout of a slice in chunks of 1<<shift positions.
func LayoutOf(number int, sl engine.Slice, shift uint) Layout {
	return Layout{number, sl, shift, int((sl.Size + 1<<shift - 1) >> shift), 0}
}

// Span returns the indices of a chunk.
func (l *Layout) Span(chunk int) (first, n uint64) {
	offset := uint64(chunk) << l.Shift
	return l.Slice.First + offset, min(uint64(1)<<l.Shift, l.Slice.Size-offset)
}

// Place returns the number of the first position of a chunk in sets and counters.
func (l *Layout) Place(chunk int) uint64 { return uint64(chunk/max(l.Every, 1)) << l.Shift }

// Held returns the number of positions in sets and counters.
func (l *Layout) Held() uint64 {
	return min(l.Slice.Size, l.Place(l.Chunks+max(l.Every, 1)-1))
}

// Words returns a chunk's part of a set of the slice's positions. It aliases the set.
func (l *Layout) Words(all []uint64, chunk int) []uint64 {
	from := l.Place(chunk) >> 6
	_, n := l.Span(chunk)
	return all[from : from+(n+63)/64]
}

// NewWords returns an empty set of the positions of a chunk.
func (l *Layout) NewWords(chunk int) []uint64 {
	_, n := l.Span(chunk)
	return make([]uint64, (n+63)/64)
}

// Parts lists the optional parts of [Bits].
type Parts struct {
	WonAlone bool // Won and nothing else, for a spilling run
	Single   bool // a game of one player
	Older    bool
	Rescued  bool
	Waiting  bool
}

// Bits are the sets of a slice's positions. Sets that the run does not need are nil.
type Bits struct {
	Layout
	Won      *fast.Set // decided by earlier phases; of one player: immediate wins, if the scan finds them first
	Lost     *fast.Set // decided by earlier phases; of one player: all these
	Rescued  *fast.Set // positions that an end or an exit keeps from ever being lost; nil: the moves show it
	Waiting  *fast.Set // positions that an exit keeps from being lost yet; nil: there are no exits
	Frontier []uint64  // the positions whose predecessors the current phase finds
	Older    []uint64  // if losses wait: the frontier of the phase after the next
	Found    []uint64  // positions that the current phase decides

	single       bool
	Decided      uint64 // positions that earlier phases decided
	FrontierSize uint64 // positions of the frontier, also in a spilling run, whose frontier is in the ledger
}

// New returns the bits of a slice with no position decided.
func New(l Layout, p Parts) *Bits {
	set := func() *fast.Set { return pages.NewSet(l.Slice.First, l.Held()) }
	b := &Bits{Layout: l, Won: set(), single: p.Single}
	if p.WonAlone {
		return b
	}
	words := (l.Held() + 63) / 64
	b.Lost = set()
	b.Found = pages.New[uint64](words)
	if l.Every == 0 {
		b.Frontier = pages.New[uint64](words)
	}
	if p.Older {
		b.Older = pages.New[uint64](words)
	}
	if p.Rescued {
		b.Rescued = set()
	}
	if p.Waiting {
		b.Waiting = set()
	}
	return b
}

// Settle ends a phase: it adds Found to the decided positions, and makes it the next frontier. If
// losses wait, the losses of a phase stay aside until the next one has found the wins of the same
// remoteness, which are predecessors of earlier losses.
func (b *Bits) Settle(p phase.Phase) {
	b.FrontierSize = 0
	if b.Older != nil && !p.Wins() {
		b.Frontier, b.Older, b.Found = b.Older, b.Found, b.Frontier
		b.FrontierSize = fast.Count(b.Frontier)
		return
	}
	set := b.Settled(p)
	for i, w := range b.Found {
		b.Found[i] = w &^ set.Words()[i]
		set.Words()[i] |= w
		b.FrontierSize += uint64(bits.OnesCount64(b.Found[i]))
	}
	b.Frontier, b.Found = b.Found, b.Frontier
	for i, w := range b.Older {
		b.Lost.Words()[i] |= w
	}
}

// Settled returns the set that has what a phase decided.
func (b *Bits) Settled(p phase.Phase) *fast.Set {
	if p.Wins() && !b.single {
		return b.Won
	}
	return b.Lost
}

// AllWon reports whether the opponent wins all successors of i.
func (b *Bits) AllWon(searcher fast.Searcher, i uint64) bool {
	if b.Rescued != nil && b.Rescued.Has(i) {
		return false
	}
	_, ok := searcher.Outside(i, b.Won)
	return !ok
}

// Mark adds offsets to a set of a chunk's positions.
func Mark(words []uint64, offsets []uint32) {
	for _, o := range offsets {
		words[o>>6] |= 1 << (o & 63)
	}
}
