// Package region owns what a worker knows, in memory, of the chunks of a slice: a few bits
// a position and, where there is room, counters and a successor to watch.
//
// While a step runs, a task writes Found, Counters and Watched of its own chunk alone, or
// whoever applies updates to a chunk does, one at a time. What it reads of others are Won
// and Lost, which say what is decided by the phases before and are written between steps
// only. (In a spilling run, of which Won is all there is, wins are added to it as soon as
// they are in the ledger: nothing that finds wins reads it but to leave them out.)
package region

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Layout is how a slice is divided in chunks.
type Layout struct {
	Number int // of the slice
	Slice  engine.Slice
	Shift  uint // log2 of positions per chunk
	Chunks int
}

// LayoutOf returns the layout of a slice in chunks of 1<<shift positions.
func LayoutOf(number int, sl engine.Slice, shift uint) Layout {
	return Layout{number, sl, shift, int((sl.Size + 1<<shift - 1) >> shift)}
}

// Span returns the indices of a chunk.
func (l *Layout) Span(chunk int) (first, n uint64) {
	offset := uint64(chunk) << l.Shift
	return l.Slice.First + offset, min(uint64(1)<<l.Shift, l.Slice.Size-offset)
}

// Words returns the part of a set of the slice's bits that belongs to a chunk.
func (l *Layout) Words(all []uint64, chunk int) []uint64 {
	from := uint64(chunk) << l.Shift >> 6
	_, n := l.Span(chunk)
	return all[from : from+(n+63)/64]
}

// NewWords returns a bit for each position of a chunk.
func (l *Layout) NewWords(chunk int) []uint64 {
	_, n := l.Span(chunk)
	return make([]uint64, (n+63)/64)
}

// Parts says what a region has.
type Parts struct {
	WonAlone bool // of the sets, for a spilling run
	Older    bool
	Rescued  bool
	Waiting  bool
	Watched  bool
}

// Region is what is in memory of a slice. Sets that a run does not have are nil.
type Region struct {
	Layout
	Won      *fast.Set // decided before the present phase
	Lost     *fast.Set // the same
	Rescued  *fast.Set // positions that an end or an exit keeps from being lost; nil: ask the game
	Waiting  *fast.Set // positions that an exit keeps from being lost as yet; nil: there are no exits
	Frontier []uint64  // what the phase goes on from
	Older    []uint64  // where losses wait: those that the next phase does not go on from, but the one after
	Found    []uint64  // what the present phase decides
	Counters *Counters // nil: not valid
	Watched  []uint32  // by position: one more than the offset of a successor not yet won, 0: none is known
}

// New returns a region that knows nothing yet.
func New(l Layout, p Parts) *Region {
	r := &Region{Layout: l, Won: pages.NewSet(l.Slice.First, l.Slice.Size)}
	if p.WonAlone {
		return r
	}
	set := func() *fast.Set { return pages.NewSet(l.Slice.First, l.Slice.Size) }
	words := (l.Slice.Size + 63) / 64
	r.Lost = set()
	r.Frontier, r.Found = pages.New[uint64](words), pages.New[uint64](words)
	if p.Older {
		r.Older = pages.New[uint64](words)
	}
	if p.Watched {
		r.Watched = pages.New[uint32](l.Slice.Size)
	}
	if p.Rescued {
		r.Rescued = set()
	}
	if p.Waiting {
		r.Waiting = set()
	}
	return r
}

// Settle makes what a phase found the frontier, adds it to what is decided, and returns
// the size of the frontier. Where losses wait, those that a phase found stay aside until
// the next one has found the wins of the same remoteness: these go back to the losses
// before.
func (r *Region) Settle(p phase.Phase) (source uint64) {
	set := r.Lost
	if p.Wins() {
		set = r.Won
	}
	if r.Older != nil && !p.Wins() {
		r.Frontier, r.Older, r.Found = r.Older, r.Found, r.Frontier
		return countBits(r.Frontier)
	}
	for i, w := range r.Found {
		r.Found[i] = w &^ set.Words()[i]
		set.Words()[i] |= w
		source += uint64(bits.OnesCount64(r.Found[i]))
	}
	r.Frontier, r.Found = r.Found, r.Frontier
	for i, w := range r.Older {
		r.Lost.Words()[i] |= w
	}
	return source
}

// countBits returns the number of bits set.
func countBits(words []uint64) (n uint64) {
	for _, w := range words {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// OpenWord returns a word of the set of undecided positions.
func (r *Region) OpenWord(k int) uint64 {
	w := ^(r.Won.Words()[k] | r.Lost.Words()[k])
	if last := r.Slice.Size & 63; last != 0 && k == len(r.Frontier)-1 {
		w &= 1<<last - 1
	}
	return w
}

// AllWon reports whether all successors of i are won by the opponent. One that is
// not is watched, if watch is set and there is memory for it: as long as that one is
// not won there is nothing to look at.
func (r *Region) AllWon(searcher fast.Searcher, i uint64, watch bool) bool {
	if r.Rescued != nil && r.Rescued.Has(i) {
		return false
	}
	if r.Watched != nil {
		if j := r.Watched[i-r.Slice.First]; j > 0 && !r.Won.Has(r.Slice.First+uint64(j-1)) {
			return false
		}
	}
	j, ok := searcher.Outside(i, r.Won)
	if ok && watch && r.Watched != nil {
		r.Watched[i-r.Slice.First] = uint32(j-r.Slice.First) + 1
	}
	return !ok
}

// NoneLeft reports whether no successor of an undecided position is left that the
// opponent has not won.
func (r *Region) NoneLeft(searcher fast.Searcher, i uint64) bool {
	if r.Counters != nil {
		return r.Counters.Decided(i - r.Slice.First)
	}
	return r.AllWon(searcher, i, true)
}
