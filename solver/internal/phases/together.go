package phases

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"golang.org/x/sync/errgroup"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// together is a slice of a run on several machines (package party). Units are runs of the
// tasks that a run on one machine does; what is found goes the way of bytes in between.
type together struct {
	*slice
	needed []*roaring.Bitmap // by chunk: what the step before marked there, of a stage with such a step
}

// sharedWay is a way whose steps may be shared.
type sharedWay interface {
	way
	// lead has the steps done and returns what makes up the phase.
	lead(ctx context.Context, t *together, l party.Lead, p phase.Phase) ([]party.Object, error)
}

// shared reports whether a step that looks at so many positions is worth sharing. It is
// the same on all machines.
func (s *slice) shared(positions uint64) bool {
	return s.Party != nil && positions > s.Party.Alone()
}

// sharedPhase reports whether a phase is worth sharing. With predecessors its work goes by
// the frontier, without by what is undecided.
func sharedPhase(s *slice) bool {
	if s.Party == nil || s.source == 0 {
		return false
	}
	if s.Crew.Workers[0].Unmover != nil {
		return s.shared(s.source)
	}
	return s.shared(s.region.Slice.Size - s.decided)
}

// stage returns what all stages of the slice have in common.
func (t *together) stage(name string, p phase.Phase) party.Stage {
	return party.Stage{
		Name: name, Slice: t.region.Number, Phase: p, Chunks: t.region.Chunks, Decided: t.decided, Weigh: t.weigh,
		Do: t.unit, Need: t.need, Ready: func() error { return nil }, Take: t.take,
	}
}

// weigh returns the number of positions of a chunk that a step has to do with. Those that
// are looked at forward are taken as alike: whoever did a unit before is to do it again.
func (t *together) weigh(kind task.Kind, chunk int) uint64 {
	if kind != task.Send || len(t.region.Frontier) == 0 {
		return 1
	}
	n := 0
	for _, w := range t.region.Words(t.region.Frontier, chunk) {
		n += bits.OnesCount64(w)
	}
	return uint64(n)
}

func scanStage(s *slice) string { return fmt.Sprintf("scan-%d", s.region.Number) }

func phaseStage(s *slice, p phase.Phase) string {
	return fmt.Sprintf("phase-%d-%d", s.region.Number, p)
}

// scanTogether scans all chunks.
func (c *seedScan) scanTogether(ctx context.Context) error {
	t := &together{slice: c.s, needed: nil}
	s := t.stage(scanStage(t.slice), 0)
	s.Lead = func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		var wins []party.Object
		if c.s.instant {
			var err error
			if wins, err = l.Share(ctx, task.Wins, nil); err != nil {
				return nil, err
			}
		}
		scanned, err := l.Share(ctx, task.Scan, func(int, int) []party.Object { return wins })
		return append(wins, scanned...), err
	}
	return c.s.Party.Stage(ctx, s)
}

// findTogether finds what a phase decides.
func findTogether(ctx context.Context, s *slice, p phase.Phase) error {
	t := &together{slice: s, needed: make([]*roaring.Bitmap, s.region.Chunks)}
	stage := t.stage(phaseStage(s, p), p)
	stage.Ready = func() error {
		clear(s.region.Found)
		return s.recovery.endWaits(p, nil)
	}
	stage.Lead = func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		w, ok := chooser{s}.choose(p).(sharedWay)
		if !ok {
			w = &lossesForward{s}
			if p.Wins() {
				w = &winsForward{s}
			}
		}
		step := w.step(p)
		step.Phase = p
		s.Reporter.Begin(step, s.region.Chunks)
		return w.lead(ctx, t, l, p)
	}
	return s.Party.Stage(ctx, stage)
}

func (*winsForward) lead(ctx context.Context, _ *together, l party.Lead, _ phase.Phase) ([]party.Object, error) {
	return l.Share(ctx, task.Forward, nil)
}

func (*lossesForward) lead(ctx context.Context, _ *together, l party.Lead, _ phase.Phase) ([]party.Object, error) {
	return l.Share(ctx, task.Forward, nil)
}

// lead decides, from the marks of all, itself: that is little work.
func (*winsBack) lead(ctx context.Context, t *together, l party.Lead, p phase.Phase) ([]party.Object, error) {
	if err := t.gather(ctx, l); err != nil {
		return nil, err
	}
	return t.putUnits(ctx, l, task.Decide, p, func(u *party.Unit) (*party.Outcome, error) { return t.unit(ctx, u) })
}

