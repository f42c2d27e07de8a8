package solver

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"

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
	if b, ok := g.(interface{ MaxSuccessors() int }); ok && b.MaxSuccessors() < 255 {
		return 1
	}
	return 2
}

func newCounters(n, width uint64) *counters {
	if width == 1 {
		return &counters{narrow: make([]uint8, n)}
	}
	return &counters{wide: make([]uint16, n)}
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

// settle marks i as decided.
func (c *counters) settle(i uint64) {
	if c.narrow != nil {
		c.narrow[i] = 0
	} else {
		c.wide[i] = 0
	}
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

// bytes returns the counters as they are stored, little-endian, aliasing nothing.
func (c *counters) bytes() []byte {
	if c.narrow != nil {
		return append([]byte(nil), c.narrow...)
	}
	raw := make([]byte, 0, 2*len(c.wide))
	for _, n := range c.wide {
		raw = binary.LittleEndian.AppendUint16(raw, n)
	}
	return raw
}

// counterFile is where a generation of the counters of a chunk lies.
func counterFile(dir string, slice, chunk, generation int) string {
	return filepath.Join(dir, fmt.Sprintf("counters-%d-%d-%d", slice, chunk, generation))
}

// save writes the counters to a file, with a CRC-32C behind them, and syncs it.
func (c *counters) save(disk vfs.FS, path string) error {
	raw := c.bytes()
	return writeFile(disk, path, binary.LittleEndian.AppendUint32(raw, crc32.Checksum(raw, castagnoli)))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// loadCounters reads back what save wrote, for n positions.
func loadCounters(path string, n, width uint64) (*counters, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if uint64(len(raw)) != n*width+4 || binary.LittleEndian.Uint32(raw[n*width:]) != crc32.Checksum(raw[:n*width], castagnoli) {
		return nil, fmt.Errorf("%s is damaged: its checksum or length is wrong", path)
	}
	c := newCounters(n, width)
	if width == 1 {
		copy(c.narrow, raw)
		return c, nil
	}
	for i := range c.wide {
		c.wide[i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	return c, nil
}
