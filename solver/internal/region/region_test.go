package region

import (
	"encoding/binary"
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// Chunks cover a slice without gaps, and the last one has the remainder.
func TestLayout(t *testing.T) {
	l := LayoutOf(0, engine.Slice{First: 100, Size: 200}, 6)
	next := l.Slice.First
	for chunk := range l.Chunks {
		first, n := l.Span(chunk)
		if first != next {
			t.Errorf("chunk %d begins at %d, want %d", chunk, first, next)
		}
		if words := l.Words(make([]uint64, 4), chunk); uint64(len(words)) != (n+63)/64 {
			t.Errorf("chunk %d has %d words for %d positions", chunk, len(words), n)
		}
		next += n
	}
	if next != 300 {
		t.Errorf("the last chunk ends at %d", next)
	}
}

// A counter that is 0 or Never does not change.
func TestCounters(t *testing.T) {
	for _, width := range []uint64{1, 2} {
		c := NewCounters(4, width)
		for i, n := range []int{0, 1, 3, Never} {
			if err := c.Set(uint64(i), n); err != nil {
				t.Fatal(err)
			}
		}
		for range 100 {
			if err := c.Set(0, 1<<16-1); width == 2 && !errors.Is(err, ErrManySuccessors) {
				t.Errorf("%d bytes: a count that does not fit: %v", width, err)
			}
		}
		if err := c.Set(0, 0); err != nil {
			t.Fatal(err)
		}
		zero := make([]uint64, 1)
		c.Decrement(0, []uint32{0, 1, 2, 2, 3, 1}, zero)
		if zero[0] != 1<<1 {
			t.Errorf("%d bytes: none is left of %b", width, zero[0])
		}
		c.Decrement(0, []uint32{2, 3}, zero)
		if zero[0] != 1<<1|1<<2 || !c.Decided(2) || c.Decided(3) {
			t.Errorf("%d bytes: none is left of %b", width, zero[0])
		}
	}
}

// Counts of all sizes go down to zero one by one, and saving and loading does not change them.
// There is room for some large counts in one-byte counters.
func TestLargeCounts(t *testing.T) {
	for _, width := range []uint64{1, 2} {
		for _, count := range []int{1, 2, 252, 253, 254, 255, 256, 1000} {
			c := NewCounters(100, width)
			zero := make([]uint64, 2)
			if err := errors.Join(c.Set(67, count), c.Set(3, Never), c.Set(99, count)); err != nil {
				t.Fatal(err)
			}
			for n := range count {
				if c.Decided(67) || zero[1] != 0 {
					t.Fatalf("%d bytes: %d is settled after %d", width, count, n)
				}
				if n%7 == 0 {
					loaded := NewCounters(120, width)
					if err := loaded.Load(20, 100, c.AppendTo(nil)); err != nil {
						t.Fatal(err)
					}
					c = NewCounters(100, width)
					part := loaded.AppendTo(nil)
					if width == 1 {
						part = part[:120]
						for i, n := range loaded.(*counters[uint8]).large {
							part = binary.LittleEndian.AppendUint32(part, uint32(i-20))
							part = binary.LittleEndian.AppendUint32(part, n)
						}
					}
					if err := c.Load(0, 100, part[20*width:]); err != nil {
						t.Fatal(err)
					}
				}
				c.Decrement(0, []uint32{67, 3}, zero)
			}
			if !c.Decided(67) || c.Decided(3) || c.Decided(99) || zero[1] != 1<<3 || zero[0] != 0 {
				t.Errorf("%d bytes, %d: %b", width, count, zero)
			}
		}
	}
	c := NewCounters(1000, 1)
	var err error
	n := uint64(0)
	for ; n < 1000 && err == nil; n++ {
		err = c.Set(n, 300)
	}
	if !errors.Is(err, ErrManySuccessors) || n < 64 {
		t.Errorf("%d large counts: %v", n, err)
	}
	for _, raw := range [][]byte{nil, make([]byte, 11), make([]byte, 17), append(make([]byte, 10), 10, 0, 0, 0, 1, 0, 0, 0)} {
		if err := NewCounters(10, 1).Load(0, 10, raw); err == nil {
			t.Errorf("%d bytes load as counters of 10 positions", len(raw))
		}
	}
}
