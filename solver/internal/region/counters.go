package region

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/foregone-db/foregone/solver/internal/pages"
)

// Counters hold, for each position of a run, the number of its successors that the opponent is not
// yet known to win: 0 if the position is decided, [Never] if it can never be lost. They are a
// cache: the solver can count again from the finished phases. Each method may run concurrently for
// different chunks.
type Counters interface {
	// Set stores a count, or [Never]. It returns [ErrManySuccessors] if the count does not fit.
	Set(i uint64, count int) error
	// Decided reports whether the count of i is 0.
	Decided(i uint64) bool
	// Decrement subtracts one successor from each of the positions base+offset, and sets the bits
	// in zero of those with none left.
	Decrement(base uint64, offsets []uint32, zero []uint64)
	// AppendTo appends the counters as bytes for [Counters.Load]: the cells, and then place
	// and count of the large ones, four bytes each.
	AppendTo(dst []byte) []byte
	// Load sets the counters of n positions from base on. It fails if raw has another length,
	// and with [ErrManySuccessors] if there is no room for them.
	Load(base, n uint64, raw []byte) error
}

// Never is the count of a position that cannot be lost.
const Never = -1

var (
	// ErrManySuccessors is returned when a position has more successors than a counter can
	// hold.
	ErrManySuccessors = errors.New("a position has too many successors to count")

	errDamaged = errors.New("counters are damaged")
)

// NewCounters returns counters for n positions, of width bytes each (1 or 2), all 0.
// Counters of one byte leave large counts to a map, which has room for n/256+64.
func NewCounters(n, width uint64) Counters {
	if width == 1 {
		return &counters[uint8]{cells: pages.New[uint8](n), large: map[uint64]uint32{}, most: int(n/256) + 64}
	}
	return &counters[uint16]{cells: pages.New[uint16](n)}
}

// counters are [Counters] whose greatest cell means Never and whose second greatest says that
// the count is in the map.
type counters[C uint8 | uint16] struct {
	cells []C

	mu    sync.Mutex
	large map[uint64]uint32
	most  int // entries of large
}

func (c *counters[C]) Set(i uint64, count int) error {
	large := int(^C(0)) - 1
	switch {
	case count == Never:
		count = large + 1
	case count >= large:
		if !c.setLarge(i, count) {
			return fmt.Errorf("%w: it has %d, and there is no room for another count above %d", ErrManySuccessors, count, large-1)
		}
		count = large
	}
	c.cells[i] = C(count)
	return nil
}

// setLarge stores a large count, and reports whether there was room for it.
func (c *counters[C]) setLarge(i uint64, count int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.large) >= c.most || count > 1<<32-1 {
		return false
	}
	c.large[i] = uint32(count)
	return true
}

func (c *counters[C]) Decided(i uint64) bool { return c.cells[i] == 0 }

func (c *counters[C]) Decrement(base uint64, offsets []uint32, zero []uint64) {
	cells, large := c.cells[base:], ^C(0)-1
	for _, o := range offsets {
		n := cells[o]
		if n-1 >= large-1 { // 0, too
			if n == large {
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

// decrementLarge decrements a large count, and moves it to its cell once it fits.
func (c *counters[C]) decrementLarge(i uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.large[i] - 1
	c.large[i] = n
	if n < uint32(^C(0))-1 {
		delete(c.large, i)
		c.cells[i] = C(n)
	}
}

func (c *counters[C]) AppendTo(dst []byte) []byte {
	dst, _ = binary.Append(dst, binary.LittleEndian, c.cells) // numbers of a fixed size always fit
	for i, n := range c.large {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(i))
		dst = binary.LittleEndian.AppendUint32(dst, n)
	}
	return dst
}

func (c *counters[C]) Load(base, n uint64, raw []byte) error {
	size, err := binary.Decode(raw, binary.LittleEndian, c.cells[base:base+n])
	if raw = raw[size:]; err != nil || len(raw)%8 != 0 {
		return errDamaged
	}
	for ; len(raw) > 0; raw = raw[8:] {
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
