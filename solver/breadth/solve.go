package breadth

import (
	"context"
	"math/bits"
	"os"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Options of [Solve].
type Options struct {
	Dir     string // the folder of the files; it is made if it is missing
	Memory  uint64 // bytes of the whole process; 0: as many as one worker needs
	Workers int    // default: one per core, as far as memory has room. The result does not depend on it
	// Progress, if set, gets each distance with the number of its positions.
	Progress func(distance int, positions uint64)
}

// Solve finds the distances of all positions from the goal, or goes on where it stopped. It returns the
// numbers of positions by distance. A budget that is too small is an [engine.InputError]. It stops when
// ctx is done.
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
	if o.Memory > 0 { // bitmaps of earlier blocks are garbage
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory)))
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, err
	}
	s := &search{game: g.Parts().Spreads(), workers: p.Workers}
	if s.folder, err = openFolder(o.Dir, g); err != nil {
		return nil, err
	}
	s.size = s.state.Size
	for !s.state.Done {
		if err := s.step(ctx); err != nil {
			return nil, err
		}
		if n := len(s.state.Counts) - 1; o.Progress != nil && !s.state.Done {
			o.Progress(n, s.state.Counts[n])
		}
	}
	return s.state.Counts, nil
}

// search is a solve.
type search struct {
	*folder
	game    fast.Spreads
	size    uint64
	workers int
}

// step finds the positions of the next distance, and commits them.
func (s *search) step(ctx context.Context) error {
	distance := len(s.state.Counts)
	next := state{Format: format, Game: s.state.Game, Size: s.size, Counts: slices.Clone(s.state.Counts), Files: map[string]file{}}
	for name, f := range s.state.Files { // the frontier is used up
		if f.Kind != frontier {
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
	found := uint64(0)
	err := pool.Each(ctx, min(s.workers, len(targets)), len(targets), func(ctx context.Context, _, n int) error {
		count, files, err := s.find(ctx, targets[n], distance)
		mu.Lock()
		defer mu.Unlock()
		found += count
		for _, f := range files {
			next.put(f)
		}
		return err
	})
	if err != nil {
		return err
	}
	if found > 0 {
		next.Counts = append(next.Counts, found)
	} else {
		next.Done = true
	}
	return s.commit(next)
}

// find finds the positions of a block at a distance, and writes its files.
func (s *search) find(ctx context.Context, block, distance int) (count uint64, files []file, err error) {
	var found, other []uint64
	if distance == 0 {
		if goal := s.game.Goal(); goal/s.size == uint64(block) {
			found = make([]uint64, (s.size+63)/64)
			found[goal%s.size>>6] |= 1 << (goal % s.size & 63)
		}
	}
	for _, from := range s.game.AppendLeads(nil, block) {
		if ctx.Err() != nil {
			return 0, nil, context.Cause(ctx)
		}
		if other, err = s.read(other, frontier, from); err != nil {
			return 0, nil, err
		}
		if other == nil {
			continue
		}
		if found == nil {
			found = make([]uint64, len(other))
		}
		s.game.Spread(found, other, from, block)
	}
	if found == nil {
		return 0, nil, nil
	}
	known, err := s.read(nil, seen, block)
	if err != nil {
		return 0, nil, err
	}
	if known == nil {
		known = make([]uint64, len(found))
	}
	for n := range found {
		found[n] &^= known[n]
		known[n] |= found[n]
		count += uint64(bits.OnesCount64(found[n]))
	}
	if count == 0 {
		return 0, nil, nil
	}
	write := func(kind string, set []uint64) {
		if err == nil {
			var f file
			f, err = s.write(kind, block, distance, set)
			files = append(files, f)
		}
	}
	write(frontier, found)
	write(seen, known)
	if distance&2 != 0 && err == nil {
		if known, err = s.read(known, result, block); err == nil && known != nil {
			for n := range found {
				found[n] |= known[n]
			}
		}
		write(result, found)
	}
	return count, files, err
}
