package placement

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Class is all positions with the same counts of pieces and the same counters.
type Class struct {
	Number      int    // in Classes
	Counts      []int  // of the groups, then the counters
	Slice       int    // -1: the counts end play
	First, Size uint64 // indices

	n          *Numbering
	over       engine.Ends // the ends of a move to the class if its counts end play, or 0
	next       []*Class    // the classes in which play can go on after a move
	from, back []turn      // the moves from the class; the moves to it from its slice
	leads      *leads
	digits     []digit
	each       uint64 // ways to place all but the first group
	set        *Set   // the places that are positions; nil: all
}

// leads are the sets of squares of the first group, for one number of pieces. The least of
// symmetric sets represents them.
type leads struct {
	count   int
	region  uint64
	ways    uint64   // number of sets, symmetric ones included
	sets    []uint64 // the representatives, ascending
	by      []uint64 // the symmetries that leave each representative unchanged
	entries []uint32 // by rank of a set: the number of its least image, and a symmetry that gives it
}

const (
	leadBits  = 25
	mostLeads = 1 << leadBits
	maxPlaces = 1 << 56
)

// digit is the contribution to a place by a group other than the first.
type digit struct {
	group, count int
	region       uint64
	without      []int // the earlier groups whose squares are all in the region
	unit         uint64
}

// newLeads lists the sets of count squares. It makes no tables if there are no symmetries.
func (n *Numbering) newLeads(count int) (*leads, error) {
	y := n.Symmetries
	l := &leads{count: count, region: n.regions[0], ways: Choose(bits.OnesCount64(n.regions[0]), count)}
	if y.Order == 1 {
		return l, nil
	}
	if l.ways > mostLeads {
		return nil, engine.InputErrorf("group %q has %d ways to stand on the board: want at most %d of the first group, where there are symmetries", n.Groups[0].Name, l.ways, mostLeads)
	}
	l.entries = make([]uint32, l.ways)
	set := Unrank(0, count, l.region)
	for rank := range l.ways {
		if rank > 0 {
			set = Next(set, l.region)
		}
		least, by := y.Least(set)
		if least != set {
			continue
		}
		for s := range y.Order {
			l.entries[Rank(y.Image(s, set), l.region)] = uint32(len(l.sets)) | uint32(y.Inverse(s))<<leadBits
		}
		l.sets, l.by = append(l.sets, set), append(l.by, by)
	}
	return l, nil
}

// place numbers the placements of a class, and finds those that are positions.
func (c *Class) place() error {
	n := c.n
	c.each, c.leads = 1, n.leads[c.Counts[0]]
	gaps := n.Symmetries.Order > 1 || len(n.ends) > 0
	for g := len(n.Groups) - 1; g > 0; g-- {
		if c.Counts[g] == 0 {
			continue
		}
		d := digit{group: g, count: c.Counts[g], region: n.regions[g], unit: c.each}
		free := bits.OnesCount64(d.region)
		for before := range g {
			switch both := n.regions[before] & d.region; {
			case both == 0 || c.Counts[before] == 0:
			case both == n.regions[before]:
				d.without = append(d.without, before)
				free -= c.Counts[before]
			default:
				gaps = true // some squares of the one group are open to the other
			}
		}
		ways := Choose(max(free, 0), d.count)
		hi, each := bits.Mul64(c.each, ways)
		if over, lo := bits.Mul64(c.leads.ways, each); hi != 0 || over != 0 || lo >= maxPlaces-n.places {
			return engine.InputErrorf("the game has more than %d placements", uint64(maxPlaces))
		}
		c.each = each
		c.digits = slices.Insert(c.digits, 0, d)
	}
	c.Size = c.leads.ways * c.each
	n.places += c.Size
	if gaps && !n.all {
		c.fill()
		c.Size = c.set.Size()
	}
	return nil
}

// fill finds the places that are positions.
func (c *Class) fill() {
	count := c.leads.ways
	if c.n.Symmetries.Order > 1 {
		count = uint64(len(c.leads.sets))
	}
	c.set = NewSet(count * c.each)
	var at [MaxGroups]uint64
	for lead := range count {
		if at[0] = c.lead(lead); c.each > 0 && !c.n.isOver(0, at[0]) {
			c.fillDigit(&at, 0, lead*c.each, c.stabilizer(lead))
		}
	}
	c.set.Count()
}

// fillDigit adds the places of positions, from the given place on. The groups before digit i stand
// on their squares. by holds the symmetries that leave these unchanged.
func (c *Class) fillDigit(at *[MaxGroups]uint64, i int, place, by uint64) {
	if i == len(c.digits) {
		c.set.AddRun(place, 1)
		return
	}
	d := &c.digits[i]
	free, taken := d.free(at), uint64(0)
	for _, set := range at[:d.group] {
		taken |= set
	}
	set := Unrank(0, d.count, free)
	for rank := range Choose(bits.OnesCount64(free), d.count) {
		if rank > 0 {
			set = Next(set, free)
		}
		least, next := set, by
		if by != 1 {
			least, next = c.n.Symmetries.LeastBy(by, set)
		}
		if least == set && set&taken == 0 && !c.n.isOver(d.group, set) {
			at[d.group] = set
			c.fillDigit(at, i+1, place+rank*d.unit, next)
		}
	}
	at[d.group] = 0
}

// lead returns the set of squares of the first group with the given number.
func (c *Class) lead(number uint64) uint64 {
	if c.leads.sets == nil {
		return Unrank(number, c.leads.count, c.leads.region)
	}
	return c.leads.sets[number]
}

// stabilizer returns the symmetries that leave the lead with the given number unchanged.
func (c *Class) stabilizer(number uint64) uint64 {
	if c.leads.by == nil {
		return 1
	}
	return c.leads.by[number]
}

// free returns the squares among which the digit ranks its group.
func (d *digit) free(at *[MaxGroups]uint64) uint64 {
	free := d.region
	for _, g := range d.without {
		free &^= at[g&(MaxGroups-1)]
	}
	return free
}

// rest returns the contribution to a place by the groups after the first.
func (c *Class) rest(at *[MaxGroups]uint64) (rest uint64) {
	for i := range c.digits {
		d := &c.digits[i]
		rest += Rank(at[d.group&(MaxGroups-1)], d.free(at)) * d.unit
	}
	return rest
}

// index returns the index of a place, or false if the place is not a stored position.
func (c *Class) index(place uint64) (index uint64, ok bool) {
	if c.set == nil {
		return c.First + place, true
	}
	index, ok = c.set.Rank(place)
	return c.First + index, ok
}

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
