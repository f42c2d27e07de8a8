package phases

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// sharesPhase reports whether the machines share a phase. If the game lists predecessors, that
// depends on the size of the frontier, else on the number of undecided positions.
func sharesPhase(s *slice) bool {
	switch {
	case s.bits.FrontierSize == 0:
		return false
	case s.env.Crew.Workers[0].Unmover != nil:
		return s.env.shares(s.bits.FrontierSize)
	}
	return s.env.shares(s.env.Slice.Size - s.bits.Decided)
}

// stage is a scan or a phase that several machines share (package party). Its units are runs of the
// tasks of one machine. The machines exchange outcomes as bytes.
type stage struct {
	slice  *slice
	phase  phase.Phase
	needed []*roaring.Bitmap // by chunk: the predecessors of the frontier, in the step after they were sent
}

func newStage(s *slice, p phase.Phase) *stage {
	return &stage{slice: s, phase: p, needed: make([]*roaring.Bitmap, s.env.Chunks)}
}

// of returns the stage for package party.
func (g *stage) of(format string, numbers ...any) party.Stage {
	e := g.slice.env
	return party.Stage{
		Name: fmt.Sprintf(format, numbers...), Slice: e.Number, Phase: g.phase, Chunks: e.Chunks, Decided: g.slice.bits.Decided, Weigh: g.weigh,
		Do: g.do, Need: g.need, Ready: func() error { return nil }, Take: g.take,
	}
}

// weigh returns the work of a step in a chunk: positions to go back from, or to look at.
func (g *stage) weigh(kind task.Kind, chunk int) (weight uint64) {
	b := g.slice.bits
	if kind == task.Send && len(b.Frontier) > 0 {
		return fast.Count(b.Words(b.Frontier, chunk))
	}
	won, lost := b.Words(b.Won.Words(), chunk), b.Words(b.Lost.Words(), chunk)
	for k := range won {
		weight += uint64(bits.OnesCount64(^(won[k] | lost[k])))
	}
	return weight
}

// scanTogether scans all chunks. Every machine applies the immediate wins before it scans.
func scanTogether(ctx context.Context, s *slice) error {
	stage := newStage(s, 0).of("scan-%d", s.env.Number)
	stage.Lead = func(ctx context.Context, l party.Lead) (wins []party.Object, err error) {
		if s.env.winsFirst {
			if wins, err = l.Share(ctx, task.Wins, nil); err != nil {
				return nil, err
			}
		}
		scanned, err := l.Share(ctx, task.Scan, func(int, int) []party.Object { return wins })
		return append(wins, scanned...), err
	}
	return s.env.Party.Stage(ctx, stage)
}

// findTogether finds the positions of a phase, as [findBy] does on one machine.
func findTogether(ctx context.Context, s *slice, p phase.Phase) error {
	g := newStage(s, p)
	stage := g.of("phase-%d-%d", s.env.Number, p)
	stage.Ready = func() error {
		clear(s.bits.Found)
		return s.records.endWaits(s.bits, p, nil)
	}
	stage.Lead = func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		w := choose(s, p) // machines that share have no room for counters
		s.env.Reporter.Begin(w.step(s, p), s.env.Chunks)
		if w.sink != nil {
			if err := g.gather(ctx, l); err != nil {
				return nil, err
			}
		}
		switch w.task {
		case task.Decide: // little work: the leader does it
			return g.putUnits(ctx, l, task.Decide, func(u *party.Unit) (*party.Outcome, error) { return g.do(ctx, u) })
		case task.Confirm:
			return g.confirm(ctx, l)
		}
		return l.Share(ctx, w.task, nil)
	}
	return s.env.Party.Stage(ctx, stage)
}

// gather shares the step that marks the predecessors of the frontier, and unites the marks.
func (g *stage) gather(ctx context.Context, l party.Lead) error {
	b := g.slice.bits
	sent, err := l.Share(ctx, task.Send, nil)
	if err != nil {
		return err
	}
	clear(b.Found)
	defer clear(b.Found)
	err = l.Each(ctx, sent, func(o *party.Outcome) error {
		return g.eachMark(o, func(m party.Mark) { unite(b.Words(b.Found, m.Chunk), m.Bits) })
	})
	if err != nil {
		return err
	}
	for chunk := range g.needed {
		g.needed[chunk] = sparse(b.Words(b.Found, chunk))
	}
	return nil
}

// eachMark calls use with the marks of an outcome.
func (g *stage) eachMark(o *party.Outcome, use func(m party.Mark)) error {
	for _, m := range o.Marks {
		if m.Chunk >= g.slice.env.Chunks {
			return fmt.Errorf("%v: a mark in chunk %d of %d", &o.Unit, m.Chunk, g.slice.env.Chunks)
		}
		use(m)
	}
	return nil
}

