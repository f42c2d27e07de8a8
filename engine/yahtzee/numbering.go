package yahtzee

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine/discover"
)

// moment is a moment between turns.
type moment struct {
	open   uint16 // the categories that are not scored yet
	points int    // of the upper categories; 63: that or more
	extra  int    // 1: another yahtzee scores 100 more
}

// full is the number of points of the upper categories that earn 35 more.
const full = 63

// numbering numbers the moments of a variant, by layers of the number of categories that are scored.
type numbering struct {
	*bag
	all    uint16            // the categories of the variant
	forced bool              // a joker has to go to a category of the first kind that is open
	totals [upper + 1]uint64 // by the upper categories that are scored: a bit for each number of points they can have
	layers []discover.KeySet // the keys of the moments
	firsts []uint64          // by layer, and one more: the first index
}

func newNumbering(all uint16, forced bool) *numbering {
	n := &numbering{bag: newBag(), all: all, forced: forced, firsts: []uint64{0}}
	n.totals[0] = 1
	for scored := 1; scored <= upper; scored++ {
		face := bits.TrailingZeros(uint(scored))
		for points := range full + 1 {
			for count := range 6 {
				n.totals[scored] |= n.totals[scored&(scored-1)] >> points & 1 << min(points+count*(face+1), full)
			}
		}
	}
	keys := make([][]uint64, bits.OnesCount16(all)+1)
	for key := range uint64(1 << 20) {
		if m := positionOf(key).moment; m.open&^all == 0 && n.totals[all&^m.open&upper]>>m.points&1 == 1 && m.extra <= int((all&^m.open)>>yahtzee&1) {
			keys[n.filled(m)] = append(keys[n.filled(m)], key)
		}
	}
	for filled := range keys {
		n.layers = append(n.layers, discover.NewKeySet(keys[filled]))
		n.firsts = append(n.firsts, n.firsts[filled]+uint64(len(keys[filled])))
	}
	return n
}

// filled returns the number of categories that are scored.
func (n *numbering) filled(m moment) int { return bits.OnesCount16(n.all &^ m.open) }

// index returns the index of a moment, or false if there is none like it.
func (n *numbering) index(m moment) (uint64, bool) {
	rank, ok := n.layers[n.filled(m)].Rank(position{moment: m}.key())
	return n.firsts[n.filled(m)] + rank, ok
}

// at returns the moment of an index.
func (n *numbering) at(i uint64) moment {
	filled := sort.Search(len(n.layers), func(k int) bool { return n.firsts[k+1] > i })
	return positionOf(n.layers[filled].Key(i - n.firsts[filled])).moment
}

// scored is a way to score dice.
type scored struct {
	next moment
	gain int32
}

// appendScored appends the ways in which five dice, by number, can be scored.
func (n *numbering) appendScored(dst []scored, m moment, five int) []scored {
	may := m.open
	equal := slices.Index(n.list[five][:], 5) // the number that all dice show, from 0 on, or -1
	joker := equal >= 0 && (n.all&^m.open)>>yahtzee&1 == 1
	if joker && m.open>>equal&1 == 1 {
		if joker = false; n.forced {
			may = 1 << equal
		}
	} else if joker && n.forced && m.open&^upper != 0 {
		may &^= upper
	}
	for ; may != 0; may &= may - 1 {
		c := bits.TrailingZeros16(may)
		s := scored{moment{m.open &^ (1 << c), m.points, m.extra}, n.scores[five][c]}
		if joker && c >= fullHouse && c <= largeStraight {
			s.gain = [...]int32{25, 30, 40}[c-fullHouse]
		}
		if c < 6 {
			s.next.points = min(m.points+int(s.gain), full)
			if m.points < full && s.next.points == full {
				s.gain += 35
			}
		}
		if equal >= 0 {
			s.gain += int32(100 * m.extra)
			if c == yahtzee {
				s.next.extra = 1
			}
		}
		dst = append(dst, s)
	}
	return dst
}
