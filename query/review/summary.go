package review

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/foregone-db/foregone/query"
)

// Summary sums up games.
type Summary struct {
	Games  int      `json:"games"`
	Faulty int      `json:"faulty" doc:"The games of these that stop at an error."`
	Sides  [2]Side  `json:"sides"`
	Worst  []Missed `json:"worst" doc:"The positions whose blunders cost most in all."`

	missed map[string]*Missed
}

// Missed is a position that players get wrong. Symmetric twins are one position.
type Missed struct {
	Position string        `json:"position" doc:"As it first arose."`
	Value    query.Verdict `json:"value"`
	Seen     int           `json:"seen" doc:"The number of times that a player was to move there."`
	Wrong    int           `json:"wrong" doc:"The number of blunders there."`
	Cost     int           `json:"cost"`
	Played   string        `json:"played" doc:"The first of these blunders."`
	Best     string        `json:"best" doc:"A best move."`

	key string
}

// Add adds a game.
func (s *Summary) Add(r *Review) {
	if s.missed == nil {
		s.missed = map[string]*Missed{}
	}
	s.Games++
	if r.Error != "" {
		s.Faulty++
	}
	for i, side := range r.Sides {
		sum := &s.Sides[i]
		sum.Turns += side.Turns
		sum.Best += side.Best
		sum.Inexact += side.Inexact
		sum.Blunders += side.Blunders
		sum.Cost += side.Cost
		sum.Lost += side.Lost
		sum.AtRisk += side.AtRisk
		sum.share()
	}
	for _, step := range r.Steps {
		m := s.missed[step.key]
		if m == nil {
			m = &Missed{Position: step.Position, Value: step.Value, key: step.key}
			s.missed[step.key] = m
		}
		m.Seen++
		if step.Class != Blunder {
			continue
		}
		if m.Wrong == 0 {
			m.Position, m.Played = step.Position, step.Turn // so that both fit
		}
		m.Wrong++
		m.Cost += step.Cost
	}
}

// Finish sets Worst to the n positions whose blunders cost most, with a best move each.
func (s *Summary) Finish(ctx context.Context, db *query.DB, n int) error {
	all := slices.DeleteFunc(slices.Collect(maps.Values(s.missed)), func(m *Missed) bool { return m.Wrong == 0 })
	slices.SortFunc(all, func(a, b *Missed) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Wrong, a.Wrong), cmp.Compare(a.Seen, b.Seen), cmp.Compare(a.key, b.key))
	})
	s.Worst = []Missed{}
	for _, m := range all[:min(n, len(all))] {
		p, err := db.Parse(m.Position)
		if err != nil {
			return err
		}
		if m.Best, err = bestTurn(ctx, db, p); err != nil {
			return err
		}
		s.Worst = append(s.Worst, *m)
	}
	return nil
}
