package region

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/pages"
)

// Counters say, for each position of a run, how many of its successors are not yet
// known to be won by the opponent: 0 where that is settled or the position is
// decided, Never where something saves the position from ever being lost. They are
// a cache: what they say can be counted again from the phases already done.
type Counters struct {
	narrow []uint8 // one of the two is in use
	wide   []uint16
}

// NewCounters returns counters, of so many bytes each, that are all 0.
func NewCounters(n, width uint64) *Counters {
	if width == 1 {
		return &Counters{narrow: pages.New[uint8](n)}
	}
	return &Counters{wide: pages.New[uint16](n)}
}

// Set stores a count, or [Never]. It fails where the count does not fit.
func (c *Counters) Set(i uint64, count int) error {
	limit := 1<<16 - 1
	if c.narrow != nil {
		limit = 1<<8 - 1
	}
	switch {
	case count == Never:
		count = limit
	case count >= limit:
		return fmt.Errorf("%w: it has %d, and they are counted to %d", ErrManySuccessors, count, limit-1)
	}
	if c.narrow != nil {
		c.narrow[i] = uint8(count)
	} else {
		c.wide[i] = uint16(count)
	}
	return nil
}

// ErrManySuccessors is returned when a position has more successors than a counter
// can hold.
var ErrManySuccessors = errors.New("a position has too many successors to count")

// Never is the count of a position that cannot be lost.
const Never = -1

// Decided reports whether the count of i is settled.
func (c *Counters) Decided(i uint64) bool {
	if c.narrow != nil {
		return c.narrow[i] == 0
	}
	return c.wide[i] == 0
}

// Decrement takes one successor off each of the positions base+offset and adds
// those with none left to zero, a bit each.
func (c *Counters) Decrement(base uint64, offsets []uint32, zero []uint64) {
	if c.narrow != nil {
		decrement(c.narrow[base:], offsets, zero)
	} else {
		decrement(c.wide[base:], offsets, zero)
	}
}

func decrement[T uint8 | uint16](cells []T, offsets []uint32, zero []uint64) {
	for _, o := range offsets {
		n := cells[o]
		if n == 0 || n == ^T(0) {
			continue
		}
		n--
		cells[o] = n
		if n == 0 {
			zero[o>>6] |= 1 << (o & 63)
		}
	}
}

// AppendTo appends the counters as bytes that [Counters.Load] takes.
func (c *Counters) AppendTo(dst []byte) []byte {
	dst = append(dst, c.narrow...)
	for _, n := range c.wide {
		dst = binary.LittleEndian.AppendUint16(dst, n)
	}
	return dst
}

// Load sets the counters of n positions from base on; false: raw does not have so many.
func (c *Counters) Load(base, n uint64, raw []byte) bool {
	if c.narrow != nil {
		return uint64(copy(c.narrow[base:base+n], raw)) == n && uint64(len(raw)) == n
	}
	if uint64(len(raw)) != 2*n {
		return false
	}
	for i := range n {
		c.wide[base+i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	return true
}
