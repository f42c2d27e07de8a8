package query

import (
	"encoding/json"
	"strconv"

	"github.com/foregone-db/foregone/engine"
)

// Shaped is a value that writes its own JSON. Shape returns a zero value of the type that has JSON of the same
// form, from which descriptions of the JSON are made: a pointer where it can be null.
type Shaped interface{ Shape() any }

// valueObject is the value object. [Answer.AppendJSON] writes it.
type valueObject struct {
	Game     string  `json:"game"`
	Position string  `json:"position"`
	Index    *uint64 `json:"index" doc:"null where the table does not hold the position."`
	Value    string  `json:"value"`
	Byte     *uint8  `json:"byte,omitempty" doc:"The byte of the table, in games of that kind."`
	Outcome  string  `json:"outcome" enum:"win,loss,draw,score,unknown"`
	Score    *int    `json:"score,omitempty" doc:"The points of a score."`
	Plies    Plies   `json:"plies,omitzero"`
	AtLeast  string  `json:"at_least,omitempty" doc:"Where the value is unknown: the position is worth that or more."`
}

// movesObject is the moves object. [Moves.AppendJSON] writes it.
type movesObject struct {
	Position string       `json:"position"`
	Index    *uint64      `json:"index"`
	Value    string       `json:"value"`
	Plies    Plies        `json:"plies,omitzero"`
	AtLeast  string       `json:"at_least,omitempty"`
	Moves    []moveObject `json:"moves" doc:"Best first."`
}

// moveObject is an element of it. [Move.AppendJSON] writes it.
type moveObject struct {
	Move     string       `json:"move"`
	Also     []string     `json:"also,omitempty" doc:"Other turns with the same result."`
	Clicks   [][2]string  `json:"clicks,omitempty" doc:"The squares to click for the turn, each with take, put, clear or push."`
	Position string       `json:"position,omitempty" doc:"Absent where the move ends the game."`
	Index    storedIndex  `json:"index,omitzero" doc:"null where the table does not hold the position."`
	Value    string       `json:"value" doc:"For the player who makes the move."`
	Plies    Plies        `json:"plies,omitzero"`
	Replies  *valueCounts `json:"replies,omitempty" doc:"The number of the opponent's replies of each value, for him."`
}

// lineObject is the line object.
type lineObject struct {
	Position string   `json:"position"`
	Value    string   `json:"value"`
	Moves    []string `json:"moves"`
	End      string   `json:"end" enum:"win,loss,draw,unknown"`
}

// Shape implements [Shaped].
func (Answer) Shape() any { return valueObject{} }

// Shape implements [Shaped].
func (Moves) Shape() any { return movesObject{} }

// Shape implements [Shaped].
func (Move) Shape() any { return moveObject{} }

// Shape implements [Shaped].
func (Line) Shape() any { return lineObject{} }

// Shape implements [Shaped].
func (Stats) Shape() any { return statsObject{} }

// Shape implements [Shaped].
func (SectionCounts) Shape() any { return sectionObject{} }

// Shape implements [Shaped].
func (Starts) Shape() any { return startsObject{} }

// Plies is the JSON of a remoteness in plies: null for draws and unknown values, and absent for scores, with the option
// omitzero.
type Plies struct{ json.RawMessage }

// PliesOf returns the remoteness of a verdict.
func PliesOf(v Verdict) Plies {
	plies, ok := v.Plies()
	switch {
	case v.Kind == engine.Score:
		return Plies{}
	case !ok:
		return Plies{json.RawMessage("null")}
	}
	return Plies{strconv.AppendInt(nil, int64(plies), 10)}
}

// Shape implements [Shaped].
func (Plies) Shape() any { return new(int) }

// storedIndex is the JSON of an index: null where the table does not hold the position.
type storedIndex struct{ json.RawMessage }

// Shape implements [Shaped].
func (storedIndex) Shape() any { return new(uint64) }

// valueCounts is the JSON of counts by value, in the order of the values.
type valueCounts struct{ json.RawMessage }

// Shape implements [Shaped].
func (valueCounts) Shape() any { return map[string]uint64{} }
