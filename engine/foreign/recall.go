package foreign

import (
	"math/rand/v2"
	"sync"
)

const (
	mostRecalled   = 1 << 10 // answers kept
	recalledNow    = 16      // answers compared at a time
	recalledEach   = 8       // answers kept of a batch
	recallEvery    = 16      // checks of small batches
	mostSuccessors = 1 << 10 // of an answer that is kept
)

// recall keeps answers from the whole course of a game, so that the same questions can be asked
// again much later. A game that begins to answer otherwise is found, even if it repeats its new
// answers. It is safe for concurrent use.
type recall struct {
	mu   sync.Mutex
	kept []answered
	seen int // answers offered
}

// answered is an answer about a position.
type answered struct {
	key        uint64
	head       Head
	successors []uint64
	canonical  bool
}

// add keeps some answers of a batch. All answers offered so far have the same chance to be kept.
func (r *recall) add(keys []uint64, heads []Head, successors []uint64, canonical bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	each := max(len(keys)/recalledEach, 1)
	for n, head := range heads {
		mine := successors[:head>>16]
		successors = successors[head>>16:]
		if n%each != 0 || len(mine) > mostSuccessors {
			continue
		}
		r.seen++
		a := answered{keys[n], head, append([]uint64{}, mine...), canonical}
		if len(r.kept) < mostRecalled {
			r.kept = append(r.kept, a)
		} else if at := rand.IntN(r.seen); at < mostRecalled {
			r.kept[at] = a
		}
	}
}

// some returns random answers.
func (r *recall) some() (list []answered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range min(recalledNow, len(r.kept)) {
		list = append(list, r.kept[rand.IntN(len(r.kept))])
	}
	return list
}

// recall asks earlier questions again.
func (b *batcher) recall() error {
	for _, a := range b.g.recalled.some() {
		heads, successors, err := b.again([]uint64{a.key}, a.canonical)
		if err != nil {
			return err
		}
		if err := b.compare([]uint64{a.key}, []Head{a.head}, a.successors, heads, successors, true, "its answer is another than when it was asked before"); err != nil {
			return err
		}
	}
	return nil
}
