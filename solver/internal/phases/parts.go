package phases

import (
	"context"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/values"
)

// exits is what the exits looked up so far reveal about a position. A spilling run has the byte
// kind: exits have at most 254 plies, and phases fit into a byte.
type exits struct {
	least, most uint8
	rescued     bool
}

const exitsBytes = 3

// merge adds to each what the other knows about exits.
func (e *exits) merge(f *phase.Fold) {
	f.Merge(phase.Fold{Least: phase.Phase(e.least), Most: phase.Phase(e.most), Rescued: e.rescued})
	*e = exits{uint8(f.Least), uint8(f.Most), f.Rescued}
}

// scanParts scans chunks if memory does not hold all values that the slice exits into. It takes
// some chunks at a time, and scans them once for each group of ranges of values that fits.
func scanParts(ctx context.Context, s *slice, tasks []task.Task) error {
	if len(tasks) == 0 {
		return nil
	}
	e := s.env
	counter := e.Reporter.Count(0, e.Chunks, e.Chunks-len(tasks))
	groups := e.Values.Ranges(e.Slice, e.mode.Window)
	file, err := e.Values.NewRangeFile(e.Scratch, e.Slice)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := e.Values.LoadOnly(ctx, nil); err != nil {
		return err
	}
	memory := pages.New[byte](largest(groups, e.Codec.Width()))
	arrays := make([][]exits, max(len(e.Crew.Workers), int(e.mode.Window/4/(exitsBytes<<e.Shift))))
	for len(tasks) > 0 {
		some := tasks[:min(len(arrays), len(tasks))]
		tasks = tasks[len(some):]
		known := map[int][]exits{} // by chunk
		for n, t := range some {
			if arrays[n] == nil {
				arrays[n] = make([]exits, uint64(1)<<e.Shift)
			}
			clear(arrays[n])
			known[t.Chunk] = arrays[n]
		}
		for g, group := range groups {
			if err := file.Put(ctx, group, memory); err != nil {
				return err
			}
			for n := range some {
				some[n].Kind, some[n].Part = task.Part, g
			}
			err := run(ctx, s, some, func(ctx context.Context, s *slice, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
				v, last := newSurvey(s, w, t.Chunk), t.Part == len(groups)-1
				if err := v.list(ctx, known[t.Chunk], last); err != nil || !last { // the last part completes the prospects
					return none, err
				}
				return v.result(s.records), nil
			})
			if err != nil {
				return err
			}
			file.Drop(group)
		}
		for range some {
			counter.Done()
		}
	}
	return nil
}

// largest returns the bytes of the largest group of values of width bytes.
func largest(groups [][]values.Range, width uint64) (most uint64) {
	for _, group := range groups {
		var sum uint64
		for _, at := range group {
			sum += width * (at.To - at.From)
		}
		most = max(most, sum)
	}
	return most
}
