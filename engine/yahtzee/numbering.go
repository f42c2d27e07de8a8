package yahtzee

import (
	"math/bits"
	"slices"
	"sort"
)

// moment is a moment between turns.
type moment struct {
	open   uint16 // the categories that are not scored yet
	points int    // of the upper categories; 63: that or more
	extra  int    // 1: another yahtzee scores 100 more
}

// full is the number of points of the upper categories that earn 35 more.
const full = 63

// block is the moments with the same categories and the same extra.
type block struct {
	first uint64
	moment
}

// numbering numbers the moments of a variant, by layers of the number of categories that are scored.
type numbering struct {
	*bag
	all     uint16            // the categories of the variant
	forced  bool              // a joker has to go to a category of the first kind that is open
	totals  [upper + 1]uint64 // by the upper categories that are scored: a bit for each number of points they can have
	blocks  []block
	blockOf [1 << categories][2]uint64 // by open categories and extra: the first index, plus 1
	layers  []uint64                   // by categories scored, and one more: the first index
}

func newNumbering(all uint16, forced bool) *numbering {
	n := &numbering{bag: newBag(), all: all, forced: forced}
	n.totals[0] = 1
	for scored := 1; scored <= upper; scored++ {
		face := bits.TrailingZeros(uint(scored))
		for points := range full + 1 {
			for count := range 6 {
				n.totals[scored] |= n.totals[scored&(scored-1)] >> points & 1 << min(points+count*(face+1), full)
			}
		}
	}
	first := uint64(0)
	for filled := range bits.OnesCount16(all) + 1 {
		n.layers = append(n.layers, first)
		for open := range uint16(1 << categories) {
			for extra := 0; open&^all == 0 && bits.OnesCount16(all&^open) == filled && extra <= int((all&^open)>>yahtzee&1); extra++ {
				n.blocks = append(n.blocks, block{first, moment{open, 0, extra}})
				n.blockOf[open][extra] = first + 1
				first += uint64(bits.OnesCount64(n.totals[all&^open&upper]))
			}
		}
	}
	n.layers = append(n.layers, first)
	return n
}

// index returns the index of a moment, or false if there is none like it.
func (n *numbering) index(m moment) (uint64, bool) {
	first, totals := n.blockOf[m.open][m.extra], n.totals[n.all&^m.open&upper]
	return first - 1 + uint64(bits.OnesCount64(totals&(1<<m.points-1))), first > 0 && totals>>m.points&1 == 1
}

// at returns the moment of an index.
func (n *numbering) at(i uint64) moment {
	b := n.blocks[sort.Search(len(n.blocks), func(k int) bool { return n.blocks[k].first > i })-1]
	totals := n.totals[n.all&^b.open&upper]
	for range i - b.first {
		totals &= totals - 1
	}
	b.points = bits.TrailingZeros64(totals)
	return b.moment
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

// layer has the moments of a layer as keys. It implements the KeySet of package discover.
type layer struct {
	n           *numbering
	first, size uint64
}

// Len implements the KeySet of package discover.
func (k layer) Len() uint64 { return k.size }

// Key implements the KeySet of package discover.
func (k layer) Key(rank uint64) uint64 { return position{moment: k.n.at(k.first + rank)}.key() }

// Rank implements the KeySet of package discover.
func (k layer) Rank(key uint64) (uint64, bool) {
	p := positionOf(key)
	i, ok := k.n.index(p.moment)
	return i - k.first, ok && !p.within && i-k.first < k.size
}
