package query

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// repliesAtOnce is the number of moves whose replies are looked up together. A greater number means
// fewer blocks of the table read twice, and takes 48 bytes a reply.
const repliesAtOnce = 1024

func (j judge) addReplies(ctx context.Context, moves []*Move) error {
	perMove := make([][]weighed, len(moves))
	tallies := make([]map[Verdict]uint64, len(moves))
	repliers := j.repliers()
	err := pool.Each(ctx, 0, len(moves), func(_ context.Context, worker, i int) (err error) {
		tallies[i] = map[Verdict]uint64{}
		p := moves[i].To
		if repliers != nil {
			perMove[i], err = j.quickReplies(repliers[worker], p, tallies[i])
		} else {
			perMove[i], err = j.place(p, j.game.AppendResults(nil, p))
		}
		return err
	})
	if err != nil {
		return err
	}
	var all []*weighed
	for _, ws := range perMove {
		for i := range ws {
			all = append(all, &ws[i])
		}
	}
	if err := j.lookUp(ctx, all); err != nil {
		return err
	}
	for i, ws := range perMove {
		for _, w := range ws {
			tallies[i][w.verdict]++
		}
	}
	for i := range moves {
		moves[i].Replies = make([]Reply, 0, len(tallies[i]))
		for v, n := range tallies[i] {
			moves[i].Replies = append(moves[i].Replies, Reply{v, n})
		}
		slices.SortFunc(moves[i].Replies, func(a, b Reply) int { return j.order(a.Verdict, b.Verdict) })
	}
	return nil
}

// repliers returns a [fast.Replier] for each worker, or nil if the game has none. Repliers find
// wins at once without the table, so all values must be known.
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

// quickReplies returns the results of the turns at p whose values must be looked up, and adds the
// others to a tally.
func (j judge) quickReplies(r fast.Replier, p engine.Position, tally map[Verdict]uint64) ([]weighed, error) {
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
	ws := make([]weighed, len(indices))
	for i, index := range indices {
		ws[i] = weighed{index: index, stored: true}
	}
	return ws, nil
}
