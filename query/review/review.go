package review

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// Class is the class of a move.
type Class string

const (
	Best    Class = "best"
	Inexact Class = "inexact" // the outcome is kept, but in more plies, or with fewer points
	Blunder Class = "blunder" // the outcome gets worse
	Unclear Class = "unknown" // the table lacks a value
)

// Step is a move of a game with its judgement.
type Step struct {
	Turn     string        `json:"move"`
	By       int           `json:"by" doc:"1 or 2: the player who moved; 1 moves first in the record."`
	Position string        `json:"position" doc:"Before the move."`
	Value    query.Verdict `json:"value" doc:"The value of that position for the player to move."`
	Plies    query.Plies   `json:"plies,omitzero" doc:"Its remoteness."`
	Moved    query.Verdict `json:"moved" doc:"What the move is worth to the player who made it."`
	Left     query.Plies   `json:"left,omitzero" doc:"The plies from that position to the end with this move."`
	Class    Class         `json:"class" enum:"best,inexact,blunder,unknown"`
	Cost     int           `json:"cost" doc:"1: a win became a draw, or a draw a loss; 2: a win became a loss."`
	Lost     int           `json:"lost,omitempty" doc:"The points given away in a game of scores; else the plies by which a win comes later or a loss sooner."`
	Best     string        `json:"best,omitempty" doc:"A best move, where the move was a blunder."`

	key string // the same for twins
}

// Side is the sum of the moves of a player.
type Side struct {
	Player   string   `json:"player,omitempty"`
	Turns    int      `json:"turns"`
	Best     int      `json:"best"`
	Inexact  int      `json:"inexact"`
	Blunders int      `json:"blunders"`
	Cost     int      `json:"cost"`
	Lost     int      `json:"lost" doc:"Plies or points, as in the moves."`
	AtRisk   int      `json:"at_risk" doc:"The moves in positions that were not lost."`
	Accuracy *float64 `json:"accuracy,omitempty" doc:"The percentage of these without a blunder; absent if there are none."`
}

// Review is a judged game.
type Review struct {
	Game     string  `json:"game"`
	File     string  `json:"file,omitempty"`
	Number   int     `json:"number" doc:"The number of the game in the file."`
	Position string  `json:"position" doc:"Where it begins."`
	Steps    []Step  `json:"steps"`
	Sides    [2]Side `json:"sides"`
	End      string  `json:"end" doc:"The position after the last move; empty if the move ended the game."`
	Result   string  `json:"result" enum:"first,second,draw,open" doc:"Who won; open: the record stops before the end."`
	Error    string  `json:"error,omitempty" doc:"Why the record ends here: the next turn is illegal, or the position is."`
}

// Judge judges the moves of a game. It stops at the first turn that the game refuses, and says so
// in Error. With best it names a best move for each blunder, which lists all moves there.
func Judge(ctx context.Context, db *query.DB, g Game, best bool) (*Review, error) {
	if err := engine.TwoPlayers(db.Game(), "a review"); err != nil {
		return nil, err
	}
	r := &Review{Game: db.Game().Spec().String(), File: g.File, Number: g.Number, Steps: []Step{}, Result: "open"}
	r.Sides[0].Player, r.Sides[1].Player = g.Players[0], g.Players[1]
	p, err := begin(db, g)
	if engine.IsInput(err) {
		r.Error = err.Error()
		return r, nil
	} else if err != nil {
		return nil, err
	}
	at, err := db.Value(p)
	if err != nil {
		return nil, err
	}
	r.Position, r.End = at.Text, at.Text
	by := 1
	for i, turn := range g.Turns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m, err := play(db, p, turn)
		if engine.IsInput(err) {
			r.Error = fmt.Sprintf("line %d, turn %d: %v", g.Lines[i], i+1, err)
			break
		} else if err != nil {
			return nil, err
		}
		s := judge(at, m)
		s.By = by
		if s.Class == Blunder && best {
			if s.Best, err = bestTurn(ctx, db, p); err != nil {
				return nil, err
			}
		}
		r.Steps = append(r.Steps, s)
		r.Sides[by-1].add(s, at.Verdict)
		r.End = m.Text
		if m.Ended {
			r.Result = winner(m.Verdict, by)
			if i+1 < len(g.Turns) {
				r.Error = fmt.Sprintf("line %d, turn %d: the game is over before %q", g.Lines[i+1], i+2, g.Turns[i+1])
			}
			break
		}
		if !engine.KeepsTurn(db.Game(), p, m.To) {
			by = 3 - by
		}
		p = m.To
		if at, err = db.Value(p); err != nil {
			return nil, err
		}
	}
	if _, over := db.Game().Finished(p); r.Result == "open" && (over || len(db.Game().AppendResults(nil, p)) == 0) {
		r.Result = winner(at.Verdict, by)
	}
	r.Sides[0].share()
	r.Sides[1].share()
	return r, nil
}

