package puzzle

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/foregone-db/foregone/engine"
)

// puzzleObject is the puzzle object.
type puzzleObject struct {
	Game       string   `json:"game"`
	Position   string   `json:"position"`
	Index      uint64   `json:"index"`
	Value      string   `json:"value"`
	Plies      *int     `json:"plies,omitempty"`
	Turns      int      `json:"turns,omitempty" doc:"The turns of his own in which the player to move wins, or the only player solves it."`
	Move       string   `json:"move" doc:"The only winning move; of one player a first move that is right."`
	Also       []string `json:"also,omitempty" doc:"Other turns with the same result."`
	Solution   []string `json:"solution" doc:"Best play."`
	Theme      string   `json:"theme,omitempty" doc:"What the solution is about, such as a sacrifice."`
	Throughout bool     `json:"throughout" doc:"The winner has one winning move at each later turn, too."`
	Moves      int      `json:"moves" doc:"The moves that the position has."`
	Right      int      `json:"right,omitempty" doc:"Of one player: those of them that begin a shortest solution."`
	Strength   *int     `json:"strength,omitempty" doc:"The least strength of an opponent that always finds the move."`
	Tempting   int      `json:"tempting" doc:"Other moves that look as good at one strength less."`
	Losing     int      `json:"losing" doc:"The tempting moves that lose."`
	Difference float64  `json:"difference" doc:"The difference between the move and the tempting ones, 0 to 1."`
	Hardness   float64  `json:"hardness"`
}

// Shape implements [query.Shaped].
func (Puzzle) Shape() any { return puzzleObject{} }

// MarshalJSON writes the puzzle object.
func (p Puzzle) MarshalJSON() ([]byte, error) {
	v := puzzleObject{
		Game: p.Game, Position: p.Text, Index: p.Index, Value: p.Verdict.String(), Turns: p.Turns(), Move: p.Turn, Also: p.Also,
		Solution: p.Line.Moves, Theme: p.Theme, Throughout: p.Throughout, Moves: p.Moves, Right: p.Right, Tempting: p.Tempting, Losing: p.Losing,
		Difference: hundredths(p.Difference), Hardness: hundredths(p.Hardness),
	}
	if p.Verdict.Outcome() != engine.Scored && p.Right == 0 {
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
