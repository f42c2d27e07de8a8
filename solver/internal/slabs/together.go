package slabs

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// team is the work of one of several machines on a solve (package party). Each stage finds the positions of one
// remoteness. A unit is a stage of a part. It applies the links that the units of the stage before sent to its
// part, decides positions, and sends the links that lead to these. The machine that did a part before has its state;
// another one does the earlier stages of the part again, without sending.
type team struct {
	*run
	parts   int
	results [][]party.Object // by stage and part
	found   []uint64         // positions, by stage
	states  map[int]*part    // of this machine, by number
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
		for number := range t.states {
			t.drop(number)
		}
	}()
	if err := t.makeChunks(); err != nil {
		return err
	}
	for {
		n, limit := len(t.found), t.options.Limit
		if limit > 0 && n > limit || n > 2 && t.found[n-1] == 0 {
			return nil
		}
		if err := t.options.Party.Stage(ctx, t.stage(n)); err != nil {
			return err
		}
	}
}

const (
	leastParts = 12 // numbers of parts have many divisors, so that machines have as many
	partChunks = 16 // at least
	liveParts  = 64
)

// divide chooses parts and chunks, on all machines alike.
func (t *team) divide() error {
	live := len(t.live.slabs)
	bitmap := live * t.words * 8
	t.parts = leastParts * max(1, min(4, bitmap>>22), bitmap>>29)
	t.plan.confBits = confBits(t.words)
	t.plan.shift = min(8, 32-t.plan.confBits)
	for t.plan.shift > 0 && chunks(live, t.plan.shift) < partChunks*t.parts {
		t.plan.shift--
	}
	t.plan.chunks = chunks(live, t.plan.shift)
	t.parts = max(min(t.parts, t.plan.chunks/partChunks), 1)
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
		Name: "slabs-live", Chunks: units, Lead: t.lead(progress.LiveSlabs, task.Live, units),
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

// lead returns the [party.Stage].Lead of a stage of one step.
func (t *team) lead(name progress.StepName, kind task.Kind, units int) func(context.Context, party.Lead) ([]party.Object, error) {
	return func(ctx context.Context, l party.Lead) ([]party.Object, error) {
		t.beginStep(name, units)
		return l.Share(ctx, kind, nil)
	}
}

func stageName(stage int) string { return fmt.Sprintf("slabs-%d", stage) }

// stage returns the stage that finds the positions of a remoteness.
func (t *team) stage(n int) party.Stage {
	decided := uint64(0)
	for _, found := range t.found {
		decided += found
	}
	return party.Stage{
		Name: stageName(n), Phase: phase.Phase(n), Chunks: t.parts, Decided: decided, Do: t.unit, Lead: t.lead(stepOf(n), task.Slabs, t.parts),
		Accept: func(ctx context.Context, outcomes []party.Object) error {
			sum := uint64(0)
			for _, o := range outcomes {
				sum += o.Result.Found
			}
			if !t.options.Party.Follows() && n == len(t.log.ends) {
				if err := t.append(ctx, n, outcomes); err != nil {
					return err
				}
			}
			t.results, t.found = append(t.results, outcomes), append(t.found, sum)
			return nil
		},
	}
}

// append adds the results of a stage to the log.
func (t *team) append(ctx context.Context, stage int, outcomes []party.Object) error {
	if err := t.log.beginPhase(); err != nil {
		return err
	}
	var sum Counts
	if stage == 1 {
		sum = t.live.dead
	}
	for number, object := range outcomes {
		o, err := t.options.Party.Objects().Outcome(ctx, stageName(stage), object)
		if err != nil {
			return err
		}
		err = t.eachFrame(o.Values, number, func(chunk int, res result) error {
			sum.Stored += res.counts.Stored
			sum.Others += res.counts.Others
			if stage == 1 || t.log.recorded(chunk) {
				return nil
			}
			return t.log.add(chunk, res.payload, res.counts)
		})
		if err != nil {
			return err
		}
	}
	return t.finish(sum)
}

// unit does a stage of a part.
func (t *team) unit(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
	stage := int(u.Phase)
	p, err := t.at(ctx, u.From, stage-1)
	if err != nil {
		return nil, err
	}
	o := &party.Outcome{Unit: *u, Result: &party.Result{}}
	out := &outbox{records: make([][]uint32, t.plan.chunks), frames: make([][]byte, t.parts), spare: make([][]uint32, len(t.workers))}
	err = t.do(ctx, p, stage, true, func(chunk int, res result) error {
		o.Result.Found += res.counts.Stored
		o.Values = appendFrame(o.Values, chunk, res)
		return t.add(ctx, out, res.links)
	})
	if err == nil {
		o.Result.Sent, err = t.send(ctx, out, p.number, stage)
	}
	return o, err
}

// at returns the state of a part after a stage; -1: at the beginning.
func (t *team) at(ctx context.Context, number, stage int) (p *part, err error) {
	for other, p := range t.states {
		if p.after < stage-1 || other == number && p.after != stage { // another machine owns it now, or it is of no use
			t.drop(other)
		}
	}
	if p = t.states[number]; p == nil {
		if p, err = newPart(&t.plan, number, t.parts, t.words); err != nil {
			return nil, err
		}
		t.states[number] = p
	}
	for err == nil && p.after < stage {
		err = t.do(ctx, p, p.after+1, false, func(int, result) error { return nil })
	}
	return p, err
}

// drop forgets the state of a part.
func (t *team) drop(number int) {
	freeArena(t.states[number].memory)
	delete(t.states, number)
}

// do does a stage of a part, and calls use with the results of its chunks in order.
func (t *team) do(ctx context.Context, p *part, stage int, send bool, use func(chunk int, res result) error) error {
	p.after = -2 // after an error the state is of no use
	links, err := t.received(ctx, p, stage)
	if err != nil {
		return err
	}
	t.state = p
	err = pool.InOrder(ctx, len(t.workers), slices.Values(p.chunks), func(worker, chunk int) (res result, err error) {
		defer party.Progress(ctx)
		err = party.Guard(func() error {
			res, err = p.do(t.workers[worker], stage, chunk, links[chunk/t.parts], send)
			return err
		})
		return res, err
	}, use)
	if err == nil {
		p.after = stage
	}
	return err
}

// leastMessage is the size in bytes up to which the links for several parts share an object.
const leastMessage = 1 << 18

// send stores the links for the units of the next stage.
func (t *team) send(ctx context.Context, out *outbox, number, stage int) (sent []party.Message, err error) {
	if err := t.pack(ctx, out); err != nil {
		return nil, err
	}
	from := 0
	var message []byte
	for to, frames := range out.frames {
		message = append(message, frames...)
		if len(message) < leastMessage && (to < t.parts-1 || len(message) == 0) {
			continue
		}
		o, err := t.options.Party.Objects().Put(ctx, fmt.Sprintf("%s/%d-%d", stageName(stage), number, from), message)
		if err != nil {
			return nil, err
		}
		sent = append(sent, party.Message{From: from, To: to + 1, Object: o})
		message, from = nil, to+1
	}
	return sent, nil
}

// received returns the links sent to a part in a stage, by chunk of the part.
func (t *team) received(ctx context.Context, p *part, stage int) ([][][]byte, error) {
	links := make([][][]byte, len(p.lost))
	var names []party.Message
	if stage > 0 {
		for _, o := range t.results[stage-1] {
			for _, m := range o.Result.Sent {
				if m.From <= p.number && p.number < m.To {
					names = append(names, m)
				}
			}
		}
	}
	const ahead = 4
	return links, pool.InOrder(ctx, ahead, slices.Values(names), func(_ int, m party.Message) ([]byte, error) {
		return t.options.Party.Objects().Get(ctx, stageName(stage-1), m.Object)
	}, func(_ party.Message, raw []byte) error {
		party.Progress(ctx)
		return t.eachFrame(raw, p.number, func(chunk int, res result) error {
			links[chunk/t.parts] = append(links[chunk/t.parts], res.payload)
			return nil
		})
	})
}
