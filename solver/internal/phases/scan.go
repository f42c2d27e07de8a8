package phases

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// seedScan is the first step of a slice.
type seedScan struct {
	s       *slice
	lookups []lookups // by worker
	scanned []bool    // by chunk: an earlier run scanned it
	parts   *partScan // nil: all values of exits are in memory
}

func newSeedScan(s *slice) *seedScan {
	c := &seedScan{s: s}
	for _, w := range s.Crew.Workers {
		c.lookups = append(c.lookups, lookups{s: s, w: w})
	}
	return c
}

// run finds what the rules alone decide in every chunk: finished positions,
// immediate wins, and what exits into finished slices are worth. These are the seeds
// of the phases.
//
// Where it has to list all successors, the scan finds all immediate wins first. A
// position to which no other successor is left is lost in two plies, or later where
// an exit delays the end, and what is left can be counted.
func (c *seedScan) run(ctx context.Context) error {
	c.s.Reporter.Begin(progress.Step{Name: progress.Scan}, c.s.region.Chunks)
	err := c.findScanned()
	if err != nil {
		return err
	}
	if err := c.choose(); err != nil {
		return err
	}
	if c.s.reverse, err = newReverse(c.s); err != nil {
		return err
	}
	tasks := task.Of(task.Scan, c.s.region.Number, 0, c.s.region.Chunks, c.done())
	if c.s.shared(c.s.region.Slice.Size) {
		err := c.scanOrPublish(ctx)
		if err == nil {
			c.s.Reporter.Scanned()
			err = c.end(ctx)
		}
		return err
	}
	if c.s.instant && (len(tasks) > 0 || c.s.reverse != nil) { // restored counters know them, too
		wins := task.Of(task.Wins, c.s.region.Number, 0, c.s.region.Chunks, nil)
		if err := c.s.Crew.Run(ctx, wins, c.s.perform); err != nil {
			return err
		}
	}
	if len(tasks) == c.s.region.Chunks && c.s.counting && c.s.reverse == nil && (c.s.instant || c.s.Codec.LossesWait()) {
		c.s.region.Counters = region.NewCounters(c.s.region.Slice.Size, c.s.Counter)
	}
	if c.s.reverse != nil {
		c.s.updates.exchangeTo(0, nil, moveSink{c.s.reverse.moves})
	}
	if c.s.mode.Window > 0 {
		err = c.scanParts(ctx, tasks)
	} else {
		err = c.s.runTasks(ctx, tasks)
	}
	if err != nil {
		return err
	}
	if len(tasks) > 0 {
		c.s.Reporter.Scanned()
	}
	return c.end(ctx)
}

// done says which chunks need no scan: of a reverse graph, those whose moves are in the log,
// too.
func (c *seedScan) done() []bool {
	if c.s.reverse == nil {
		return c.scanned
	}
	done := make([]bool, len(c.scanned))
	for chunk := range done {
		done[chunk] = c.scanned[chunk] && c.s.reverse.moves.Has(chunk)
	}
	return done
}

// end makes what the scan found ready for the phases.
func (c *seedScan) end(ctx context.Context) error {
	if c.s.reverse != nil {
		if err := c.s.reverse.use(ctx); err != nil {
			return err
		}
	}
	if c.s.uncountable.Load() {
		c.s.region.Counters, c.s.counting = nil, false
	}
	if c.s.mode.Spilling {
		c.s.waits = make([][]phase.Phase, c.s.region.Chunks)
		return c.s.Ledger.EachKey(ledger.Waits, c.s.region.Number, func(p phase.Phase, chunk int) error {
			c.s.waits[chunk] = append(c.s.waits[chunk], p)
			return nil
		})
	}
	if c.s.region.Rescued != nil {
		if err := c.s.recovery.reloadSet(c.s.region.Rescued, ledger.Rescued, 0); err != nil {
			return err
		}
	}
	if c.s.region.Waiting != nil {
		return c.s.recovery.reloadWaits()
	}
	return nil
}

// choose decides how the slice is scanned, or does as an earlier run did: all its
// chunks are scanned in the same way.
func (c *seedScan) choose() error {
	name := ledger.ScanName(c.s.region.Number)
	ok, err := c.s.Ledger.Note(name, &c.s.instant)
	if err != nil || ok {
		return err
	}
	c.s.instant = c.usual()
	_, err = c.s.Ledger.Commit(ledger.Change{Notes: map[string]any{name: c.s.instant}})
	return err
}

