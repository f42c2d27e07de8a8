package tupitu

import "encoding/binary"

// A key is a value of the next layer from the view of the player who moves to it. It has seven
// bits, and the greatest key is the best choice. Lost positions have the greatest keys, the
// quickest loss on top. Won positions follow, the slowest win on top. No move at all is 0.
//
//	value v of a lost position (odd)   127 - v
//	value v of a won position (even)   v
//	no position                        0
//
// Values are below 64, since no game has more plies than the board has tiles. The loops process
// eight values at a time, as the bytes of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// keysOf converts eight values to keys. It is its own inverse.
func keysOf(values uint64) uint64 { return values ^ values&ones*127 }

// valuesBefore converts eight best keys to the values of the positions that choose them. The result
// is one ply more than the chosen value, or L0 without a choice.
func valuesBefore(keys uint64) uint64 { return (keys ^ keys>>6&ones*127) + ones }

// greater returns the greater key of each of eight pairs.
func greater(x, y uint64) uint64 {
	atLeast := ((x | highs) - y) & highs // the high bit is set where x ≥ y; the subtraction never borrows
	return y ^ (x^y)&(atLeast-atLeast>>7)
}

// storeKeysGo is storeKeys in Go, for any machine.
func storeKeysGo(dst *[blockSize]byte, values []byte) {
	n := 0
	for ; n+8 <= len(values); n += 8 {
		binary.LittleEndian.PutUint64(dst[n&(blockSize-8):], keysOf(binary.LittleEndian.Uint64(values[n:])))
	}
	for ; n < len(values); n++ {
		dst[n&(blockSize-1)] = byte(keysOf(uint64(values[n])))
	}
}

// raiseGo is raise in Go, for any machine.
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

// raiseFromGo is raiseFrom in Go, for any machine.
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

// finish converts best keys to values, in place.
func finish(keys []byte) {
	for len(keys) >= 8 {
		binary.LittleEndian.PutUint64(keys, valuesBefore(binary.LittleEndian.Uint64(keys)))
		keys = keys[8:]
	}
	for n := range keys {
		keys[n] = byte(valuesBefore(uint64(keys[n])))
	}
}