// confirm shares the step that keeps the lost positions among those gathered.
func (g *stage) confirm(ctx context.Context, l party.Lead) ([]party.Object, error) {
	runs, err := l.Runs(ctx, task.Confirm)
	if err != nil {
		return nil, err
	}
	marks, err := g.putUnits(ctx, l, task.Confirm, func(u *party.Unit) (*party.Outcome, error) {
		o := &party.Outcome{Unit: *u}
		o.Unit.Kind = task.Send
		for chunk := u.From; chunk < u.To; chunk++ {
			addMark(o, chunk, g.needed[chunk])
		}
		return o, nil
	})
	if err != nil {
		return nil, err
	}
	return l.Share(ctx, task.Confirm, func(from, _ int) []party.Object {
		n := slices.IndexFunc(runs, func(run [2]int) bool { return run[0] == from })
		return marks[n : n+1]
	})
}

// sparse returns a set as a bitmap, nil if it is empty.
func sparse(words []uint64) *roaring.Bitmap {
	for _, w := range words {
		if w != 0 {
			b := roaring.FromDense(words, true)
			b.RunOptimize()
			return b
		}
	}
	return nil
}

// addMark adds a set, which may be nil, to an outcome.
func addMark(o *party.Outcome, chunk int, b *roaring.Bitmap) {
	if b != nil {
		o.Marks = append(o.Marks, party.Mark{Chunk: chunk, Bits: b})
	}
}

// addChange adds a change, which may be empty, to an outcome.
func addChange(o *party.Outcome, chunk int, c ledger.Change) {
	if len(c.Unite)+len(c.Remove) > 0 {
		o.Changes = append(o.Changes, party.Change{Chunk: chunk, Change: c})
	}
}

// putUnits stores the outcomes of all units of a step, which this machine computes.
func (g *stage) putUnits(ctx context.Context, l party.Lead, kind task.Kind, find func(u *party.Unit) (*party.Outcome, error)) ([]party.Object, error) {
	u := party.Unit{Slice: g.slice.env.Number, Phase: g.phase, Kind: kind, Decided: g.slice.bits.Decided}
	return party.PutUnits(ctx, l, u, find)
}

// do does a unit. Meanwhile it owns Found of its chunks, or of all chunks if it sends.
func (g *stage) do(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
	s, b := g.slice, g.slice.bits
	if u.Slice != b.Number || u.From < 0 || u.To > b.Chunks || u.From >= u.To {
		return nil, fmt.Errorf("unit %v is not of slice %d, which has %d chunks", u, b.Number, b.Chunks)
	}
	o := &party.Outcome{Unit: *u}
	o.Unit.Needs = nil
	changes := make([]ledger.Change, u.To-u.From)
	if u.Kind == task.Send {
		clear(b.Found)
		defer clear(b.Found)
		s.edges.beginUpdates(s.env, mark(s))
	}
	err := s.env.Crew.Run(ctx, u.Tasks(), func(ctx context.Context, w *crew.Worker, t task.Task) error {
		switch u.Kind {
		case task.Forward, task.Count, task.Confirm, task.Decide:
			found := b.Words(b.Found, t.Chunk)
			clear(found)
			if needed := g.needed[t.Chunk]; needed != nil && u.Kind != task.Forward {
				needed.WriteDenseTo(found)
			}
		}
		return party.Guard(func() (err error) {
			changes[t.Chunk-u.From], err = do(ctx, s, w, t)
			party.Progress(ctx)
			return err
		})
	})
	if err == nil && u.Kind == task.Send {
		err = s.edges.exchange.Flush(ctx, s.env.Crew)
	}
	if err != nil {
		return nil, err
	}
	if u.Kind == task.Send {
		for chunk := range b.Chunks {
			addMark(o, chunk, sparse(b.Words(b.Found, chunk)))
		}
	}
	for n, c := range changes {
		if u.Kind == task.Wins {
			addMark(o, u.From+n, sparse(b.Words(b.Won.Words(), u.From+n)))
		}
		addChange(o, u.From+n, c)
	}
	return o, nil
}

// need applies the needs of a unit: immediate wins for a scan, marks for a phase.
func (g *stage) need(o *party.Outcome) error {
	return g.eachMark(o, func(m party.Mark) {
		if o.Unit.Kind == task.Wins {
			unite(g.slice.bits.Words(g.slice.bits.Won.Words(), m.Chunk), m.Bits)
		} else {
			g.needed[m.Chunk] = m.Bits
		}
	})
}

// take applies the outcome of a unit.
func (g *stage) take(o *party.Outcome) error {
	if o.Unit.Kind == task.Wins {
		return g.need(o)
	}
	b := g.slice.bits
	for _, c := range o.Changes {
		for _, set := range c.Unite {
			if set.Key.Record == ledger.Frontier {
				if set.Key.Phase != o.Unit.Phase {
					return fmt.Errorf("%v has a frontier of phase %d", &o.Unit, set.Key.Phase)
				}
				set.Bits.WriteDenseTo(b.Words(b.Found, c.Chunk))
			}
		}
		if err := g.slice.records.commit(task.Task{Slice: o.Unit.Slice, Phase: o.Unit.Phase, Kind: o.Unit.Kind, Chunk: c.Chunk}, c.Change); err != nil {
			return err
		}
	}
	return nil
}
