package phases

import (
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
)

// survey is what a scan finds in a chunk.
type survey struct {
	s        *slice
	lookups  *lookups // of the worker
	chunk    int
	wins     *fast.Set
	seeds    byPhase
	counters *region.Counters // nil: there are none
	base     uint64           // which of them is of the first position
	waits    byPhase
	rescued  offsets
	moves    bool // they go to the reverse graph, and the counters with them
}

// offsets is a growing set of the positions of a chunk. They come in ascending order.
type offsets struct {
	bitmap  *roaring.Bitmap
	pending []uint32 // to add, some at once: one by one takes much longer
}

func (o *offsets) add(offset uint64) {
	if len(o.pending) == 256 {
		o.set()
	}
	o.pending = append(o.pending, uint32(offset))
}

// set returns the set.
func (o *offsets) set() *roaring.Bitmap {
	if o.bitmap == nil {
		o.bitmap = roaring.New()
	}
	o.bitmap.AddMany(o.pending)
	o.pending = o.pending[:0]
	return o.bitmap
}

// byPhase has a set for each phase, as far as any is needed.
type byPhase []offsets

func (b *byPhase) add(p phase.Phase, offset uint64) {
	for int(p) >= len(*b) {
		*b = append(*b, offsets{})
	}
	(*b)[p].add(offset)
}

// each calls f for the sets that are not empty.
func (b byPhase) each(f func(p phase.Phase, set *roaring.Bitmap)) {
	for p := range b {
		if b[p].pending != nil {
			f(phase.Phase(p), b[p].set())
		}
	}
}

func (c *seedScan) newSurvey(w *crew.Worker, chunk int) *survey {
	first, n := c.s.region.Span(chunk)
	v := &survey{s: c.s, lookups: &c.lookups[w.ID], chunk: chunk, wins: fast.NewSet(first, n), counters: c.s.region.Counters, base: first - c.s.region.Slice.First}
	if c.s.reverse != nil { // they go into the log of moves
		v.counters, v.base = region.NewCounters(n, c.s.Counter), 0
	}
	if c.s.instant {
		copy(v.wins.Words(), c.s.region.Words(c.s.region.Won.Words(), chunk))
	} else if w.Scanner != nil {
		w.Scanner.ScanWins(v.wins, first, n)
	}
	return v
}

// enter enters the prospect of a position.
func (v *survey) enter(o *prospect) error {
	switch {
	case o.Wins:
		first, _ := v.s.region.Span(v.chunk)
		v.wins.Add(first + o.offset)
	case o.Least > 0:
		v.seeds.add(o.Least, o.offset)
	case o.Rescued:
	case o.Most > phase.InsideLosses:
		v.waits.add(o.Most, o.offset)
	case o.inside == 0:
		v.seeds.add(o.Most, o.offset)
	case o.left == 0:
		v.seeds.add(phase.InsideLosses, o.offset)
	}
	if o.Rescued {
		v.rescued.add(o.offset)
	}
	return v.count(o)
}

// count sets the counter of a position, where there are counters.
func (v *survey) count(o *prospect) error {
	if v.counters == nil || v.s.uncountable.Load() {
		return nil
	}
	count := region.Never
	if !o.Rescued && !o.Wins {
		count = o.left
	}
	err := v.counters.Set(v.base+o.offset, count)
	if errors.Is(err, region.ErrManySuccessors) && v.s.Strategy == budget.Auto {
		v.s.uncountable.Store(true)
		return nil
	} else if err != nil {
		first, _ := v.s.region.Span(v.chunk)
		return fmt.Errorf("position #%d: %w", first+o.offset, err)
	}
	return nil
}

// enterAll resolves the positions listed, merges what they tell with what is known, and
// enters their prospects if it is the last time.
func (v *survey) enterAll(known []exits, last bool) error {
	list := v.lookups.resolve()
	for n := range list {
		o := &list[n]
		if known != nil {
			known[o.offset].merge(&o.Fold)
		}
		if last {
			if err := v.enter(o); err != nil {
				return err
			}
		}
	}
	v.lookups.begin()
	return nil
}

// result returns what was found. That there is a record of what is rescued says that the
// chunk is scanned.
func (v *survey) result() (found ledger.Change) {
	unite := func(record ledger.Record, p phase.Phase, set *roaring.Bitmap) {
		found.Unite = append(found.Unite, ledger.Set{Key: v.s.key(record, p, v.chunk), Bits: set})
	}
	rescued := v.rescued.set()
	if v.wins.Count() > 0 {
		wins := roaring.FromDense(v.wins.Words(), false)
		if v.s.Codec.LossesWait() { // losses in one ply are found before wins in one
			rescued.Or(wins)
		}
		p := v.s.Codec.Win(1)
		if int(p) < len(v.seeds) {
			wins.Or(v.seeds[p].set())
			v.seeds[p] = offsets{}
		}
		unite(ledger.Seeds, p, wins)
	}
	v.seeds.each(func(p phase.Phase, set *roaring.Bitmap) { unite(ledger.Seeds, p, set) })
	v.waits.each(func(p phase.Phase, set *roaring.Bitmap) { unite(ledger.Waits, p, set) })
	unite(ledger.Rescued, 0, rescued)
	return found
}
