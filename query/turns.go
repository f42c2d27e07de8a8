package query

import (
	"context"
	"fmt"
	"math"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Turns describes perfect play of a game of chance. A turn is one roll or draw, passed ones included; a
// decision without one, as on a doubling cube, counts none.
type Turns struct {
	Start float64 `json:"start" doc:"Expected turns from the start."`
	Error float64 `json:"error" doc:"A bound on the error of that, as a share of it."`
	Swing Swing   `json:"swing"`
}

// Swing is the roll that changes a value most. Values are for the player who rolls, who then plays best.
type Swing struct {
	Position string  `json:"position"`
	Roll     string  `json:"roll"`
	Before   Verdict `json:"before"`
	After    Verdict `json:"after"`
}

// Turns computes the expected number of turns of perfect play from the start, and the greatest swing of all
// positions. Of moves of equal stored values it takes the first. Memory, in bytes, bounds its tables: 16
// bytes for each stored position, and in the largest slice that moves stay in 12 more and 8 for each roll.
// It stops when ctx is done.
func (db *DB) Turns(ctx context.Context, memory uint64) (t Turns, err error) {
	size, dice := db.game.Size(), db.game.Parts().Dice
	start, _ := db.game.Start()
	first, ok := db.game.Index(start)
	switch {
	case dice == nil || dice.Places > 0 || db.table == nil || !ok || size > math.MaxUint32:
		return t, engine.InputErrorf("expected turns need a table of a game of chance with a start in which a turn is one roll, and %s is none", db.path)
	case 16*size > memory:
		return t, engine.InputErrorf("the expected turns of %s take at least %d MiB of memory, and the budget is %d MiB", db.spec, 16*size>>20+1, memory>>20)
	}
	c := &turnCount{DB: db, ctx: ctx, dice: dice, room: memory - 16*size, roller: db.game.NewScratch().Roller, done: make([]bool, len(db.game.Slices()))}
	c.values, c.turns = make([]float64, size), make([]float64, size)
	for e, err := range db.Values(ctx, 0) {
		if err != nil {
			return t, err
		}
		c.values[e.Index] = db.kind.Float(e.Verdict.Value)
	}
	for n := range c.done {
		if err := c.slice(n); err != nil {
			return t, fmt.Errorf("expected turns of %s: %w", db.spec, err)
		}
	}
	t.Start, t.Error = c.turns[first], c.residual+0x1p-40
	m, err := db.Moves(ctx, db.game.At(c.at), false)
	t.Swing = Swing{Position: m.Text, Before: m.Verdict, After: m.Verdict}
	change := func(v Verdict) float64 { return math.Abs(db.kind.Float(v.Value) - c.values[c.at]) }
	for _, r := range m.Rolls {
		if best := r.Moves[0].Verdict; change(best) > change(t.Swing.After) {
			t.Swing.Roll, t.Swing.After = r.Name, best
		}
	}
	return t, err
}

// turnCount computes expected turns.
type turnCount struct {
	*DB
	ctx      context.Context
	dice     *engine.Dice
	roller   fast.Roller
	rolls    fast.Rolls
	values   []float64 // of all positions
	turns    []float64 // expected turns of all positions
	done     []bool    // slices
	room     uint64    // bytes for the rolls of a slice
	residual float64   // the greatest so far
	at       uint64    // the position of the greatest swing so far
	wide     float64   // that swing
}

// bestRolls are consecutive positions with the best moves of their rolls that stay in the slice.
type bestRolls struct {
	fixed []float64 // what the other rolls and the turn itself add
	from  []uint32  // where the moves of a position begin
	moves []struct{ to, weight uint32 }
}

// slice computes the turns of a slice, after those of its exits.
//
// Let L be the true numbers and x others with x = 1 + Px + r, where P has the probabilities of the best moves.
// If no residual in r exceeds e, x lies between (1-e)L and (1+e)L: L solves the equation with 1, and the
// solution is monotone in it. So residuals bound the relative error.
func (c *turnCount) slice(number int) (err error) {
	if c.done[number] {
		return nil
	}
	c.done[number] = true
	sl := &c.game.Slices()[number]
	for _, e := range sl.Exits {
		if err := c.slice(e); err != nil {
			return err
		}
	}
	const unit = 4096
	var units []bestRolls // that of the last positions first
	used := uint64(0)
	for end := sl.Size; end > 0; end -= min(unit, end) {
		u := c.list(sl, end-min(unit, end), end)
		units = append(units, u)
		if used += 12*unit + 8*uint64(cap(u.moves)); used > c.room && !sl.Layer {
			return engine.InputErrorf("the rolls of the slice %s take more memory than the budget allows", sl.Name)
		}
		if err := context.Cause(c.ctx); err != nil {
			return err
		}
	}
	for change := math.Inf(1); err == nil && change > 0x1p-34; err = context.Cause(c.ctx) {
		change = c.sweep(sl, units, true)
	}
	c.residual = max(c.residual, c.sweep(sl, units, false))
	return err
}

// sweep computes new numbers from the last position to the first, and returns the greatest change. Without
// keep it leaves the numbers.
func (c *turnCount) sweep(sl *engine.Slice, units []bestRolls, keep bool) (change float64) {
	i := sl.First + sl.Size
	for _, u := range units {
		moves := u.moves
		for o := len(u.fixed) - 1; o >= 0; o-- {
			sum := 0.0
			for _, m := range moves[u.from[o]:] {
				sum += float64(m.weight) * c.turns[m.to]
			}
			i, moves = i-1, moves[:u.from[o]]
			x := u.fixed[o] + sum/float64(c.dice.Sum)
			if change = max(change, math.Abs(x-c.turns[i])); keep {
				c.turns[i] = x
			}
		}
	}
	return change
}

// list lists the best moves of positions of a slice.
func (c *turnCount) list(sl *engine.Slice, from, to uint64) (u bestRolls) {
	for i := sl.First + from; i < sl.First+to; i++ {
		c.roller.Roll(&c.rolls, i)
		u.from = append(u.from, uint32(len(u.moves)))
		fixed := 0.0
		if len(c.rolls.Weights) > 1 {
			fixed = 1
		}
		for n, weight := range c.rolls.Weights {
			best, move := math.Inf(-1), fast.RollMove{}
			for _, m := range c.rolls.Of(n) {
				if x := c.dice.Worth(&m, c.values[m.To]); x > best {
					best, move = x, m
				}
			}
			if wide := math.Abs(best - c.values[i]); wide > c.wide {
				c.wide, c.at = wide, i
			}
			if move.End == 0 && move.To-sl.First < sl.Size {
				u.moves = append(u.moves, struct{ to, weight uint32 }{uint32(move.To), weight})
			} else if move.End == 0 {
				fixed += c.turns[move.To] * float64(weight) / float64(c.dice.Sum)
			}
		}
		u.fixed = append(u.fixed, fixed)
	}
	return u
}
