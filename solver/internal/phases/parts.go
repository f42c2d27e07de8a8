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

// exits is what the exits of a position looked at so far tell of its prospect. Spilling
// runs are of the byte kind: exits have at most 254 plies, and phases fit into a byte.
type exits struct {
	least, most uint8
	rescued     bool
}

const exitsBytes = 3

// merge makes both what the exits of either tell.
func (e *exits) merge(f *phase.Fold) {
	f.Merge(phase.Fold{Least: phase.Phase(e.least), Most: phase.Phase(e.most), Rescued: e.rescued})
	*e = exits{uint8(f.Least), uint8(f.Most), f.Rescued}
}

// partScan scans chunks when not all values that the slice exits into fit into memory. It
// takes some chunks at a time, and looks at their positions once for each group of ranges
// of values that does.
type partScan struct {
	s      *slice
	scan   *seedScan
	groups [][]values.Range
	place  map[int]int // by chunk of the present ones: its place in known
	known  [][]exits
}

// scanParts does the tasks of a scan in parts.
func (c *seedScan) scanParts(ctx context.Context, tasks []task.Task) error {
	if len(tasks) == 0 {
		return nil
	}
	counter := c.s.Reporter.Count(0, c.s.region.Chunks, c.s.region.Chunks-len(tasks))
	c.parts = &partScan{s: c.s, scan: c, groups: c.s.Values.Ranges(c.s.region.Slice, c.s.mode.Window)}
	p := c.parts
	file, err := c.s.Values.NewRangeFile(c.s.Scratch, c.s.region.Slice)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := c.s.Values.LoadOnly(ctx, nil); err != nil {
		return err
	}
	memory := pages.New[byte](p.largest())
	p.known = make([][]exits, max(len(c.s.Crew.Workers), int(c.s.mode.Window/4/(exitsBytes<<c.s.region.Shift))))
	for len(tasks) > 0 {
		some := tasks[:min(len(p.known), len(tasks))]
		tasks = tasks[len(some):]
		p.begin(some)
		for g, group := range p.groups {
			if err := file.Put(ctx, group, memory); err != nil {
				return err
			}
			if err := c.s.Crew.Run(ctx, partTasks(some, g), c.s.perform); err != nil {
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

// largest returns the bytes of the largest group.
func (p *partScan) largest() (most uint64) {
	for _, group := range p.groups {
		var sum uint64
		for _, at := range group {
			sum += p.s.Codec.Width() * (at.To - at.From)
		}
		most = max(most, sum)
	}
	return most
}

// begin forgets what is known, and makes place for the chunks of some tasks.
func (p *partScan) begin(tasks []task.Task) {
	p.place = map[int]int{}
	for n, t := range tasks {
		p.place[t.Chunk] = n
		if p.known[n] == nil {
			p.known[n] = make([]exits, uint64(1)<<p.s.region.Shift)
		}
		clear(p.known[n])
	}
}

// partTasks returns the tasks of a scan for a part of the values.
func partTasks(tasks []task.Task, part int) []task.Task {
	list := make([]task.Task, len(tasks))
	for n, t := range tasks {
		t.Kind, t.Part = task.Part, part
		list[n] = t
	}
	return list
}

// scanPart adds to what is known of a chunk what the exits tell whose values are in memory.
// The last time the prospects are complete, and are the result.
func (p *partScan) scanPart(ctx context.Context, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	known, last := p.known[p.place[t.Chunk]], t.Part == len(p.groups)-1
	v := p.scan.newSurvey(w, t.Chunk)
	first, n := p.s.region.Span(t.Chunk)
	l := v.lookups
	l.begin()
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return none, ctx.Err()
		}
		if v.wins.Has(first + offset) {
			continue
		}
		err := l.list(first+offset, offset, last)
		if err == nil && l.full() {
			err = v.enterAll(known, last)
		}
		if err != nil {
			return none, err
		}
	}
	if err := v.enterAll(known, last); err != nil || !last {
		return none, err
	}
	return v.result(), nil
}
