package enginetest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// CheckSlabs compares the slabs of a game with its positions, successors and
// predecessors: every stored position is one configuration of one slab, the marks, links
// and unlinks composed with the rearrangement are the game's own turns, with equal
// multiplicity, and a rearrangement of a set is that of its parts. It looks at so many
// slabs, and at so many configurations of each, drawn at random; 0 means all of them. It
// returns what is wrong first.
func CheckSlabs(g engine.Game, s engine.Slabs, slabs, configurations int, seed uint64) error {
	c := &slabCheck{game: g, slabs: s, moves: g.NewScratch(), scratch: s.NewSlabScratch(), rng: rand.New(rand.NewPCG(seed, 1))}
	order := s.Order()
	c.live = make([]int32, s.Numbers())
	for i := range c.live {
		c.live[i] = -1
	}
	for n, slab := range order {
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
			c.live[slab] = c.live[twin]
		}
	}
	if err := c.positions(); err != nil {
		return err
	}
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

type slabCheck struct {
	game    engine.Game
	slabs   engine.Slabs
	moves   engine.Scratch
	scratch engine.SlabScratch
	rng     *rand.Rand
	live    []int32
	place   []uint64 // by index: the slab's place in the order << 32 | configuration
}

// positions checks that the stored positions of all slabs are the game's, and where the
// parts say.
func (c *slabCheck) positions() error {
	c.place = make([]uint64, c.game.Size())
	for i := range c.place {
		c.place[i] = ^uint64(0)
	}
	reach := make([]uint64, c.slabs.Words())
	var indices []uint64
	n := 0
	for at, part := range c.slabs.Parts() {
		for range part.Slabs {
			c.scratch.Enter(c.slabs.Order()[n])
			c.scratch.Reach(reach)
			indices = c.scratch.AppendIndices(indices[:0], reach)
			k := 0
			for w, x := range reach {
				for ; x != 0; x &= x - 1 {
					if k == len(indices) {
						return fmt.Errorf("slab %d has more positions than indices", c.slabs.Order()[n])
					}
					i := indices[k]
					k++
					if i-part.First >= part.Size {
						return fmt.Errorf("index %d is not in part %d, %d and %d more", i, at, part.First, part.Size)
					}
					if c.place[i] != ^uint64(0) {
						return fmt.Errorf("index %d is two configurations", i)
					}
					c.place[i] = uint64(n)<<32 | uint64(w*64+bits.TrailingZeros64(x))
				}
			}
			n++
		}
	}
	if n != len(c.slabs.Order()) {
		return fmt.Errorf("the parts have %d slabs of %d", n, len(c.slabs.Order()))
	}
	for i, p := range c.place {
		if p == ^uint64(0) {
			return fmt.Errorf("index %d is in no slab", i)
		}
	}
	return nil
}

func elements(set []uint64) (list []uint32) {
	for w, x := range set {
		for ; x != 0; x &= x - 1 {
			list = append(list, uint32(w*64+bits.TrailingZeros64(x)))
		}
	}
	return list
}

func has(set []uint64, n uint32) bool { return set[n/64]>>(n%64)&1 != 0 }

