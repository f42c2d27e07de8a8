package pages

import "testing"

// Advice on any array leaves it as it is.
func TestLargePages(t *testing.T) {
	for _, n := range []uint64{0, 1, 1 << 20, 4<<20 - 3, 8 << 20, 9<<20 + 5} {
		a := New[uint16](n)
		for _, part := range [][]uint16{a, a[n/3:]} {
			for i := range part {
				part[i]++
			}
			largePages(part)
		}
		for i, v := range a {
			if (uint64(i) < n/3) != (v == 1) || v > 2 {
				t.Fatalf("%d of %d is %d", i, n, v)
			}
		}
	}
}
