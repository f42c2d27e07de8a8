package placement

import "math/bits"

// target finds the indices of positions of one class. It is fastest if consecutive positions have
// the same squares of the first group. It belongs to one goroutine; the zero value is ready.
type target struct {
	class    *Class
	lead     uint64 // the squares of the first group
	symmetry int    // maps lead to the least of its images
	least    uint64 // that image
	place    uint64 // the first place with that image
	by       uint64 // the symmetries that leave that image unchanged
}

// enter selects the positions of a class whose first group stands on the squares lead.
func (t *target) enter(c *Class, lead uint64) {
	if t.class == c && t.lead == lead {
		return
	}
	number := Rank(lead, c.leads.region)
	t.class, t.lead, t.least, t.symmetry, t.by = c, lead, lead, 0, 1
	if c.leads.entries != nil {
		entry := c.leads.entries[number]
		number, t.symmetry = uint64(entry&(mostLeads-1)), int(entry>>leadBits)
		t.least, t.by = c.leads.sets[number], c.leads.by[number]
	}
	t.place = number * c.each
}

// find returns the place of a position of the target in its class, and whether it is its own twin.
// The pieces must stand on different squares of their groups, as many as the class has.
func (t *target) find(p *Position) (place uint64, twin bool) {
	c, y := t.class, t.class.n.Symmetries
	place = t.place
	if len(c.digits) == 1 && t.by == 1 {
		d := &c.digits[0]
		set, free := p.At[d.group&(MaxGroups-1)], d.region
		if t.symmetry != 0 {
			set = y.Image(t.symmetry, set)
		}
		if len(d.without) > 0 {
			free &^= t.least
		}
		return place + Rank(set, free), false
	}
	at, by := [MaxGroups]uint64{t.least}, t.by
	for i := range c.digits {
		g := c.digits[i].group & (MaxGroups - 1)
		at[g] = y.Image(t.symmetry, p.At[g])
		if by != 1 {
			_, by = y.LeastBy(by, at[g])
		}
	}
	if s := bits.TrailingZeros64(by); s != 0 {
		for i := range c.digits {
			g := c.digits[i].group & (MaxGroups - 1)
			at[g] = y.Image(s, at[g])
		}
	}
	return place + c.rest(&at), by&(by-1) != 0
}
