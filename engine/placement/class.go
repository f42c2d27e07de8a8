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
	Slice       int    // -1: play is over by the counts
	First, Size uint64 // indices

	n          *Numbering
	over       engine.Ends // what a move to the class has ended by its counts, or 0
	next       []*Class    // where play goes on after a move
	from, back []turn      // the moves from the class, and those to it from its slice
	leads      *leads
	digits     []digit
	each       uint64 // ways to place all but the first group
	set        *Set   // the places that are positions; nil: all
}

// leads are the sets of squares that the first group can stand on, for one number of pieces. Of
// symmetric sets the least one stands for all.
type leads struct {
	count   int
	region  uint64
	ways    uint64   // sets, symmetric ones included
	sets    []uint64 // those that stand for all
	by      []uint64 // the symmetries that leave them as they are
	entries []uint32 // by rank of a set: the number of its least image, and a symmetry that makes it
}

const (
	leadBits  = 25
	mostLeads = 1 << leadBits
	maxPlaces = 1 << 56
)

// digit is the part of a group after the first in the place of a position.
type digit struct {
	group, count int
	region       uint64
	without      []int // the groups before, if all their squares are in the region
	unit         uint64
}

// newLeads finds the sets of so many squares. Without symmetries there is nothing to be found.
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

// place finds the positions of a class.
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

// fillDigit finds the places from one on, with the groups before a digit on their squares. The
// symmetries by leave these as they are.
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

// lead returns the set of squares of the first group of a number.
func (c *Class) lead(number uint64) uint64 {
	if c.leads.sets == nil {
		return Unrank(number, c.leads.count, c.leads.region)
	}
	return c.leads.sets[number]
}

// stabilizer returns the symmetries that leave the lead of a number as it is.
func (c *Class) stabilizer(number uint64) uint64 {
	if c.leads.by == nil {
		return 1
	}
	return c.leads.by[number]
}

// free returns the squares among which the digit numbers those of its group.
func (d *digit) free(at *[MaxGroups]uint64) uint64 {
	free := d.region
	for _, g := range d.without {
		free &^= at[g&(MaxGroups-1)]
	}
	return free
}

// rest returns the part in a place of the groups after the first.
func (c *Class) rest(at *[MaxGroups]uint64) (rest uint64) {
	for i := range c.digits {
		d := &c.digits[i]
		rest += Rank(at[d.group&(MaxGroups-1)], d.free(at)) * d.unit
	}
	return rest
}
