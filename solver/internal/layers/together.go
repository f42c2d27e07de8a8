package layers

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// shared reports whether the layer is large enough to share.
func (l *layer) shared() bool { return l.Party != nil && l.Slice.Size > l.Party.Alone() }

// stage returns the layer as a stage of several machines.
func (l *layer) stage() party.Stage {
	return party.Stage{
		Name: fmt.Sprintf("layer-%d", l.Number), Slice: l.Number, Chunks: l.Chunks,
		Lead: func(ctx context.Context, lead party.Lead) ([]party.Object, error) {
			return lead.Share(ctx, task.Layer, nil)
		},
		Do: l.unit, Need: func(*party.Outcome) error { return nil }, Ready: func() error { return nil }, Take: l.take,
	}
}

// evaluateTogether finds the values of all chunks on several machines.
func (l *layer) evaluateTogether(ctx context.Context) error { return l.Party.Stage(ctx, l.stage()) }

// publish publishes the values that this machine found alone in an earlier run.
func (l *layer) publish(ctx context.Context) error {
	return l.Party.Publish(ctx, l.stage(), func(ctx context.Context, lead party.Lead) ([]party.Object, error) {
		return party.PutUnits(ctx, lead, party.Unit{Slice: l.Number, Kind: task.Layer}, func(u *party.Unit) (*party.Outcome, error) {
			values, err := l.run(u)
			return &party.Outcome{Unit: *u, Values: values}, err
		})
	})
}

// run returns the values of some chunks.
func (l *layer) run(u *party.Unit) ([]byte, error) {
	if u.Slice != l.Number || u.Kind != task.Layer || u.From < 0 || u.To > l.Chunks || u.From >= u.To {
		return nil, fmt.Errorf("unit %v is not of layer %d, which has %d chunks", u, l.Number, l.Chunks)
	}
	width := l.Codec.Width()
	first, _ := l.Span(u.From)
	last, n := l.Span(u.To - 1)
	return l.values[(first-l.Slice.First)*width : (last+n-l.Slice.First)*width], nil
}

// unit finds the values of some chunks.
func (l *layer) unit(ctx context.Context, u *party.Unit) (*party.Outcome, error) {
	values, err := l.run(u)
	if err != nil {
		return nil, err
	}
	err = l.Crew.Run(ctx, u.Tasks(), func(ctx context.Context, w *crew.Worker, t task.Task) error {
		defer party.Progress(ctx)
		return party.Guard(func() error { return l.evaluate(ctx, w, t.Chunk) })
	})
	return &party.Outcome{Unit: *u, Values: values}, err
}

// take copies the values in an outcome into the layer.
func (l *layer) take(o *party.Outcome) error {
	values, err := l.run(&o.Unit)
	if err != nil {
		return err
	}
	if len(values) != len(o.Values) {
		return fmt.Errorf("%v has %d bytes of values, want %d", &o.Unit, len(o.Values), len(values))
	}
	copy(values, o.Values)
	return nil
}
