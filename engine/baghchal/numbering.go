package baghchal

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// numbering numbers the positions. A set of goats is a set of the points without a tiger, numbered in
// ascending order. A stage lists the orbits of tigers, and for each the sets of goats in ascending
// order as numbers. It is safe for concurrent use.
type numbering struct {
	*rules
	*subsets
	orbits []orbit
	of     []turned        // by rank of a set of tigers
	first  [][]uint64      // by number of goats: by orbit, the position in a stage of its first set; then the size of the stage
	stages []stage         // in the order of their indices
	number [21][6][2]int16 // by goats in hand and captured, and the side: the stage, plus 1
	size   uint64
	bytes  uint64 // upper bound on the memory of images and their least sets
}

// orbit is a set of tigers, which stands for its twins.
type orbit struct {
	tigers uint32
	fixed  uint64        // the symmetries that leave the tigers where they are
	images []image       // the action of these on sets of goats, without the identity
	once   sync.Once     // makes least
	least  placement.Set // if there are images: the least set of each class of twins, by its place
}

// turned is the orbit of a set of tigers, and a symmetry that leads there.
type turned struct {
	orbit    uint16
	symmetry uint8
}

// stage is a set of positions with the same side to move and the same numbers of goats.
type stage struct {
	slice         int
	first, offset uint64 // the index of its first position, and the place of that in the slice
	goats         int    // on the board
	counts
}

func newNumbering(r *rules) *numbering {
	n := &numbering{rules: r, subsets: newSubsets(r.points - tigers), of: make([]turned, placement.Choose(r.points, tigers))}
	seen := make([]bool, len(n.of))
	for rank := range n.of {
		set := placement.Unrank(uint64(rank), tigers, 1<<r.points-1)
		if seen[rank] {
			continue
		}
		o := orbit{tigers: uint32(set)}
		for s := range r.Order {
			twin := placement.Rank(r.Image(s, set), 1<<r.points-1)
			if !seen[twin] {
				seen[twin] = true
				n.of[twin] = turned{uint16(len(n.orbits)), uint8(r.Inverse(s))}
			}
			if twin == uint64(rank) {
				o.fixed |= 1 << s
			}
		}
		for by := o.fixed &^ 1; by != 0; by &= by - 1 {
			o.images = append(o.images, n.newImage(o.tigers, bits.TrailingZeros64(by)))
			n.bytes += 8<<n.low + 1<<n.free/7
		}
		n.orbits = append(n.orbits, orbit{tigers: o.tigers, fixed: o.fixed, images: o.images})
	}
	for goats := range min(n.goats, n.free) + 1 {
		first := []uint64{0}
		for at := range n.orbits {
			first = append(first, first[at]+n.classes(&n.orbits[at], goats))
		}
		n.first = append(n.first, first)
	}
	n.addStages()
	return n
}

// classes returns the number of sets of goats beside an orbit's tigers, up to symmetry.
func (n *numbering) classes(o *orbit, goats int) uint64 {
	sum := uint64(0)
	for by := o.fixed; by != 0; by &= by - 1 {
		sum += placement.Unchanged((1<<n.points-1)&^uint64(o.tigers), goats, func(p int) int { return n.Turn(bits.TrailingZeros64(by), p) })
	}
	return sum / uint64(bits.OnesCount64(o.fixed))
}

// addStages lists the stages. Those behind a move come first, except where the game can return.
func (n *numbering) addStages() {
	add := func(slice int, c counts) {
		goats, offset := n.goats-c.hand-c.captured, uint64(0)
		if c.hand == 0 && c.side == hunters {
			offset = n.first[goats][len(n.orbits)]
		}
		n.stages = append(n.stages, stage{slice, n.size, offset, goats, c})
		n.number[c.hand][c.captured][c.side] = int16(len(n.stages))
		n.size += n.first[goats][len(n.orbits)]
	}
	slice := 0
	for captured := min(n.captures-1, n.goats); captured >= 0; captured-- {
		add(slice, counts{0, captured, 0})
		add(slice, counts{0, captured, hunters})
		slice++
	}
	for hand := 1; hand <= n.goats; hand++ {
		for side := range 2 {
			for captured := min(n.captures-1, n.goats-hand); captured >= 0; captured-- {
				add(slice, counts{hand, captured, side})
				slice++
			}
		}
	}
}

// stageOf returns the stage with some counts.
func (n *numbering) stageOf(c counts) *stage {
	return &n.stages[n.number[c.hand][c.captured][c.side]-1]
}

// turnedOf returns the orbit of a set of tigers.
func (n *numbering) turnedOf(set uint32) turned {
	rank := uint64(0)
	for k := 1; set != 0; k, set = k+1, set&(set-1) {
		rank += placement.Choose(bits.TrailingZeros32(set), k)
	}
	return n.of[rank]
}

// base returns the tigers that stand for those of p, with their orbit, and the set of goats beside them.
func (n *numbering) base(p position) (o *orbit, at int, set uint32) {
	to := n.turnedOf(p.tigers)
	o = &n.orbits[to.orbit]
	return o, int(to.orbit), o.smallest(n.subsets, multiset.Squeeze(uint32(n.Image(int(to.symmetry), uint64(p.goats))), o.tigers))
}

