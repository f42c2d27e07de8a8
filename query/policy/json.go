package policy

import (
	"encoding/json"

	"github.com/foregone-db/foregone/engine"
)

// MarshalJSON writes the policy object.
func (r Report) MarshalJSON() ([]byte, error) {
	type givenAway struct {
		WinDraw  uint64 `json:"win_draw"`
		WinLoss  uint64 `json:"win_loss"`
		DrawLoss uint64 `json:"draw_loss"`
	}
	v := struct {
		Game       string           `json:"game"`
		Policy     string           `json:"policy"`
		Sample     *uint64          `json:"sample"`
		Seed       *int64           `json:"seed,omitempty"`
		Asked      uint64           `json:"asked"`
		Finished   uint64           `json:"finished"`
		Unknown    uint64           `json:"unknown"`
		Optimal    uint64           `json:"optimal"`
		Kept       uint64           `json:"kept"`
		GivenAway  givenAway        `json:"given_away"`
		PointsLost *uint64          `json:"points_lost,omitempty"`
		ByOutcome  map[string]Tally `json:"by_outcome"`
		Worst      []Case           `json:"worst"`
		Start      *Start           `json:"start"`
	}{
		Game: r.Game, Policy: r.Policy, Asked: r.Asked(), Finished: r.Finished, Unknown: r.Unknown,
		Optimal: r.Optimal(), Kept: r.Kept(),
		GivenAway: givenAway{r.Won.Draw, r.Won.Loss, r.Drawn.Loss},
		ByOutcome: map[string]Tally{"win": r.Won, "draw": r.Drawn, "loss": r.Lost},
		Worst:     append([]Case{}, r.Worst...),
		Start:     r.Start,
	}
	if r.Sample > 0 {
		v.Sample, v.Seed = &r.Sample, &r.Seed
	}
	if r.Kind == engine.Score {
		v.PointsLost = &r.PointsLost
	}
	return json.Marshal(v)
}

// MarshalJSON writes an element of the walks of the policy object.
func (w Walk) MarshalJSON() ([]byte, error) {
	type failure struct {
		Moves    []string  `json:"moves"`
		Mistakes []Mistake `json:"mistakes"`
		Score    *int      `json:"score,omitempty"`
		Repeats  *int      `json:"repeats"`
		Cut      bool      `json:"cut,omitempty"`
	}
	v := struct {
		Side     string   `json:"side"`
		Asked    uint64   `json:"asked"`
		Complete bool     `json:"complete"`
		Outcome  string   `json:"outcome"`
		Failure  *failure `json:"failure"`
	}{Side: "second", Asked: w.Asked, Complete: w.Complete, Outcome: w.Outcome.String()}
	if w.First {
		v.Side = "first"
	}
	if f := w.Failure; f != nil {
		v.Failure = &failure{Moves: f.Moves, Mistakes: append([]Mistake{}, f.Mistakes...), Cut: f.Cut}
		if f.Repeats >= 0 {
			v.Failure.Repeats = &f.Repeats
		}
		if w.kind == engine.Score {
			v.Failure.Score = &f.Points
		}
	}
	return json.Marshal(v)
}
