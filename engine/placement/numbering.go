package placement

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is where the pieces stand: by group a set of squares, in the order of the declaration,
// and the counters, the side to move last. Where players change places the mover is side 0.
type Position struct {
	At      [MaxGroups]uint64
	Counter [MaxCounters]uint8
}

// Numbering is the bijection between indices and the positions of a declaration. It is safe for
// concurrent use.
//
// The order of indices is: by slice and class; by the set of squares of the first group, as a
// number; by those of the other groups, in the order of the declaration. Of positions that a
// symmetry makes equal the first one has the index.
type Numbering struct {
	counting
	endings
	Symmetries *Symmetries
	Classes    []*Class // in the order of their indices
	Slices     []engine.Slice
	Size       uint64

	regions [MaxGroups]uint64
	view    *Symmetries
	classOf []*Class
	leads   []*leads // by number of pieces
}

// counting is the counts of a class: a column for each group, then one for each counter.
type counting struct {
	*Declaration
	counters []Counter // with the side to move
	swaps    []int     // by column: the one that it becomes after a turn
	least    []int     // by column: its lowest number
	radix    []int
}

// sideName is the counter of the player to move, 0 or 1, in declarations with Sides.
const sideName = "side"

// Number checks a declaration and makes the numbering, which keeps the declaration. It visits all
// placements, up to symmetry of the first group, where not all of them are positions.
func (d *Declaration) Number() (*Numbering, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	n := &Numbering{counting: counting{Declaration: d, counters: d.Counters}}
	if d.Sides {
		n.counters = append(slices.Clone(d.Counters), Counter{Name: sideName, Side: 2, Max: 1})
	}
	var err error
	if n.Symmetries, err = NewSymmetries(d.Squares, d.Symmetries); err != nil {
		return nil, err
	}
	view := d.View
	if view == nil {
		view = identity(d.Squares)
	}
	if n.view, err = NewSymmetries(d.Squares, [][]int{view}); err != nil {
		return nil, err
	}
	for s := range n.Symmetries.Order {
		turned := make([]uint8, d.Squares)
		for square := range turned {
			turned[view[square]] = uint8(view[n.Symmetries.Turn(s, square)])
		}
		if n.Symmetries.find(turned) < 0 {
			return nil, engine.InputErrorf("the view of the next player does not take symmetries to symmetries")
		}
	}
	for _, step := range []func() error{n.pair, n.makeEnds, n.makeClasses} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	n.linkSlices()
	return n, nil
}

func identity(squares int) (list []int) {
	for s := range squares {
		list = append(list, s)
	}
	return list
}

// pair finds what becomes of groups and counters after a turn, and the squares of the groups.
func (n *Numbering) pair() error {
	var sides [2][3][]int // columns of groups and of counters, by side
	side := func(column int) (kind, side int) {
		if column < len(n.Groups) {
			return 0, n.Groups[column].Side
		}
		return 1, n.counters[column-len(n.Groups)].Side
	}
	columns := len(n.Groups) + len(n.counters)
	for column := range columns {
		kind, s := side(column)
		sides[kind][s] = append(sides[kind][s], column)
	}
	for column := range columns {
		kind, s := side(column)
		to := column
		if s < 2 && !n.Sides {
			to = sides[kind][1-s][slices.Index(sides[kind][s], column)]
		}
		n.swaps = append(n.swaps, to)
	}
	for g, group := range n.Groups {
		n.regions[g], _ = n.setOf(group.Squares)
	}
	for g, group := range n.Groups {
		if n.turnSet(n.regions[g]) != n.regions[n.swaps[g]] {
			return engine.InputErrorf("groups %q and %q change places, and may not stand on the same squares", group.Name, n.Groups[n.swaps[g]].Name)
		}
		for s := range n.Symmetries.Order {
			if n.Symmetries.Image(s, n.regions[g]) != n.regions[g] {
				return engine.InputErrorf("a symmetry takes group %q to squares where it may not stand", group.Name)
			}
		}
	}
	return nil
}

// column returns the place of a group or counter in the counts of a class.
func (n *counting) column(name string) int {
	if g := n.group(name); g >= 0 {
		return g
	}
	return len(n.Groups) + slices.IndexFunc(n.counters, func(c Counter) bool { return c.Name == name })
}

// holds reports whether all bounds hold for the counts of a class.
func (n *counting) holds(bounds []Bound, counts []int) bool {
	return !slices.ContainsFunc(bounds, func(b Bound) bool {
		sum := 0
		for name, weight := range b.Sum {
			sum += weight * counts[n.column(name)]
		}
		return sum < b.Min || sum > b.Max
	})
}

