package query

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query/count"
)

// Shaped is a value whose JSON differs from its Go form. Shape returns the object that package json
// writes for it. The type of the zero value's object describes the JSON.
type Shaped interface{ Shape() any }

// marshal is json.Marshal without the escapes that only HTML needs.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Plies is the JSON of a remoteness in plies, with the option omitzero: nil, and so absent, for
// scores; a pointer to nil, and so null, for draws and unknown values.
type Plies **int

// PliesOf returns the remoteness of a verdict.
func PliesOf(v Verdict) Plies {
	if v.Kind == engine.Score || v.Kind.Single() || v.Kind.Uncertain() {
		return nil
	}
	plies, ok := v.Plies()
	return orNull(plies, ok)
}

// MovesOf returns the least number of moves to a goal, with the option omitzero: nil, and so absent,
// for two players; a pointer to nil for unsolvable and unknown values.
func MovesOf(v Verdict) Plies {
	if !v.Kind.Single() {
		return nil
	}
	moves, ok := v.Plies()
	return orNull(moves, ok)
}

// orNull returns a member that is null unless ok.
func orNull[T any](value T, ok bool) **T {
	member := &struct { // one allocation
		pointer *T
		value   T
	}{value: value}
	if ok {
		member.pointer = &member.value
	}
	return &member.pointer
}

// valueObject is the value object.
type valueObject struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Index    *uint64  `json:"index" doc:"null where the table does not hold the position."`
	Value    string   `json:"value"`
	Byte     *uint8   `json:"byte,omitempty" doc:"The byte of the table, in games of that kind."`
	Outcome  string   `json:"outcome" enum:"win,loss,draw,score,solvable,unsolvable,chance,expected,unknown"`
	Score    *float64 `json:"score,omitempty" doc:"The points of a score, or the expected score."`
	Win      *float64 `json:"win,omitempty" doc:"In games of chance: the probability that the mover wins, a draw counted as half a win."`
	Error    *float64 `json:"error,omitempty" doc:"In games of chance: the proven half-width of the value."`
	Plies    Plies    `json:"plies,omitzero"`
	Moves    Plies    `json:"moves,omitzero" doc:"Of one player: the least number of moves to a goal, null where there is none."`
	AtLeast  string   `json:"at_least,omitempty" doc:"Where the value is unknown: the position is worth that or more."`
}

// Shape implements [Shaped].
func (a Answer) Shape() any {
	o := valueObject{
		Game: a.Game, Position: a.Text, Index: *orNull(a.Index, a.Stored),
		Value: a.Verdict.String(), Outcome: a.Verdict.Word(), Plies: PliesOf(a.Verdict), Moves: MovesOf(a.Verdict), AtLeast: a.atLeast(),
	}
	switch {
	case !a.Verdict.Known:
	case a.Verdict.Kind == engine.Byte:
		o.Byte = new(uint8(a.Verdict.Value))
	case a.Verdict.Kind == engine.Score:
		o.Score = new(float64(a.Verdict.Kind.Points(a.Verdict.Value)))
	case a.Verdict.Kind.Uncertain():
		o.Win, o.Score = uncertain(a.Verdict)
		o.Error = &a.Error
	}
	return o
}

// atLeast returns the notation of the lower bound, or "".
func (a Answer) atLeast() string {
	if !a.AtLeast.Known {
		return ""
	}
	return a.AtLeast.String()
}

// MarshalJSON writes the value object.
func (a Answer) MarshalJSON() ([]byte, error) { return marshal(a.Shape()) }

// movesObject is the moves object.
type movesObject struct {
	Position  string       `json:"position"`
	Index     *uint64      `json:"index"`
	Value     string       `json:"value"`
	Plies     Plies        `json:"plies,omitzero"`
	AtLeast   string       `json:"at_least,omitempty"`
	Moves     []moveObject `json:"moves" doc:"Best first."`
	Rolls     []rollObject `json:"rolls,omitempty" doc:"In games of chance: the rolls, with the moves that each allows."`
	Trickiest string       `json:"trickiest,omitempty" doc:"With tricky: the move that is hardest to answer of those that keep the outcome."`
}

// rollObject is a roll with its moves.
type rollObject struct {
	Roll        string           `json:"roll"`
	Probability float64          `json:"probability"`
	Moves       []rollMoveObject `json:"moves" doc:"Best first."`
}

// rollMoveObject is a move that a roll allows.
type rollMoveObject struct {
	moveObject
	Win   *float64 `json:"win,omitempty" doc:"The probability that the player who makes the move wins."`
	Score *float64 `json:"score,omitempty" doc:"The score that he expects."`
	Keeps bool     `json:"keeps,omitempty" doc:"The same player moves again."`
	Cost  float64  `json:"cost" doc:"What the move loses against the best one: percent of winning, or points."`
}

// uncertain returns the probability of a win, or the expected score, of a value of a game of chance.
func uncertain(v Verdict) (win, score *float64) {
	switch {
	case !v.Known:
		return nil, nil
	case v.Outcome() == engine.Likely:
		return new(v.Kind.Float(v.Value)), nil
	}
	return nil, new(v.Kind.Float(v.Value))
}

