package query

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Roll is a roll at a position of a game of chance, with the moves that it allows, best first.
type Roll struct {
	Name        string
	Probability float64
	Moves       []RollMove
}

// RollMove is a move that a roll allows.
type RollMove struct {
	Move
	Keeps bool // the same player moves next
	// Gain is the points that the move earns at once, in games of expected scores. Doubles means that the value of the
	// next position counts twice.
	Gain    int
	Doubles bool
	Cost    float64 // the value of the best move less that of this one: a probability, or points
}

// half returns the proven half-width of the values of the slice of an index; 0 in other games.
func (db *source) half(i uint64) float64 {
	if !db.kind.Uncertain() || db.table == nil {
		return 0
	}
	return db.table.Header().Slices[engine.SliceOf(db.game.Slices(), i)].Error
}

// rolled returns the moves of a position of a game of chance by the position that they lead to; nil in other
// games. The same position has the same player to move, whatever the roll. Where rolls earn different
// points for it, it is the move that [engine.Notation] shows, the first of the shortest.
func (j judge) rolled(p engine.Position) map[engine.Position]*engine.RollTurn {
	if !j.kind.Uncertain() {
		return nil
	}
	turns := map[engine.Position]*engine.RollTurn{}
	shown := map[engine.Position]string{}
	for _, roll := range j.game.Parts().Dice.Rolls(p) {
		for n := range roll.Turns {
			t := &roll.Turns[n]
			text := roll.Text(t)
			if have, ok := shown[t.To]; !ok || text == j.played || have != j.played && (len(text) < len(have) || len(text) == len(have) && text < have) {
				turns[t.To], shown[t.To] = t, text
			}
		}
	}
	return turns
}

// rolledBack converts v, for the player to move after a turn of a game of chance, to the worth of the turn
// for the player who made it.
func (v Verdict) rolledBack(t *engine.RollTurn, dice *engine.Dice) Verdict {
	if v.Known {
		x := dice.Worth(&fast.RollMove{Gain: int32(t.Gain), Keeps: t.Keeps, Doubles: t.Doubles}, v.Kind.Float(v.Value))
		v.Value = v.Kind.FromFloat(x)
	}
	return v
}

// rolls returns the rolls at a position. moves has the values of its moves.
func (db *DB) rolls(p engine.Position, moves []Move) []Roll {
	dice := db.game.Parts().Dice
	if dice == nil {
		return nil
	}
	known, shown := map[engine.Position]Move{}, db.judge().rolled(p)
	for _, m := range moves {
		known[m.To] = m
	}
	list := []Roll{}
	for _, roll := range dice.Rolls(p) {
		r := Roll{Name: roll.Name, Probability: float64(roll.Weight) / float64(dice.Sum), Moves: []RollMove{}}
		for _, t := range roll.Turns {
			m := known[t.To]
			m.Turn, m.Also = t.Turn, nil
			if more := t.Gain - shown[t.To].Gain; more != 0 && m.Verdict.Known { // this roll earns other points
				m.Verdict.Value = db.kind.FromFloat(db.kind.Float(m.Verdict.Value) + float64(more))
			}
			r.Moves = append(r.Moves, RollMove{Move: m, Keeps: t.Keeps, Gain: t.Gain, Doubles: t.Doubles})
		}
		slices.SortStableFunc(r.Moves, func(a, b RollMove) int { return db.judge().order(a.Verdict, b.Verdict) })
		for n := range r.Moves {
			best, m := r.Moves[0].Verdict, &r.Moves[n]
			m.Cost = db.kind.Float(best.Value) - db.kind.Float(m.Verdict.Value)
		}
		list = append(list, r)
	}
	return list
}

