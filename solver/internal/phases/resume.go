package phases

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// recovery brings back what the ledger has of the phases of an earlier run.
type recovery struct{ s *slice }

// latest returns the last phase that has records of a type, or None.
func (r recovery) latest(record ledger.Record) (phase.Phase, error) {
	latest := phase.None
	err := r.s.Ledger.EachKey(record, r.s.region.Number, func(p phase.Phase, _ int) error {
		latest = max(latest, p)
		return nil
	})
	return latest, err
}

// reload puts a phase that the ledger has, with n positions, into the sets.
func (r recovery) reload(ctx context.Context, p phase.Phase, n uint64) error {
	if r.s.mode.Spilling {
		r.s.source = n
		if !p.Wins() {
			return nil
		}
		return r.reloadSet(r.s.region.Won, ledger.Frontier, p)
	}
	if err := r.endWaits(p, nil); err != nil {
		return err
	}
	clear(r.s.region.Found)
	if err := r.reloadChunks(p, nil); err != nil {
		return err
	}
	if !p.Wins() && r.s.region.Counters != nil {
		if err := r.recount(ctx); err != nil {
			return err
		}
	}
	r.s.source = r.s.region.Settle(p)
	return nil
}

// recount takes the wins in the frontier off the counters, as a phase that is done did in
// an earlier run.
func (r recovery) recount(ctx context.Context) error {
	m := exchange.NewMemory(r.s.region.Chunks, true, func(chunk int, offsets []uint32) {
		_, n := r.s.region.Span(chunk)
		r.s.region.Counters.Decrement(uint64(chunk)<<r.s.region.Shift, offsets, make([]uint64, (n+63)/64))
	})
	return r.s.updates.sendAll(ctx, 0, nil, m)
}

// reloadSet adds the records of a phase to a set.
func (r recovery) reloadSet(set *fast.Set, record ledger.Record, p phase.Phase) error {
	return r.s.Ledger.Each(record, r.s.region.Number, p, func(chunk int, b *roaring.Bitmap) error {
		words := r.s.region.Words(set.Words(), chunk)
		ledger.EachOffset(b, func(o uint32) { words[o>>6] |= 1 << (o & 63) })
		return nil
	})
}

// reloadChunks puts what the ledger has of a phase into Found, and says which chunks that
// were.
func (r recovery) reloadChunks(p phase.Phase, done []bool) error {
	return r.s.Ledger.Each(ledger.Frontier, r.s.region.Number, p, func(chunk int, b *roaring.Bitmap) error {
		if chunk >= r.s.region.Chunks {
			return fmt.Errorf("%s: the store has chunk %d of %s, which has %d", filepath.Dir(r.s.Scratch), chunk, r.s.region.Slice.Name, r.s.region.Chunks)
		}
		if done != nil {
			done[chunk] = true
			r.s.counts[chunk] = b.GetCardinality()
		}
		b.WriteDenseTo(r.s.region.Words(r.s.region.Found, chunk))
		return nil
	})
}

// resume goes on from what the ledger has of an interrupted phase. Of one that a spilling
// run began, only another such run knows which chunks are done.
func (r recovery) resume(p phase.Phase) error {
	if r.s.mode.Spilling {
		return nil
	}
	clear(r.s.region.Found)
	r.s.done = make([]bool, r.s.region.Chunks)
	if r.s.Party != nil {
		return r.begin(p)
	}
	var sources int
	if spilled, err := r.s.Ledger.Note(ledger.SourcesName(r.s.region.Number, p), &sources); err != nil {
		return err
	} else if spilled {
		return r.reloadChunks(p, nil)
	}
	if err := r.reloadChunks(p, r.s.done); err != nil {
		return err
	}
	return r.endWaits(p, r.s.done)
}

// begin makes seeds of what a run on this machine alone has found of a phase that it did not
// finish: all machines begin a phase with no chunk done.
func (r recovery) begin(p phase.Phase) error {
	var all []ledger.Change
	err := r.s.Ledger.Each(ledger.Frontier, r.s.region.Number, p, func(chunk int, b *roaring.Bitmap) error {
		all = append(all, ledger.Change{
			Unite:  []ledger.Set{{Key: r.s.key(ledger.Seeds, p, chunk), Bits: b}},
			Remove: []ledger.Key{r.s.key(ledger.Frontier, p, chunk)},
		})
		return nil
	})
	for _, c := range all {
		if err == nil {
			_, err = r.s.Ledger.Commit(c)
		}
	}
	return err
}

// reloadWaits puts what waits for any phase into Waiting.
func (r recovery) reloadWaits() error {
	last, err := r.latest(ledger.Waits)
	for p := phase.Phase(0); p <= last && err == nil; p++ {
		err = r.reloadSet(r.s.region.Waiting, ledger.Waits, p)
	}
	return err
}

// endWaits ends the wait of what waits for a phase, in the chunks that are done, or in
// all where done is nil.
func (r recovery) endWaits(p phase.Phase, done []bool) error {
	if r.s.region.Waiting == nil {
		return nil
	}
	return r.s.Ledger.Each(ledger.Waits, r.s.region.Number, p, func(chunk int, b *roaring.Bitmap) error {
		if done == nil || done[chunk] {
			waiting := r.s.region.Words(r.s.region.Waiting.Words(), chunk)
			ledger.EachOffset(b, func(o uint32) { waiting[o>>6] &^= 1 << (o & 63) })
		}
		return nil
	})
}
