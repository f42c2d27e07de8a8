package pages

import (
	"runtime"
	"testing"
)

// Neither largePages nor GiveBack changes the content of an array.
func TestLargePages(t *testing.T) {
	for _, n := range []uint64{0, 1, 1 << 20, 4<<20 - 3, 8 << 20, 9<<20 + 5} {
		a := New[uint16](n)
		for range 3 {
			New[uint16](n)
		}
		for _, part := range [][]uint16{a, a[n/3:]} {
			for i := range part {
				part[i]++
			}
			largePages(part)
			GiveBack()
		}
		for i, v := range a {
			if (uint64(i) < n/3) != (v == 1) || v > 2 {
				t.Fatalf("%d of %d is %d", i, n, v)
			}
		}
		runtime.KeepAlive(a)
	}
	GiveBack()
	if n := len(advised.arrays); n > 0 {
		t.Errorf("%d arrays count as in use", n)
	}
	for range 200 {
		New[byte](9 << 20)
		runtime.GC()
	}
	if n := len(advised.arrays); n > 130 {
		t.Errorf("%d arrays count as in use", n)
	}
}