// smallest returns the least twin of a set of goats.
func (o *orbit) smallest(s *subsets, set uint32) uint32 {
	least := set
	for n := range o.images {
		least = min(least, s.apply(&o.images[n], set))
	}
	return least
}

// index returns the index of a position.
func (n *numbering) index(p position) uint64 {
	o, at, set := n.base(p)
	st := n.stageOf(p.counts)
	return st.first + n.first[st.goats][at] + n.rankIn(o, set, st.goats)
}

// rankIn returns the rank of a set among those of the orbit with as many goats. The set must be least.
func (n *numbering) rankIn(o *orbit, set uint32, goats int) uint64 {
	rank := uint64(n.rank(set, goats))
	if o.images == nil {
		return rank
	}
	least := n.leastOf(o)
	before := n.places[goats]
	got, _ := least.Rank(before + rank)
	return got - least.Before(before)
}

// leastOf returns the least sets of an orbit with images. The place of a set counts the sets with
// fewer goats, and those before it.
func (n *numbering) leastOf(o *orbit) *placement.Set {
	o.once.Do(func() {
		o.least = *placement.NewSet(1 << n.free)
		for set := range uint32(1) << n.free {
			if goats := bits.OnesCount32(set); o.smallest(n.subsets, set) == set {
				o.least.AddRun(n.places[goats]+uint64(n.rank(set, goats)), 1)
			}
		}
		o.least.Count()
	})
	return &o.least
}

// where returns the stage, orbit and rank of an index.
func (n *numbering) where(i uint64) (st *stage, at int, rank uint64) {
	st = &n.stages[sort.Search(len(n.stages), func(k int) bool { return n.stages[k].first > i })-1]
	first := n.first[st.goats]
	at = sort.Search(len(first), func(k int) bool { return first[k] > i-st.first }) - 1
	return st, at, i - st.first - first[at]
}

// at returns the position of an index.
func (n *numbering) at(i uint64) position {
	st, at, rank := n.where(i)
	o := &n.orbits[at]
	if o.images != nil {
		least, before := n.leastOf(o), n.places[st.goats]
		reader := placement.Reader{Set: least}
		rank = reader.Place(least.Before(before)+rank) - before
	}
	return position{o.tigers, multiset.Spread(n.unrank(uint32(rank), st.goats), o.tigers), st.counts}
}

// weightRun implements the WeightRun of [engine.Parts].
func (n *numbering) weightRun(i uint64) (weight, end uint64) {
	st, at, _ := n.where(i)
	o := &n.orbits[at]
	if o.images == nil {
		return uint64(n.Order), st.first + n.first[st.goats][at+1]
	}
	return n.KeyWeight(n.at(i).key()), i + 1
}

// slices returns the slices of the game.
func (n *numbering) slices() (list []engine.Slice) {
	for at := range n.stages {
		st := &n.stages[at]
		if st.slice == len(list) {
			list = append(list, engine.Slice{Name: st.String(), First: st.first, Layer: st.hand > 0, Exits: n.exits(st)})
			if st.hand == 0 {
				list[st.slice].Name = fmt.Sprintf("placed, %d captured", st.captured)
			}
		}
		list[st.slice].Size += n.first[st.goats][len(n.orbits)]
	}
	return list
}

// exits returns the slices that a stage's slice exits into.
func (n *numbering) exits(st *stage) (list []int) {
	add := func(hand, captured, side int) {
		if at := n.number[hand][captured][side]; at > 0 {
			list = append(list, n.stages[at-1].slice)
		}
	}
	switch {
	case st.hand == 0:
		add(0, st.captured+1, 0)
	case st.side == hunters:
		add(st.hand, st.captured, 0)
		add(st.hand, st.captured+1, 0)
	default:
		add(st.hand-1, st.captured, 1)
	}
	slices.SortFunc(list, cmp.Compare)
	return list
}

// keySet has the positions of a slice as keys.
type keySet struct {
	*numbering
	first, size uint64
}

// Len implements the KeySet of package discover.
func (k keySet) Len() uint64 { return k.size }

// Key implements the KeySet of package discover.
func (k keySet) Key(rank uint64) uint64 { return k.at(k.first + rank).key() }

// Rank implements the KeySet of package discover.
func (k keySet) Rank(key uint64) (uint64, bool) {
	if k.Canonical(key) != key {
		return 0, false
	}
	rank := k.index(read(key)) - k.first
	return rank, rank < k.size
}

// Canonical implements [engine.Symmetry].
func (n *numbering) Canonical(key uint64) uint64 {
	p := read(key)
	o, _, set := n.base(p)
	p.tigers, p.goats = o.tigers, multiset.Spread(set, o.tigers)
	return p.key()
}

// KeyWeight implements [engine.Symmetry].
func (n *numbering) KeyWeight(key uint64) uint64 {
	o, _, set := n.base(read(key))
	same := 1
	for at := range o.images {
		if n.apply(&o.images[at], set) == set {
			same++
		}
	}
	return uint64(n.Order / same)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (n *numbering) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(n, dst, key)
}

// sections implements the Sections of [engine.Parts]: the stages.
func (n *numbering) sections() (list []engine.Section) {
	for at := range n.stages {
		st := &n.stages[at]
		list = append(list, engine.Section{Name: st.String(), First: st.first, Size: n.first[st.goats][len(n.orbits)]})
	}
	return list
}
