package tupitu

import "encoding/binary"

// A key is a value of the next layer as the player sees it who moves there: seven
// bits, the greatest key the best choice. Lost positions come first, the quickest
// on top, then the won ones, the slowest on top; no move at all is 0.
//
//	value v of a lost position (odd)   127 - v
//	value v of a won position (even)   v
//	no position                        0
//
// Values are below 64, since no game lasts longer than there are tiles. Eight of
// them are handled at a time, as the bytes of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// keysOf turns eight values into keys. It is its own inverse.
func keysOf(values uint64) uint64 { return values ^ values&ones*127 }

// valuesBefore turns eight best keys into the values of the positions where they
// are the choice: one ply more than the value they stand for, and L0 where there is
// no choice.
func valuesBefore(keys uint64) uint64 { return (keys ^ keys>>6&ones*127) + ones }

// greater returns the greater of eight keys each.
func greater(x, y uint64) uint64 {
	atLeast := ((x | highs) - y) & highs // the high bit where x ≥ y; nothing is borrowed
	return y ^ (x^y)&(atLeast-atLeast>>7)
}

// storeKeysGo is storeKeys on any machine.
func storeKeysGo(dst *[blockSize]byte, values []byte) {
	n := 0
	for ; n+8 <= len(values); n += 8 {
		binary.LittleEndian.PutUint64(dst[n&(blockSize-8):], keysOf(binary.LittleEndian.Uint64(values[n:])))
	}
	for ; n < len(values); n++ {
		dst[n&(blockSize-1)] = byte(keysOf(uint64(values[n])))
	}
}

// raiseGo is raise on any machine.
func raiseGo(dst, src []byte) {
	src = src[:len(dst)]
	for len(dst) >= 8 {
		binary.LittleEndian.PutUint64(dst, greater(binary.LittleEndian.Uint64(dst), binary.LittleEndian.Uint64(src)))
		dst, src = dst[8:], src[8:]
	}
	for n := range dst {
		dst[n] = max(dst[n], src[n])
	}
}

// raiseFromGo is raiseFrom on any machine.
func raiseFromGo(dst []byte, src *[blockSize]byte, from []uint16) {
	const last = blockSize - 1
	from = from[:len(dst)]
	for len(dst) >= 8 {
		f := from[:8:8]
		keys := uint64(src[f[0]&last]) | uint64(src[f[1]&last])<<8 | uint64(src[f[2]&last])<<16 | uint64(src[f[3]&last])<<24 |
			uint64(src[f[4]&last])<<32 | uint64(src[f[5]&last])<<40 | uint64(src[f[6]&last])<<48 | uint64(src[f[7]&last])<<56
		binary.LittleEndian.PutUint64(dst, greater(binary.LittleEndian.Uint64(dst), keys))
		dst, from = dst[8:], from[8:]
	}
	for n := range dst {
		dst[n] = max(dst[n], src[from[n]&last])
	}
}

// finish turns best keys into values, in place.
func finish(keys []byte) {
	for len(keys) >= 8 {
		binary.LittleEndian.PutUint64(keys, valuesBefore(binary.LittleEndian.Uint64(keys)))
		keys = keys[8:]
	}
	for n := range keys {
		keys[n] = byte(valuesBefore(uint64(keys[n])))
	}
}
