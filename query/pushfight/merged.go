package pushfight

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
)

// Merged is the format of one value byte per permutation index. The values of positions that are
// not stored follow from their successors. Only games of the Push Fight family have it.
var Merged = query.Format{
	Name:    "merged",
	Help:    "one value byte per permutation index (the Push Fight family); positions\nthat are not stored have the value that their successors give them",
	Decided: true,
	Size: func(db *query.DB) (uint64, error) {
		if v, ok := db.Game().(*rules.Variant); ok {
			return v.Permutations(), nil
		}
		return 0, engine.InputErrorf("%s has no permutation index, the order of merged files: want %s or %s", db.Game().Spec(), query.Minimized, query.CSV)
	},
	Piece: 1 << 14,
	Begin: beginMerged,
}

// mergedInMemory is the greatest number of values that merger reads into memory.
const mergedInMemory = 1 << 30

// merger writes the values of permutations.
type merger struct {
	db      *query.DB
	game    *rules.Variant
	all     []byte // the values of all indices, or nil
	workers []mergeWorker
}

// mergeWorker is the memory of one goroutine.
type mergeWorker struct {
	turns   *rules.Generator
	stored  []wanted
	indices []uint64
}

// wanted is a stored position to look up.
type wanted struct {
	index uint64
	at    int // its place in the piece
}

// beginMerged prepares the values of permutations.
func beginMerged(ctx context.Context, db *query.DB, o query.ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	e := &merger{db: db, game: db.Game().(*rules.Variant)}
	for range o.Workers {
		e.workers = append(e.workers, mergeWorker{turns: rules.NewGenerator(e.game)})
	}
	// One permutation needs up to thousands of values, so for many permutations it is faster to
	// unpack all values first.
	if size := db.Game().Size(); db.Known().Covers(0, size) && size <= mergedInMemory && o.Count > size/1024 {
		e.all = make([]byte, size)
		const unit = 1 << 20
		err := pool.Each(ctx, 0, int((size+unit-1)/unit), func(_ context.Context, _, n int) error {
			first := uint64(n) * unit
			return db.ReadValues(e.all[first:min(first+unit, size)], first)
		})
		if err != nil {
			return nil, err
		}
	}
	return e.piece, nil
}

// piece returns the values of the permutations first to last.
func (e *merger) piece(worker int, first, last uint64) ([]byte, error) {
	w := &e.workers[worker]
	out := make([]byte, last-first+1)
	w.stored = w.stored[:0]
	for at := range out {
		n := first + uint64(at)
		p := e.game.AtPermutation(n)
		if i, ok := e.game.MinimizedIndex(p); ok {
			w.stored = append(w.stored, wanted{i, at})
			continue
		}
		v, known, err := e.compute(w, p)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, e.unknown(n)
		}
		out[at] = byte(v)
	}
	// In the order of their indices, to decompress each block once.
	slices.SortFunc(w.stored, func(a, b wanted) int { return cmp.Compare(a.index, b.index) })
	for _, s := range w.stored {
		v, known, err := e.get(s.index)
		if err != nil {
			return nil, err
		}
		if !known {
			return nil, e.unknown(first + uint64(s.at))
		}
		out[s.at] = byte(v)
	}
	return out, nil
}

// get returns the value of an index.
func (e *merger) get(i uint64) (v engine.Value, known bool, err error) {
	if e.all != nil {
		return engine.Value(e.all[i]), true, nil
	}
	return e.db.Get(i)
}

// compute returns the value of a position that is not stored from its successors, which are stored.
// The value is known only if all successors have known values or the position is won with this
// turn; see [query.DB.Value].
func (e *merger) compute(w *mergeWorker, p rules.Position) (v engine.Value, known bool, err error) {
	const wonAtOnce, lostAtOnce = 2, 1
	kind := e.game.Kind()
	if w.turns.Wins(p) {
		return wonAtOnce, true, nil
	}
	if w.indices, _ = w.turns.AppendIndices(w.indices[:0], p); len(w.indices) == 0 {
		return lostAtOnce, true, nil
	}
	if e.all == nil {
		slices.Sort(w.indices)
		w.indices = slices.Compact(w.indices)
	}
	worst, complete := ^engine.Value(0), true // the worst successor for the player to move there
	for _, i := range w.indices {
		v, known, err := e.get(i)
		if err != nil {
			return 0, false, err
		}
		if !known {
			complete = false
		} else if worst == ^engine.Value(0) || kind.Less(v, worst) {
			worst = v
		}
	}
	if worst == ^engine.Value(0) {
		return 0, false, nil
	}
	v, err = kind.Back(worst)
	return v, complete || v == wonAtOnce, err
}

func (e *merger) unknown(n uint64) error {
	return engine.InputErrorf("the value of permutation %d is unknown: %s holds the indices %s only, and a %s file needs every value", n, e.db.Path(), e.db.Known(), "merged")
}
