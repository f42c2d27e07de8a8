package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// repliesAtOnce is the number of moves whose replies are looked up together. More
// means fewer blocks of the table read twice, and 24 bytes a reply.
const repliesAtOnce = 1024

// reply is a result of a turn of the opponent.
type reply struct {
	weighed
	move int           // the number of the move replied to
	from *engine.Slice // see judge.fill
}

func (j judge) addReplies(ctx context.Context, moves []Move) error {
	perMove := make([][]reply, len(moves))
	tallies := make([]map[Verdict]uint64, len(moves))
	repliers := j.repliers()
	err := pool.Each(ctx, 0, len(moves), func(_ context.Context, worker, i int) (err error) {
		tallies[i] = map[Verdict]uint64{}
		switch {
		case moves[i].Ended:
		case repliers != nil:
			perMove[i], err = j.quickReplies(repliers[worker], moves[i].To, i, tallies[i])
		default:
			perMove[i], err = j.replies(moves[i].To, i)
		}
		return err
	})
	if err != nil {
		return err
	}
	all := slices.Concat(perMove...)
	slices.SortFunc(all, func(a, b reply) int { return cmp.Compare(a.index, b.index) })
	if err := j.lookUpReplies(ctx, all); err != nil {
		return err
	}
	for _, r := range all {
		tallies[r.move][r.verdict]++
	}
	for i := range moves {
		if moves[i].Ended {
			continue
		}
		moves[i].Replies = make([]Reply, 0, len(tallies[i]))
		for v, n := range tallies[i] {
			moves[i].Replies = append(moves[i].Replies, Reply{v, n})
		}
		slices.SortFunc(moves[i].Replies, func(a, b Reply) int { return j.order(a.Verdict, b.Verdict) })
	}
	return nil
}

// repliers returns an [fast.Replier] for each worker, or nil where the game has none. What
// wins at once is not asked of the values then, all of which must be there.
func (j judge) repliers() []fast.Replier {
	newReplier := j.game.Parts().NewReplier
	if newReplier == nil || j.table == nil || j.maxPhase > 0 {
		return nil
	}
	list := make([]fast.Replier, pool.Workers(0))
	for i := range list {
		list[i] = newReplier()
	}
	return list
}

// quickReplies returns the results of the turns at p whose values are to be looked up, and adds
// the others to a tally.
func (j judge) quickReplies(r fast.Replier, p engine.Position, move int, tally map[Verdict]uint64) ([]reply, error) {
	indices, won, lost := r.AppendReplies(nil, p)
	for plies, n := range []uint64{1: won, 2: lost} {
		if n == 0 {
			continue
		}
		v, err := j.kind.Decided(plies == 1, plies)
		if err != nil {
			return nil, err
		}
		tally[Verdict{j.kind, v, true}] += n
	}
	replies := make([]reply, len(indices))
	for i, index := range indices {
		replies[i] = reply{weighed: weighed{index: index, stored: true}, move: move}
	}
	return replies, nil
}

// replies returns the results of the turns at p, those stored still without their
// verdicts.
func (j judge) replies(p engine.Position, move int) ([]reply, error) {
	results := j.game.AppendResults(nil, p)
	from, err := j.slice(p)
	if err != nil {
		return nil, err
	}
	replies := make([]reply, len(results))
	for i, r := range results {
		w, err := j.place(r)
		if err != nil {
			return nil, err
		}
		replies[i] = reply{w, move, from}
	}
	return replies, nil
}

// lookUpReplies fills in the verdicts of what is stored, of replies in the order of their
// indices.
func (j judge) lookUpReplies(ctx context.Context, all []reply) error {
	const batch = 1 << 12
	return parallel(ctx, (len(all)+batch-1)/batch, func(i int) error {
		rs := all[i*batch : min(len(all), (i+1)*batch)]
		indices := make([]uint64, 0, len(rs))
		for i := range rs {
			if rs[i].stored {
				indices = append(indices, rs[i].index)
			}
		}
		if err := j.expect(indices); err != nil {
			return err
		}
		for i := range rs {
			if !rs[i].stored {
				continue
			}
			if err := j.fill(&rs[i].weighed, rs[i].from); err != nil {
				return err
			}
		}
		return nil
	})
}
