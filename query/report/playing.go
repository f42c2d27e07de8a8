package report

import (
	"context"
	"math/rand/v2"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

const (
	longestGame = 300 // plies, after which a game is cut
	repetitions = 3   // occurrences of a position after which a game is cut
)

// tournament is games of one strength against itself.
type tournament struct {
	db      *query.DB
	playing *Playing
	o       Options
	done    atomic.Uint64
}

// record is a finished game.
type record struct {
	plies   []Ply // of one position each
	outcome engine.Outcome
	broken  bool
}

func (t *tournament) play(ctx context.Context) error {
	title, _ := t.db.Names()
	records := make([]*record, t.o.Games)
	err := pool.Each(ctx, t.o.Workers, t.o.Games, func(ctx context.Context, _, k int) (err error) {
		records[k], err = t.game(ctx, uint64(k))
		t.o.Progress(title+", games of "+t.playing.Name+" play", t.done.Add(1), uint64(t.o.Games))
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range records {
		t.playing.add(r)
	}
	return nil
}

// add counts a game.
func (p *Playing) add(r *record) {
	p.Games++
	switch r.outcome {
	case engine.Win:
		p.First++
	case engine.Loss:
		p.Second++
	default:
		p.Drawn++
	}
	if r.broken {
		p.BrokenOff++
	}
	for len(p.Lengths) <= len(r.plies) {
		p.Lengths = append(p.Lengths, 0)
	}
	p.Lengths[len(r.plies)]++
	for k, ply := range r.plies {
		if k == len(p.Plies) {
			p.Plies = append(p.Plies, Ply{})
		}
		p.Plies[k].add(ply)
	}
}

// game plays game number k.
func (t *tournament) game(ctx context.Context, k uint64) (*record, error) {
	// All strengths begin at the same position.
	rng := rand.New(rand.NewPCG(uint64(t.o.Seed), k))
	at, ok := t.db.Game().Start()
	if !ok {
		at = t.db.Game().At(rng.Uint64N(t.db.Game().Size()))
	}
	player, err := opponent.New(opponent.Options{Strength: t.playing.Strength, Seed: rng.Uint64()})
	if err != nil {
		return nil, err
	}
	r := &record{outcome: engine.Draw}
	stood := map[engine.Position]int{}
	for {
		m, err := t.db.Moves(ctx, at, false)
		if err != nil {
			return nil, err
		}
		if len(m.Moves) == 0 {
			r.outcome = first(m.Verdict, len(r.plies))
			return r, nil
		}
		if stood[at]++; stood[at] == repetitions || len(r.plies) == longestGame {
			r.broken = true
			return r, nil
		}
		move := player.Pick(m.Moves)
		r.plies = append(r.plies, classify(m.Moves, move))
		if move.Ended {
			r.outcome = first(move.Verdict, len(r.plies)-1)
			return r, nil
		}
		at = move.To
	}
}

// first returns the outcome for the first player of a verdict for the player to move after a number
// of plies.
func first(v query.Verdict, plies int) engine.Outcome {
	outcome := v.Result()
	if plies%2 == 1 {
		switch outcome {
		case engine.Win:
			return engine.Loss
		case engine.Loss:
			return engine.Win
		}
	}
	return outcome
}

// classify returns the counts of a position from its moves, best first, and the move made.
func classify(moves []query.Move, made query.Move) Ply {
	keep := 0
	for keep < len(moves) && same(moves[keep].Verdict, moves[0].Verdict) {
		keep++
	}
	ply := Ply{Positions: 1}
	switch {
	case len(moves) == 1:
		ply.Forced = 1
	case keep == 1:
		ply.Only = 1
	}
	if !same(made.Verdict, moves[0].Verdict) {
		ply.Thrown = 1
	}
	return ply
}

// same reports whether two verdicts of moves have the same outcome; scores must
// be equal.
func same(a, b query.Verdict) bool {
	if a.Outcome() == engine.Scored {
		return a.Value == b.Value
	}
	return a.Outcome() == b.Outcome()
}
