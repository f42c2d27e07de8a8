package query

import (
	"math"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

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
