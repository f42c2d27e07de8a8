package phases

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// records is the ledger's part of a slice's state: the records of earlier runs, and those that this
// run commits.
type records struct {
	env     *env
	scanned []bool          // by chunk: the scan is in the ledger
	waits   [][]phase.Phase // of a spilling run, by chunk: the phases that some position waits for

	// Of the current phase, by chunk:
	done   []bool   // an earlier run decided it
	counts []uint64 // positions that the ledger has
}

// openRecords finds the chunks that an earlier run scanned.
func openRecords(e *env) (*records, error) {
	r := &records{
		env: e, scanned: make([]bool, e.Chunks), done: make([]bool, e.Chunks), counts: make([]uint64, e.Chunks),
	}
	return r, r.eachKey(func(k ledger.Key) error {
		r.scanned[k.Chunk] = true
		return nil
	}, ledger.Rescued)
}

func (r *records) key(record ledger.Record, p phase.Phase, chunk int) ledger.Key {
	return ledger.Key{Record: record, Slice: r.env.Number, Phase: p, Chunk: chunk}
}

// get returns a record, or nil if there is none.
func (r *records) get(record ledger.Record, p phase.Phase, chunk int) (*roaring.Bitmap, error) {
	return r.env.Ledger.Get(r.key(record, p, chunk))
}

// each calls f with the records of a type and a phase, ascending by chunk.
func (r *records) each(record ledger.Record, p phase.Phase, f func(chunk int, b *roaring.Bitmap) error) error {
	return r.env.Ledger.Each(record, r.env.Number, p, f)
}

// eachKey calls f with the keys of all records of some types, for each type ascending by phase, then
// chunk.
func (r *records) eachKey(f func(k ledger.Key) error, types ...ledger.Record) (err error) {
	for _, record := range types {
		if err == nil {
			err = r.env.Ledger.EachKey(record, r.env.Number, func(p phase.Phase, chunk int) error {
				return f(r.key(record, p, chunk))
			})
		}
	}
	return err
}

// commit commits the result of a task. It is idempotent.
func (r *records) commit(t task.Task, change ledger.Change) error {
	if len(change.Unite) == 0 && len(change.Remove) == 0 {
		return nil
	}
	counts, err := r.env.Ledger.Commit(change)
	if err != nil {
		return err
	}
	for n, set := range change.Unite {
		if set.Key.Record == ledger.Frontier {
			r.counts[t.Chunk] = counts[n]
		}
	}
	return nil
}

// addSeeds adds the seeds of a task's phase and chunk to a set, and returns the keys of these
// records, which are no longer needed.
func (r *records) addSeeds(t task.Task, found []uint64) (used []ledger.Key, err error) {
	key := r.key(ledger.Seeds, t.Phase, t.Chunk)
	b, err := r.env.Ledger.Get(key)
	if err != nil || b == nil {
		return nil, err
	}
	unite(found, b)
	return []ledger.Key{key}, nil
}

// frontier returns the change that commits the positions that a phase decides in a chunk, and
// removes used records. A chunk with nothing new leaves no record: finding nothing again is cheap.
func (r *records) frontier(t task.Task, found *roaring.Bitmap, used []ledger.Key) ledger.Change {
	c := ledger.Change{Remove: used}
	if !found.IsEmpty() {
		c.Unite = []ledger.Set{{Key: r.key(ledger.Frontier, t.Phase, t.Chunk), Bits: found}}
	}
	return c
}

// latest returns the last phase that has any record, or None.
func (r *records) latest() (latest phase.Phase, err error) {
	latest = phase.None
	err = r.eachKey(func(k ledger.Key) error {
		latest = max(latest, k.Phase)
		return nil
	}, ledger.Seeds, ledger.Waits, ledger.Frontier)
	return latest, err
}

