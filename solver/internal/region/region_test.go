package region

import (
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// Chunks cover a slice without gaps, and the last has what is left.
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

// A counter that is settled, or can never be, stays as it is.
func TestCounters(t *testing.T) {
	for _, width := range []uint64{1, 2} {
		c := NewCounters(4, width)
		for i, n := range []int{0, 1, 3, Never} {
			if err := c.Set(uint64(i), n); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Set(0, 1<<(8*width)-1); !errors.Is(err, ErrManySuccessors) {
			t.Errorf("%d bytes: a count that does not fit: %v", width, err)
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
