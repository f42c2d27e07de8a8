// Package layers solves a slice that no move stays in, in one pass over its positions: the
// successors of each are in finished slices and determine its value. A slice with moves inside is solved by a
// game that does so for runs of indices, if moves leave each of them for finished slices only.
//
// The values go to a file (package values), which is valid once the ledger has the note with its
// checksum.
package layers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// layer is the state of the layer being solved.
type layer struct {
	*way.Environment
	region.Layout
	values []byte     // as a table stores them
	starts []uint64   // of the runs that the game solves as a whole, then the end, less the slice's first index; nil: none
	found  [][]uint32 // by worker: values of successors
	exits  [][]byte
}

var step = progress.Step{Name: progress.Layer}

// solver solves the layers of a run.
type solver struct{ *way.Environment }

// Solve implements [way.Solver].
func (s solver) Solve(ctx context.Context, at region.Layout, _ []int) (way.Result, error) {
	if err := s.Values.LoadOnly(ctx, at.Slice.Exits); err != nil {
		return way.Result{}, err
	}
	l := &layer{Environment: s.Environment, Layout: at, found: make([][]uint32, len(s.Crew.Workers))}
	if runs := crew.Closed(s.Game, at.Number); !at.Slice.Layer {
		l.Chunks, l.starts = len(runs), []uint64{0}
		for n, size := range runs {
			l.starts = append(l.starts, l.starts[n]+size)
		}
		if end := l.starts[len(runs)]; end != at.Slice.Size {
			return way.Result{}, fmt.Errorf("the runs of slice %s have %d positions, and the slice has %d", at.Slice.Name, end, at.Slice.Size)
		}
	}
	recalled, done, err := s.Values.Recall(ctx, at.Number, s.Values.Keeps(at.Number) || l.shared())
	l.values = recalled
	switch {
	case err != nil:
	case !done:
		err = l.solve(ctx)
	case l.shared():
		err = l.publish(ctx)
	}
	if err != nil {
		return way.Result{}, err
	}
	s.Reporter.Done(step, at.Slice.Size, 0)
	s.Values.SolvedInFile(at.Number, l.values)
	return way.Result{}, nil
}

// Span returns the indices of a chunk. A run that the game solves as a whole is a chunk.
func (l *layer) Span(chunk int) (first, n uint64) {
	if l.starts == nil {
		return l.Layout.Span(chunk)
	}
	return l.Slice.First + l.starts[chunk], l.starts[chunk+1] - l.starts[chunk]
}

// solve evaluates all positions and stores the values. If they stay in memory, storing overlaps
// with solving the next layer, since disks are slow.
func (l *layer) solve(ctx context.Context) (err error) {
	started := time.Now()
	l.values = l.Values.New(l.Number)
	l.Reporter.Begin(step, l.Chunks)
	counter := l.Reporter.Count(0, l.Chunks, 0)
	l.exits = l.Values.All()
	if l.shared() {
		err = l.Party.Stage(ctx, l.stage())
	} else {
		err = l.Crew.Run(ctx, task.Of(task.Layer, l.Number, 0, l.Chunks, nil), func(ctx context.Context, w *crew.Worker, t task.Task) error {
			defer counter.Done()
			return l.evaluate(ctx, w, t.Chunk)
		})
	}
	if err != nil {
		return err
	}
	return l.Values.Store(l.Number, Way{}.Name(), l.values, started, l.Values.Keeps(l.Number) && !l.shared())
}

// evaluate finds the values of a chunk.
func (l *layer) evaluate(ctx context.Context, w *crew.Worker, chunk int) error {
	first, n := l.Span(chunk)
	width := l.Codec.Width()
	dst := l.values[(first-l.Slice.First)*width:][:n*width]
	if w.Layers != nil {
		if err := w.Layers.EvaluateLayer(dst, first, n, l.exits); l.starts != nil || !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	for o := range n {
		if o&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v, err := l.best(w, first+o)
		if err != nil {
			return fmt.Errorf("position #%d: %w", first+o, err)
		}
		l.Codec.Put(dst, o, v)
	}
	return nil
}

// best returns the value of position i: that of its best move or, if it is finished, of its end.
func (l *layer) best(w *crew.Worker, i uint64) (engine.Value, error) {
	var ends engine.Ends
	w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	if l.Codec.Kind() == engine.Score {
		return l.bestScore(w, i)
	}
	f := l.Codec.NewFold()
	over, err := l.Codec.AddEnds(&f, ends)
	if err != nil {
		return 0, err
	}
	if !over {
		found, err := l.successors(w)
		if err != nil {
			return 0, err
		}
		for _, v := range found {
			l.Codec.Add(&f, engine.Value(v))
		}
	}
	return l.Codec.Worth(f)
}

// bestScore is best for scores. The worker holds the successors of i.
func (l *layer) bestScore(w *crew.Worker, i uint64) (engine.Value, error) {
	kind := l.Codec.Kind()
	if len(w.Indices) == 0 {
		return kind.FromPoints(w.Score(i))
	}
	best, ok := l.Values.BestScore(w.Indices)
	if !ok {
		_, err := l.successors(w)
		return 0, err
	}
	return kind.FromPoints(best)
}

// successors finds the values of the successors listed, which are in other slices.
func (l *layer) successors(w *crew.Worker) ([]uint32, error) {
	found := l.Values.AppendExits(l.found[w.ID][:0], w.Indices)
	l.found[w.ID] = found
	if n := slices.Index(found, phase.Missing); n >= 0 {
		return nil, fmt.Errorf("a move leads to position #%d, which is in none of the slices that %s exits into", w.Indices[n], l.Slice.Name)
	}
	return found, nil
}

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