// restoreScan restores the results of the scan that the phases need in memory.
func (r *records) restoreScan(b *region.Bits) error {
	if r.env.mode.Spilling {
		r.waits = make([][]phase.Phase, r.env.Chunks)
		return r.eachKey(func(k ledger.Key) error {
			r.waits[k.Chunk] = append(r.waits[k.Chunk], k.Phase)
			return nil
		}, ledger.Waits)
	}
	err := r.restoreSet(b, b.Rescued, ledger.Rescued)
	if err == nil {
		err = r.restoreSet(b, b.Waiting, ledger.Waits)
	}
	return err
}

// restoreSet adds all records of a type to a set, which may be nil.
func (r *records) restoreSet(b *region.Bits, set *fast.Set, record ledger.Record) error {
	if set == nil {
		return nil
	}
	return r.eachKey(func(k ledger.Key) error {
		found, err := r.env.Ledger.Get(k)
		if err == nil && found != nil {
			unite(b.Words(set.Words(), k.Chunk), found)
		}
		return err
	}, record)
}

// restorePhase loads the records of a phase into Found, or into Won in a spilling run, and notes
// which chunks are done: all of them, if the phase is complete.
func (r *records) restorePhase(b *region.Bits, p phase.Phase, complete bool) error {
	clear(r.counts)
	for chunk := range r.done {
		r.done[chunk] = complete
	}
	if r.env.mode.Spilling {
		wins := r.env.Codec.Wins(p)
		if complete && !wins {
			return nil
		}
		return r.each(ledger.Frontier, p, func(chunk int, found *roaring.Bitmap) error {
			r.counts[chunk] = found.GetCardinality()
			if wins {
				unite(b.Words(b.Won.Words(), chunk), found)
			}
			return nil
		})
	}
	clear(b.Found)
	if r.env.Party != nil && !complete {
		return r.makeSeeds(p)
	}
	// A chunk's record of a phase is complete, unless a spilling run began the phase: such a run adds to
	// the records of all chunks round by round. Then the chunks are found again, and united with them.
	var sources int
	spilled, err := r.env.Ledger.Note(ledger.SourcesName(r.env.Number, p), &sources)
	if err != nil {
		return err
	}
	err = r.each(ledger.Frontier, p, func(chunk int, found *roaring.Bitmap) error {
		if !spilled {
			r.done[chunk], r.counts[chunk] = true, found.GetCardinality()
		}
		unite(b.Words(b.Found, chunk), found)
		return nil
	})
	if err != nil || spilled && !complete {
		return err
	}
	return r.endWaits(b, p, r.done)
}

// makeSeeds turns the results of an unfinished phase, which this machine found alone, into seeds:
// the machines together begin each phase with no chunk done.
func (r *records) makeSeeds(p phase.Phase) error {
	var all []ledger.Change
	err := r.each(ledger.Frontier, p, func(chunk int, found *roaring.Bitmap) error {
		all = append(all, ledger.Change{
			Unite:  []ledger.Set{{Key: r.key(ledger.Seeds, p, chunk), Bits: found}},
			Remove: []ledger.Key{r.key(ledger.Frontier, p, chunk)},
		})
		return nil
	})
	for _, c := range all {
		if err == nil {
			_, err = r.env.Ledger.Commit(c)
		}
	}
	return err
}

// endWaits removes the positions that wait for a phase from Waiting, in the chunks that are done;
// nil: in all.
func (r *records) endWaits(b *region.Bits, p phase.Phase, done []bool) error {
	if b.Waiting == nil {
		return nil
	}
	return r.each(ledger.Waits, p, func(chunk int, waits *roaring.Bitmap) error {
		if done == nil || done[chunk] {
			subtract(b.Words(b.Waiting.Words(), chunk), waits)
		}
		return nil
	})
}

// unite adds the members of a bitmap to a set of a chunk's positions.
func unite(words []uint64, b *roaring.Bitmap) {
	ledger.EachRun(b, func(offsets []uint32) { region.Mark(words, offsets) })
}

// subtract removes the members of a bitmap from a set of a chunk's positions.
func subtract(words []uint64, b *roaring.Bitmap) {
	ledger.EachOffset(b, func(o uint32) { words[o>>6] &^= 1 << (o & 63) })
}
