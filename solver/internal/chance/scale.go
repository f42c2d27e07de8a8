package chance

import (
	"math"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// Scale says what the numbers of a solve mean. A number u, 0 ≤ u ≤ Top, stands for (u-Bias)·2^-Shift. For
// the opponent it is Top-u. All arithmetic is that of whole numbers, so that every machine gets the same
// values, and bounds round outwards without help of the processor.
type Scale struct {
	Top, Bias uint64
	Shift     int
	Doubles   bool // moves may double values: the low bits of a number tell its half-width ([tag])
}

// ScaleOf returns the scale of a game of chance.
func ScaleOf(kind engine.Kind, d *engine.Dice) Scale {
	if kind.Outcome(0) == engine.Likely {
		return Scale{Top: 1 << 62, Shift: 62}
	}
	shift := 61 - bits.Len64(uint64(d.Bound))
	return Scale{uint64(2*d.Bound) << shift, uint64(d.Bound) << shift, shift, d.Doubles}
}

// Float returns the float64 that is nearest to a number's meaning.
func (s Scale) Float(u uint64) float64 {
	if s.Doubles {
		u &^= tags - 1
	}
	return math.Ldexp(float64(int64(u-s.Bias)), -s.Shift)
}

// Width returns the meaning of a difference of numbers below 2^53.
func (s Scale) Width(d uint64) float64 { return math.Ldexp(float64(d), -s.Shift) }

// round returns the number nearest to u that a float64 holds exactly. It differs by rounding at most.
func (s Scale) round(u uint64) uint64 {
	return min(uint64(int64(float64(int64(u-s.Bias))))+s.Bias, s.Top)
}

// rounding is an upper bound on the difference between a number and its [Scale.round]. Numbers have 62 bits.
const rounding = 1 << 8

// of returns the number of a result: 1 for a win, 0 for a draw, -1 for a loss, or a score.
func (s Scale) of(kind engine.Kind, ends engine.Ends, score int) uint64 {
	switch {
	case kind.Outcome(0) == engine.Average:
		return s.Bias + uint64(int64(score))<<s.Shift
	case ends&(engine.IsWon|engine.WinsNow) != 0:
		return s.Top
	case ends&(engine.IsDrawn|engine.DrawsNow) != 0:
		return s.Top / 2
	}
	return 0
}

// plus returns u with a gain in points, within the scale.
func (s Scale) plus(u uint64, gain int32) uint64 {
	sum := int64(u) + int64(gain)<<s.Shift
	return uint64(min(max(sum, 0), int64(s.Top)))
}

// twice returns the number of a value that counts twice, within the scale.
func (s Scale) twice(u uint64) uint64 {
	return uint64(min(max(2*int64(u)-int64(s.Bias), 0), int64(s.Top)))
}

// mean divides the sum of weighted numbers by the sum of the weights.
type mean struct {
	sum   uint64 // of the weights
	shift uint   // its logarithm, if it is a power of two
	power bool
}

func meanOf(sum uint64) mean {
	return mean{sum, uint(bits.TrailingZeros64(sum)), sum&(sum-1) == 0}
}

// down returns the quotient rounded down. It is below 2^63.
func (m *mean) down(high, low uint64) uint64 {
	if m.power {
		return high<<(64-m.shift) | low>>m.shift
	}
	q, _ := bits.Div64(high, low, m.sum)
	return q
}

// up returns the quotient rounded up, or 1 more.
func (m *mean) up(high, low uint64) uint64 {
	low, carry := bits.Add64(low, m.sum-1, 0)
	return m.down(high+carry, low)
}

// near returns the quotient rounded to the nearest number.
func (m *mean) near(high, low uint64) uint64 {
	low, carry := bits.Add64(low, m.sum/2, 0)
	return m.down(high+carry, low)
}