// likely returns the likeliest course from p: always the likeliest roll, of equal ones the first, and the
// best move that it allows; rolls whose best move leads back to a position of the course come last. It
// ends with the game, or after 200 turns.
func (db *DB) likely(ctx context.Context, p engine.Position, line Line) (Line, error) {
	line.End = engine.Unknown
	turned := false       // the opponent of the first mover moves
	points, stake := 0, 1 // of the first mover, in games of expected scores; what a point counts
	type place struct {
		at     engine.Position
		turned bool
	}
	seen := map[place]bool{{p, false}: true}
	for len(line.Moves) < maxDrawnLine {
		m, err := db.Moves(ctx, p, false)
		if err != nil {
			return line, fmt.Errorf("line from %s: %w", line.Text, err)
		}
		if len(m.Rolls) == 0 {
			if v, ok := db.game.Finished(p); ok {
				line.finish(v, turned, points, stake)
			}
			return line, nil
		}
		var roll *Roll
		again := true // roll leads back
		for n := range m.Rolls {
			r := &m.Rolls[n]
			best := r.Moves[0]
			back := !best.Ended && (seen[place{best.To, turned != !best.Keeps}] || best.To == p)
			if roll == nil || again && !back || again == back && r.Probability > roll.Probability {
				roll, again = r, back
			}
		}
		best := roll.Moves[0]
		line.add(roll.Name+":"+best.Turn, best.Keeps)
		if best.Ended {
			line.finish(best.Verdict.Value, turned, points, stake)
			return line, nil
		}
		if turned {
			best.Gain = -best.Gain
		}
		points += stake * best.Gain
		if best.Doubles {
			stake *= 2
		}
		turned = turned != !best.Keeps
		p = best.To
		seen[place{p, turned}] = true
	}
	line.Cut = true
	return line, nil
}

// finish sets the result of a course of a game of chance that ends with v for the mover or, turned, for the
// opponent, of whose scores each point counts stake. Before that the first mover had points.
func (l *Line) finish(v engine.Value, turned bool, points, stake int) {
	kind := l.Verdict.Kind
	x := kind.Float(v) * float64(stake)
	if kind.Outcome(v) == engine.Likely {
		x -= 0.5
	}
	if turned {
		x = -x
	}
	if x += float64(points); kind.Outcome(v) != engine.Likely {
		score := int(math.Round(x))
		l.Score = &score
	}
	switch {
	case x > 0:
		l.End = engine.Win
	case x < 0:
		l.End = engine.Loss
	default:
		l.End = engine.Draw
	}
}

// turnValues are the values of the places within a turn, for the player who moves there.
type turnValues struct {
	owner  uint64    // the stored position where the turn begins
	values []float64 // none: not computed
	half   float64   // their proven half-width
}

// within returns the value of a position within a turn of several rolls, which is not stored, or false for
// other positions. It computes those of the whole turn, unless t has them.
func (j judge) within(p engine.Position, t *turnValues) (v Verdict, ok bool, err error) {
	dice := j.game.Parts().Dice
	if dice == nil || dice.Within == nil {
		return v, false, nil
	}
	index, ok := dice.Within(p)
	if !ok {
		return v, false, nil
	}
	index -= j.game.Size()
	if owner := index / dice.Places; t.values == nil || t.owner != owner {
		if *t, err = j.turnAt(dice, owner); err != nil {
			return v, true, err
		}
	}
	return Verdict{j.kind, j.kind.FromFloat(t.values[index%dice.Places]), true}, true, nil
}

// turnAt computes the values of all places of a turn. Those of moves that leave it are stored.
func (j judge) turnAt(dice *engine.Dice, owner uint64) (t turnValues, err error) {
	t = turnValues{owner: owner, half: j.half(owner)}
	base, roller := j.game.Size()+owner*dice.Places, j.game.NewScratch().Roller
	var rolls fast.Rolls
	for k := range dice.Places {
		roller.Roll(&rolls, base+k)
		mean := 0.0
		for n, weight := range rolls.Weights {
			best := math.Inf(-1)
			for _, m := range rolls.Of(n) {
				x := 0.0
				if m.To-base < k {
					x = t.values[m.To-base]
				} else if m.End == 0 {
					v, err := j.stored(m.To)
					if err != nil {
						return t, err
					}
					x = j.kind.Float(v.Value)
				}
				best = max(best, dice.Worth(&m, x))
			}
			mean += best * float64(weight)
		}
		t.values = append(t.values, mean/float64(dice.Sum))
		// Each gain, product, sum and quotient is off by a relative 2^-53 at most.
		t.half += float64(len(rolls.Weights)+3) * 0x1p-53 * float64(max(dice.Bound, 1))
	}
	return t, nil
}
