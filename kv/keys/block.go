package keys

import (
	"encoding/binary"
	"math/bits"
)

const (
	blockKeys   = 128
	blockHeader = 12
	// gaps is the width of a block that is coded by gaps.
	gaps = 255
	// padding is an upper bound on the bytes read beyond the last block, since numbers are
	// read eight bytes at a time.
	padding = 16
)

var le = binary.LittleEndian

// appendBlock appends the block of up to 128 sorted, distinct keys in the shorter of the two
// codings.
func appendBlock(dst []byte, keys []uint64) []byte {
	at := len(dst)
	dst = appendBits(dst, keys)
	byBits := len(dst) - at
	dst = appendGaps(dst, keys)
	if byGaps := len(dst) - at - byBits; byGaps < byBits {
		return append(dst[:at], dst[at+byBits:]...)
	}
	return dst[:at+byBits]
}

// appendGaps appends the block of some keys, coded by gaps.
func appendGaps(dst []byte, keys []uint64) []byte {
	dst = le.AppendUint64(dst, keys[0])
	dst = append(dst, byte(len(keys)-1), gaps, 0, 0)
	at := len(dst)
	for n, key := range keys[1:] {
		dst = binary.AppendUvarint(dst, key-keys[n]-1)
	}
	le.PutUint16(dst[at-2:], uint16(len(dst)-at))
	return dst
}

// appendBits appends the block of some keys, coded by low and high bits.
func appendBits(dst []byte, keys []uint64) []byte {
	first, n := keys[0], uint64(len(keys))
	span := keys[n-1] - first
	width := uint64(max(bits.Len64(span/n), 1) - 1)
	length := (n + span>>width + 7) / 8
	dst = le.AppendUint64(dst, first)
	dst = append(dst, byte(n-1), byte(width))
	dst = le.AppendUint16(dst, uint16(length))
	var pending, filled uint64 // bits not yet appended, fewer than 8 between keys
	put := func(v, n uint64) {
		pending |= v << filled
		for filled += n; filled >= 8; filled -= 8 {
			dst = append(dst, byte(pending))
			pending >>= 8
		}
	}
	for _, key := range keys {
		low := (key - first) & (1<<width - 1)
		if width > 32 {
			put(low&(1<<32-1), 32)
			put(low>>32, width-32)
		} else {
			put(low, width)
		}
	}
	if filled > 0 {
		dst = append(dst, byte(pending))
	}
	at := len(dst)
	dst = append(dst, make([]byte, length)...)
	for i, key := range keys {
		place := (key-first)>>width + uint64(i)
		dst[at+int(place/8)] |= 1 << (place % 8)
	}
	return dst
}

// block is a stored block, followed by at least padding bytes.
type block []byte

func (b block) first() uint64  { return le.Uint64(b) }
func (b block) count() uint64  { return uint64(b[8]) + 1 }
func (b block) width() uint64  { return uint64(b[9]) }
func (b block) length() uint64 { return uint64(le.Uint16(b[10:])) }

func (b block) byGaps() bool { return b[9] == gaps }

// lows returns the bytes of the low bits.
func (b block) lows() uint64 {
	if b.byGaps() {
		return 0
	}
	return (b.count()*b.width() + 7) / 8
}

// valid reports whether the width is within its range.
func (b block) valid() bool { return b.width() < 64 || b.byGaps() }

// size returns the bytes of the block.
func (b block) size() uint64 { return blockHeader + b.lows() + b.length() }

// whole reports whether the block holds all of its keys.
func (b block) whole() bool {
	if b.byGaps() {
		bytes := b[blockHeader:][:b.length()]
		for n := b.count(); n > 1; n-- {
			_, size := binary.Uvarint(bytes)
			if size <= 0 {
				return false
			}
			bytes = bytes[size:]
		}
		return len(bytes) == 0
	}
	n := 0
	for _, p := range b[blockHeader+b.lows():][:b.length()] {
		n += bits.OnesCount8(p)
	}
	return uint64(n) == b.count()
}

// low returns the low bits of the i-th key.
func (b block) low(i uint64) uint64 {
	width := b.width()
	at := i * width
	p := b[blockHeader+at/8:]
	v := le.Uint64(p) >> (at % 8)
	if at%8+width > 64 {
		v |= uint64(p[8]) << (64 - at%8)
	}
	return v & (1<<width - 1)
}

// key returns the i-th key.
func (b block) key(i uint64) uint64 {
	if b.byGaps() {
		key, bytes := b.first(), b[blockHeader:]
		for ; i > 0; i-- {
			gap, size := binary.Uvarint(bytes)
			key += gap + 1
			bytes = bytes[size:]
		}
		return key
	}
	high := b[blockHeader+b.lows():]
	left := i
	for at := uint64(0); ; at += 64 {
		word := le.Uint64(high[at/8:])
		if n := uint64(bits.OnesCount64(word)); n <= left {
			left -= n
			continue
		}
		for ; left > 0; left-- {
			word &= word - 1
		}
		place := at + uint64(bits.TrailingZeros64(word))
		return b.first() + ((place-i)<<b.width() | b.low(i))
	}
}

// rank returns the number of keys in the block that are below a key, or false if the block does not
// hold the key. The key must not be below the first key.
func (b block) rank(key uint64) (uint64, bool) {
	if b.byGaps() {
		stored, bytes := b.first(), b[blockHeader:]
		for i := range b.count() {
			if stored >= key {
				return i, stored == key
			}
			if i+1 == b.count() { // other bytes follow
				break
			}
			gap, size := binary.Uvarint(bytes)
			stored += gap + 1
			bytes = bytes[size:]
		}
		return 0, false
	}
	v, width := key-b.first(), b.width()
	high, low := v>>width, v&(1<<width-1)
	bitmap, end := b[blockHeader+b.lows():], 8*b.length()
	if high >= end {
		return 0, false
	}
	// The keys with these high bits stand behind as many zeros.
	place := uint64(0)
	for zeros := high; zeros > 0; {
		word := ^le.Uint64(bitmap[place/8:])
		if n := uint64(bits.OnesCount64(word)); n < zeros {
			zeros -= n
			place += 64
			if place >= end {
				return 0, false
			}
			continue
		}
		for ; zeros > 1; zeros-- {
			word &= word - 1
		}
		place += uint64(bits.TrailingZeros64(word)) + 1
		zeros = 0
	}
	for ; place < end && bitmap[place/8]>>(place%8)&1 != 0; place++ {
		i := place - high
		if i >= b.count() {
			return 0, false
		}
		if stored := b.low(i); stored >= low {
			return i, stored == low
		}
	}
	return 0, false
}

// appendKeys appends all keys.
func (b block) appendKeys(dst []uint64) []uint64 {
	if b.byGaps() {
		key, bytes := b.first(), b[blockHeader:][:b.length()]
		dst = append(dst, key)
		for len(bytes) > 0 {
			gap, size := binary.Uvarint(bytes)
			if size <= 0 {
				return dst
			}
			key += gap + 1
			dst = append(dst, key)
			bytes = bytes[size:]
		}
		return dst
	}
	bitmap, end := b[blockHeader+b.lows():], 8*b.length()
	first, width, count := b.first(), b.width(), b.count()
	i := uint64(0)
	for at := uint64(0); at < end; at += 64 {
		word := le.Uint64(bitmap[at/8:])
		if end-at < 64 {
			word &= 1<<(end-at) - 1
		}
		for ; word != 0 && i < count; word &= word - 1 {
			high := at + uint64(bits.TrailingZeros64(word)) - i
			dst = append(dst, first+(high<<width|b.low(i)))
			i++
		}
	}
	return dst
}
