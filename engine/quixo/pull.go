package quixo

import "math/bits"

// pull copies the numbers of a set src into a set dst, with their bits permuted. It sets bit z of
// dst if bit y of src is set. Bit j of y is bit from[j] of z, and bit still of z is 0. The numbers
// of src may have one bit more than those of dst; that bit is still.
type pull struct {
	bits  int // of the numbers of dst
	wide  int // of the numbers of src
	from  [maxCells + 1]uint8
	still int
}

const wordBits = 6

// to returns the inverse of from.
func (p *pull) to() (to [maxCells + 1]int) {
	for j, i := range p.from[:p.wide] {
		to[i] = j
	}
	return to
}

// addPlaces does the work of add for a small src, given as a list of its numbers.
func (p *pull) addPlaces(dst []uint64, places []uint32) {
	var back mapping[uint32]
	back.fill(p.wide, func(n int) uint32 { return 1 << p.from[n] })
	for _, y := range places {
		if z := back.of(y); z>>p.still&1 == 0 {
			dst[z/64] |= 1 << (z % 64)
		}
	}
}

// test adds to dst those of some places, as the other player sees them, whose counterparts in src are
// set.
func (p *pull) test(dst, src []uint64, places []uint32) {
	var steps mapping[uint32]
	to := p.to()
	steps.fill(p.bits, func(n int) uint32 { return 1 << to[n] })
	for _, place := range places {
		z := ^place & (1<<p.bits - 1)
		if y := steps.of(z); z>>p.still&1 == 0 && src[y/64]>>(y%64)&1 != 0 {
			dst[place/64] |= 1 << (place % 64)
		}
	}
}

// add sets the bits of dst whose counterparts in src are set. The numbers of dst have at least wordBits
// bits.
func (p *pull) add(dst, src []uint64) {
	var k pullPlan
	k.make(p)
	if len(k.slots) == 0 && len(k.swaps) == 0 && k.inMask == ^uint64(0) && k.run >= 4 {
		k.addRuns(dst, src)
		return
	}
	k.addTiles(dst, src)
}

// pullPlan executes a pull word by word. The lowest wordBits bits of a number choose a bit in a
// word, and the other bits choose the word. A tile is the set of words whose numbers agree in all
// bits outside the tile. In a tile, some bits of the word number must become bits within words.
// Exchanges move them there, in return for bits that leave. Swaps then move the bits within words
// to their places.
type pullPlan struct {
	tile    int      // words
	slots   []int    // by exchange: the bit within words; exchange n takes bit n of a word's number in its tile
	swaps   [][2]int // exchanges of two bits within words, the lower first
	inMask  uint64   // of a word of dst: the bits that may be set
	read    [64]int  // by word of a tile: its place in src
	write   [64]int  // by word of a tile: its place in dst; negative: not written
	flips   int      // number of bits that choose the tile
	dstFlip [26]int  // by bit: the change of the tile's place when this bit and all lower ones flip
	srcFlip [26]int
	run     int // number of words that are adjacent in both src and dst
}

func (k *pullPlan) make(p *pull) {
	to := p.to()
	k.inMask = ^uint64(0)
	if p.still < wordBits {
		k.inMask = ^slotMask(p.still)
	}
	inTile, reads, writes := k.makeSteps(p, &to)
	k.run = 1
	d, s := 0, 0
	for i := wordBits; i < p.wide; i++ { // bits that choose a word in both src and dst
		if inTile>>i&1 != 0 || i == p.still {
			continue
		}
		write, read := 1<<(i-wordBits), 1<<(to[i]-wordBits)
		if k.run == write && read == write {
			k.run <<= 1
		}
		if len(reads) < wordBits {
			reads, writes = append(reads, read), append(writes, write)
			continue
		}
		d, s = d|write, s|read
		k.dstFlip[k.flips], k.srcFlip[k.flips] = d, s
		k.flips++
	}
	k.tile = 1 << len(reads)
	k.run = min(k.run, k.tile)
	for t := range k.tile {
		for n := range reads {
			if t>>n&1 == 0 {
				continue
			}
			k.read[t] += reads[n]
			if writes[n] < 0 {
				k.write[t] = nowhere
			}
			k.write[t] += writes[n]
		}
	}
}

