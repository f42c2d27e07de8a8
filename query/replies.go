package query

import (
	"cmp"
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
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
	err := parallel(ctx, len(moves), func(i int) error {
		if moves[i].Ended {
			return nil
		}
		replies, err := j.replies(moves[i].To, i)
		perMove[i] = replies
		return err
	})
	if err != nil {
		return err
	}
	all := slices.Concat(perMove...)
	slices.SortFunc(all, func(a, b reply) int { return cmp.Compare(a.index, b.index) })
	const batch = 1 << 14
	err = parallel(ctx, (len(all)+batch-1)/batch, func(i int) error {
		return j.lookUpReplies(all[i*batch : min(len(all), (i+1)*batch)])
	})
	if err != nil {
		return err
	}
	tallies := make([]map[Verdict]uint64, len(moves))
	for _, r := range all {
		if tallies[r.move] == nil {
			tallies[r.move] = map[Verdict]uint64{}
		}
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

// lookUpReplies fills in the verdicts of what is stored.
func (j judge) lookUpReplies(rs []reply) error {
	for i := range rs {
		if !rs[i].stored {
			continue
		}
		if err := j.fill(&rs[i].weighed, rs[i].from); err != nil {
			return err
		}
	}
	return nil
}
