package slabs

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/parts"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// team is the work of one of several machines on a solve in parts (package parts).
type team struct {
	*run
	parts.Team
}

func (t *team) solve(ctx context.Context) error {
	if err := t.options.Party.Stage(ctx, t.liveStage()); err != nil {
		return err
	}
	if err := t.divide(); err != nil {
		return err
	}
	defer func() {
		t.dropChunks()
		t.Close()
	}()
	if err := t.makeChunks(); err != nil {
		return err
	}
	for {
		n, limit := len(t.Found), t.options.Limit
		if limit > 0 && n > limit || n > 2 && t.Found[n-1] == 0 {
			return nil
		}
		var use func(ctx context.Context) error
		if !t.options.Party.Follows() && n == len(t.log.ends) {
			use = func(ctx context.Context) error { return t.append(ctx, n) }
		}
		if err := t.Stage(ctx, func() { t.beginStep(stepOf(n), t.Parts) }, use); err != nil {
			return err
		}
	}
}

const (
	partChunks = 16 // at least
	liveParts  = 64
)

// divide chooses parts and chunks, on all machines alike.
func (t *team) divide() error {
	live := len(t.live.slabs)
	bits := confBits(t.words)
	t.plan.confBits = bits
	count := parts.For(uint64(live * t.words * 8))
	t.plan.shift = min(8, 32-bits)
	for t.plan.shift > 0 && chunks(live, t.plan.shift) < partChunks*count {
		t.plan.shift--
	}
	t.plan.chunks = chunks(live, t.plan.shift)
	t.Team = parts.Team{
		Party: t.options.Party, Name: "slabs", Parts: max(min(count, t.plan.chunks/partChunks), 1), Chunks: t.plan.chunks,
		Shift: t.plan.shift, Bits: bits, Workers: len(t.workers), New: t.newPart, Source: func(stage int) int { return stage - 1 },
	}
	if shift := t.log.shift; shift >= 0 && shift != int(t.plan.shift) {
		return engine.InputErrorf("%s has a log that one machine began: give another folder", t.options.Dir)
	}
	t.log.shift = int(t.plan.shift)
	return nil
}

// liveStage finds the live slabs.
func (t *team) liveStage() party.Stage {
	order := t.slabs.Order()
	units := min(liveParts, len(order))
	return party.Stage{
		Name: "slabs-live", Chunks: units, Lead: func(ctx context.Context, l party.Lead) ([]party.Object, error) {
			t.beginStep(progress.LiveSlabs, units)
			return l.Share(ctx, task.Live, nil)
		},
		Do: func(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
			own := order[len(order)*u.From/units : len(order)*u.To/units]
			o := &party.Outcome{Unit: *u, Values: make([]byte, len(own)), Result: &party.Result{}}
			var dead atomic.Uint64
			err := t.each(ctx, chunks(len(own), lookShift), func(_ context.Context, w *worker, unit int) error {
				defer party.Progress(ctx)
				return party.Guard(func() error {
					dead.Add(w.lookAt(own, o.Values, unit))
					return nil
				})
			})
			o.Result.Found = dead.Load()
			return o, err
		},
		Accept: func(ctx context.Context, outcomes []party.Object) error {
			var live []byte
			for _, object := range outcomes {
				o, err := t.options.Party.Objects().Outcome(ctx, "slabs-live", object)
				if err != nil {
					return err
				}
				live = append(live, o.Values...)
				t.live.dead.Stored += object.Result.Found
			}
			if len(live) != len(order) {
				return fmt.Errorf("%d slabs are known of %d", len(live), len(order))
			}
			t.keepLive(live)
			return nil
		},
	}
}

// append adds the results of a stage to the log.
func (t *team) append(ctx context.Context, stage int) error {
	if err := t.log.beginPhase(); err != nil {
		return err
	}
	var sum Counts
	if stage == 1 {
		sum = t.live.dead
	}
	err := t.Each(ctx, stage, func(chunk int, res parts.Result) error {
		sum.Add(res.Counts)
		if stage == 1 || t.log.recorded(chunk) {
			return nil
		}
		return t.log.add(chunk, res.Payload, res.Counts)
	})
	if err != nil {
		return err
	}
	return t.finish(sum)
}