// nowhere is the place of words that are not written. It stays negative when the offset of a tile
// is added.
const nowhere = -1 << 40

// makeSteps plans the exchanges with words of a tile and the swaps within words. It returns, as a
// set, the bits of dst's numbers that the exchanges need in the tile. For each of these it returns
// the offset in src, for reading, and in dst, for writing. A negative write offset marks the bit
// that must be 0.
func (k *pullPlan) makeSteps(p *pull, to *[maxCells + 1]int) (inTile int, reads, writes []int) {
	var coming []int // bits of dst's numbers within words that choose words of src
	for i := range wordBits {
		if to[i] >= wordBits {
			coming = append(coming, i)
		}
	}
	var within [wordBits]int // by bit within a word: the bit of dst's numbers that it holds
	for j := range wordBits {
		i := int(p.from[j])
		if within[j] = i; i < wordBits {
			continue
		}
		inTile |= 1 << i
		weight := 1 << (i - wordBits)
		if i == p.still {
			weight = -1
		}
		within[j] = coming[len(k.slots)]
		reads, writes = append(reads, 1<<(to[within[j]]-wordBits)), append(writes, weight)
		k.slots = append(k.slots, j)
	}
	for slot := range wordBits {
		for other := slot + 1; within[slot] != slot; other++ {
			if within[other] == slot {
				within[slot], within[other] = within[other], within[slot]
				k.swaps = append(k.swaps, [2]int{slot, other})
			}
		}
	}
	return inTile, reads, writes
}

// slotMask returns the places within a word whose number has the given bit.
func slotMask(bit int) uint64 {
	return [...]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}[bit]
}

// eachTile calls f for the places of each tile in dst and src.
func (k *pullPlan) eachTile(f func(d, s int)) {
	d, s := 0, 0
	for n := 1; ; n++ {
		f(d, s)
		if n == 1<<k.flips {
			return
		}
		bit := bits.TrailingZeros(uint(n))
		d, s = d^k.dstFlip[bit], s^k.srcFlip[bit]
	}
}

// addRuns executes a plan that copies whole words without any exchange.
func (k *pullPlan) addRuns(dst, src []uint64) {
	k.eachTile(func(d, s int) {
		for t := 0; t < k.tile; t += k.run {
			to := dst[d+k.write[t]:][:k.run]
			from := src[s+k.read[t]:][:len(to)]
			for i, w := range from {
				to[i] |= w
			}
		}
	})
}

// addTiles executes every other plan.
func (k *pullPlan) addTiles(dst, src []uint64) {
	var words [64]uint64
	k.eachTile(func(d, s int) {
		any := uint64(0)
		for t := range k.tile {
			words[t&63] = src[s+k.read[t&63]]
			any |= words[t&63]
		}
		if any == 0 {
			return
		}
		k.permute(&words)
		for t, w := range words[:k.tile] {
			if at := k.write[t]; at >= 0 {
				dst[d+at] |= w & k.inMask
			}
		}
	})
}

// permute moves the bits of a tile to their places.
func (k *pullPlan) permute(words *[64]uint64) {
	for n, slot := range k.slots {
		mask, shift, far := ^slotMask(slot), 1<<slot&63, 1<<n&63
		for from := 0; from < k.tile; from += 2 * far {
			for t := from; t < from+far; t++ {
				low, high := words[t&63], words[(t+far)&63]
				x := (low>>shift ^ high) & mask
				words[t&63], words[(t+far)&63] = low^x<<shift, high^x
			}
		}
	}
	for _, pair := range k.swaps {
		mask, shift := slotMask(pair[0])&^slotMask(pair[1]), (1<<pair[1]-1<<pair[0])&63
		for t := range k.tile {
			w := words[t&63]
			x := (w>>shift ^ w) & mask
			words[t&63] = w ^ x ^ x<<shift
		}
	}
}
