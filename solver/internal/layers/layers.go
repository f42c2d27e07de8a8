// Package layers solves a slice that no move stays in: by one pass over its positions, each
// of which is worth what its successors, all in finished slices, make it.
//
// It owns the order of that work. The values go to a file (package values), which is valid
// once the ledger has the note with its checksum.
package layers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/values"
)

// Config is what all layers of a solve have in common.
type Config struct {
	Ledger   ledger.Ledger
	Crew     *crew.Crew
	Values   *values.Values
	Codec    phase.Codec
	Reporter progress.Reporter
	Party    party.Party // nil: this machine alone
}

// layer is the state of the layer being solved.
type layer struct {
	Config
	region.Layout
	values []byte     // as a table stores them
	found  [][]uint32 // by worker: values of successors
	exits  [][]byte
}

var step = progress.Step{Name: progress.Layer}

// Solve solves a layer, unless an earlier run did. Its values are in memory from then on
// where keep is set.
func Solve(ctx context.Context, c Config, at region.Layout, keep bool) error {
	l := &layer{Config: c, Layout: at, found: make([][]uint32, len(c.Crew.Workers))}
	whole := values.Whole{Values: c.Values}
	note, recalled, done, err := whole.Recall(at.Number, keep || l.shared())
	if err != nil {
		c.Reporter.Warn("a layer is solved again", at.Slice.Name, err)
	}
	l.values = recalled
	if done && l.shared() {
		if err := l.publish(ctx); err != nil {
			return err
		}
	}
	if !done {
		if note, err = l.solve(ctx, keep); err != nil {
			return err
		}
	}
	for v, n := range note.Counts {
		c.Reporter.Decided(c.Codec.Kind().Text(engine.Value(v)), n)
	}
	c.Reporter.Done(step, at.Slice.Size, 0)
	whole.Settle(at.Number, l.values, keep)
	return nil
}

// solve evaluates all positions and stores the values. Where they stay in memory, that goes on
// while the next layer is solved, for disks take their time.
func (l *layer) solve(ctx context.Context, keep bool) (note ledger.LayerNote, err error) {
	started := time.Now()
	l.values = l.Values.New(l.Number)
	l.Reporter.Begin(step, l.Chunks)
	counter := l.Reporter.Count(0, l.Chunks, 0)
	l.exits = l.Values.All()
	if l.shared() {
		err = l.evaluateTogether(ctx)
	} else {
		err = l.evaluateAll(ctx, counter)
	}
	if err != nil {
		return note, err
	}
	whole, took, elapsed := values.Whole{Values: l.Values}, time.Since(started), l.Reporter.Elapsed()
	if keep && !l.shared() {
		return whole.StoreSoon(l.Number, l.values, took, elapsed)
	}
	return whole.Store(l.Number, l.values, took, elapsed)
}

// evaluateAll finds the values of all chunks.
func (l *layer) evaluateAll(ctx context.Context, counter *progress.Counter) error {
	return l.Crew.Run(ctx, task.Of(task.Layer, l.Number, 0, l.Chunks, nil), func(ctx context.Context, w *crew.Worker, t task.Task) error {
		defer counter.Done()
		return l.evaluate(ctx, w, t.Chunk)
	})
}

// evaluate finds the values of a chunk.
func (l *layer) evaluate(ctx context.Context, w *crew.Worker, chunk int) error {
	first, n := l.Span(chunk)
	width := l.Codec.Width()
	dst := l.values[(first-l.Slice.First)*width:][:n*width]
	if w.Layers != nil {
		return w.Layers.EvaluateLayer(dst, first, n, l.exits)
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

// best returns the value of the best move at position i, or what the position is
// worth where it is finished.
func (l *layer) best(w *crew.Worker, i uint64) (engine.Value, error) {
	var ends engine.Ends
	w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	if l.Codec.Kind() == engine.Score {
		return l.bestScore(w, i)
	}
	var f phase.Fold
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

// bestScore is best for scores. The successors of i are listed.
func (l *layer) bestScore(w *crew.Worker, i uint64) (engine.Value, error) {
	kind := l.Codec.Kind()
	if len(w.Indices) == 0 {
		return kind.FromPoints(w.Score(i))
	}
	best, ok := values.Whole{Values: l.Values}.BestScore(w.Indices)
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