// makeClasses lists the classes, slice by slice, and numbers their positions.
func (n *Numbering) makeClasses() error {
	product := 1
	add := func(low, high int) {
		n.least, n.radix = append(n.least, low), append(n.radix, high-low+1)
		product = min(product*(high-low+1), maxClasses+1)
	}
	for _, g := range n.Groups {
		add(g.Min, g.Max)
	}
	for _, c := range n.counters {
		add(c.Min, c.Max)
	}
	if product > maxClasses {
		return engine.InputErrorf("the groups and counters have more than %d combinations of counts", maxClasses)
	}
	n.classOf = make([]*Class, product)
	var all [][]int
	for at := range product {
		counts := make([]int, len(n.radix))
		for i := len(counts) - 1; i >= 0; i-- {
			counts[i] = n.least[i] + at%n.radix[i]
			at /= n.radix[i]
		}
		if n.holds(n.Bounds, counts) {
			all = append(all, counts)
		}
	}
	if len(all) == 0 {
		return engine.InputErrorf("the bounds leave no positions")
	}
	for count := range n.Groups[0].Max + 1 {
		l, err := n.newLeads(count)
		if err != nil {
			return err
		}
		n.leads = append(n.leads, l)
	}
	key := uint64(0)
	for number, list := range n.slicesOf(all) {
		slice := engine.Slice{Name: n.name(list[0]), First: n.Size}
		for _, counts := range list {
			c, err := n.newClass(counts, key)
			if err != nil {
				return err
			}
			c.Slice = number
			key += c.leads.ways * c.each
			n.Classes = append(n.Classes, c)
			n.classOf[n.place(counts)] = c
			n.Size += c.Size
		}
		if slice.Size = n.Size - slice.First; n.Symmetries.Order == 1 {
			slice.Weight = 1
		}
		n.Slices = append(n.Slices, slice)
	}
	return nil
}

// name returns the name of a class, such as "4X 3O".
func (n *counting) name(counts []int) string {
	var parts []string
	for i, count := range counts {
		if i < len(n.Groups) {
			parts = append(parts, fmt.Sprintf("%d%s", count, n.Groups[i].Name))
		} else {
			parts = append(parts, fmt.Sprintf("%s %d", n.counters[i-len(n.Groups)].Name, count))
		}
	}
	return strings.Join(parts, " ")
}

// place returns the place of counts in classOf, or -1.
func (n *counting) place(counts []int) (at int) {
	for i, count := range counts {
		if uint(count-n.least[i]) >= uint(n.radix[i]) {
			return -1
		}
		at = at*n.radix[i] + count - n.least[i]
	}
	return at
}

// class returns the class of counts, or nil.
func (n *Numbering) class(counts []int) *Class {
	if at := n.place(counts); at >= 0 {
		return n.classOf[at]
	}
	return nil
}

// counts returns the counts of a position.
func (n *counting) counts(p *Position) (counts []int) {
	for g := range n.Groups {
		counts = append(counts, bits.OnesCount64(p.At[g]))
	}
	for c := range n.counters {
		counts = append(counts, int(p.Counter[c]))
	}
	return counts
}

// ClassOf returns the class of a position, or nil.
func (n *Numbering) ClassOf(p *Position) *Class { return n.class(n.counts(p)) }

// Bytes returns how much memory lookups take.
func (n *Numbering) Bytes() (sum uint64) {
	for _, l := range n.leads {
		sum += uint64(4*len(l.entries) + 16*len(l.sets))
	}
	for _, c := range n.Classes {
		if c.set != nil {
			sum += c.set.Bytes()
		}
	}
	return sum
}

// turnSet applies the view of the next player to a set of squares, turnBack takes it back.
func (n *Numbering) turnSet(set uint64) uint64 {
	if n.view.Order == 1 {
		return set
	}
	return n.view.Image(1, set)
}

func (n *Numbering) turnBack(set uint64) uint64 {
	if n.view.Order == 1 {
		return set
	}
	return n.view.Image(n.view.Inverse(1), set)
}

// exchange makes p what the other player sees, or makes him the player to move.
func (n *Numbering) exchange(p *Position, turn func(uint64) uint64) {
	from := *p
	for g := range n.Groups {
		p.At[n.swaps[g]] = turn(from.At[g])
	}
	for c := range n.counters {
		p.Counter[n.swaps[len(n.Groups)+c]-len(n.Groups)] = from.Counter[c]
	}
	if n.Sides {
		p.Counter[len(n.counters)-1] ^= 1
	}
}
