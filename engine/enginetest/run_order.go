package enginetest

import "regexp"

var orderName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// checkOrder: places are those of the positions sorted by group and index, Index is the inverse of Place,
// and no position leaves its slice.
func checkOrder(c *checker) {
	if c.g.Parts().Order == nil {
		return
	}
	o, size := c.g.Parts().Order(), c.g.Size()
	if name := o.Name(); !orderName.MatchString(name) {
		c.fail("the order has the name %q: want small letters, digits and \"-\"", name)
	}
	if o.First(0) != 0 || o.First(o.Groups()) != size {
		c.fail("the groups of the order begin at %d and end at %d: want 0 and %d", o.First(0), o.First(o.Groups()), size)
	}
	groups := make([]uint32, 0, 64)
	for _, i := range c.sample {
		place := o.Place(i)
		if place >= size || o.Index(place) != i {
			c.fail("index %d has the place %d, and Index of that is not %[1]d", i, place)
			continue
		}
		if s := c.slices[c.sliceOf(i)]; place < s.First || place-s.First >= s.Size {
			c.fail("the place of index %d is %d, outside of its slice %q", i, place, s.Name)
		}
		groups = o.AppendGroups(groups[:0], i, int(min(64, size-i)))
		last := map[uint32]uint64{} // group → place of its last position met
		for n, g := range groups {
			place := o.Place(i + uint64(n))
			if g >= o.Groups() || place < o.First(g) || place >= o.First(g+1) {
				c.fail("index %d has the group %d and the place %d", i+uint64(n), g, place)
				break
			}
			if before, ok := last[g]; ok && place != before+1 {
				c.fail("index %d has the place %d: want %d, after the position before of its group", i+uint64(n), place, before+1)
			}
			last[g] = place
		}
	}
}
