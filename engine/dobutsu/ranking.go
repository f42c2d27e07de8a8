package dobutsu

import (
	_ "embed"
	"fmt"
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the positions. The digits of a place are the pair of lions, the arrangement, the
// mover's hand, one owner bit for each piece on the board, and one bit for each chick that tells
// whether it is a hen. The arrangement is the squares, without those of the lions, that hold
// giraffes, elephants and chicks. A set for each pair of lions marks the places that are positions.
type ranking struct {
	*board
	counts [kinds]uint8 // pieces of each kind

	pairs   [maxSquares][maxSquares]lionPair
	lions   [][2]uint8 // by number of the pair
	classes []class    // by the number of pieces of each kind on the board
	classOf [each + 1][each + 1][each + 1]*class
	unit    uint64 // places of a pair
	stored  []pairSet
	size    uint64 // positions
}

// pairSet is the positions with a pair of lions.
type pairSet struct {
	placement.Lazy
	first uint64 // index
}

// countedText has the number of positions with each pair of lions, a line a board: the rows, the pieces of each kind, and the numbers.
//
//go:embed counted.txt
var countedText string

// pairShift divides a place: above it is the number of the pair of lions.
const pairShift = 40

// lionPair is the place of a pair of lions.
type lionPair struct {
	number   int8 // -1 if there are no positions
	mirrored bool // the columns are reversed first
	double   bool // both lions are on the middle column and do not distinguish mirror images
}

// class is all arrangements with the same number of pieces of each kind on the board.
type class struct {
	on           [kinds]uint8
	first        uint64 // place
	arrangements uint64
	radix        [kinds]uint64
	hands        uint64         // ways to divide the pieces that are not on the board
	held         [][kinds]uint8 // the mover's hand, by way
	owners       int            // bits
}

// block returns the number of places of an arrangement.
func (c *class) block() uint64 { return c.hands << c.owners }

func newRanking(rows int, counts [kinds]uint8) *ranking {
	r := &ranking{board: newBoard(rows), counts: counts}
	r.makePairs()
	for g := range counts[giraffe] + 1 {
		for e := range counts[elephant] + 1 {
			for c := range counts[chick] + 1 {
				r.classes = append(r.classes, class{on: [kinds]uint8{chick: c, giraffe: g, elephant: e}})
			}
		}
	}
	for i := range r.classes {
		c := &r.classes[i]
		c.first, c.hands, c.arrangements = r.unit, 1, 1
		free := r.squares - 2
		for _, kind := range [kinds]int{giraffe, elephant, chick} {
			n := int(c.on[kind])
			c.hands *= uint64(int(counts[kind]) - n + 1)
			c.owners += n
			c.radix[kind] = placement.Choose(free, n)
			c.arrangements *= c.radix[kind]
			free -= n
		}
		c.owners += int(c.on[chick])
		c.held = c.hold(counts)
		r.unit += c.arrangements * c.block()
		r.classOf[c.on[giraffe]][c.on[elephant]][c.on[chick]] = c
	}
	r.stored = make([]pairSet, len(r.lions))
	sizes := placement.Sizes(countedText, fmt.Sprintf("%d/%d", rows, counts))
	for n := range r.stored {
		s := &r.stored[n]
		s.first = r.size
		s.Init(r.unit, sizes, n, func(set *placement.Set) { r.fill(set, n) })
		r.size += s.Size()
	}
	return r
}

// makePairs numbers the pairs of lions, except those whose squares show that the game is over.
func (r *ranking) makePairs() {
	for a := range r.squares {
		for b := range r.squares {
			p := &r.pairs[a][b]
			*p = lionPair{number: -1}
			if a == b || r.up[lion][a]>>b&1 != 0 || r.last>>a&1 != 0 || r.first>>b&1 != 0 {
				continue
			}
			p.double = a%columns == 1 && b%columns == 1
			if a%columns == 2 || a%columns == 1 && b%columns == 2 {
				p.mirrored = true // its mirror image is already numbered
				p.number = r.pairs[r.mirror(a)][r.mirror(b)].number
				continue
			}
			p.number = int8(len(r.lions))
			r.lions = append(r.lions, [2]uint8{uint8(a), uint8(b)})
		}
	}
	for a := range r.squares {
		for b := range r.squares {
			if p := &r.pairs[a][b]; p.mirrored {
				p.number = r.pairs[r.mirror(a)][r.mirror(b)].number
			}
		}
	}
}

// rank is placement.Rank for a set of at most two squares that avoids the squares in without.
func rank(set, without uint16) uint64 {
	if set == 0 {
		return 0
	}
	low := uint64(bits.OnesCount16((set&-set - 1) &^ without))
	if set &= set - 1; set == 0 {
		return low
	}
	high := uint64(bits.OnesCount16((set - 1) &^ without))
	return high*(high-1)/2 + low
}

// pick returns the bits of values at the squares of set, in their order.
func pick(set, values uint16) uint64 {
	if set == 0 {
		return 0
	}
	low := set & -set
	high := set &^ low
	picked := uint64(0)
	if values&low != 0 {
		picked = 1
	}
	if values&high != 0 {
		picked |= 2
	}
	return picked
}

// place returns the place of men whose lions need no mirroring.
func (r *ranking) place(n *men, pair int8) uint64 {
	g, e, c := n.at[giraffe], n.at[elephant], n.at[chick]
	gs, es, cs := bits.OnesCount16(g), bits.OnesCount16(e), bits.OnesCount16(c)
	k := r.classOf[gs][es][cs]
	lions := uint16(1)<<n.lions[0] | 1<<n.lions[1]
	place := rank(g, lions)
	place = place*k.radix[elephant] + rank(e, lions|g)
	place = place*k.radix[chick] + rank(c, lions|g|e)
	hands := uint64(n.hand[giraffe])
	hands = hands*uint64(int(r.counts[elephant])-es+1) + uint64(n.hand[elephant])
	hands = hands*uint64(int(r.counts[chick])-cs+1) + uint64(n.hand[chick])
	owners := pick(g, n.own) | pick(e, n.own)<<gs | pick(c, n.own)<<(gs+es) | pick(c, n.hens)<<(gs+es+cs)
	return uint64(pair)<<pairShift + k.first + ((place*k.hands+hands)<<k.owners | owners)
}

// find returns the rank of a position, and whether it is its own twin. It returns false if the
// position is finished or invalid.
func (r *ranking) find(n *men) (rank uint64, twin, ok bool) {
	place, ok := r.locate(n)
	if ok {
		rank, ok = r.index(place)
	}
	return rank, place&ownTwin != 0, ok
}

// index returns the index of a place, or false if it is no position.
func (r *ranking) index(place uint64) (index uint64, ok bool) {
	s := &r.stored[place&^ownTwin>>pairShift]
	rank, ok := s.Set().Rank(place & (1<<pairShift - 1))
	return s.first + rank, ok
}

// reader finds the places of indices, fastest in ascending order. It belongs to one goroutine.
type reader struct {
	*ranking
	pair   *pairSet // of the last place
	number int
	places placement.Reader
}

// place returns the place of an index.
func (r *reader) place(i uint64) uint64 {
	if r.pair == nil || i-r.pair.first >= r.pair.Size() {
		r.number = sort.Search(len(r.stored), func(n int) bool { return r.stored[n].first > i }) - 1
		r.pair = &r.stored[r.number]
		r.places = placement.Reader{Set: r.pair.Set()}
	}
	return uint64(r.number)<<pairShift | r.places.Place(i-r.pair.first)
}

// ownTwin is set in the place of a position that is its own twin.
const ownTwin = 1 << 63

// locate returns the place of a position, or of its twin. It returns false if no unfinished
// position has its lions on these squares.
func (r *ranking) locate(n *men) (place uint64, ok bool) {
	p := r.pairs[n.lions[0]][n.lions[1]]
	if p.number < 0 {
		return 0, false
	}
	if !p.mirrored && !p.double {
		return r.place(n, p.number), true
	}
	m := *n
	m.mirror(r.board)
	place = r.place(&m, p.number)
	if p.double {
		other := r.place(n, p.number)
		if place == other {
			return place | ownTwin, true
		}
		place = min(place, other)
	}
	return place, true
}

// fill finds the positions with a pair of lions. The mover cannot take the lion, and the lower of two mirrored places is
// stored. All places of an arrangement are found together.
func (r *ranking) fill(set *placement.Set, pair int) {
	n := men{lions: r.lions[pair]}
	double := r.pairs[n.lions[0]][n.lions[1]].double
	for i := range r.classes {
		c := &r.classes[i]
		for arrangement := range c.arrangements {
			r.arrange(&n, c, arrangement)
			twin := false
			if double {
				m := n
				m.mirror(r.board)
				own, other := r.place(&n, 0), r.place(&m, 0)
				if other < own {
					continue
				}
				twin = own == other
			}
			r.fillBlock(set, &n, c, c.first+arrangement*c.block(), twin)
		}
	}
}

// arrange puts the pieces on the squares of an arrangement. All belong to the opponent, no chick is
// a hen, and the mover's hand is empty.
func (r *ranking) arrange(n *men, c *class, arrangement uint64) {
	*n = men{lions: n.lions}
	free := r.all &^ (1<<n.lions[0] | 1<<n.lions[1])
	digit := [kinds]uint64{chick: arrangement % c.radix[chick]}
	arrangement /= c.radix[chick]
	digit[elephant] = arrangement % c.radix[elephant]
	digit[giraffe] = arrangement / c.radix[elephant]
	for _, kind := range [kinds]int{giraffe, elephant, chick} {
		n.at[kind] = setOf(free, int(c.on[kind]), digit[kind])
		free &^= n.at[kind]
	}
}

// setOf is the inverse of rank: it returns a set of count free squares.
func setOf(free uint16, count int, rank uint64) (set uint16) {
	high := uint64(1)
	switch count {
	case 0:
		return 0
	case 2:
		for (high+1)*high/2 <= rank {
			high++
		}
		set, rank = nth(free, high), rank-high*(high-1)/2
	}
	return set | nth(free, rank)
}

// nth returns the member of a set that has n below it.
func nth(set uint16, n uint64) uint16 {
	for range n {
		set &= set - 1
	}
	return set & -set
}

// ways has a bit for each way to assign owners and hens to the pieces on the board. There are at
// most 256 ways: two pieces of each kind, and two chicks that can be hens.
type ways [4]uint64

// owned holds, for each bit of a way, the set of ways that have this bit.
var owned = func() (owned [8]ways) {
	for bit := range owned {
		for way := range 256 {
			owned[bit][way>>6] |= uint64(way>>bit&1) << (way & 63)
		}
	}
	return owned
}()

// taking returns the ways in which the mover can take the lion.
func (r *ranking) taking(n *men, c *class) (taking ways) {
	s, bit := n.lions[1], 0
	for _, kind := range [...]int{giraffe, elephant, chick} {
		for set := n.at[kind]; set != 0; set &= set - 1 {
			takes, takesAsHen := r.down[kind][s]&set&-set != 0, kind == chick && r.down[hen][s]&set&-set != 0
			for i := 0; i < len(taking) && (takes || takesAsHen); i++ {
				hens := uint64(0)
				if kind == chick {
					hens = owned[bit+int(c.on[chick])][i]
				}
				if takes {
					taking[i] |= owned[bit][i] &^ hens
				}
				if takesAsHen {
					taking[i] |= owned[bit][i] & hens
				}
			}
			bit++
		}
	}
	return taking
}

// fillBlock finds the positions of an arrangement.
func (r *ranking) fillBlock(set *placement.Set, n *men, c *class, first uint64, twin bool) {
	taking, all := r.taking(n, c), uint64(1)<<c.owners
	for owners := uint64(0); twin && owners < all; owners++ {
		m := *n
		r.own(&m, c, owners)
		other := m
		other.mirror(r.board)
		if r.place(&other, 0) < r.place(&m, 0) {
			taking[owners>>6] |= 1 << (owners & 63)
		}
	}
	for range c.hands {
		for o := uint64(0); o < all; o += 64 {
			set.AddRun(first+o, ^taking[o>>6]&(1<<min(all, 64)-1))
		}
		first += all
	}
}

// own assigns the owners of the pieces, and turns chicks into hens.
func (r *ranking) own(n *men, c *class, owners uint64) {
	n.own = spread(n.at[giraffe], owners)
	owners >>= c.on[giraffe] & 3
	n.own |= spread(n.at[elephant], owners)
	owners >>= c.on[elephant] & 3
	n.own |= spread(n.at[chick], owners)
	n.hens = spread(n.at[chick], owners>>(c.on[chick]&3))
}

// spread is the inverse of pick.
func spread(set uint16, picked uint64) (values uint16) {
	low := set & -set
	return low&-uint16(picked&1) | set&^low&-uint16(picked>>1&1)
}

// read stores the men of a place.
func (r *ranking) read(n *men, place uint64) {
	c, rest := r.classAt(place & (1<<pairShift - 1))
	n.lions = r.lions[place>>pairShift]
	r.arrange(n, c, rest/c.block())
	r.readBlock(n, c, rest%c.block())
}

// classAt returns the class of a place of a pair of lions, and the place within it.
func (r *ranking) classAt(place uint64) (c *class, rest uint64) {
	i := len(r.classes) - 1
	for r.classes[i].first > place {
		i--
	}
	return &r.classes[i], place - r.classes[i].first
}

// readBlock stores the parts that differ among the places of one arrangement.
func (r *ranking) readBlock(n *men, c *class, rest uint64) {
	r.own(n, c, rest&(1<<c.owners-1))
	n.hand = c.held[rest>>c.owners]
}

// hold lists the mover's possible hands.
func (c *class) hold(counts [kinds]uint8) (held [][kinds]uint8) {
	for g := range counts[giraffe] - c.on[giraffe] + 1 {
		for e := range counts[elephant] - c.on[elephant] + 1 {
			for n := range counts[chick] - c.on[chick] + 1 {
				held = append(held, [kinds]uint8{chick: n, giraffe: g, elephant: e})
			}
		}
	}
	return held
}