// rollObjects returns the objects of rolls.
func rollObjects(rolls []Roll) (list []rollObject) {
	for _, r := range rolls {
		o := rollObject{r.Name, r.Probability, []rollMoveObject{}}
		for n := range r.Moves {
			m := &r.Moves[n]
			win, score := uncertain(m.Verdict)
			cost := m.Cost
			if win != nil {
				cost *= 100
			}
			o.Moves = append(o.Moves, rollMoveObject{m.object(), win, score, m.Keeps, cost})
		}
		list = append(list, o)
	}
	return list
}

// Shape implements [Shaped].
func (m Moves) Shape() any {
	moves := make([]moveObject, len(m.Moves))
	for i := range m.Moves {
		moves[i] = m.Moves[i].object()
	}
	return movesObject{m.Text, *orNull(m.Index, m.Stored), m.Verdict.String(), PliesOf(m.Verdict), m.atLeast(), moves, rollObjects(m.Rolls), m.Trickiest}
}

// MarshalJSON writes the moves object.
func (m Moves) MarshalJSON() ([]byte, error) { return marshal(m.Shape()) }

// moveObject is an element of the moves object.
type moveObject struct {
	Move     string       `json:"move"`
	Also     []string     `json:"also,omitempty" doc:"Other turns with the same result."`
	Clicks   *[][2]string `json:"clicks,omitempty" doc:"The squares to click for the turn, each with take, put, clear or push."`
	Position *string      `json:"position,omitempty" doc:"Absent where the move ends the game."`
	Index    **uint64     `json:"index,omitzero" doc:"null where the table does not hold the position."`
	Value    string       `json:"value" doc:"For the player who makes the move."`
	Plies    Plies        `json:"plies,omitzero"`
	Moves    Plies        `json:"moves,omitzero" doc:"Of one player: the least number of moves to a goal, this one included."`
	Replies  *valueCounts `json:"replies,omitempty" doc:"The number of the opponent's replies of each value, for him."`
	Trick    *Trick       `json:"trick,omitempty" doc:"How hard the move is to answer."`
}

var acts = map[drawing.Act]string{drawing.Take: "take", drawing.Put: "put", drawing.Clear: "clear", drawing.Push: "push"}

func (m *Move) object() moveObject {
	o := moveObject{Move: m.Turn, Also: m.Also, Value: m.Verdict.String(), Plies: PliesOf(m.Verdict), Moves: MovesOf(m.Verdict)}
	o.Trick = m.Trick
	if m.Clicks != nil {
		clicks := make([][2]string, len(m.Clicks))
		for i, c := range m.Clicks {
			clicks[i] = [2]string{c.Square, acts[c.Act]}
		}
		o.Clicks = &clicks
	}
	if !m.Ended {
		o.Position, o.Index = &m.Text, orNull(m.Index, m.Stored)
	}
	if m.Replies != nil {
		o.Replies = countsJSON(m.Replies, func(r Reply) (Verdict, uint64) { return r.Verdict, r.Results })
	}
	return o
}

// Shape implements [Shaped].
func (m Move) Shape() any { return m.object() }

// MarshalJSON writes an element of the moves object.
func (m Move) MarshalJSON() ([]byte, error) { return marshal(m.object()) }

// lineObject is the line object.
type lineObject struct {
	Position string   `json:"position"`
	Value    string   `json:"value"`
	Moves    []string `json:"moves"`
	Keeps    []int    `json:"keeps,omitempty" doc:"The turns, counted from 0, after which the same player moves again."`
	Open     bool     `json:"open,omitempty" doc:"The line is cut before the end of the game: at a repeated position, after 200 turns, or where no move is known."`
	End      string   `json:"end" enum:"win,loss,draw,solvable,unsolvable,unknown"`
	Score    *int     `json:"score,omitempty" doc:"In games of expected scores: the score at the end of the likeliest course, for the player to move in the position."`
}

// Shape implements [Shaped].
func (l Line) Shape() any {
	return lineObject{l.Text, l.Verdict.String(), l.Moves, l.Keeps, l.Cut || l.Repeats >= 0, l.Verdict.Kind.Word(l.End), l.Score}
}

// MarshalJSON writes the line object.
func (l Line) MarshalJSON() ([]byte, error) { return marshal(l.Shape()) }

// statsObject is the stats object.
type statsObject struct {
	Game         string         `json:"game"`
	Positions    uint64         `json:"positions"`
	Values       *Counts        `json:"values" doc:"null where a file is used in place."`
	PositionsAll *uint64        `json:"positions_all" doc:"Symmetric twins counted."`
	ValuesAll    *valueCounts   `json:"values_all"`
	Start        *Answer        `json:"start"`
	LongestWin   *longestObject `json:"longest_win"`
	SHA256       *string        `json:"table_sha256"`
	Verified     *kv.Verified   `json:"verified,omitempty" doc:"Left out if the table was not verified."`
	MaxPhase     int            `json:"max_phase,omitempty"`
	Error        float64        `json:"error,omitempty" doc:"In games of chance: the proven greatest half-width of a value."`
	Known        *uint64        `json:"known_positions,omitempty"`
	KnownRanges  string         `json:"known,omitempty"`
	File         string         `json:"file,omitempty"`
	Findings
}

