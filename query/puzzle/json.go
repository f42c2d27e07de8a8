package puzzle

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/foregone-db/foregone/engine"
)

// MarshalJSON writes the puzzle object.
func (p Puzzle) MarshalJSON() ([]byte, error) {
	v := struct {
		Game       string   `json:"game"`
		Position   string   `json:"position"`
		Index      uint64   `json:"index"`
		Value      string   `json:"value"`
		Plies      *int     `json:"plies,omitempty"`
		Turns      int      `json:"turns,omitempty"`
		Move       string   `json:"move"`
		Also       []string `json:"also,omitempty"`
		Solution   []string `json:"solution"`
		Throughout bool     `json:"throughout"`
		Moves      int      `json:"moves"`
		Strength   *int     `json:"strength,omitempty"`
		Tempting   int      `json:"tempting"`
		Losing     int      `json:"losing"`
		Difference float64  `json:"difference"`
		Hardness   float64  `json:"hardness"`
	}{
		Game: p.Game, Position: p.Text, Index: p.Index, Value: p.Verdict.String(), Turns: p.Turns(), Move: p.Turn, Also: p.Also,
		Solution: p.Line.Moves, Throughout: p.Throughout, Moves: p.Moves, Tempting: p.Tempting, Losing: p.Losing,
		Difference: hundredths(p.Difference), Hardness: hundredths(p.Hardness),
	}
	if p.Verdict.Outcome() != engine.Scored {
		plies, _ := p.Verdict.Plies()
		v.Plies, v.Strength = &plies, &p.Strength
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // positions may have any signs
	err := e.Encode(v)
	return b.Bytes(), err
}

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }
