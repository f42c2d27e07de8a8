package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// judge derives the values of positions and moves from the stored values.
type judge struct {
	*source
	played string // in games of chance: the turn to value, where several rolls allow a move; "": that shown
}

func (db *DB) judge() judge { return judge{source: &db.source} }

// compute returns the value of a position that the database does not hold.
func (j judge) compute(p engine.Position) (Verdict, error) {
	if v, ok := j.game.Finished(p); ok {
		return Verdict{j.kind, v, true}, nil
	}
	ws, err := j.weigh(context.Background(), p, j.game.AppendResults(nil, p))
	if err != nil {
		return Verdict{Kind: j.kind}, fmt.Errorf("value of %s: %w", j.game.Text(p), err)
	}
	return j.decide(ws)
}

// weighed is a result of a turn with its value for the player who moves.
type weighed struct {
	index   uint64
	stored  bool // index is meaningful
	verdict Verdict
	from    *engine.Slice    // of the position before the turn, if needed: see slice
	turn    *engine.RollTurn // in games of chance
}

// weigh returns the value of each result of a turn at p for the player who moves, in the same
// order.
func (j judge) weigh(ctx context.Context, p engine.Position, results []engine.Result) ([]weighed, error) {
	ws, err := j.place(p, results)
	if err != nil {
		return nil, err
	}
	stored := make([]*weighed, len(ws))
	for i := range ws {
		stored[i] = &ws[i]
	}
	return ws, j.lookUp(ctx, stored)
}

// place returns the results of turns at p: stored results with their indices, others with their
// verdicts. A position that is neither finished nor stored is unknown, because a deeper search
// might never end.
func (j judge) place(p engine.Position, results []engine.Result) ([]weighed, error) {
	from, err := j.slice(p)
	ws := make([]weighed, len(results))
	turns := j.rolled(p)
	var turn turnValues
	for i, r := range results {
		w := &ws[i]
		w.turn = turns[r.To]
		w.verdict, w.from = Verdict{Kind: j.kind}, from
		if r.Ended {
			w.verdict = Verdict{j.kind, r.End, true}
		} else if w.index, w.stored = j.game.Index(r.To); w.stored {
			continue
		} else if v, ok, fault := j.within(r.To, &turn); ok && err == nil {
			if err = fault; err == nil {
				w.verdict = v.rolledBack(w.turn, j.game.Parts().Dice)
			}
		} else if v, ok := j.game.Finished(r.To); ok && err == nil {
			w.verdict, err = Verdict{j.kind, v, true}.back()
		}
	}
	return ws, err
}

// lookUp reads the verdicts of the stored results, on all cores, in the order of their indices, so
// that each block of the table is decompressed once.
func (j judge) lookUp(ctx context.Context, ws []*weighed) error {
	ws = slices.DeleteFunc(ws, func(w *weighed) bool { return !w.stored })
	slices.SortFunc(ws, func(a, b *weighed) int { return cmp.Compare(a.index, b.index) })
	batch := 1 << 12
	if j.table == nil {
		batch = 32 // in a compressed file nearly every lookup decompresses a block of its own, which is slow
	}
	batches := slices.Collect(slices.Chunk(ws, batch))
	return pool.Each(ctx, 0, len(batches), func(_ context.Context, _, i int) error {
		indices := make([]uint64, len(batches[i]))
		for n, w := range batches[i] {
			indices[n] = w.index
		}
		if j.table != nil && len(indices) > 1 {
			if err := j.table.Expect(indices); err != nil {
				return err
			}
		}
		for _, w := range batches[i] {
			if err := j.fill(w); err != nil {
				return err
			}
		}
		return nil
	})
}

// slice returns the slice of a position if the values of moves depend on it: exits end the count of
// turns ([engine.Slice.Converts]), or moves gain points ([engine.Plain]). Otherwise it returns nil.
// If moves gain points, the position must be stored.
func (j judge) slice(p engine.Position) (from *engine.Slice, err error) {
	all := j.game.Slices()
	plain := engine.Plain(all)
	if plain && !engine.Conversion(all) {
		return nil, nil
	}
	i, ok := j.game.Index(p)
	switch {
	case ok:
		return &all[engine.SliceOf(all, i)], nil
	case plain:
		return &engine.Slice{}, nil
	}
	return nil, fmt.Errorf("%s is not stored, so the points that remain there are unknown", j.game.Text(p))
}

