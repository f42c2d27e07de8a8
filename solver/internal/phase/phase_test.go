package phase

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// kinds returns the kinds whose values have a remoteness.
func kinds() (list []engine.Kind) {
	for k := engine.Byte; k.Known(); k++ {
		if k.MaxRemoteness() > 0 {
			list = append(list, k)
		}
	}
	return list
}

// Phases translate into the values that they find, and back.
func TestCodec(t *testing.T) {
	for _, kind := range kinds() {
		c := CodecOf(kind)
		for p := Phase(0); p < 200; p++ {
			v, err := c.Value(p)
			if err != nil || v != engine.Value(p+1) {
				t.Fatalf("%v: phase %d finds value %d (%v)", kind, p, v, err)
			}
			plies := c.Remoteness(p)
			if got, _ := kind.Plies(v); got != plies {
				t.Errorf("%v: phase %d finds remoteness %d, its value says %d", kind, p, plies, got)
			}
			if back := c.Loss(plies); !p.Wins() && back != p {
				t.Errorf("%v: losses in %d are of phase %d, want %d", kind, plies, back, p)
			}
			if back := c.Win(plies); p.Wins() && back != p {
				t.Errorf("%v: wins in %d are of phase %d, want %d", kind, plies, back, p)
			}
			values := make([]byte, 3*c.Width())
			c.Mark(values, []uint32{1}, p)
			if c.At(values, 1) != uint32(v) || c.At(values, 2) != 0 || c.At(values, 3) != Missing {
				t.Errorf("%v: phase %d is stored as %x", kind, p, values)
			}
		}
	}
}

// A fold agrees with the kind's own order of values, added in any order and twice.
func TestFold(t *testing.T) {
	for _, kind := range kinds() {
		c := CodecOf(kind)
		for a := engine.Value(0); a < 12; a++ {
			for b := engine.Value(0); b < 12; b++ {
				f, g := c.NewFold(), c.NewFold()
				c.Add(&f, a)
				c.Add(&g, b)
				c.Add(&f, a)
				f.Merge(g)
				got, err := c.Worth(f)
				x, _ := kind.Back(a)
				y, _ := kind.Back(b)
				want := x
				if kind.Less(x, y) {
					want = y
				}
				if err != nil || got != want {
					t.Errorf("%v: successors %d and %d: %d, want %d (%v)", kind, a, b, got, want, err)
				}
			}
		}
		want := engine.Value(1)
		if c.Single() {
			want = engine.Tie
		}
		if v, err := c.Worth(c.NewFold()); err != nil || v != want {
			t.Errorf("%v: without moves: %d, %v", kind, v, err)
		}
	}
}