// begin returns the position that a game begins with.
func begin(db *query.DB, g Game) (engine.Position, error) {
	if g.Position != "" {
		return db.Parse(g.Position)
	}
	if p, ok := db.Game().Start(); ok {
		return p, nil
	}
	return nil, engine.InputErrorf("%s has no single start: want a line \"position: POSITION\" before the turns", db.Game().Spec().Name())
}

// play plays a turn, which may have the number of the move before it and marks after it.
func play(db *query.DB, p engine.Position, turn string) (query.Move, error) {
	m, err := db.Play(p, turn)
	if bare := plain(turn); engine.IsInput(err) && bare != turn && bare != "" {
		m, err = db.Play(p, bare)
	}
	return m, err
}

// winner returns the result of a finished game from a value for a player.
func winner(v query.Verdict, by int) string {
	switch v.Result() {
	case engine.Win:
	case engine.Loss:
		by = 3 - by
	default:
		return "draw"
	}
	return [...]string{"first", "second"}[by-1]
}

// rank orders outcomes.
var rank = map[engine.Outcome]int{engine.Loss: 0, engine.Draw: 1, engine.Win: 2}

// judge compares a move with the value of the position before it.
func judge(at query.Answer, m query.Move) Step {
	s := Step{Turn: m.Turn, Position: at.Text, Value: at.Verdict, Plies: query.PliesOf(at.Verdict), Moved: m.Verdict, Left: query.PliesOf(m.Verdict), Class: Unclear, key: at.Text}
	if at.Stored {
		s.key = fmt.Sprint("#", at.Index)
	}
	if !at.Verdict.Known || !m.Verdict.Known {
		return s
	}
	s.Cost = max(0, rank[at.Verdict.Result()]-rank[m.Verdict.Result()])
	switch {
	case query.Compare(at.Verdict, m.Verdict) >= 0:
		s.Class = Best
	case s.Cost > 0:
		s.Class = Blunder
	default:
		s.Class = Inexact
	}
	switch kind := at.Verdict.Kind; {
	case at.Verdict.Outcome() == engine.Scored:
		s.Lost = kind.Points(at.Verdict.Value) - kind.Points(m.Verdict.Value)
	case s.Class == Inexact:
		before, _ := at.Verdict.Plies()
		after, _ := m.Verdict.Plies()
		s.Lost = max(before-after, after-before)
	}
	return s
}

// bestTurn returns a best turn at p.
func bestTurn(ctx context.Context, db *query.DB, p engine.Position) (string, error) {
	all, err := db.Moves(ctx, p, false)
	if err != nil || len(all.Moves) == 0 {
		return "", err
	}
	return all.Moves[0].Turn, nil
}

// add adds a move in a position of a value.
func (s *Side) add(step Step, value query.Verdict) {
	s.Turns++
	s.Cost += step.Cost
	s.Lost += step.Lost
	switch step.Class {
	case Best:
		s.Best++
	case Inexact:
		s.Inexact++
	case Blunder:
		s.Blunders++
	}
	if step.Class != Unclear && value.Result() != engine.Loss {
		s.AtRisk++
	}
}

// share sets the accuracy.
func (s *Side) share() {
	if s.AtRisk > 0 {
		s.Accuracy = new(math.Round(1000*float64(s.AtRisk-s.Blunders)/float64(s.AtRisk)) / 10)
	}
}

// Height places a value for the first player between -1, his loss at once, and 1, his win at once:
// the quicker a win or loss in up to most plies, the farther out. Draws are at 0. Scores count
// by their share of most points.
func Height(v query.Verdict, by, most int) float64 {
	h := 0.0
	if n, ok := v.Plies(); ok {
		if h = 1 - 0.75*float64(n)/float64(max(most, 1)); v.Outcome() == engine.Loss {
			h = -h
		}
	} else if v.Outcome() == engine.Scored {
		h = float64(v.Kind.Points(v.Value)) / float64(max(most, 1))
	}
	if by == 2 {
		h = -h
	}
	return max(-1, min(1, h))
}

// Graph returns the heights of the game, from the position that it begins with to the end: that of
// every position, and the value of the last move.
func (r *Review) Graph() []float64 {
	most := 1
	for _, s := range r.Steps {
		for _, v := range []query.Verdict{s.Value, s.Moved} {
			if n, ok := v.Plies(); ok {
				most = max(most, n)
			} else if v.Outcome() == engine.Scored {
				most = max(most, v.Kind.Points(v.Value), -v.Kind.Points(v.Value))
			}
		}
	}
	var heights []float64
	for i, s := range r.Steps {
		heights = append(heights, Height(s.Value, s.By, most))
		if i == len(r.Steps)-1 {
			heights = append(heights, Height(s.Moved, s.By, most))
		}
	}
	return heights
}

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