func (*lossesConfirmed) lead(ctx context.Context, t *together, l party.Lead, p phase.Phase) ([]party.Object, error) {
	if err := t.gather(ctx, l); err != nil {
		return nil, err
	}
	runs, err := l.Runs(ctx, task.Confirm)
	if err != nil {
		return nil, err
	}
	merged := map[int]party.Object{}
	var mu sync.Mutex
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(putters)
	for _, run := range runs {
		group.Go(func() error {
			o := &party.Outcome{Unit: *t.unitOf(task.Send, p, run)}
			for chunk := run[0]; chunk < run[1]; chunk++ {
				if b := t.needed[chunk]; b != nil {
					o.Marks = append(o.Marks, party.Mark{Chunk: chunk, Bits: b})
				}
			}
			object, err := l.Put(inner, o)
			mu.Lock()
			merged[run[0]] = object
			mu.Unlock()
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return l.Share(ctx, task.Confirm, func(from, _ int) []party.Object { return []party.Object{merged[from]} })
}

// putters is how many objects the leader puts at once: a store may take long.
const putters = 4

// gather has the predecessors of the frontier marked and unites the marks.
func (t *together) gather(ctx context.Context, l party.Lead) error {
	sent, err := l.Share(ctx, task.Send, nil)
	if err != nil {
		return err
	}
	clear(t.region.Found)
	err = l.Each(ctx, sent, func(o *party.Outcome) error {
		for _, m := range o.Marks {
			if m.Chunk >= t.region.Chunks {
				return fmt.Errorf("%v: a mark in chunk %d of %d", &o.Unit, m.Chunk, t.region.Chunks)
			}
			add(t.region.Words(t.region.Found, m.Chunk), m.Bits)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for chunk := range t.needed {
		t.needed[chunk] = sparse(t.region.Words(t.region.Found, chunk))
	}
	clear(t.region.Found)
	return nil
}

// sparse returns a set as a bitmap, nil where it is empty.
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

func add(words []uint64, b *roaring.Bitmap) {
	ledger.EachRun(b, func(offsets []uint32) {
		for _, o := range offsets {
			words[o>>6] |= 1 << (o & 63)
		}
	})
}

func (t *together) unitOf(kind task.Kind, p phase.Phase, run [2]int) *party.Unit {
	return &party.Unit{Slice: t.region.Number, Phase: p, Kind: kind, From: run[0], To: run[1], Decided: t.decided}
}

// unit does a unit of a stage. Found of its chunks, or of all where it sends, is its own
// until it is done.
func (t *together) unit(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
	r := t.region
	if u.Slice != r.Number || u.From < 0 || u.To > r.Chunks || u.From >= u.To {
		return nil, fmt.Errorf("unit %v is not of slice %d, which has %d chunks", u, r.Number, r.Chunks)
	}
	o := &party.Outcome{Unit: *u}
	o.Unit.Needs = nil
	if u.Kind == task.Send {
		return o, t.send(ctx, u, o)
	}
	changes := make([]ledger.Change, u.To-u.From)
	err := t.Crew.Run(ctx, u.Tasks(), func(ctx context.Context, w *crew.Worker, k task.Task) error {
		if u.Kind != task.Wins && u.Kind != task.Scan {
			found := r.Words(r.Found, k.Chunk)
			clear(found)
			if b := t.needed[k.Chunk]; b != nil && (u.Kind == task.Confirm || u.Kind == task.Decide) {
				b.WriteDenseTo(found)
			}
		}
		return party.Guard(func() (err error) {
			changes[k.Chunk-u.From], err = t.do(ctx, w, k)
			party.Progress(ctx)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	for n, c := range changes {
		if u.Kind == task.Wins {
			if err := t.wins(u.From+n, o); err != nil {
				return nil, err
			}
		} else if len(c.Unite)+len(c.Remove) > 0 {
			o.Changes = append(o.Changes, party.Change{Chunk: u.From + n, Change: c})
		}
	}
	return o, nil
}

// send marks the predecessors of the frontier in the chunks of a unit.
func (t *together) send(ctx context.Context, u *party.Unit, o *party.Outcome) error {
	clear(t.region.Found)
	x := t.updates.exchangeTo(u.Phase, nil, t.updates.marks())
	err := t.Crew.Run(ctx, u.Tasks(), func(ctx context.Context, w *crew.Worker, k task.Task) error {
		return party.Guard(func() error {
			_, err := t.do(ctx, w, k)
			party.Progress(ctx)
			return err
		})
	})
	if err == nil {
		err = x.Flush(ctx, t.Crew)
	}
	if err != nil {
		return err
	}
	for chunk := range t.region.Chunks {
		if b := sparse(t.region.Words(t.region.Found, chunk)); b != nil {
			o.Marks = append(o.Marks, party.Mark{Chunk: chunk, Bits: b})
		}
	}
	clear(t.region.Found)
	return nil
}

// need takes in what a unit needs: immediate wins for a scan, marks for a phase.
func (t *together) need(o *party.Outcome) error {
	for _, m := range o.Marks {
		if m.Chunk >= t.region.Chunks {
			return fmt.Errorf("%v: a mark in chunk %d of %d", &o.Unit, m.Chunk, t.region.Chunks)
		}
		if o.Unit.Kind == task.Wins {
			add(t.region.Words(t.region.Won.Words(), m.Chunk), m.Bits)
		} else {
			t.needed[m.Chunk] = m.Bits
		}
	}
	return nil
}

// take makes the outcome of a unit part of what is known.
func (t *together) take(o *party.Outcome) error {
	if o.Unit.Kind == task.Wins {
		return t.need(o)
	}
	for _, c := range o.Changes {
		for _, set := range c.Unite {
			if set.Key.Record == ledger.Frontier {
				if set.Key.Phase != o.Unit.Phase {
					return fmt.Errorf("%v has a frontier of phase %d", &o.Unit, set.Key.Phase)
				}
				set.Bits.WriteDenseTo(t.region.Words(t.region.Found, c.Chunk))
			}
		}
		if err := t.apply(task.Task{Slice: o.Unit.Slice, Phase: o.Unit.Phase, Kind: o.Unit.Kind, Chunk: c.Chunk}, c.Change); err != nil {
			return err
		}
	}
	return nil
}
