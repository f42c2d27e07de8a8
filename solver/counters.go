package solver

import (
	"errors"
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// counters hold, for each position of a run, how many of its successors are not yet
// known to be won by the opponent: 0 where that is settled or the position is
// decided, never where something saves the position from ever being lost. They are
// a cache: what they say can be counted again from the phases already done.
type counters struct {
	narrow []uint8 // one of the two is in use
	wide   []uint16
}

// counterWidth returns the bytes of a counter for a game: one where the game says
// that no position has more successors than fit.
func counterWidth(g engine.Game) uint64 {
	if n, ok := maxSuccessors(g); ok && n < 255 {
		return 1
	}
	return 2
}

func newCounters(n, width uint64) *counters {
	if width == 1 {
		return &counters{narrow: newArray[uint8](n)}
	}
	return &counters{wide: newArray[uint16](n)}
}

// set stores a count, or never. It fails where the count does not fit.
func (c *counters) set(i uint64, count int) error {
	limit := 1<<16 - 1
	if c.narrow != nil {
		limit = 1<<8 - 1
	}
	switch {
	case count == never:
		count = limit
	case count >= limit:
		return fmt.Errorf("%w: it has %d, and they are counted to %d", errManySuccessors, count, limit-1)
	}
	if c.narrow != nil {
		c.narrow[i] = uint8(count)
	} else {
		c.wide[i] = uint16(count)
	}
	return nil
}

// errManySuccessors is returned when a position has more successors than a counter
// can hold.
var errManySuccessors = errors.New("a position has too many successors to count")

// never is the count of a position that cannot be lost.
const never = -1

// decided reports whether the count of i is settled.
func (c *counters) decided(i uint64) bool {
	if c.narrow != nil {
		return c.narrow[i] == 0
	}
	return c.wide[i] == 0
}

// decrement takes one successor off each of the positions base+offset and adds
// those with none left to zero, a bit each.
func (c *counters) decrement(base uint64, offsets []uint32, zero []uint64) {
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
