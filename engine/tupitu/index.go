package tupitu

import (
	"encoding/binary"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// class is all ordered pairs (mover, opponent) that symmetries map to each other. Its
// representative is the first pair in the order of the tiles row by row.
type class struct {
	mover, opponent uint8
	weight          uint64 // the number of pairs
	low             int    // the number of low cells without a player
	first, second   uint8  // the players' cells, the lower one first
}

// placing maps a pair to its class.
type placing struct {
	class    uint8
	symmetry uint8 // the number of a symmetry that maps the pair to the representative
}

// numbering maps positions to indices.
type numbering struct {
	board   *board
	classes []class
	pairs   [maxTiles * maxTiles]placing // by mover·maxTiles + opponent, which differ
	others  int                          // the number of tiles without a player
	first   []uint64                     // the lowest index of each slice
}

// newNumbering returns a numbering without first indices. The caller sets them.
func newNumbering(b *board) numbering {
	v := numbering{board: b, others: b.tiles - 2}
	cells := b.cellAt[:b.tiles]
	known := [maxTiles * maxTiles]bool{}
	for _, mover := range cells {
		for _, opponent := range cells {
			if mover == opponent || known[int(mover)*maxTiles+int(opponent)] {
				continue
			}
			q := class{mover: mover, opponent: opponent, low: b.low, first: min(mover, opponent), second: max(mover, opponent)}
			for _, c := range []uint8{mover, opponent} {
				if int(c) < b.low {
					q.low--
				}
			}
			for _, s := range b.symmetries {
				if pair := int(s.cell[mover])*maxTiles + int(s.cell[opponent]); !known[pair] {
					known[pair] = true
					v.pairs[pair] = placing{uint8(len(v.classes)), s.inverse}
					q.weight++
				}
			}
			v.classes = append(v.classes, q)
		}
	}
	return v
}

// squeeze removes the players' cells from a set that contains neither.
func (q *class) squeeze(set uint32) uint32 {
	set = set&(1<<q.second-1) | set>>1&^(1<<q.second-1)
	return set&(1<<q.first-1) | set>>1&^(1<<q.first-1)
}

// spread is the inverse of squeeze.
func (q *class) spread(set uint32) uint32 {
	set = set&(1<<q.first-1) | set&^(1<<q.first-1)<<1
	return set&(1<<q.second-1) | set&^(1<<q.second-1)<<1
}

// sets returns the number of sets of n cleared tiles around two players.
func (v *numbering) sets(n int) uint64 { return placement.Choose(v.others, n) }

// locate splits an index into the number of cleared tiles, the class, and the rank of the set.
func (v *numbering) locate(i uint64) (n, q int, rank uint32) {
	for more := len(v.first); n+1 < more; { // first[n] ≤ i < first[more]
		if middle := (n + more) / 2; i < v.first[middle] {
			more = middle
		} else {
			n = middle
		}
	}
	offset, sets := uint32(i-v.first[n]), uint32(v.sets(n))
	return n, int(offset / sets), offset % sets
}

// everywhere is the cells of ranked sets, more than a board has.
const everywhere = 1<<32 - 1

// unrank returns the set of n cells without a player that has a rank.
func (v *numbering) unrank(rank uint32, n int) uint32 {
	return uint32(placement.Unrank(uint64(rank), n, everywhere>>(32-v.others)))
}

// at is the inverse of locate.
func (v *numbering) at(n, q int, rank uint32) uint64 {
	return v.first[n] + uint64(q)*v.sets(n) + uint64(rank)
}

// Index implements [engine.Notation]. Every position has an index.
func (v *Variant) Index(p engine.Position) (uint64, bool) {
	pos := p.(Position)
	to := v.pairs[int(pos.mover)*maxTiles+int(pos.opponent)]
	set := v.classes[to.class].squeeze(v.board.symmetries[to.symmetry].image(pos.cleared))
	return v.at(bits.OnesCount32(set), int(to.class), uint32(placement.Rank(uint64(set), everywhere))), true
}

// At implements [engine.Notation].
func (v *Variant) At(i uint64) engine.Position {
	n, number, rank := v.locate(i)
	q := &v.classes[number]
	return Position{mover: q.mover, opponent: q.opponent, cleared: q.spread(v.unrank(rank, n))}
}

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
