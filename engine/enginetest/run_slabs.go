package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// checkSlabs checks some slabs of a game that has them.
func checkSlabs(c *checker) {
	slabs, configurations := 3, 2
	if c.all {
		slabs, configurations = 12, 6
	}
	if err := CheckSlabs(c.g, c.g.Parts().Slabs(), slabs, configurations, uint64(c.Seed)); err != nil {
		c.fail("%v", err)
	}
}

// CheckSlabs compares the slabs of a game with its positions, successors and predecessors. Every
// stored position is one configuration of one slab. Rearrangements followed by links are the game's
// turns, with equal multiplicity. Unlinks undo links. The rearrangement of a set is the union of
// those of its elements, and can be undone. CheckSlabs draws a number of slabs, and of
// configurations of each, at random; 0 means all. It checks the place of every position in games of
// up to mostPlaces positions. It returns the first fault.
func CheckSlabs(g engine.Game, s fast.Slabs, slabs, configurations int, seed uint64) error {
	c := &slabCheck{game: g, slabs: s, moves: g.NewScratch(), scratch: s.NewSlabScratch(), rng: rand.New(rand.NewPCG(seed, 1))}
	for _, check := range []func() error{c.numbers, c.parts, c.positions} {
		if err := check(); err != nil {
			return err
		}
	}
	order := s.Order()
	if slabs == 0 || slabs > len(order) {
		slabs = len(order)
	}
	for _, n := range c.rng.Perm(len(order))[:slabs] {
		if err := c.slab(n, configurations); err != nil {
			return fmt.Errorf("slab %d: %w", order[n], err)
		}
	}
	return nil
}

// mostPlaces is the maximum size of a game whose positions are all looked up.
const mostPlaces = 1 << 22

type slabCheck struct {
	game    engine.Game
	slabs   fast.Slabs
	moves   engine.Scratch
	scratch fast.SlabScratch
	rng     *rand.Rand
	live    []int32
	place   []uint64 // by index: the slab's place in the order << 32 | configuration; nil: unknown
}

// numbers checks the numbers of slabs, and stores their places in the order.
func (c *slabCheck) numbers() error {
	s := c.slabs
	if s.Numbers() > 1<<28 {
		return fmt.Errorf("there are %d numbers of slabs, more than %d", s.Numbers(), 1<<28)
	}
	c.live = make([]int32, s.Numbers())
	for i := range c.live {
		c.live[i] = -1
	}
	for n, slab := range s.Order() {
		if slab >= s.Numbers() {
			return fmt.Errorf("slab %d is in the order, and numbers are below %d", slab, s.Numbers())
		}
		if _, twin := s.Twin(slab); twin {
			return fmt.Errorf("slab %d is in the order and has a twin that stands for it", slab)
		}
		if c.live[slab] >= 0 {
			return fmt.Errorf("slab %d is in the order twice", slab)
		}
		c.live[slab] = int32(n)
	}
	for slab := range s.Numbers() {
		if twin, ok := s.Twin(slab); ok {
			if twin >= s.Numbers() || c.live[twin] < 0 {
				return fmt.Errorf("slab %d stands for slab %d and is not in the order", twin, slab)
			}
			c.live[slab] = c.live[twin]
		}
	}
	return nil
}

// parts checks that the parts cover the table in order, and all slabs.
func (c *slabCheck) parts() error {
	count, end := 0, uint64(0)
	for at, part := range c.slabs.Parts() {
		if part.Size > 0 && part.First != end {
			return fmt.Errorf("part %d begins at index %d, not where the one before ends, at %d", at, part.First, end)
		}
		count, end = count+part.Slabs, end+part.Size
	}
	if count != len(c.slabs.Order()) || end != c.game.Size() {
		return fmt.Errorf("the parts have %d slabs of %d and %d positions of %d", count, len(c.slabs.Order()), end, c.game.Size())
	}
	return nil
}

