package engine

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

// precisions are the kinds of games of chance by the bytes of a value.
var precisions = map[bool]map[int]Kind{
	false: {8: Chance, 4: Chance32, 2: Chance16},
	true:  {8: Expected, 4: Expected32, 2: Expected16},
}

// WithPrecision returns the kind whose values mean the same as those of k, a kind of games of chance, in
// 64, 32 or 16 bits.
func (k Kind) WithPrecision(bits int) Kind { return precisions[k.Outcome(0) == Average][bits/8] }

// Precision is the parameter of games of chance that says how wide their values are stored, in bits.
// [Spec.Word] has it, and [Kind.WithPrecision] takes it.
func Precision() Param {
	return Param{
		Name: "precision", Type: WordParam, Default: "64", Late: true, Canonical: OneOf("64", "32", "16"),
		Help: "bits of a stored value, 64, 32 or 16; fewer make a smaller table with a larger error",
	}
}

// KindOf returns the kind of a game of chance: k with the precision of the spec.
func (k Kind) KindOf(spec Spec) Kind {
	bits, _ := strconv.Atoi(spec.Word("precision"))
	return k.WithPrecision(bits)
}

// Uncertain reports whether values are probabilities or expected scores: the kinds of games of chance.
func (k Kind) Uncertain() bool { return k >= Chance && k <= Expected16 }

// chanceCoding returns the coding of probabilities in a number of bytes.
func chanceCoding(name string, width int) coding {
	c := coding{
		name: name, width: width, ends: WinsNow | DrawsNow | LosesNow | Over, outcome: func(Value) Outcome { return Likely },
		forms: "a probability such as 51.54%",
		about: strconv.Itoa(8*width) + " bits: the probability that the mover wins",
	}
	c.text = func(v Value) string {
		return strconv.FormatFloat(100*floatOf(c.outcome(v), width, v), 'f', 2, 64) + "%"
	}
	c.parse = func(s string) (Value, bool) {
		digits, percent := strings.CutSuffix(s, "%")
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil || !percent || !(x >= 0 && x <= 100) {
			return 0, false
		}
		return valueOf(Likely, width, x/100), true
	}
	return c
}

// expectedCoding returns the coding of expected scores in a number of bytes.
func expectedCoding(name string, width int) coding {
	c := coding{
		name: name, width: width, outcome: func(Value) Outcome { return Average },
		forms: "a number such as 254.5896",
		about: strconv.Itoa(8*width) + " bits: the score that the mover expects",
	}
	c.text = func(v Value) string {
		return strings.Replace(strconv.FormatFloat(floatOf(c.outcome(v), width, v), 'f', 4, 64), "-0.0000", "0.0000", 1)
	}
	c.parse = func(s string) (Value, bool) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > maxHalf {
			return 0, false
		}
		return valueOf(Average, width, x), true
	}
	return c
}

// fixed is the unit of a probability in 16 bits.
const fixed = 1<<16 - 1

// Float returns the probability, 0 to 1, or the expected score of a value of a game of chance.
func (k Kind) Float(v Value) float64 { return floatOf(k.Outcome(v), k.Width(), v) }

func floatOf(o Outcome, width int, v Value) float64 {
	switch {
	case width == 8:
		return math.Float64frombits(uint64(v))
	case width == 4:
		return float64(math.Float32frombits(uint32(v)))
	case o == Likely:
		return float64(v) / fixed
	}
	return halfFloat(uint16(v))
}

// FromFloat returns the value of a game of chance that is nearest to a probability or an expected score.
func (k Kind) FromFloat(x float64) Value { return valueOf(k.Outcome(0), k.Width(), x) }

func valueOf(o Outcome, width int, x float64) Value {
	x += 0 // no negative zero
	switch {
	case width == 8:
		return Value(math.Float64bits(x))
	case width == 4:
		return Value(math.Float32bits(float32(x)))
	case o == Likely:
		return Value(math.RoundToEven(min(max(x, 0), 1) * fixed))
	}
	return Value(halfBits(x))
}

// maxHalf is the greatest number that a float of 16 bits holds.
const maxHalf = 65504

// halfFloat returns the number that a float of 16 bits means.
func halfFloat(h uint16) float64 {
	sign := 1 - 2*float64(h>>15)
	exponent, fraction := int(h>>10&31), float64(h&1023)
	if exponent == 0 {
		return sign * math.Ldexp(fraction, -24)
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}

// halfBits returns the float of 16 bits that is nearest to x, at most [maxHalf].
func halfBits(x float64) uint16 {
	sign := uint16(0)
	if x < 0 {
		sign, x = 1<<15, -x
	}
	x = min(x, maxHalf)
	_, exponent := math.Frexp(x) // x < 2^exponent
	exponent = max(exponent, -13)
	steps := uint16(math.RoundToEven(math.Ldexp(x, 11-exponent))) // of 2^(exponent-11)
	if steps == 0 {
		return 0
	}
	return sign | uint16(exponent+13)<<10 + steps
}

// Bucket returns the number under which counts gather a value: the value itself, or in games of chance
// the whole percents of the probability, or the score rounded down plus 32768. It is below [Kind.Buckets].
func (k Kind) Bucket(v Value) uint16 {
	switch x := 0.0; k.Outcome(v) {
	case Likely:
		x = k.Float(v)
		bucket := uint16(100 * x)
		if float64(bucket+1)/100 <= x { // the product was rounded down
			bucket++
		}
		return bucket
	case Average:
		x = k.Float(v)
		return uint16(min(max(math.Floor(x)+1<<15, 0), 1<<16-1))
	}
	return uint16(v)
}

// Buckets returns an upper bound on the numbers of buckets.
func (k Kind) Buckets() int {
	switch {
	case !k.Uncertain():
		return 1 << (8 * k.Width())
	case k.Outcome(0) == Likely:
		return 101
	}
	return 1 << 16
}

// InBucket returns the least value of a bucket.
func (k Kind) InBucket(bucket uint16) Value {
	switch k.Outcome(0) {
	case Likely:
		v := k.FromFloat(float64(bucket) / 100)
		if k.Bucket(v) < bucket { // the nearest value is less
			v++
		}
		return v
	case Average:
		return k.FromFloat(float64(bucket) - 1<<15)
	}
	return Value(bucket)
}

// BucketText returns the notation of the values in a bucket: 51% for the probabilities from 51 % to below
// 52 %, 254 for the scores from 254 to below 255; of other kinds that of the value.
func (k Kind) BucketText(bucket uint16) string {
	switch k.Outcome(0) {
	case Likely:
		return strconv.Itoa(int(bucket)) + "%"
	case Average:
		return strconv.Itoa(int(bucket) - 1<<15)
	}
	return k.Text(Value(bucket))
}

// ReadValue reads the stored value at the start of b, and PutValue writes it: [Kind.Width] bytes, the low
// byte first.
func (k Kind) ReadValue(b []byte) Value {
	switch k.Width() {
	case 1:
		return Value(b[0])
	case 2:
		return Value(binary.LittleEndian.Uint16(b))
	case 4:
		return Value(binary.LittleEndian.Uint32(b))
	}
	return Value(binary.LittleEndian.Uint64(b))
}

// PutValue is the inverse of [Kind.ReadValue].
func (k Kind) PutValue(b []byte, v Value) {
	switch k.Width() {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, uint64(v))
	}
}
