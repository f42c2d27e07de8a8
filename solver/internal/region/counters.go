package region

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/foregone-db/foregone/solver/internal/pages"
)

// Counters say, for each position of a run, how many of its successors are not yet
// known to be won by the opponent: 0 where that is settled or the position is
// decided, Never where something saves the position from ever being lost. They are
// a cache: what they say can be counted again from the phases already done.
//
// Counters of one byte leave large counts to a map, which has room for few.
type Counters struct {
	narrow []uint8 // one of the two is in use
	wide   []uint16

	mu    sync.Mutex
	large map[uint64]uint32 // of narrow counters that are largeCount
	most  int               // entries
}

const (
	largeCount  = 1<<8 - 2 // the count is in the map
	narrowNever = 1<<8 - 1
	wideNever   = 1<<16 - 1
)

// NewCounters returns counters, of so many bytes each, that are all 0.
func NewCounters(n, width uint64) *Counters {
	if width == 1 {
		return &Counters{narrow: pages.New[uint8](n), large: map[uint64]uint32{}, most: int(n/256) + 64}
	}
	return &Counters{wide: pages.New[uint16](n)}
}

// Set stores a count, or [Never]. It fails where the count does not fit.
func (c *Counters) Set(i uint64, count int) error {
	if c.narrow == nil {
		if count == Never {
			count = wideNever
		} else if count >= wideNever {
			return fmt.Errorf("%w: it has %d, and they are counted to %d", ErrManySuccessors, count, wideNever-1)
		}
		c.wide[i] = uint16(count)
		return nil
	}
	switch {
	case count == Never:
		count = narrowNever
	case count >= largeCount:
		if !c.setLarge(i, count) {
			return fmt.Errorf("%w: it has %d, and few are counted to more than %d", ErrManySuccessors, count, largeCount-1)
		}
		count = largeCount
	}
	c.narrow[i] = uint8(count)
	return nil
}

// setLarge stores a large count, if there is room for it.
func (c *Counters) setLarge(i uint64, count int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.large) >= c.most || count > 1<<32-1 {
		return false
	}
	c.large[i] = uint32(count)
	return true
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
	if c.narrow == nil {
		decrementWide(c.wide[base:], offsets, zero)
		return
	}
	cells := c.narrow[base:]
	for _, o := range offsets {
		n := cells[o]
		if n-1 >= largeCount-1 { // 0, too
			if n == largeCount {
				c.decrementLarge(base + uint64(o))
			}
			continue
		}
		n--
		cells[o] = n
		if n == 0 {
			zero[o>>6] |= 1 << (o & 63)
		}
	}
}

// decrementLarge takes one off a large count, which may then be no large one any more.
func (c *Counters) decrementLarge(i uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.large[i] - 1
	c.large[i] = n
	if n < largeCount {
		delete(c.large, i)
		c.narrow[i] = uint8(n)
	}
}

func decrementWide(cells []uint16, offsets []uint32, zero []uint64) {
	for _, o := range offsets {
		n := cells[o]
		if n == 0 || n == wideNever {
			continue
		}
		n--
		cells[o] = n
		if n == 0 {
			zero[o>>6] |= 1 << (o & 63)
		}
	}
}

// AppendTo appends the counters as bytes that [Counters.Load] takes: narrow ones, and then
// place and count of the large ones, four bytes each.
func (c *Counters) AppendTo(dst []byte) []byte {
	dst = append(dst, c.narrow...)
	for i, n := range c.large {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(i))
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	for _, n := range c.wide {
		dst = binary.LittleEndian.AppendUint16(dst, n)
	}
	return dst
}

// Load sets the counters of n positions from base on. It fails where raw does not have so
// many, and with [ErrManySuccessors] where there is no room for them.
func (c *Counters) Load(base, n uint64, raw []byte) error {
	if c.narrow == nil {
		if uint64(len(raw)) != 2*n {
			return errDamaged
		}
		for i := range n {
			c.wide[base+i] = binary.LittleEndian.Uint16(raw[2*i:])
		}
		return nil
	}
	if uint64(len(raw)) < n || (uint64(len(raw))-n)%8 != 0 {
		return errDamaged
	}
	copy(c.narrow[base:base+n], raw)
	for raw = raw[n:]; len(raw) > 0; raw = raw[8:] {
		i := binary.LittleEndian.Uint32(raw)
		if uint64(i) >= n {
			return errDamaged
		}
		if !c.setLarge(base+uint64(i), int(binary.LittleEndian.Uint32(raw[4:]))) {
			return ErrManySuccessors
		}
	}
	return nil
}

var errDamaged = errors.New("counters are damaged")
