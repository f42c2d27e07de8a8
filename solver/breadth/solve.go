package breadth

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/bitmaps"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// Options of [Solve].
type Options struct {
	Dir     string // the folder of the files; it is made if it is missing
	Memory  uint64 // bytes of the whole process; 0: as many as one worker needs
	Workers int    // default: one per core, as far as memory has room. The result does not depend on it
	// Progress, if set, gets each distance with the number of its positions.
	Progress func(distance int, positions uint64)
}

// State is how far a solve is.
type State = bitmaps.State

// Progress returns how far the solve in a folder is. It fails with an error that wraps [fs.ErrNotExist] if there is none.
func Progress(dir string) (State, error) { return bitmaps.ReadState(dir) }

// Solve finds the distances of all positions from the goal, or goes on where it stopped. It returns the
// numbers of positions by distance. A budget that is too small is an [engine.InputError]. It stops when
// ctx is done. It fails with [kv.ErrLocked] if another process solves in the folder.
func Solve(ctx context.Context, g engine.Game, o Options) (counts []uint64, err error) {
	p, ok := PlanFor(g, max(o.Memory, 1), pool.Workers(o.Workers))
	switch {
	case !ok:
		return nil, engine.InputErrorf("%s cannot be solved in bitmaps: it has no spreads", g.Spec())
	case o.Memory == 0:
		p.Workers = 1
	case p.Workers == 0:
		return nil, engine.InputErrorf("to solve %s in bitmaps takes at least %d MiB of memory, and the budget is %d MiB", g.Spec(), p.Memory>>20+1, o.Memory>>20)
	}
	lock, err := ledger.Lock(o.Dir)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	s := &search{game: g.Parts().Spreads(), workers: make([]sets, p.Workers)}
	if s.Folder, err = bitmaps.OpenFolder(o.Dir, g); err != nil {
		return nil, err
	}
	for !s.Done {
		known := len(s.Counts)
		if err := s.step(ctx); err != nil {
			return nil, err
		}
		if o.Progress != nil && len(s.Counts) > known {
			o.Progress(known, s.Counts[known])
		}
	}
	return s.Counts, nil
}

// search is a solve.
type search struct {
	*bitmaps.Folder
	game    fast.Spreads
	workers []sets
}

// sets are the bitmaps of a worker, made at its first block.
type sets struct{ set, other []uint64 }

// step finds the positions of the next distance, and commits them.
func (s *search) step(ctx context.Context) error {
	distance := len(s.Counts)
	next := s.State
	next.Counts, next.Files = slices.Clone(next.Counts), map[string]bitmaps.File{}
	for name, f := range s.Files { // the frontier is used up
		if f.Kind != bitmaps.Frontier {
			next.Files[name] = f
		}
	}
	blocks, _ := s.game.Blocks()
	var targets []int
	for block := range blocks {
		if s.game.Odd(block) == (distance&1 == 1) {
			targets = append(targets, block)
		}
	}
	var mu sync.Mutex
	count, first := uint64(0), uint64(math.MaxUint64)
	err := pool.Each(ctx, min(len(s.workers), len(targets)), len(targets), func(ctx context.Context, w, n int) error {
		f, err := s.find(ctx, &s.workers[w], targets[n], distance)
		mu.Lock()
		defer mu.Unlock()
		if f.count > 0 {
			count += f.count
			first = min(first, f.first)
		}
		for _, f := range f.files {
			next.Put(f)
		}
		return err
	})
	if err != nil {
		return err
	}
	if count > 0 {
		next.Counts, next.Hardest = append(next.Counts, count), &first
	}
	complete := next.Solvable() == next.Positions
	if next.Done = complete || count == 0; next.Done {
		maps.DeleteFunc(next.Files, func(_ string, f bitmaps.File) bool {
			return f.Kind == bitmaps.Frontier || f.Kind == bitmaps.Seen && complete
		})
	}
	return s.Commit(next)
}

// found is what [search.find] found in a block.
type found struct {
	count uint64 // positions
	first uint64 // the lowest, if there is one
	files []bitmaps.File
}

// find finds the positions of a block at a distance, and writes its files.
func (s *search) find(ctx context.Context, w *sets, block, distance int) (f found, err error) {
	if w.set == nil {
		w.set, w.other = s.NewSet(), s.NewSet()
	}
	set, other := w.set, w.other
	clear(set)
	if goal := s.game.Goal(); distance == 0 && goal/s.Size == uint64(block) {
		set[goal%s.Size>>6] |= 1 << (goal % s.Size & 63)
	}
	for _, from := range s.game.AppendLeads(nil, block) {
		if ctx.Err() != nil {
			return f, context.Cause(ctx)
		}
		ok, err := s.Read(other, bitmaps.Frontier, from)
		if err != nil {
			return f, err
		}
		if ok {
			s.game.Spread(set, other, from, block)
		}
	}
	known, err := s.Read(other, bitmaps.Seen, block)
	if err != nil {
		return f, err
	}
	if !known {
		clear(other)
	}
	for n := range set {
		if set[n] &^= other[n]; set[n] != 0 {
			if f.count == 0 {
				f.first = uint64(block)*s.Size + uint64(n*64+bits.TrailingZeros64(set[n]))
			}
			f.count += uint64(bits.OnesCount64(set[n]))
			other[n] |= set[n]
		}
	}
	if f.count == 0 {
		return f, nil
	}
	write := func(kind string, set []uint64) {
		if err == nil {
			var written bitmaps.File
			written, err = s.Write(kind, block, distance, set)
			f.files = append(f.files, written)
		}
	}
	write(bitmaps.Frontier, set)
	write(bitmaps.Seen, other)
	if distance&2 != 0 && err == nil {
		if known, err = s.Read(other, bitmaps.Result, block); known {
			for n := range set {
				set[n] |= other[n]
			}
		}
		write(bitmaps.Result, set)
	}
	return f, err
}
