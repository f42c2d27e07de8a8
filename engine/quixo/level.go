package quixo

import (
	"math/bits"
	"sync"
)

// level is all positions with so many marks, a slice of the game by marks.
//
// The neutral cubes are one of a few sets that stand for their symmetric images, each the
// least of them as an arranged set. Such a set makes a block: the other cubes, in the order
// of arranged sets, show the mover's mark (a bit 1) or the opponent's (0), in all 2^cubes
// ways. Where a symmetry leaves the neutral cubes as they are, twins are in one block, and
// have indices of their own.
//
// Indices go by the number of the mover's marks, then by block, then by the bits as a
// number. So the positions of a class, those with so many marks of either player, are a run.
type level struct {
	board  *board
	blanks int // neutral cubes
	cubes  int // others
	first  uint64
	size   uint64
	blocks int
	starts [maxCells + 2]uint64 // by the number of the mover's marks, from first on

	once    sync.Once
	sets    []uint32 // by block: the neutral cubes, arranged
	weights []uint8  // by block: how many sets it stands for
	of      []uint32 // by rank of an arranged set: the block, and in three bits below a symmetry that leads there
}

func newLevel(b *board, blanks int, first uint64) *level {
	l := &level{board: b, blanks: blanks, cubes: b.cells - blanks, first: first}
	for s := range symmetries {
		l.blocks += b.fixed[s][blanks]
	}
	l.blocks /= symmetries
	for own := range l.cubes + 1 {
		l.starts[own+1] = l.starts[own] + uint64(l.blocks)*uint64(chosen[l.cubes][own])
	}
	l.size = l.starts[l.cubes+1]
	return l
}

// ready finds the blocks, the first time.
func (l *level) ready() { l.once.Do(l.find) }

func (l *level) find() {
	b := l.board
	l.of = make([]uint32, chosen[b.cells][l.blanks])
	set := uint32(1)<<l.blanks - 1
	for rank := range l.of {
		plain := b.unarrange(set)
		least, by, same := set, uint8(0), 1
		for s := uint8(1); s < symmetries; s++ {
			switch image := b.arrange(s, plain); {
			case image < least:
				least, by = image, s
			case image == set:
				same++
			}
		}
		if least == set {
			l.of[rank] = uint32(len(l.sets)) << 3
			l.sets = append(l.sets, set)
			l.weights = append(l.weights, uint8(symmetries/same))
		} else {
			l.of[rank] = l.of[rankOf(least)]&^7 | uint32(by)
		}
		set = following(set)
	}
}

// blockOf returns the block that a set of neutral cubes, as it stands on the board, belongs
// to, and a symmetry that takes the set to the block's.
func (l *level) blockOf(blank uint32) (block int, by uint8) {
	at := l.of[rankOf(l.board.arrange(0, blank))]
	return int(at >> 3), uint8(at & 7)
}

// squeeze drops from an arranged set the bits of the neutral cubes of a block.
func squeeze(set, blank uint32) uint32 {
	for ; blank != 0; blank &^= 1 << (31 - bits.LeadingZeros32(blank)) {
		below := uint32(1)<<(31-bits.LeadingZeros32(blank)) - 1
		set = set&below | set>>1&^below
	}
	return set
}

// spread is the inverse of squeeze, the bits of the neutral cubes being 0.
func spread(set, blank uint32) uint32 {
	for ; blank != 0; blank &= blank - 1 {
		below := blank&-blank - 1
		set = set&below | set&^below<<1
	}
	return set
}

// Sets of as many bits are ranked in the order of their numbers: the lower ones of so many
// bits by a table, and then by the others and how many the lower ones are.
const lowBits = 13

var (
	chosen   = makeChosen() // how many sets of k of n there are
	lowRank  = makeLowRank()
	highRank = makeHighRank()
)

func makeChosen() (c [maxCells + 2][maxCells + 2]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}

func makeLowRank() (ranks [1 << lowBits]uint16) {
	for set := range ranks {
		k := 0
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			k++
			ranks[set] += uint16(chosen[bits.TrailingZeros(rest)][k])
		}
	}
	return ranks
}

func makeHighRank() *[lowBits + 1][1 << (maxCells - lowBits)]uint32 {
	ranks := new([lowBits + 1][1 << (maxCells - lowBits)]uint32)
	for low := range ranks {
		for set := range ranks[low] {
			k := low
			for rest := uint(set); rest != 0; rest &= rest - 1 {
				if k++; k <= maxCells {
					ranks[low][set] += chosen[lowBits+bits.TrailingZeros(rest)][k]
				}
			}
		}
	}
	return ranks
}

// rankOf returns the number of lesser sets of as many bits.
func rankOf(set uint32) uint32 {
	low := set & (1<<lowBits - 1)
	return uint32(lowRank[low]) + highRank[bits.OnesCount32(low)][set>>lowBits&(1<<(maxCells-lowBits)-1)]
}

// setOf returns the set of k of n bits with a rank.
func setOf(rank uint32, n, k int) (set uint32) {
	for ; k > 0; k-- {
		for n--; chosen[n][k] > rank; n-- {
		}
		rank -= chosen[n][k]
		set |= 1 << n
	}
	return set
}

// following returns the next set of as many bits.
func following(set uint32) uint32 {
	if set == 0 {
		return 0
	}
	low := set & -set
	ripple := set + low
	return ripple | (set^ripple)>>2>>bits.TrailingZeros32(low)
}
