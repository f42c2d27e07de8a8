package solver

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/spread"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// tableBlock is the number of positions in a block of every table that the solver writes. It depends
// neither on the parts of a game nor on the strategy, so that a game has one table.
const tableBlock = table.DefaultBlock

// compact writes the table from the values that appendValues passes on, in order.
func (r *run) compact(ctx context.Context, appendValues func(ctx context.Context, pass func(values []byte) error) error) (Summary, error) {
	pages.GiveBack()
	header := table.HeaderOf(r.game)
	header.Block = tableBlock
	if r.bounded {
		header.MaxPhase = r.options.MaxPhase
	}
	if err := r.addErrors(&header); err != nil {
		return Summary{}, err
	}
	options := table.WriterOptions{Workers: r.options.Workers, Replace: true, Weight: table.WeightOf(r.game)}
	w, err := table.Create(kv.TablePath(r.options.Dir), header, options)
	if err != nil {
		return Summary{}, err
	}
	defer w.Abort()
	units := int((r.game.Size()-1)>>r.shift + 1)
	total := units
	if r.game.Size() >= spread.Least && !r.game.Kind().Uncertain() {
		total += units
	}
	done := r.eachChunk(progress.Compaction, total, 0)
	stored := r.stored()
	err = appendValues(ctx, func(values []byte) error {
		defer done(uint64(len(values)) / r.codec.Width())
		return w.Append(stored(values))
	})
	if err != nil {
		return Summary{}, err
	}
	written, err := w.Finish()
	if err != nil {
		return Summary{}, err
	}
	if err := r.spreadOut(ctx, total, units); err != nil && ctx.Err() == nil {
		reporter{r}.Warn("where values are is left open", kv.SpreadName, err)
	}
	s := Summary{
		Spec: r.plan.Name, Positions: r.game.Size(), SHA256: written.SHA256,
		Elapsed: time.Duration(r.elapsed() * float64(time.Second)), Spilled: r.spilled, Table: kv.TablePath(r.options.Dir),
	}
	if !r.bounded && !r.options.Keep { // else a later run may resume from the files of solved slices
		if err := r.options.disk.RemoveAll(kv.ScratchPath(r.options.Dir)); err != nil {
			return Summary{}, err
		}
	}
	return s, nil
}

// spreadOut writes an index of where each value occurs in a large table. Without it the first sample
// of a rare value builds the index. done of total units of the last steps were done before.
func (r *run) spreadOut(ctx context.Context, total, done int) error {
	if done == total {
		return nil
	}
	path := kv.TablePath(r.options.Dir)
	t, err := table.Open(path, table.ReaderOptions{Access: table.OnFile})
	if err != nil {
		return err
	}
	defer t.Close()
	where, err := spread.Of(ctx, t, r.options.Workers, r.eachChunk(progress.Spread, total, done))
	if err != nil {
		return err
	}
	return where.Write(kv.SpreadPath(r.options.Dir), t)
}

// appendValues passes on the values of all slices. If the disk has no room for the values and as much again
// for the table, it removes the file of each slice that was passed on.
func (r *run) appendValues(ctx context.Context, pass func(values []byte) error) error {
	bytes := r.values.FileBytes()
	free, known := freeDisk(r.options.Dir)
	scarce := known && free < bytes+bytes/8 || r.options.Disk > 0 && r.options.Disk < 2*bytes+bytes/8
	for number := range r.plan.Slices {
		if err := r.values.Each(ctx, number, pass); err != nil {
			return err
		}
		if scarce && !r.options.Keep {
			if err := r.values.RemoveFile(number); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachChunk begins one of the last steps, which count chunks together: done of total were done
// before. The returned function adds a number of positions.
func (r *run) eachChunk(name progress.StepName, total, done int) func(n uint64) {
	r.mu.Lock()
	r.account.chunk = r.plan.Chunk
	r.mu.Unlock()
	return eachChunk(r.count(EventCompact, name, 0, total, done), r.plan.Chunk)
}

// eachChunk returns a function that adds up progress in any unit and counts each chunk of it as done. It
// is safe for concurrent use.
func eachChunk(c *progress.Counter, chunk uint64) func(n uint64) {
	var done atomic.Uint64
	return func(n uint64) {
		now := done.Add(n)
		for range now/chunk - (now-n)/chunk {
			c.Done()
		}
	}
}
