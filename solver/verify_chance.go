package solver

import (
	"context"
	"math"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// checkChance checks the values of a game of chance.
//
// In a table of 64 bits a check of all positions is a proof. The bounds of a position are its value plus
// and minus the error of its slice. New bounds follow from those of the next positions, from the last
// position to the first, rounded outwards. If none is wider than before after some rounds, the bounds
// hold: play leaves every slice with probability one, which the solver proved and the game declares, so
// that the values of the rules alone satisfy them.
//
// Where moves double values, the error of a slice would double again with every slice. All its slices are
// layers: bounds of a position then follow from those of the positions behind, not from their errors.
//
// In a sample, and in tables of fewer bits, whose errors are too large for that, the check is that the mean
// of the best moves differs from the value by no more than the errors of both. All right values pass.
func (v *verification) checkChance(ctx context.Context, room uint64) error {
	f := &odds{verification: v, dice: v.game.Parts().Dice, top: 1 << oddsBits}
	if v.kind.Outcome(0) == engine.Average {
		f.bias = uint64(f.dice.Bound)
		f.unit = oddsBits - 1 - bits.Len64(f.bias)
		f.top = 2 * f.bias << f.unit
	} else {
		f.unit = oddsBits
	}
	if v.chosen != nil || v.kind.Width() < 8 {
		return v.eachPosition(ctx, func(w *crew.Worker, i uint64) (VerifyFailure, bool, error) {
			if v.chosen != nil {
				i = v.chosen[i]
			}
			return f.agrees(w, i)
		})
	}
	largest := uint64(0)
	for _, sl := range v.slices {
		largest = max(largest, sl.Size)
	}
	if f.dice.Doubles {
		largest = v.size
	}
	if need := 8*v.size + 16*largest; need > room {
		return engine.InputErrorf("to verify all of %s takes at least %d MiB of memory, and the budget is %d MiB",
			v.game.Spec(), (v.options.Memory+need-room)>>20+1, v.options.Memory>>20)
	}
	order, err := budget.Order(v.slices)
	if err != nil {
		return err
	}
	if err := f.load(); err != nil {
		return err
	}
	for _, number := range order {
		if err := f.prove(ctx, number); err != nil {
			return err
		}
	}
	return nil
}

// oddsBits is the number of bits of the numbers of a verification: a chance of one is 1<<oddsBits.
const oddsBits = 62

// odds checks the values of a game of chance in whole numbers, apart from how the solver computes them.
type odds struct {
	*verification
	dice      *engine.Dice
	top, bias uint64
	unit      int
	all       []uint64    // the number of every position
	low, high []uint64    // bounds of the positions of the current slice, or of all where moves double values
	first     uint64      // the position of the first bounds
	places    [][2]uint64 // bounds of the places within the turn of the current position
	base      uint64      // the index of the first of them
	rolls     fast.Rolls
}

// convert returns the number of a value.
func (f *odds) convert(x float64) uint64 {
	return uint64(int64(math.Ldexp(x, f.unit)) + int64(f.bias)<<f.unit)
}

// load reads all values.
func (f *odds) load() error {
	f.all = pages.New[uint64](f.size)
	part := make([]byte, 8<<12)
	for first := uint64(0); first < f.size; first += 1 << 12 {
		n := min(1<<12, f.size-first)
		if err := f.table.ReadValues(part[:8*n], first); err != nil {
			return err
		}
		for o := range n {
			f.all[first+o] = f.convert(f.kind.Float(f.kind.ReadValue(part[8*o:])))
		}
	}
	return nil
}

// half returns the error of a slice as a number, rounded up.
func (f *odds) half(slice int) uint64 {
	return uint64(math.Ceil(math.Ldexp(f.table.Header().Slices[slice].Error, f.unit)))
}

// mean returns bounds of the value of a position from those of the next ones. value returns these. Bounds of
// places within the turn come first.
func (f *odds) mean(w *crew.Worker, i uint64, value func(i uint64) (low, high uint64)) (low, high uint64) {
	f.base, f.places = f.game.Size()+i*f.dice.Places, f.places[:0]
	for k := range f.dice.Places {
		low, high := f.meanAt(w, f.base+k, value)
		f.places = append(f.places, [2]uint64{low, high})
	}
	return f.meanAt(w, i, value)
}

// meanAt is mean of a position or a place.
func (f *odds) meanAt(w *crew.Worker, i uint64, value func(i uint64) (low, high uint64)) (low, high uint64) {
	f.rolls.Reset()
	ends := w.Scratch.Roller.Roll(&f.rolls, i)
	if len(f.rolls.Weights) == 0 {
		low = f.ended(ends)
		if w.Score != nil && i < f.game.Size() {
			low = f.convert(float64(w.Score(i)))
		}
		return low, low
	}
	var sums [2][2]uint64
	for n, weight := range f.rolls.Weights {
		var best [2]uint64
		for _, m := range f.rolls.Of(n) {
			var a, b uint64
			if m.End != 0 {
				a = f.ended(m.End)
				b = a
			} else {
				if k := m.To - f.base; k < uint64(len(f.places)) {
					a, b = f.places[k][0], f.places[k][1]
				} else {
					a, b = value(m.To)
				}
				if !m.Keeps {
					a, b = f.top-b, f.top-a
				}
				if m.Doubles {
					a, b = f.within(2*int64(a)-int64(f.top/2)), f.within(2*int64(b)-int64(f.top/2))
				}
				gain := int64(m.Gain) << f.unit
				a, b = f.within(int64(a)+gain), f.within(int64(b)+gain)
			}
			best[0], best[1] = max(best[0], a), max(best[1], b)
		}
		for k := range best {
			h, l := bits.Mul64(best[k], uint64(weight))
			var carry uint64
			sums[k][1], carry = bits.Add64(sums[k][1], l, 0)
			sums[k][0] += h + carry
		}
	}
	low, _ = bits.Div64(sums[0][0], sums[0][1], f.dice.Sum)
	high, rest := bits.Div64(sums[1][0], sums[1][1], f.dice.Sum)
	if rest > 0 {
		high++
	}
	return low, high
}

func (f *odds) within(x int64) uint64 { return uint64(min(max(x, 0), int64(f.top))) }

// ended returns the number of an end.
func (f *odds) ended(ends engine.Ends) uint64 {
	switch {
	case ends&(engine.WinsNow|engine.IsWon) != 0:
		return f.top
	case ends&(engine.DrawsNow|engine.IsDrawn) != 0:
		return f.top / 2
	}
	return 0
}

// proofRounds is the number of rounds after which bounds must not be wider than at first.
const proofRounds = 32

// prove checks the bounds of a slice.
func (f *odds) prove(ctx context.Context, number int) error {
	sl := f.slices[number]
	half := f.half(number)
	if f.dice.Doubles { // bounds of positions behind exits, from their own moves: those of the slice would be doubled again and again
		if f.low == nil {
			f.low, f.high = pages.New[uint64](f.size), pages.New[uint64](f.size)
		}
	} else {
		f.low, f.high, f.first = pages.New[uint64](sl.Size), pages.New[uint64](sl.Size), sl.First
	}
	bounds := func(i uint64, half uint64) (low, high uint64) {
		u := f.all[i]
		return u - min(half, u), min(u+half, f.top)
	}
	for o := range sl.Size {
		f.low[sl.First+o-f.first], f.high[sl.First+o-f.first] = bounds(sl.First+o, half)
	}
	value := func(i uint64) (low, high uint64) {
		if i-sl.First < sl.Size || f.dice.Doubles {
			return f.low[i-f.first], f.high[i-f.first]
		}
		return bounds(i, f.half(engine.SliceOf(f.slices, i)))
	}
	var failures []VerifyFailure
	counted := uint64(0) // the halves of positions that progress knows: those of the first round are half of all
	for round := range proofRounds {
		failures = failures[:0]
		for o := sl.Size; o > 0; o-- {
			i := sl.First + o - 1
			if i&1023 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if part := uint64(1<<20) >> round; i&(1<<20-1) == 0 {
				counted += part
				f.add(0, part, nil)
			}
			low, high := f.mean(f.crew.Workers[0], i, value)
			if first, last := bounds(i, half); low < first || high > last {
				middle := math.Ldexp(float64(int64(low/2+high/2)-int64(f.bias)<<f.unit), -f.unit)
				failures = append(failures, VerifyFailure{Index: i, Computed: f.kind.FromFloat(middle)})
			}
			f.low[i-f.first], f.high[i-f.first] = low, high
		}
		if len(failures) == 0 {
			break
		}
	}
	f.add(sl.Size, 2*sl.Size-counted, failures)
	return nil
}

// agrees compares the value of position i with the mean of its best moves.
func (f *odds) agrees(w *crew.Worker, i uint64) (VerifyFailure, bool, error) {
	at := odds{verification: f.verification, dice: f.dice, top: f.top, bias: f.bias, unit: f.unit}
	var failed error
	value := func(i uint64) (low, high uint64) {
		v, err := f.table.Get(i)
		if err != nil {
			failed = err
		}
		half := f.half(engine.SliceOf(f.slices, i)) + 1
		u := f.convert(f.kind.Float(v))
		return u - min(half, u), min(u+half, f.top)
	}
	low, high := at.mean(w, i, value)
	first, last := value(i)
	middle := math.Ldexp(float64(int64(low/2+high/2)-int64(f.bias)<<f.unit), -f.unit)
	return VerifyFailure{Index: i, Computed: f.kind.FromFloat(middle)}, low <= last && high >= first, failed
}
