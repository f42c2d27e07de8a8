package engine

import (
	"math"
	"testing"
)

// Values of games of chance mean the nearest number that their width holds, for the mover and, turned
// round, for the opponent.
func TestChanceValues(t *testing.T) {
	for k := Chance; k <= Expected16; k++ {
		step := map[int]float64{8: 0x1p-53, 4: 0x1p-24, 2: 0x1p-11}[k.Width()] // relative
		chance := k.Outcome(0) == Likely
		if k == Chance16 {
			step = 1.0 / 65535
		}
		b := make([]byte, k.Width())
		for _, x := range []float64{0, 0x1p-30, 0.25, 1.0 / 3, 0.5, 0.515404732509, 1, -3.25, 254.5896, -1575} {
			if chance && (x < 0 || x > 1) {
				continue
			}
			v := k.FromFloat(x)
			if got := k.Float(v); math.Abs(got-x) > step*max(1, math.Abs(x))/2 {
				t.Errorf("%v: %v becomes %v", k, x, got)
			}
			k.PutValue(b, v)
			if k.ReadValue(b) != v {
				t.Errorf("%v: %v is not read as it is written", k, x)
			}
			back, err := k.Back(v)
			want := -k.Float(v)
			if chance {
				want = 1 - k.Float(v)
			}
			if err != nil || math.Abs(k.Float(back)-want) > step*max(1, math.Abs(x)) {
				t.Errorf("%v: %v is worth %v to the other player, %v", k, x, k.Float(back), err)
			}
			if bucket := k.Bucket(v); int(bucket) >= k.Buckets() || k.Float(k.InBucket(bucket)) > k.Float(v)+step*max(1, math.Abs(x)) {
				t.Errorf("%v: %v is in bucket %d, from %v on", k, x, bucket, k.Float(k.InBucket(bucket)))
			}
		}
		if !k.Less(k.FromFloat(0.25), k.FromFloat(0.5)) || k.Less(k.FromFloat(0.5), k.FromFloat(0.5)) {
			t.Errorf("%v: the greater is not the better", k)
		}
		for bucket := range uint16(min(k.Buckets(), 101)) {
			if chance && k.Bucket(k.InBucket(bucket)) != bucket {
				t.Errorf("%v: bucket %d begins with a value of bucket %d", k, bucket, k.Bucket(k.InBucket(bucket)))
			}
		}
		for bits := 16; bits <= 64; bits *= 2 {
			if other := k.WithPrecision(bits); other.Width() != bits/8 || other.Outcome(0) != k.Outcome(0) {
				t.Errorf("%v with %d bits is %v", k, bits, other)
			}
		}
	}
	for text, want := range map[string]string{"51.54%": "51.54%", "100%": "100.00%"} {
		if v, err := Chance.Parse(text); err != nil || Chance.Text(v) != want {
			t.Errorf("%s is read as %s, %v", text, Chance.Text(v), err)
		}
	}
}

// Every float of 16 bits is the nearest to itself.
func TestHalfFloats(t *testing.T) {
	for h := range 1 << 16 {
		x := halfFloat(uint16(h))
		if exponent := h >> 10 & 31; exponent < 31 && h != 1<<15 && halfBits(x) != uint16(h) {
			t.Fatalf("%#x means %v, which is written %#x", h, x, halfBits(x))
		}
	}
}