// slab compares one slab with the game's own moves.
func (c *slabCheck) slab(n, configurations int) error {
	w, words := c.scratch, c.slabs.Words()
	slab := c.slabs.Order()[n]
	sets := func() []uint64 { return make([]uint64, words) }
	all, reach, wins, any := sets(), sets(), sets(), sets()
	w.Enter(slab)
	w.Fill(all)
	w.Reach(reach)
	w.Marks(wins, any)
	for i := range all {
		if (reach[i]|wins[i]|any[i])&^all[i] != 0 {
			return fmt.Errorf("reach or marks hold what is no configuration")
		}
		if wins[i]&^any[i] != 0 {
			return fmt.Errorf("a link that wins is no link of any kind")
		}
	}
	stored := elements(reach)
	c.rng.Shuffle(len(stored), func(i, j int) { stored[i], stored[j] = stored[j], stored[i] })
	if configurations > 0 && configurations < len(stored) {
		stored = stored[:configurations]
	}
	index := map[uint64]uint64{} // of the positions of this slab that are looked at
	indices := w.AppendIndices(nil, reach)
	for k, conf := range elements(reach) {
		index[uint64(conf)] = indices[k]
	}
	union, part := sets(), sets()
	for _, conf := range stored {
		// Forward: the rearrangement, then the links.
		one, from := sets(), sets()
		one[conf/64] = 1 << (conf % 64)
		w.Dilate(from, one)
		for i := range from {
			union[i] |= from[i]
			part[i] |= one[i]
			if from[i]&^all[i] != 0 {
				return fmt.Errorf("a rearrangement of %d leads to what is no configuration", conf)
			}
		}
		i := index[uint64(conf)]
		want, ends := c.moves.AppendSuccessors(nil, i)
		rearranged := elements(from)
		var got []uint64
		links, counts := w.AppendLinks(nil, nil, rearranged, c.live)
		for _, l := range links {
			j, ok := c.indexOf(l)
			if !ok {
				return fmt.Errorf("a link of position #%d leads to slab %d, configuration %d, which is not stored", i, l>>32, uint32(l))
			}
			got = append(got, j)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			return fmt.Errorf("position #%d has %d successors by links, %d by turns, or others", i, len(got), len(want))
		}
		winning, linked := false, false
		for k, r := range rearranged {
			winning = winning || has(wins, r)
			linked = linked || has(any, r)
			if counts[k] > 0 && !has(any, r) {
				return fmt.Errorf("configuration %d has links and is not marked", r)
			}
		}
		if winning != (ends&engine.WinsNow != 0) {
			return fmt.Errorf("position #%d: a link wins: %v; a turn does: %v", i, winning, !winning)
		}
		if linked != (len(want) > 0 || ends&engine.WinsNow != 0) {
			return fmt.Errorf("position #%d: there is a link: %v; a turn: %v", i, linked, !linked)
		}
		// Backward: the unlinks, then the rearrangement, in the slabs that they lead to.
		w.Enter(slab)
		unlinks := w.AppendUnlinks(nil, one, c.live, 0, len(c.slabs.Order()))
		if m := c.moves.Unmover; m != nil {
			if err := c.predecessors(i, unlinks, m.AppendPredecessors(nil, i)); err != nil {
				return err
			}
			w.Enter(slab)
		}
	}
	// Unlinks of a set are those of its elements, and so is its rearrangement.
	dilated := sets()
	w.Dilate(dilated, part)
	if !slices.Equal(dilated, union) {
		return fmt.Errorf("the rearrangement of a set is not that of its elements")
	}
	together := w.AppendUnlinks(nil, part, c.live, 0, len(c.slabs.Order()))
	var apart []uint64
	for _, conf := range stored {
		one := sets()
		one[conf/64] = 1 << (conf % 64)
		apart = w.AppendUnlinks(apart, one, c.live, 0, len(c.slabs.Order()))
	}
	slices.Sort(together)
	slices.Sort(apart)
	if !slices.Equal(together, apart) {
		return fmt.Errorf("the unlinks of a set are not those of its elements")
	}
	// What is not live is left out, and nothing else.
	none := make([]int32, len(c.live))
	for i := range none {
		none[i] = -1
		if c.live[i]%2 == 0 {
			none[i] = c.live[i]
		}
	}
	some := w.AppendUnlinks(nil, part, none, 0, len(c.slabs.Order()))
	slices.Sort(some)
	if !slices.Equal(some, slices.DeleteFunc(slices.Clone(together), func(l uint64) bool { return l>>32%2 != 0 })) {
		return fmt.Errorf("unlinks into slabs that are not live are not left out alone")
	}
	// Nor is what lies between two places of the order.
	from := c.rng.IntN(len(c.live))
	from, to := min(from, len(c.slabs.Order())-1), min(from+1+c.rng.IntN(len(c.live)), len(c.slabs.Order()))
	outside := func(l uint64) bool { return int(l>>32) < from || int(l>>32) >= to }
	some = slices.DeleteFunc(w.AppendUnlinks(nil, part, c.live, from, to), outside)
	slices.Sort(some)
	if !slices.Equal(some, slices.DeleteFunc(together, outside)) {
		return fmt.Errorf("unlinks into the slabs from %d to %d are left out", from, to)
	}
	return nil
}

// indexOf returns the index of a configuration in the form that links have.
func (c *slabCheck) indexOf(link uint64) (uint64, bool) {
	// The places by index are a bijection: look the configuration up among its slab's.
	c.scratch.Enter(c.slabs.Order()[link>>32])
	one := make([]uint64, c.slabs.Words())
	one[uint32(link)/64] = 1 << (link % 64)
	reach := make([]uint64, c.slabs.Words())
	c.scratch.Reach(reach)
	if !has(reach, uint32(link)) {
		return 0, false
	}
	i := c.scratch.AppendIndices(nil, one)[0]
	return i, c.place[i] == link
}

// predecessors compares those of position i by unlinks with the game's own.
func (c *slabCheck) predecessors(i uint64, unlinks, want []uint64) error {
	words := c.slabs.Words()
	reach, one, from := make([]uint64, words), make([]uint64, words), make([]uint64, words)
	var got []uint64
	for _, l := range unlinks {
		c.scratch.Enter(c.slabs.Order()[l>>32])
		c.scratch.Reach(reach)
		clear(one)
		one[uint32(l)/64] = 1 << (l % 64)
		c.scratch.Dilate(from, one)
		for k := range from {
			from[k] &= reach[k]
		}
		got = c.scratch.AppendIndices(got, from)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Errorf("position #%d has %d predecessors by unlinks, %d by the game, or others", i, len(got), len(want))
	}
	return nil
}