// positions checks that each index is one configuration, in the part that holds it.
func (c *slabCheck) positions() error {
	if c.game.Size() > mostPlaces {
		return nil
	}
	c.place = make([]uint64, c.game.Size())
	for i := range c.place {
		c.place[i] = ^uint64(0)
	}
	stored := make([]uint64, c.slabs.Words())
	var indices []uint64
	n := 0
	for at, part := range c.slabs.Parts() {
		for range part.Slabs {
			c.scratch.Enter(c.slabs.Order()[n])
			c.scratch.Stored(stored)
			indices = c.scratch.AppendIndices(indices[:0], stored)
			for k, configuration := range fast.AppendPlaces(nil, stored) {
				if k == len(indices) {
					return fmt.Errorf("slab %d has more positions than indices", c.slabs.Order()[n])
				}
				i := indices[k]
				if i-part.First >= part.Size {
					return fmt.Errorf("index %d is not in part %d, %d and %d more", i, at, part.First, part.Size)
				}
				if c.place[i] != ^uint64(0) {
					return fmt.Errorf("index %d is two configurations", i)
				}
				c.place[i] = uint64(n)<<32 | uint64(configuration)
			}
			n++
		}
	}
	for i, p := range c.place {
		if p == ^uint64(0) {
			return fmt.Errorf("index %d is in no slab", i)
		}
	}
	return nil
}

func has(set []uint64, n uint32) bool { return set[n/64]>>(n%64)&1 != 0 }

// slab compares one slab with the game's own moves.
func (c *slabCheck) slab(n, configurations int) error {
	at, err := c.enter(n)
	if err != nil {
		return err
	}
	stored := fast.AppendPlaces(nil, at.stored)
	c.rng.Shuffle(len(stored), func(i, j int) { stored[i], stored[j] = stored[j], stored[i] })
	if configurations > 0 && configurations < len(stored) {
		stored = stored[:configurations]
	}
	for _, configuration := range stored {
		if err := c.turns(at, configuration); err != nil {
			return err
		}
		if err := c.unturns(at, configuration); err != nil {
			return err
		}
	}
	return c.sets(at, stored)
}

// slabSets holds the sets of a slab.
type slabSets struct {
	place, slab               int
	all, stored, wins, linked []uint64
}

func (c *slabCheck) set() []uint64 { return make([]uint64, c.slabs.Words()) }

// one returns the set of one configuration.
func (c *slabCheck) one(configuration uint32) []uint64 {
	set := c.set()
	set[configuration/64] = 1 << (configuration % 64)
	return set
}

// enter enters the slab at place n of the order, and checks its marks.
func (c *slabCheck) enter(n int) (*slabSets, error) {
	at := &slabSets{place: n, slab: int(c.slabs.Order()[n]), all: c.set(), stored: c.set(), wins: c.set(), linked: c.set()}
	w := c.scratch
	w.Enter(uint32(at.slab))
	w.Fill(at.all)
	w.Stored(at.stored)
	w.Marks(at.wins, at.linked)
	for i, all := range at.all {
		if (at.stored[i]|at.wins[i]|at.linked[i])&^all != 0 {
			return nil, fmt.Errorf("a number that Stored or Marks returns is not a configuration")
		}
		if at.wins[i]&^at.linked[i] != 0 {
			return nil, fmt.Errorf("a link that wins is not a link of any kind")
		}
	}
	return at, nil
}

