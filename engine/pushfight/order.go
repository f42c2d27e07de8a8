package pushfight

import (
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	sets "github.com/foregone-db/foregone/engine/placement"
	"github.com/foregone-db/foregone/engine/pushfight/dilate"
)

// order is the [fast.Order] of a variant. A group is a placement of the mover's pieces. The next player
// is the opponent, and a turn pushes few of the opponent's pieces, so the results of a turn are in few
// groups. An anchor on the second half of the board turns the stored position, so a placement and its
// half turn are adjacent groups. Sets of squares are words with the squares' numbers as bits.
type order struct {
	*Variant
	ranks   multiset.Sets
	pushers uint32        // sets of pushers
	groupOf []uint32      // rank of the movers · pushers + rank of the pushers → group
	own     []placement   // by group
	first   []uint64      // by group: the place of its first position, with a sentinel at the end
	anchors []orderAnchor // ascending
	blocks  []orderBlock  // as in the minimizer
}

// orderAnchor is a cell where the anchor stands in stored positions. A code has the mover's pieces on the
// neighbours of the cell.
type orderAnchor struct {
	cell     uint64
	near     [4]int // the neighbours, or -1
	from, to int    // blocks
	size     [81]uint64
}

// orderBlock has what the order needs of a block of the minimizer.
type orderBlock struct {
	anchor int
	theirs int        // state of the ranker: the opponent's pieces on the free squares
	free   uint32     // squares
	fixed  [2]uint32  // squares of the mover's movers and pushers on the neighbours
	before [81]uint64 // by code: positions of the group in earlier blocks of the anchor, or absent
}

const (
	orderName   = "own-pieces-1"
	orderBlocks = 49152
	mostOwn     = 1 << 24 // entries of groupOf
)

func hasOrder(v *Variant) bool {
	n := v.board.squares
	return n <= 26 && sets.Choose(n, v.movers)*sets.Choose(n, v.pushers) <= mostOwn
}

// newOrder returns the order of a variant that has one.
func newOrder(v *Variant) fast.Order {
	o := &order{Variant: v, ranks: multiset.NewSets(max(v.movers, v.pushers))}
	o.addBlocks()
	n := v.board.squares
	movers, pushers := dilate.Subsets(n, v.movers), dilate.Subsets(n, v.pushers)
	o.pushers = uint32(len(pushers))
	o.groupOf = make([]uint32, len(movers)*len(pushers))
	known := make([]bool, len(o.groupOf))
	place := uint64(0)
	add := func(m, p uint32) {
		at := o.ranks.Rank(m)*o.pushers + o.ranks.Rank(p)
		if known[at] {
			return
		}
		known[at], o.groupOf[at] = true, uint32(len(o.own))
		own := placement{o.board.cellsOf(m) | o.board.cellsOf(p), o.board.cellsOf(p)}
		o.own, o.first = append(o.own, own), append(o.first, place)
		for i := range o.anchors {
			place += o.anchors[i].sizeOf(own)
		}
	}
	turn := func(set uint32) uint32 { return bits.Reverse32(set) >> (32 - n) }
	for _, m := range movers {
		for _, p := range pushers {
			if m&p == 0 {
				add(m, p)
				if v.board.symmetric {
					add(turn(m), turn(p))
				}
			}
		}
	}
	o.first = append(o.first, place)
	return o
}

// addBlocks fills in blocks and anchors.
func (o *order) addBlocks() {
	for n, k := range o.minimizer.blocks {
		if last := len(o.anchors) - 1; last < 0 || o.anchors[last].cell != k.fixed.anchor {
			a := orderAnchor{cell: k.fixed.anchor, from: n}
			for d := range a.near {
				a.near[d] = o.board.neighbour(bits.TrailingZeros64(a.cell), d)
			}
			o.anchors = append(o.anchors, a)
		}
		a := &o.anchors[len(o.anchors)-1]
		a.to = n + 1
		c := o.rank.counts(k.state)
		b := orderBlock{anchor: len(o.anchors) - 1, theirs: o.rank.state([5]int{2: c[2], 3: c[3]}), free: o.board.squaresOf(k.free)}
		own := k.fixed.mine()
		b.fixed = [2]uint32{o.board.squaresOf(own &^ k.fixed.pusher), o.board.squaresOf(own & k.fixed.pusher)}
		size := o.rank.total(bits.OnesCount64(k.free)-c[0]-c[1], [5]int{2: c[2], 3: c[3]})
		decided := o.board.cells &^ k.free // where the block says what stands
		code := a.code(placement{own, own & k.fixed.pusher}, decided)
		for any := range b.before {
			b.before[any] = absent
			if a.restrict(any, decided) == code {
				b.before[any] = a.size[any]
				a.size[any] += size
			}
		}
		o.blocks = append(o.blocks, b)
	}
}

// code returns the code of the mover's pieces on those neighbours that are among cells.
func (a *orderAnchor) code(own placement, cells uint64) (code int) {
	for d := 3; d >= 0; d-- {
		code *= 3
		if n := a.near[d]; n >= 0 {
			code += int((own.own&cells)>>n&1 + (own.pushers&cells)>>n&1)
		}
	}
	return code
}

// restrict returns a code without the pieces on neighbours that are not among cells, or -1 if it has a
// piece where the anchor has no neighbour.
func (a *orderAnchor) restrict(code int, cells uint64) (rest int) {
	for unit, d := 1, 0; d < 4; unit, d = 3*unit, d+1 {
		digit := code / unit % 3
		switch n := a.near[d]; {
		case n < 0 && digit > 0:
			return -1
		case n >= 0 && cells>>n&1 != 0:
			rest += digit * unit
		}
	}
	return rest
}

