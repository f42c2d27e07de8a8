package solver

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// gaining reports whether the values of successors alone do not determine the value of a position: in
// games of scores where moves gain points or keep the turn, or where play need not end.
func gaining(g engine.Game) bool {
	if g.Kind() != engine.Score {
		return false
	}
	return !engine.Plain(g.Slices()) || slices.ContainsFunc(g.Slices(), endless)
}

// endless reports whether play can stay in a slice.
func endless(sl engine.Slice) bool { return !sl.Layer && sl.Size > 0 }

// checkGaining checks the positions of such a game.
//
// Scores that agree with those of their successors need not be right: in a loop, two positions can
// promise each other points that nobody ever gets. So a check of all positions also requires grounds
// for every score except 0 ([grounds]). Together that is a proof. The player with the better score can
// get it: he chooses moves whose grounds were found earlier and earlier, up to an exit or an end. He
// gets no more: against each of his moves the opponent has one that keeps the score, and play that never
// leaves the slice is worth 0, which is no more. A sample shows agreement only.
func (v *verification) checkGaining(ctx context.Context, room uint64) error {
	all := v.game.Size()
	need := all + all/8
	if need > room && v.chosen == nil {
		return engine.InputErrorf("to verify all of %s takes at least %d MiB of memory, and the budget is %d MiB: its scores are in memory together",
			v.game.Spec(), (v.options.Memory+need-room)>>20+1, v.options.Memory>>20)
	}
	value := func(i uint64) (int, error) {
		stored, err := v.table.Get(i)
		return v.kind.Points(stored), err
	}
	var loaded []byte
	if need <= room {
		loaded = pages.New[byte](all)
		if err := v.table.ReadValues(loaded, 0); err != nil {
			return err
		}
		value = func(i uint64) (int, error) { return int(int8(loaded[i])), nil }
	}
	err := v.eachPosition(ctx, func(w *crew.Worker, i uint64) (VerifyFailure, bool, error) {
		if v.chosen != nil {
			i = v.chosen[i]
		}
		return v.agrees(w, i, value)
	})
	if err != nil || v.chosen != nil || v.report.Failed > 0 {
		return err
	}
	for number := range v.slices {
		if endless(v.slices[number]) {
			if err := v.checkGrounds(ctx, number, loaded); err != nil {
				return err
			}
		}
	}
	return nil
}

// agrees reports whether the score of position i follows from its moves.
func (v *verification) agrees(w *crew.Worker, i uint64, value func(uint64) (int, error)) (f VerifyFailure, ok bool, err error) {
	f.Index = i
	stored, err := value(i)
	if err != nil {
		return f, false, err
	}
	w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	var best int
	if len(w.Indices) == 0 {
		best = w.Score(i)
	}
	for n, j := range w.Indices {
		score, err := value(j)
		if err != nil {
			return f, false, err
		}
		if gain := v.gain(i, j, score); n == 0 || gain > best {
			best = gain
		}
	}
	f.Computed, err = v.kind.FromPoints(best)
	return f, stored == best, err
}

// gain returns the worth of a move from one position to another with that score.
func (v *verification) gain(i, j uint64, score int) int {
	from, to := &v.slices[engine.SliceOf(v.slices, i)], &v.slices[engine.SliceOf(v.slices, j)]
	points := from.Points - to.Points
	if from.Side != 0 && from.Side == to.Side {
		return points + score
	}
	return points - score
}

// grounds has a bit for each position of a slice whose score is known to have grounds. A score above 0
// has grounds if a move of that worth leaves the slice or leads to a position whose score has grounds. A
// score below 0 has grounds if all moves that stay in the slice lead to such positions. The score of a
// finished position always has grounds.
type grounds []uint64

func (g grounds) has(o uint64) bool { return atomic.LoadUint64(&g[o>>6])>>(o&63)&1 != 0 }

// checkGrounds scans the positions of a slice without grounds until it finds no more.
func (v *verification) checkGrounds(ctx context.Context, number int, values []byte) error {
	sl := v.slices[number]
	known := grounds(pages.New[uint64]((sl.Size + 63) / 64))
	units := int((sl.Size + verifyRun - 1) / verifyRun)
	open := make([]bool, units)
	for n := range open {
		open[n] = true
	}
	for found := true; found; {
		var some atomic.Bool
		err := v.crew.Each(ctx, units, func(ctx context.Context, w *crew.Worker, unit int) error {
			if !open[unit] || ctx.Err() != nil {
				return ctx.Err()
			}
			open[unit] = false
			first := uint64(unit) * verifyRun
			for o := first; o < min(first+verifyRun, sl.Size); o++ {
				if values[sl.First+o] == 0 || known.has(o) {
					continue
				}
				if v.grounded(w, &sl, o, values, known) {
					atomic.OrUint64(&known[o>>6], 1<<(o&63))
					some.Store(true)
				} else {
					open[unit] = true
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		found = some.Load()
	}
	var failures []VerifyFailure
	for k, w := range known {
		for w = ^w; w != 0; w &= w - 1 {
			if o := uint64(64*k + bits.TrailingZeros64(w)); o < sl.Size && values[sl.First+o] != 0 {
				failures = append(failures, VerifyFailure{Index: sl.First + o}) // 0 is the only score that needs no grounds
			}
		}
		if len(failures) >= 1<<16 {
			v.add(0, 0, failures)
			failures = failures[:0]
		}
	}
	v.add(0, 0, failures)
	return nil
}

// grounded reports whether the score of a position has grounds, given those known so far.
func (v *verification) grounded(w *crew.Worker, sl *engine.Slice, o uint64, values []byte, known grounds) bool {
	i := sl.First + o
	score := int(int8(values[i]))
	w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	for _, j := range w.Indices {
		inside := j-sl.First < sl.Size
		switch {
		case score > 0 && v.gain(i, j, int(int8(values[j]))) == score && (!inside || known.has(j-sl.First)):
			return true
		case score < 0 && inside && !known.has(j-sl.First):
			return false
		}
	}
	return score < 0 || len(w.Indices) == 0
}