// turns compares the turns of a stored position: the rearrangement, then the links.
func (c *slabCheck) turns(at *slabSets, configuration uint32) error {
	w := c.scratch
	w.Enter(uint32(at.slab))
	one, from, back := c.one(configuration), c.set(), c.set()
	i := w.AppendIndices(nil, one)[0]
	w.Dilate(from, one)
	for k, all := range at.all {
		if from[k]&^all != 0 {
			return fmt.Errorf("a rearrangement of %d leads to a number that is not a configuration", configuration)
		}
	}
	rearranged := fast.AppendPlaces(nil, from)
	links, counts := w.AppendLinks(nil, nil, rearranged, c.live)
	if len(counts) != len(rearranged) {
		return fmt.Errorf("%d configurations have %d counts of links", len(rearranged), len(counts))
	}
	winning, linked := false, false
	for k, r := range rearranged {
		winning = winning || has(at.wins, r)
		linked = linked || has(at.linked, r)
		if counts[k] > 0 && !has(at.linked, r) {
			return fmt.Errorf("configuration %d has links and is not marked", r)
		}
	}
	for range min(4, len(rearranged)) {
		r := rearranged[c.rng.IntN(len(rearranged))]
		if w.Dilate(back, c.one(r)); !has(back, configuration) {
			return fmt.Errorf("a rearrangement leads from %d to %d and not back", configuration, r)
		}
		if err := c.reversed(uint32(at.place), r, c.linksOf, c.unlinksOf); err != nil {
			return err
		}
		w.Enter(uint32(at.slab))
	}
	want, ends := c.moves.AppendSuccessors(nil, i)
	got, err := c.indices(links)
	if err != nil {
		return fmt.Errorf("of position #%d: %w", i, err)
	}
	slices.Sort(got)
	slices.Sort(want)
	switch {
	case !slices.Equal(got, want):
		return fmt.Errorf("position #%d has %d successors by links, %d by turns, or others", i, len(got), len(want))
	case winning != (ends&engine.WinsNow != 0):
		return fmt.Errorf("position #%d: a link wins: %v; a turn does: %v", i, winning, !winning)
	case linked != (len(want) > 0 || ends&engine.WinsNow != 0):
		return fmt.Errorf("position #%d: there is a link: %v; a turn: %v", i, linked, !linked)
	}
	return nil
}

// linksOf returns the links of a configuration of the slab at a place in the order, sorted.
func (c *slabCheck) linksOf(place, configuration uint32) []uint64 {
	c.scratch.Enter(c.slabs.Order()[place])
	links, _ := c.scratch.AppendLinks(nil, nil, []uint32{configuration}, c.live)
	slices.Sort(links)
	return links
}

// unlinksOf returns the configurations from which links lead into a position, sorted.
func (c *slabCheck) unlinksOf(place, configuration uint32) []uint64 {
	c.scratch.Enter(c.slabs.Order()[place])
	unlinks := c.scratch.AppendUnlinks(nil, c.one(configuration), c.live, 0, len(c.slabs.Order()))
	slices.Sort(unlinks)
	return unlinks
}

// reversed draws some entries of the list that there returns for a position. It checks that the
// list of back for each entry has the position equally often. One function lists links, the other
// unlinks.
func (c *slabCheck) reversed(place, configuration uint32, there, back func(place, configuration uint32) []uint64) error {
	const drawn = 6
	list := there(place, configuration)
	for range min(drawn, len(list)) {
		l := list[c.rng.IntN(len(list))]
		forward := count(list, l)
		if backward := count(back(uint32(l>>32), uint32(l)), uint64(place)<<32|uint64(configuration)); forward != backward {
			return fmt.Errorf("%d links or unlinks lead from %d to slab %d, configuration %d, and %d back",
				forward, configuration, c.slabs.Order()[l>>32], uint32(l), backward)
		}
	}
	return nil
}

// unturns compares the predecessors of a stored position: the unlinks, then the rearrangement in
// the slabs that they lead to.
func (c *slabCheck) unturns(at *slabSets, configuration uint32) error {
	if err := c.reversed(uint32(at.place), configuration, c.unlinksOf, c.linksOf); err != nil {
		return err
	}
	m := c.moves.Unmover
	if m == nil {
		return nil
	}
	c.scratch.Enter(uint32(at.slab))
	i := c.scratch.AppendIndices(nil, c.one(configuration))[0]
	stored, from := c.set(), c.set()
	var got []uint64
	for _, l := range c.unlinksOf(uint32(at.place), configuration) {
		c.scratch.Enter(c.slabs.Order()[l>>32])
		c.scratch.Stored(stored)
		c.scratch.Dilate(from, c.one(uint32(l)))
		for k := range from {
			from[k] &= stored[k]
		}
		got = c.scratch.AppendIndices(got, from)
	}
	want := m.AppendPredecessors(nil, i)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Errorf("position #%d has %d predecessors by unlinks, %d by the game, or others", i, len(got), len(want))
	}
	return nil
}

