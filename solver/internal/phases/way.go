package phases

import (
	"context"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Way solves slices that play can stay in, of games whose values are not scores.
type Way struct{}

// Name implements [way.Way].
func (Way) Name() string { return "phases" }

// Suits implements [way.Way].
func (Way) Suits(q *way.Request, slice int) bool {
	return q.Game.Kind() != engine.Score && !q.Game.Kind().Uncertain() && !q.Slices[slice].Layer
}

// Needs implements [way.Way].
func (Way) Needs(*way.Request) budget.Needs { return budget.Phases{} }

// Start implements [way.Way].
func (Way) Start(e *way.Environment) way.Solver { return solver{e, make([]batch, len(e.Crew.Workers))} }

// solver solves the slices of a run.
type solver struct {
	*way.Environment
	batches []batch // by worker: memory of the scan
}

// Solve implements [way.Solver].
func (s solver) Solve(ctx context.Context, l region.Layout, rest []int) (way.Result, error) {
	exits := s.Plan.Exits(l.Number)
	if s.Values.KeepAll {
		exits = s.Values.Bytes()
	}
	m := s.Plan.Mode(l.Number, exits)
	var loaded []int
	if m.Window == 0 {
		loaded = l.Slice.Exits
	}
	if err := s.Values.LoadOnly(ctx, loaded); err != nil {
		return way.Result{}, err
	}
	last, r, err := solve(ctx, s, l, m, rest)
	if err != nil {
		return r, err
	}
	s.Values.SolvedByPhases(l.Number, last)
	if s.Values.Keeps(l.Number) {
		err = s.Values.Load(ctx, l.Number)
	}
	return r, err
}

const (
	// looks is the number of times that a position lists its successors in all phases that look
	// forward. It was measured on Quixo; games with more phases need more.
	looks = 7
	// searched is the share of the moves that a game with many moves and a searcher of its own
	// lists, in both directions: looks forward stop early and are seldom repeated, and only losses
	// and late wins list their predecessors. It was measured on variants of Push Fight that were
	// solved position by position.
	searched, manyMoves = 0.06, 64
	// sliceSeconds is the CPU time that the phases of a slice take in addition to the work on
	// positions: commits, and tasks for few positions. positionSeconds is that of reading and
	// writing the bits of a position, and its value. They were measured on Quixo, Teeko,
	// rpsw:pieces=2, chess and morris.
	sliceSeconds, positionSeconds = 25e-3, 150e-9
)

// Estimate implements [way.Way]. All positions are scanned once. Those without an immediate win that
// the solve decides list their moves, forward and backward.
func (Way) Estimate(q *way.Request, p *budget.Plan, list []int) way.Estimate {
	s := way.NewSample(q.Game, q.Slices, list)
	w := s.Worker
	if listed, forward := p.Listed(); listed > 0 {
		each := s.Each(s.Positions, s.Successors)
		edges := s.Edges()
		whole := each*float64(s.Size) + edges*float64(listed) + sliceSeconds*float64(len(list))
		longer := whole + (looks*each-edges)*float64(forward)
		e := way.Estimate{Seconds: longer}
		if forward > 0 {
			e.Slower = longer / whole
		}
		return e
	}
	positions, seconds := s.Positions, 0.0
	if w.Scanner != nil {
		wins := func(i uint64) bool {
			wins := fast.NewSet(i, 1)
			w.Scanner.ScanWins(wins, i, 1)
			return wins.Has(i)
		}
		seconds = s.Each(positions, func(i uint64) { wins(i) })
		positions = slices.DeleteFunc(slices.Clone(positions), wins)
	}
	open := float64(len(positions)) / float64(max(len(s.Positions), 1))
	moves := s.Each(positions, s.Successors)
	if w.Unmover != nil {
		moves += s.Each(positions, s.Predecessors)
		if w.Searches && s.Moves() > manyMoves {
			moves *= searched
		} else {
			moves *= decidedShare(w.Scratch, positions)
		}
	}
	each := seconds + open*moves + positionSeconds
	return way.Estimate{Seconds: each*float64(s.Size) + sliceSeconds*float64(len(list))}
}

// decidedShare estimates the share of positions that a solve decides. A search decides some of a
// sample within one ply, and more within three: each further pair of plies adds the same fraction of
// what the pair before added. If the search decides too few to tell, the share is unknown.
func decidedShare(s engine.Scratch, positions []uint64) float64 {
	const sample, few, unknown = 256, 0.02, 0.75
	found, searched := [2]float64{}, 0.0
	p := prover{s, time.Now().Add(way.SampleTime)}
	for n := 0; n < len(positions) && !p.late(); n += max(len(positions)/sample, 1) {
		searched++
		for k := range found {
			if plies := 1 + 2*k; p.wins(positions[n], plies) || p.loses(positions[n], plies) {
				found[k]++
			}
		}
	}
	switch first, more := found[0], found[1]-found[0]; {
	case found[1] < few*searched:
		return unknown
	case more >= first:
		return 1
	default:
		return min(first*first/(first-more)/searched, 1)
	}
}

// prover searches for wins and losses until a time. Then it finds none.
type prover struct {
	engine.Scratch
	until time.Time
}

func (p prover) late() bool { return time.Now().After(p.until) }

// wins reports whether the player to move wins within a number of plies.
func (p prover) wins(i uint64, plies int) bool {
	next, ends := p.AppendSuccessors(nil, i)
	return ends&(engine.WinsNow|engine.IsWon) != 0 ||
		plies > 0 && slices.ContainsFunc(next, func(to uint64) bool { return p.loses(to, plies-1) })
}

// loses reports whether all moves of a position lose within a number of plies.
func (p prover) loses(i uint64, plies int) bool {
	next, ends := p.AppendSuccessors(nil, i)
	return ends&(engine.WinsNow|engine.IsWon|engine.DrawsNow|engine.IsDrawn) == 0 && !p.late() &&
		(plies > 0 || len(next) == 0) && !slices.ContainsFunc(next, func(to uint64) bool { return !p.wins(to, plies-1) })
}