type longestObject struct {
	Value    string `json:"value"`
	Index    uint64 `json:"index"`
	Position string `json:"position"`
}

// Shape implements [Shaped].
func (s Stats) Shape() any {
	v := statsObject{Game: s.Game, Positions: s.Positions, Start: s.Start, MaxPhase: s.MaxPhase, Error: s.Error, Findings: s.Findings}
	if s.PositionsAll > 0 || s.Positions == 0 {
		v.PositionsAll = &s.PositionsAll
	}
	if s.InPlace != nil {
		v.Known, v.KnownRanges, v.File = new(s.InPlace.Known.Count()), s.InPlace.Known.String(), s.InPlace.Path
		return v
	}
	if v.Verified = s.Verified; s.SHA256 != "" {
		v.SHA256 = &s.SHA256
	}
	v.Values = &s.Counts
	v.ValuesAll = countsJSON(s.Counts, func(c Count) (Verdict, uint64) { return c.Verdict, c.All })
	if w := s.LongestWin; w != nil {
		v.LongestWin = &longestObject{w.Verdict.String(), w.Index, w.Text}
	}
	return v
}

// MarshalJSON writes the stats object.
func (s Stats) MarshalJSON() ([]byte, error) { return marshal(s.Shape()) }

// Findings are the parts of statistics that are counted only on request.
type Findings struct {
	// Playouts counts the complete games; nil unless [count.Games] was called.
	Playouts *count.Playouts `json:"playouts,omitempty"`
	// Branching counts the moves of positions; nil unless [DB.Branching] was called.
	Branching *Branching `json:"branching,omitempty"`
	// Sections has the counts of the parts of the table; nil unless [Sections] was called.
	Sections []SectionCounts `json:"sections,omitempty"`
	// Reachable counts the stored positions that play from the start can reach; nil unless
	// [Reachable] was called.
	Reachable *SectionCounts `json:"reachable,omitempty"`
	// FirstMoves counts the moves of the start by outcome; nil unless [CountFirstMoves] was called.
	FirstMoves *FirstMoves `json:"first_moves,omitempty"`
	// Starts has the values of the positions with which a game without a single start can begin;
	// nil unless a file next to the table has them ([SaveStarts]).
	Starts *Starts `json:"starts,omitempty"`
	// Turns describes perfect play of a game of chance; nil unless [DB.Turns] was called.
	Turns *Turns `json:"turns,omitempty"`
	// Samples are random positions of each value; nil unless [DB.Samples] was called.
	Samples []Answer `json:"samples,omitempty"`
}

// startsObject is the values of the starts of a game, for the player who moves first.
type startsObject struct {
	What   string `json:"what"`
	Count  uint64 `json:"count"`
	Values Counts `json:"values"`
	Won    uint64 `json:"won"`
	AtOnce uint64 `json:"won_at_once"`
	Drawn  uint64 `json:"drawn"`
	Lost   uint64 `json:"lost"`
	Value  string `json:"value"`
}

// Shape implements [Shaped].
func (s Starts) Shape() any {
	return startsObject{s.What, s.Count(), s.Values, s.Of(engine.Win), s.AtOnce(), s.Of(engine.Draw), s.Of(engine.Loss), s.Value.String()}
}

// MarshalJSON writes the number of starts with each value, and the number won by each player.
func (s Starts) MarshalJSON() ([]byte, error) { return marshal(s.Shape()) }

// valueCounts is the JSON of counts by value, in the order of the values.
type valueCounts struct{ json.RawMessage }

// Shape implements [Shaped].
func (valueCounts) Shape() any { return map[string]uint64{} }

// Shape implements [Shaped].
func (Counts) Shape() any { return map[string]uint64{} }

// MarshalJSON writes the stored positions by value.
func (c Counts) MarshalJSON() ([]byte, error) {
	return countsJSON(c, func(c Count) (Verdict, uint64) { return c.Verdict, c.Positions }).RawMessage, nil
}

// countsJSON writes counts as an object in which the values are names, in their order.
func countsJSON[T any](list []T, of func(T) (Verdict, uint64)) *valueCounts {
	b := []byte{'{'}
	for i, c := range list {
		if i > 0 {
			b = append(b, ',')
		}
		v, n := of(c)
		text := v.String()
		if v.Known && v.Kind.Uncertain() {
			text = v.Kind.BucketText(v.Kind.Bucket(v.Value))
		}
		b = strconv.AppendQuote(b, text) // letters, digits and signs: nothing to escape
		b = strconv.AppendUint(append(b, ':'), n, 10)
	}
	return &valueCounts{append(b, '}')}
}
