package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
)

// mergedInMemory is the greatest number of values that are read into memory before
// a merged file is made of many of them.
const mergedInMemory = 1 << 30

// mergedExporter writes the values of permutations.
type mergedExporter struct {
	db      *DB
	all     []byte // the values of all indices, or nil
	workers []mergedWorker
}

// mergedWorker is what a goroutine needs.
type mergedWorker struct {
	permuter engine.Permuter
	stored   []wanted
	indices  []uint64
}

// wanted is a stored position whose value is still to be looked up.
type wanted struct {
	index uint64
	at    int // its place in the piece
}

func newMergedExporter(ctx context.Context, db *DB, o ExportOptions) (*mergedExporter, error) {
	e := &mergedExporter{db: db}
	for range o.Workers {
		p := db.game.NewScratch().Permuter
		if p == nil {
			return nil, engine.InputErrorf("%s has no permutation index, which %s files go by: want %s or %s", db.spec, o.Format, Minimized, CSV)
		}
		e.workers = append(e.workers, mergedWorker{permuter: p})
	}
	// Every permutation asks for up to thousands of values: for more than a few
	// it pays to unpack all of them first.
	if size := db.game.Size(); !db.partial() && size <= mergedInMemory && o.Count > size/1024 {
		e.all = make([]byte, size)
		err := pool.InOrder(ctx, pool.Workers(0), pieces(db.known, 1<<20), func(_ int, r raw.Range) (struct{}, error) {
			return struct{}{}, db.values.ReadValues(e.all[r.First:r.Last+1], r.First)
		}, func(raw.Range, struct{}) error { return nil })
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *mergedExporter) piece(worker int, r raw.Range) ([]byte, error) {
	w := &e.workers[worker]
	out := make([]byte, r.Last-r.First+1)
	w.stored = w.stored[:0]
	for at := range out {
		n := r.First + uint64(at)
		if i, ok := w.permuter.PermutationIndex(n); ok {
			w.stored = append(w.stored, wanted{i, at})
			continue
		}
		v, err := e.compute(w, n)
		if err != nil {
			return nil, err
		}
		out[at] = byte(v)
	}
	// In the order of their indices, so that a block is unpacked once.
	slices.SortFunc(w.stored, func(a, b wanted) int { return cmp.Compare(a.index, b.index) })
	for _, s := range w.stored {
		v, known, err := e.get(s.index)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, e.unknown(r.First + uint64(s.at))
		}
		out[s.at] = byte(v)
	}
	return out, nil
}

// get returns the value of an index.
func (e *mergedExporter) get(i uint64) (v engine.Value, known bool, err error) {
	if e.all != nil {
		return engine.Value(e.all[i]), true, nil
	}
	return e.db.values.Get(i)
}

// compute returns the value of the permutation n, which is not stored, from its
// successors, which are. It is exact only where all of them are known, or where it
// is a win with this turn; see [DB.judge].
func (e *mergedExporter) compute(w *mergedWorker, n uint64) (engine.Value, error) {
	kind := e.db.kind
	var ends engine.Ends
	if w.indices, ends = w.permuter.AppendPermutationSuccessors(w.indices[:0], n); ends&engine.WinsNow != 0 {
		return kind.Decided(true, 1)
	}
	if len(w.indices) == 0 {
		return kind.Decided(false, 0)
	}
	if e.all == nil {
		slices.Sort(w.indices)
		w.indices = slices.Compact(w.indices)
	}
	worst, complete := ^engine.Value(0), true // the worst successor for the player to move there
	for _, i := range w.indices {
		v, known, err := e.get(i)
		if err != nil {
			return 0, err
		}
		if !known {
			complete = false
		} else if worst == ^engine.Value(0) || kind.Less(v, worst) {
			worst = v
		}
	}
	if worst != ^engine.Value(0) {
		v, err := kind.Back(worst)
		if plies, decided := kind.Plies(v); err != nil || complete || decided && plies == 1 {
			return v, err
		}
	}
	return 0, e.unknown(n)
}

func (e *mergedExporter) unknown(n uint64) error {
	return engine.InputErrorf("the value of permutation %d is not known: %s holds the indices %s only, and a %s file cannot leave it out", n, e.db.path, e.db.known, Merged)
}