// usual reports whether the scan of a slice finds all immediate wins first.
func (c *seedScan) usual() bool {
	return c.s.mode.Spilling || c.s.Crew.Workers[0].Scanner != nil && !c.searchable() && !c.s.Codec.LossesWait()
}

// findScanned finds out which chunks the ledger has a scan of.
func (c *seedScan) findScanned() error {
	c.scanned = make([]bool, c.s.region.Chunks)
	return c.s.Ledger.EachKey(ledger.Rescued, c.s.region.Number, func(_ phase.Phase, chunk int) error {
		c.scanned[chunk] = true
		return nil
	})
}

// searchable reports whether the game itself can tell positions that are lost at once,
// so that the successors of a position need not be listed in the scan. Where it tells their
// number as well, and there is room for counters, these are worth more.
func (c *seedScan) searchable() bool {
	s, w := c.s, c.s.Crew.Workers[0]
	return w.Searches && w.Scanner != nil && (w.Seeder == nil || !s.counting) && len(s.region.Slice.Exits) == 0 && !s.Codec.LossesWait()
}

// scanWins puts the positions of a chunk with a move that wins at once into Won.
func (c *seedScan) scanWins(ctx context.Context, w *crew.Worker, t task.Task) error {
	first, n := c.s.region.Span(t.Chunk)
	if w.Scanner != nil {
		w.Scanner.ScanWins(c.s.region.Won, first, n)
		return nil
	}
	for i := first; i < first+n; i++ {
		if i&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var ends engine.Ends
		if w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i); ends&engine.WinsNow != 0 {
			c.s.region.Won.Add(i)
		}
	}
	return nil
}

// scanChunk scans a chunk. Of one that was scanned before it finds the counters and moves
// alone.
func (c *seedScan) scanChunk(ctx context.Context, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	v := c.newSurvey(w, t.Chunk)
	l := &c.lookups[w.ID]
	l.begin()
	find := c.scanListed
	switch {
	case c.s.reverse != nil:
		find = c.scanMoves
	case !c.s.instant && c.searchable():
		find = c.scanSearched
	}
	if err := find(ctx, w, v); err != nil {
		return none, err
	}
	if err := v.enterAll(nil, true); err != nil {
		return none, err
	}
	if v.moves {
		if err := c.s.reverse.logged(w, v); err != nil {
			return none, err
		}
	}
	if c.scanned[t.Chunk] {
		return none, nil
	}
	return v.result(), nil
}

// scanSearched lets the game tell which positions without an immediate win are lost at
// once.
func (c *seedScan) scanSearched(ctx context.Context, w *crew.Worker, v *survey) error {
	first, n := c.s.region.Span(v.chunk)
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if i := first + offset; !v.wins.Has(i) {
			if _, ok := w.Searcher.Outside(i, c.s.region.Won); !ok {
				v.seeds.add(0, offset)
			}
		}
	}
	return nil
}

// scanListed lists the successors of positions without an immediate win.
func (c *seedScan) scanListed(ctx context.Context, w *crew.Worker, v *survey) error {
	first, n := c.s.region.Span(v.chunk)
	l := &c.lookups[w.ID]
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if v.wins.Has(first + offset) {
			continue
		}
		err := l.list(first+offset, offset, true)
		if err == nil && l.full() {
			err = v.enterAll(nil, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scanMoves lists the successors of all positions and sends the moves, but for those of
// wins, of which nothing is to be found, to the log of moves, unless they are there.
func (c *seedScan) scanMoves(ctx context.Context, w *crew.Worker, v *survey) error {
	first, n := c.s.region.Span(v.chunk)
	l, sender := &c.lookups[w.ID], c.s.updates.exchange.Sender(w.ID)
	v.moves = c.s.reverse.moves.Writer(w.ID).Begin(v.chunk)
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i := first + offset
		err := l.list(i, offset, true)
		if err == nil && v.moves && !l.wins() {
			err = sender.SendMoves(uint32(i-c.s.region.Slice.First), Inside(c.s.region.Slice, w.Indices))
		}
		if err == nil && l.full() {
			err = v.enterAll(nil, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Inside keeps of the indices those in a slice.
func Inside(sl engine.Slice, indices []uint64) []uint64 {
	kept := indices[:0]
	for _, j := range indices {
		if j-sl.First < sl.Size {
			kept = append(kept, j)
		}
	}
	return kept
}