// fill reads the verdict of a stored result of a turn.
func (j judge) fill(w *weighed) error {
	from := w.from
	v, err := j.stored(w.index)
	if err != nil {
		return err
	}
	if w.turn != nil {
		w.verdict = v.rolledBack(w.turn, j.game.Parts().Dice)
		return nil
	}
	if from != nil && w.index-from.First >= from.Size {
		if v.Kind == engine.Score && v.Known {
			w.verdict, err = v.gained(from, &j.game.Slices()[engine.SliceOf(j.game.Slices(), w.index)])
			return err
		}
		v.Value = v.Kind.Converted(v.Value)
	}
	if w.verdict, err = v.back(); err != nil {
		return fmt.Errorf("a move to #%d: %w", w.index, err)
	}
	return nil
}

// decide returns the value of an unfinished position from the values of its moves.
//
// If a table was solved to remoteness K only, an unknown successor takes more than K plies. So a
// known win, which is shorter, stays exact. A successor that is not stored at all, or that a file
// used in place does not hold, could end at once. Then only a win in one ply is certain.
func (j judge) decide(ws []weighed) (Verdict, error) {
	if j.kind.Uncertain() { // the table holds all positions of games of chance
		return Verdict{Kind: j.kind}, nil
	}
	if len(ws) == 0 {
		if j.kind.Single() {
			return Verdict{j.kind, engine.Tie, true}, nil
		}
		v, err := j.kind.Decided(false, 0)
		return Verdict{j.kind, v, err == nil}, err
	}
	best := ws[0].verdict
	unknown, blind := false, false
	for _, w := range ws {
		if Compare(w.verdict, best) < 0 {
			best = w.verdict
		}
		unknown = unknown || !w.verdict.Known
		blind = blind || !w.verdict.Known && (!w.stored || j.maxPhase == 0)
	}
	plies, _ := best.Plies()
	if unknown && (best.Outcome() != engine.Win || blind && plies > 1) {
		return Verdict{Kind: j.kind}, nil
	}
	return best, nil
}

// atLeast returns the best known value of the moves, or unknown.
func atLeast(ws []weighed) (best Verdict) {
	if len(ws) > 0 && ws[0].verdict.Kind.Uncertain() {
		return best // the roll decides
	}
	for _, w := range ws {
		if w.verdict.Known && (!best.Known || Compare(w.verdict, best) < 0) {
			best = w.verdict
		}
	}
	return best
}

// ranked returns the moves of p, best first, without the notation of the resulting positions. It
// also returns their values, in another order.
func (j judge) ranked(ctx context.Context, p engine.Position) ([]Move, []weighed, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	found := j.game.Moves(p)
	results := make([]engine.Result, len(found))
	for i, m := range found {
		results[i] = m.Result
	}
	ws, err := j.weigh(ctx, p, results)
	if err != nil {
		return nil, nil, err
	}
	moves := make([]Move, len(found))
	for i, m := range found {
		moves[i] = Move{Turn: m.Turn, Verdict: ws[i].verdict, Ended: m.Ended, To: m.To, Index: ws[i].index, Stored: ws[i].stored}
	}
	if appendTurns := j.game.Parts().AppendTurns; appendTurns != nil {
		for i := range moves {
			moves[i].Also = others(appendTurns(nil, p, moves[i].To), moves[i].Turn)
		}
	}
	if clicks := j.game.Parts().Depiction.Clicks; clicks != nil {
		for i := range moves {
			moves[i].Clicks = clicks(moves[i].Turn)
		}
	}
	// The game gives them in byte order of the turns.
	slices.SortStableFunc(moves, func(a, b Move) int { return j.order(a.Verdict, b.Verdict) })
	return moves, ws, nil
}

// order is [Compare], except that unknown values are last if a file used in place holds only some
// values, because they can be any value then.
func (j judge) order(v, w Verdict) int {
	if v.Known != w.Known && j.partial() {
		if v.Known {
			return -1
		}
		return 1
	}
	return Compare(v, w)
}