// sets checks that the results for a set are those of its elements. Links and unlinks must leave
// out exactly the slabs that are not live, and unlinks must not leave out slabs between two places.
func (c *slabCheck) sets(at *slabSets, stored []uint32) error {
	w, places := c.scratch, len(c.slabs.Order())
	w.Enter(uint32(at.slab))
	part, union, dilated := c.set(), c.set(), c.set()
	var apart []uint64
	for _, configuration := range stored {
		one := c.one(configuration)
		apart = w.AppendUnlinks(apart, one, c.live, 0, places)
		part[configuration/64] |= one[configuration/64]
		w.Dilate(dilated, one)
		for i, x := range dilated {
			union[i] |= x
		}
	}
	copy(dilated, part)
	if w.Dilate(dilated, dilated); !slices.Equal(dilated, union) {
		return fmt.Errorf("the rearrangement of a set is not that of its elements")
	}
	together := w.AppendUnlinks(nil, part, c.live, 0, places)
	slices.Sort(together)
	if slices.Sort(apart); !slices.Equal(together, apart) {
		return fmt.Errorf("the unlinks of a set are not those of its elements")
	}
	// Only links and unlinks into slabs that are not live are left out.
	half := slices.Clone(c.live)
	for i, n := range half {
		if n%2 != 0 {
			half[i] = -1
		}
	}
	odd := func(l uint64) bool { return l>>32%2 != 0 }
	some := w.AppendUnlinks(nil, part, half, 0, places)
	if slices.Sort(some); !slices.Equal(some, slices.DeleteFunc(slices.Clone(together), odd)) {
		return fmt.Errorf("unlinks into slabs that are not live are not left out alone")
	}
	links, _ := w.AppendLinks(nil, nil, stored, c.live)
	some, counts := w.AppendLinks(nil, nil, stored, half)
	sum := 0
	for _, n := range counts {
		sum += int(n)
	}
	if sum != len(some) || !slices.Equal(some, slices.DeleteFunc(links, odd)) {
		return fmt.Errorf("links into slabs that are not live are not left out alone")
	}
	// Unlinks into slabs between two places of the order are not left out.
	from := c.rng.IntN(places)
	to := from + 1 + c.rng.IntN(places-from)
	outside := func(l uint64) bool { return int(l>>32) < from || int(l>>32) >= to }
	some = slices.DeleteFunc(w.AppendUnlinks(nil, part, c.live, from, to), outside)
	if slices.Sort(some); !slices.Equal(some, slices.DeleteFunc(together, outside)) {
		return fmt.Errorf("unlinks into the slabs from %d to %d are left out", from, to)
	}
	return nil
}

// indices returns the indices of configurations, which have the form of links.
func (c *slabCheck) indices(links []uint64) (list []uint64, err error) {
	links = slices.Clone(links)
	slices.Sort(links)
	stored := c.set()
	for k, l := range links {
		if k == 0 || links[k-1]>>32 != l>>32 {
			c.scratch.Enter(c.slabs.Order()[l>>32])
			c.scratch.Stored(stored)
		}
		if !has(stored, uint32(l)) {
			return nil, fmt.Errorf("a link leads to slab %d, configuration %d, which is not stored", c.slabs.Order()[l>>32], uint32(l))
		}
		list = c.scratch.AppendIndices(list, c.one(uint32(l)))
		if i := list[len(list)-1]; c.place != nil && c.place[i] != l {
			return nil, fmt.Errorf("slab %d, configuration %d has the index %d of another", c.slabs.Order()[l>>32], uint32(l), i)
		}
	}
	return list, nil
}
