package sweeps

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// codes are the values of the positions of a block, by place. Their number is rounded up to a multiple
// of 64; codes beyond the last position are 0.
type codes struct {
	of   []byte                  // a value, or late
	late map[uint32]engine.Value // by place: values that exceed a byte
}

// late marks a value that is in the list.
const late = 255

func newCodes(blocks int, size uint64) (list []codes) {
	for _, of := range split(pages.New[byte](uint64(blocks)*wordsOf(size)*64), blocks) {
		list = append(list, codes{of: of})
	}
	return list
}

// at returns the value of a place.
func (c *codes) at(place uint32) engine.Value {
	if code := c.of[place]; code != late {
		return engine.Value(code)
	}
	return c.late[place]
}

// put stores the value of a place.
func (c *codes) put(place uint32, v engine.Value) {
	if v < late {
		c.of[place] = byte(v)
		return
	}
	c.of[place] = late
	if c.late == nil {
		c.late = map[uint32]engine.Value{}
	}
	c.late[place] = v
}

// clear removes all values.
func (c *codes) clear() {
	clear(c.of)
	c.late = nil
}

// greatest returns the greatest value.
func (c *codes) greatest() engine.Value {
	most := engine.Value(slices.Max(c.of))
	for _, v := range c.late {
		most = max(most, v)
	}
	return most
}

// mark gives the positions of a set a value, and returns their number.
func (c *codes) mark(set []uint64, v engine.Value) (count uint64) {
	for n, x := range set {
		count += uint64(bits.OnesCount64(x))
		for ; x != 0; x &= x - 1 {
			c.put(uint32(n*64+bits.TrailingZeros64(x)), v)
		}
	}
	return count
}

// find stores the set of the positions with a value other than 0, and returns their number.
func (c *codes) find(set []uint64, v engine.Value) (count uint64) {
	if v < late {
		for n := range set {
			set[n] = equal((*[64]byte)(c.of[n*64:]), byte(v))
			count += uint64(bits.OnesCount64(set[n]))
		}
		return count
	}
	clear(set)
	for place, value := range c.late {
		if value == v {
			set[place/64] |= 1 << (place % 64)
			count++
		}
	}
	return count
}

// among stores the set of the positions for whose value asked returns true, in a block of size
// positions, and returns their number.
func (c *codes) among(set []uint64, size uint64, asked func(v engine.Value) bool) (count uint64) {
	var is [late]uint64
	for code := range is {
		if asked(engine.Value(code)) {
			is[code] = 1
		}
	}
	clear(set)
	for place, code := range c.of[:size] {
		if code != late {
			set[place/64] |= is[code] << (place % 64)
		}
	}
	for place, v := range c.late {
		if asked(v) {
			set[place/64] |= 1 << (place % 64)
		}
	}
	return fast.Count(set)
}

// appendNews appends the codes of all places, with 0 for values up to since, and reports whether
// any code is not 0.
func (c *codes) appendNews(dst []byte, since engine.Value) (_ []byte, any bool) {
	if since >= late {
		return dst, false
	}
	old, all := byte(since), byte(0)
	for _, code := range c.of {
		if code <= old {
			code = 0
		}
		all |= code
		dst = append(dst, code)
	}
	return dst, all != 0
}

// tally adds the numbers of positions by value, except 0.
func (c *codes) tally(counts map[int]uint64) {
	for code, n := range table.CountBytes(c.of) {
		if n > 0 && code > 0 && code < late {
			counts[code] += n
		}
	}
	for _, v := range c.late {
		counts[int(v)]++
	}
}

// equal returns a bit for each of 64 codes that equals a code.
func equal(of *[64]byte, code byte) (set uint64) {
	const low, ones = 0x7f7f7f7f7f7f7f7f, 0x0101010101010101
	same := ones * uint64(code)
	for n := range 8 {
		x := binary.LittleEndian.Uint64(of[8*n:]) ^ same
		x = ^((x&low + low) | x | low) // the highest bit of each byte that is 0
		set |= x >> 7 * 0x0102040810204080 >> 56 << (8 * n)
	}
	return set
}
