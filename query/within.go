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
	base, roller, kind := j.game.Size()+owner*dice.Places, j.game.NewScratch().Roller, j.kind.WithPrecision(64)
	var rolls fast.Rolls
	for k := range dice.Places {
		roller.Roll(&rolls, base+k)
		mean := 0.0
		for n, weight := range rolls.Weights {
			best := math.Inf(-1)
			for _, m := range rolls.Of(n) {
				v := Verdict{kind, 0, true}
				if m.To-base < k {
					v.Value = kind.FromFloat(t.values[m.To-base])
				} else if m.End != 0 {
					v.Value = kind.FromFloat(map[engine.Ends]float64{engine.LosesNow: 1, engine.DrawsNow: 0.5}[m.End])
				} else if stored, err := j.stored(m.To); err != nil {
					return t, err
				} else {
					v.Value = kind.FromFloat(j.kind.Float(stored.Value))
				}
				if v, err = v.rolledBack(&engine.RollTurn{Gain: int(m.Gain), Keeps: m.Keeps && m.End == 0}, 0); err != nil {
					return t, err
				}
				best = max(best, kind.Float(v.Value))
			}
			mean += best * float64(weight)
		}
		t.values = append(t.values, mean/float64(dice.Sum))
		// Each gain, product, sum and quotient is off by a relative 2^-53 at most.
		t.half += float64(len(rolls.Weights)+3) * 0x1p-53 * float64(max(dice.Bound, 1))
	}
	return t, nil
}
