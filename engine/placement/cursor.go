package placement

import (
	"math/bits"
	"sort"
)

// Cursor finds the positions of indices, fastest in ascending order. It belongs to one goroutine.
type Cursor struct {
	n        *Numbering
	class    *Class
	reader   Reader
	lead     uint64
	values   [MaxGroups]uint64 // by digit
	free     [MaxGroups]uint64 // by digit
	position Position
}

// NewCursor returns a goroutine's own cursor.
func (n *Numbering) NewCursor() *Cursor { return &Cursor{n: n} }

// Seek returns the position of an index, and its class. They are valid until the next call.
func (k *Cursor) Seek(i uint64) (*Position, *Class) {
	c := k.class
	if c == nil || i-c.First >= c.Size {
		classes := k.n.Classes
		c = classes[sort.Search(len(classes), func(n int) bool { return classes[n].First+classes[n].Size > i })]
		*k = Cursor{n: k.n, class: c, reader: Reader{Set: c.set}, lead: none}
		for i, count := range c.Counts[len(k.n.Groups):] {
			k.position.Counter[i] = uint8(count)
		}
	}
	place := i - c.First
	if c.set != nil {
		place = k.reader.Place(place)
	}
	lead := place / c.each
	place -= lead * c.each
	changed := lead != k.lead
	if changed {
		k.lead, k.position.At[0] = lead, c.lead(lead)
	}
	for i := range c.digits {
		d := &c.digits[i]
		value := place
		if d.unit > 1 {
			value /= d.unit
		}
		place -= value * d.unit
		set := &k.position.At[d.group&(MaxGroups-1)]
		switch {
		case changed:
			k.free[i] = d.free(&k.position.At)
			*set = Unrank(value, d.count, k.free[i])
		case value == k.values[i]:
			continue
		case value == k.values[i]+1:
			*set = Next(*set, k.free[i])
		default:
			*set = Unrank(value, d.count, k.free[i])
		}
		k.values[i], changed = value, true
	}
	return &k.position, c
}

const none = ^uint64(0)

// stabilizer returns the symmetries that leave the current position unchanged.
func (k *Cursor) stabilizer() uint64 {
	by := k.class.stabilizer(k.lead)
	for i := 0; by != 1 && i < len(k.class.digits); i++ {
		_, by = k.n.Symmetries.LeastBy(by, k.position.At[k.class.digits[i].group])
	}
	return by
}

// WeightRun returns the number of symmetric positions that share index i. All indices from i up to,
// but not including, end have the same number.
func (n *Numbering) WeightRun(i uint64) (weight, end uint64) {
	k := n.NewCursor()
	_, c := k.Seek(i)
	order := uint64(n.Symmetries.Order)
	switch {
	case order == 1:
		return 1, c.First + c.Size
	case c.stabilizer(k.lead) == 1:
		return order, c.First + c.set.Before((k.lead+1)*c.each)
	}
	return order / uint64(bits.OnesCount64(k.stabilizer())), i + 1
}

// Index returns the index of a position, or false if the position is not stored. That is so if no
// class has its counts, if pieces share a square or stand outside their group's squares, or if play
// is over.
func (n *Numbering) Index(p *Position) (index uint64, ok bool) {
	c, occupied := n.ClassOf(p), uint64(0)
	if c == nil || c.Slice < 0 {
		return 0, false
	}
	for g := range n.Groups {
		if set := p.At[g]; set&(occupied|^n.regions[g]) != 0 {
			return 0, false
		}
		occupied |= p.At[g]
	}
	var t target
	t.enter(c, p.At[0])
	place, _ := t.find(p)
	return c.index(place)
}