// sizeOf returns the number of positions of a group with this anchor.
func (a *orderAnchor) sizeOf(own placement) uint64 {
	if own.own&a.cell != 0 {
		return 0
	}
	return a.size[a.code(own, ^uint64(0))]
}

// Name implements [fast.Order].
func (o *order) Name() string { return orderName }

// Block implements [fast.Order].
func (o *order) Block() uint64 { return orderBlocks }

// Groups implements [fast.Order].
func (o *order) Groups() uint32 { return uint32(len(o.own)) }

// First implements [fast.Order].
func (o *order) First(group uint32) uint64 { return o.first[group] }

// Place implements [fast.Order].
func (o *order) Place(i uint64) uint64 {
	n := o.blockOf(i)
	k, b := &o.minimizer.blocks[n], &o.blocks[n]
	p := o.rank.unrank(i-k.first, k.state, k.free)
	own := placement{(p.occupied | k.fixed.occupied) &^ (p.theirs | k.fixed.theirs), 0}
	own.pushers = own.own & (p.pusher | k.fixed.pusher)
	group := o.groupOf[o.ranks.Rank(o.board.squaresOf(own.own&^own.pushers))*o.pushers+o.ranks.Rank(o.board.squaresOf(own.pushers))]
	place := o.first[group]
	for a := range b.anchor {
		place += o.anchors[a].sizeOf(own)
	}
	place += b.before[o.anchors[b.anchor].code(own, ^uint64(0))]
	// The rank of the opponent's pieces among the squares that are left.
	state, left := uint32(b.theirs*5), k.free&^own.own
	for rest := p.theirs; rest != 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		symbol := 2 + uint32(p.pusher>>c&1)
		place += o.rank.below[uint32(bits.OnesCount64(left>>c))*o.rank.perSquare-o.rank.perSquare+state+symbol]
		state -= o.rank.increment[symbol]
	}
	return place
}

func (o *order) blockOf(i uint64) int {
	blocks := o.minimizer.blocks
	return sort.Search(len(blocks), func(n int) bool { return blocks[n].first > i }) - 1
}

// Index implements [fast.Order].
func (o *order) Index(place uint64) uint64 {
	group := sort.Search(len(o.own), func(g int) bool { return o.first[g+1] > place })
	own := o.own[group]
	place -= o.first[group]
	a := &o.anchors[0]
	for n := 0; place >= a.sizeOf(own); a = &o.anchors[n] {
		place -= a.sizeOf(own)
		n++
	}
	code, n := a.code(own, ^uint64(0)), -1
	for at := a.from; at < a.to; at++ {
		if before := o.blocks[at].before[code]; before != absent && before <= place {
			n = at
		}
	}
	k, b := &o.minimizer.blocks[n], &o.blocks[n]
	p := o.rank.unrank(place-b.before[code], b.theirs, k.free&^own.own)
	i := o.index(p.occupied|k.fixed.theirs|own.own, p.pusher|k.fixed.pusher&k.fixed.theirs|own.pushers, p.theirs|k.fixed.theirs, a.cell)
	return i
}

// AppendGroups implements [fast.Order].
func (o *order) AppendGroups(dst []uint32, index uint64, n int) []uint32 {
	w := groupWalk{order: o, dst: dst, left: n}
	for at := o.blockOf(index); w.left > 0; at++ {
		k, b := &o.minimizer.blocks[at], &o.blocks[at]
		w.skip = index - k.first
		w.walk(b.free, k.state, b.fixed[0], b.fixed[1])
		index = k.first + k.size
	}
	return w.dst
}

// groupWalk lists the groups of the strings of a block in their order.
type groupWalk struct {
	*order
	dst  []uint32
	skip uint64 // strings to leave out
	left int    // groups to append
}

// walk lists the strings of the pieces of a state on free squares. The mover's other movers and pushers
// stand on the squares movers and pushers.
func (w *groupWalk) walk(free uint32, state int, movers, pushers uint32) {
	r := w.rank
	if state%(r.radix[0]*r.radix[1]) == 0 { // only pieces of the opponent are left
		n := r.strings[state*(r.squares+1)+bits.OnesCount32(free)]
		skipped := min(n, w.skip)
		w.skip -= skipped
		group := w.groupOf[w.ranks.Rank(movers)*w.order.pushers+w.ranks.Rank(pushers)]
		for range min(n-skipped, uint64(w.left)) {
			w.dst = append(w.dst, group)
			w.left--
		}
		return
	}
	// The first piece is on the last square in the first string.
	rest := uint32(0)
	for n := 0; free != 0 && w.left > 0; n++ {
		square := uint32(1) << (31 - bits.LeadingZeros32(free))
		free ^= square
		for symbol := range 4 {
			next := state - int(r.increment[symbol])/5
			if state/(int(r.increment[symbol])/5)%r.radix[symbol] == 0 {
				continue
			}
			if size := r.strings[next*(r.squares+1)+n]; size <= w.skip {
				w.skip -= size
				continue
			}
			m, p := movers, pushers
			switch symbol {
			case 0:
				m |= square
			case 1:
				p |= square
			}
			w.walk(rest, next, m, p)
		}
		rest |= square
	}
}
