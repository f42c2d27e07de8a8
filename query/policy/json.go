package policy

import (
	"encoding/json"

	"github.com/foregone-db/foregone/engine"
)

// Objects of the command line's JSON.
type (
	tallyJSON struct {
		Asked    uint64 `json:"asked"`
		Optimal  uint64 `json:"optimal"`
		Win      uint64 `json:"win"`
		Draw     uint64 `json:"draw"`
		Loss     uint64 `json:"loss"`
		Unjudged uint64 `json:"unknown"`
	}
	givenAwayJSON struct {
		WinDraw  uint64 `json:"win_draw"`
		WinLoss  uint64 `json:"win_loss"`
		DrawLoss uint64 `json:"draw_loss"`
	}
	caseJSON struct {
		Position string `json:"position"`
		Index    uint64 `json:"index"`
		Value    string `json:"value"`
		Move     string `json:"move"`
		After    string `json:"after"`
		Best     string `json:"best"`
	}
	walkJSON struct {
		Side     string       `json:"side"`
		Asked    uint64       `json:"asked"`
		Complete bool         `json:"complete"`
		Outcome  string       `json:"outcome"`
		Failure  *failureJSON `json:"failure"`
	}
	failureJSON struct {
		Moves    []string      `json:"moves"`
		Mistakes []mistakeJSON `json:"mistakes"`
		Score    *int          `json:"score,omitempty"`
		Repeats  *int          `json:"repeats"`
		Cut      bool          `json:"cut,omitempty"`
	}
	mistakeJSON struct {
		Ply   int    `json:"ply"`
		Value string `json:"value"`
		After string `json:"after"`
	}
	startJSON struct {
		Position string     `json:"position"`
		Value    string     `json:"value"`
		Walks    []walkJSON `json:"walks"`
	}
)

// MarshalJSON writes the policy object.
func (r Report) MarshalJSON() ([]byte, error) {
	v := struct {
		Game       string               `json:"game"`
		Policy     string               `json:"policy"`
		Sample     *uint64              `json:"sample"`
		Seed       *int64               `json:"seed,omitempty"`
		Asked      uint64               `json:"asked"`
		Finished   uint64               `json:"finished"`
		Unknown    uint64               `json:"unknown"`
		Optimal    uint64               `json:"optimal"`
		Kept       uint64               `json:"kept"`
		GivenAway  givenAwayJSON        `json:"given_away"`
		PointsLost *uint64              `json:"points_lost,omitempty"`
		ByOutcome  map[string]tallyJSON `json:"by_outcome"`
		Worst      []caseJSON           `json:"worst"`
		Start      *startJSON           `json:"start"`
	}{
		Game: r.Game, Policy: r.Policy, Asked: r.Asked(), Finished: r.Finished, Unknown: r.Unknown,
		Optimal: r.Optimal(), Kept: r.Kept(),
		GivenAway: givenAwayJSON{r.Won.Draw, r.Won.Loss, r.Drawn.Loss},
		ByOutcome: map[string]tallyJSON{"win": tallyJSON(r.Won), "draw": tallyJSON(r.Drawn), "loss": tallyJSON(r.Lost)},
		Worst:     []caseJSON{},
	}
	if r.Sample > 0 {
		v.Sample, v.Seed = &r.Sample, &r.Seed
	}
	if r.Kind == engine.Score {
		v.PointsLost = &r.PointsLost
	}
	for _, c := range r.Worst {
		v.Worst = append(v.Worst, caseJSON{c.Position, c.Index, c.Value.String(), c.Move, c.After.String(), c.Best})
	}
	if r.Start != nil {
		v.Start = &startJSON{r.Start.Position, r.Start.Value.String(), []walkJSON{}}
		for _, w := range r.Start.Walks {
			v.Start.Walks = append(v.Start.Walks, w.json(r.Kind))
		}
	}
	return json.Marshal(v)
}

func (w Walk) json(kind engine.Kind) walkJSON {
	v := walkJSON{Side: "second", Asked: w.Asked, Complete: w.Complete, Outcome: w.Outcome.String()}
	if w.First {
		v.Side = "first"
	}
	if f := w.Failure; f != nil {
		v.Failure = &failureJSON{Moves: f.Moves, Mistakes: []mistakeJSON{}, Cut: f.Cut}
		for _, m := range f.Mistakes {
			v.Failure.Mistakes = append(v.Failure.Mistakes, mistakeJSON{m.Ply, m.Value.String(), m.After.String()})
		}
		if f.Repeats >= 0 {
			v.Failure.Repeats = &f.Repeats
		}
		if kind == engine.Score {
			v.Failure.Score = &f.Points
		}
	}
	return v
}
