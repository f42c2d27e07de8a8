package placement

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position holds the squares of the pieces, by group in the order of the declaration, and the
// counters, with the side to move last. If players change places, the mover is side 0.
type Position struct {
	At      [MaxGroups]uint64
	Counter [MaxCounters]uint8
}

// Numbering is the bijection between indices and the positions of a declaration. It is safe for
// concurrent use.
//
// Indices are ordered by slice and class, then by the first group's set of squares as a number,
// then by the sets of the other groups in the order of the declaration. Symmetric positions share
// the index of the first one.
type Numbering struct {
	*Declaration
	Symmetries *Symmetries
	Classes    []*Class // in the order of their indices
	Slices     []engine.Slice
	Size       uint64

	all     bool      // symmetric and finished positions have indices of their own
	columns []Counter // columns of the counts of a class: groups, counters, the side to move
	swaps   []int     // by column: the column that it becomes after a turn
	regions [MaxGroups]uint64
	named   [256]uint8 // by name: the number of the group, from 1 on
	view    *Symmetries
	ends    []end
	closed  bool     // a pattern ends play whichever side is to move, so no stored position has one
	classOf []*Class // by number of the counts: see class
	leads   []*leads // by number of pieces
	places  uint64   // of all classes so far
}

// sideName is the counter of the player to move, 0 or 1, in declarations with Sides.
const sideName = "side"

// maxClasses is an upper bound on the combinations of counts.
const maxClasses = 1 << 16

// Number checks a declaration and makes the numbering, which keeps the declaration. If some
// placements are not positions, it visits all placements, up to symmetry of the first group.
func (d *Declaration) Number() (*Numbering, error) { return d.number(d.Symmetries, false) }

// number makes the numbering up to the symmetries that the generators generate. If all is set,
// finished positions have indices, too.
func (d *Declaration) number(generators [][]int, all bool) (*Numbering, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	n := &Numbering{Declaration: d, columns: d.columns(), all: all}
	for _, step := range []func() error{
		func() (err error) { n.Symmetries, err = NewSymmetries(d.Squares, generators); return err },
		n.makeView, n.pair, n.makeEnds, n.makeClasses,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// makeView checks the view of the next player.
func (n *Numbering) makeView() (err error) {
	view := n.View
	if view == nil {
		view = identity(n.Squares)
	}
	if n.view, err = NewSymmetries(n.Squares, [][]int{view}); err != nil {
		return err
	}
	if n.view.Order > 2 {
		return engine.InputErrorf("the view of the next player: want a permutation that moves nothing when it is applied twice, got %v", view)
	}
	for s := range n.Symmetries.Order {
		turned := make([]uint8, n.Squares)
		for square := range turned {
			turned[view[square]] = uint8(view[n.Symmetries.Turn(s, square)])
		}
		if n.Symmetries.find(turned) < 0 {
			return engine.InputErrorf("the view of the next player does not take symmetries to symmetries")
		}
	}
	return nil
}

func identity(squares int) (list []int) {
	for s := range squares {
		list = append(list, s)
	}
	return list
}

// pair finds the column that each column becomes after a turn, and the squares of the groups.
func (n *Numbering) pair() error {
	var sides [2][3][]int // columns of groups and of counters, by side
	for column, c := range n.columns {
		kind := 0
		if column >= len(n.Groups) {
			kind = 1
		}
		sides[kind][c.Side] = append(sides[kind][c.Side], column)
		n.swaps = append(n.swaps, column)
	}
	for _, s := range sides {
		for i := 0; i < len(s[0]) && !n.Sides; i++ {
			n.swaps[s[0][i]], n.swaps[s[1][i]] = s[1][i], s[0][i]
		}
	}
	for g, group := range n.Groups {
		n.regions[g], _ = n.setOf(group.Squares)
		n.named[group.Name[0]] = uint8(g + 1)
	}
	for g, group := range n.Groups {
		if n.turn(n.regions[g]) != n.regions[n.swaps[g]] {
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
func (n *Numbering) column(name string) int {
	return slices.IndexFunc(n.columns, func(c Counter) bool { return c.Name == name })
}

// holds reports whether all bounds hold for the counts of a class.
func (n *Numbering) holds(bounds []Bound, counts []int) bool {
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
	for _, c := range n.columns {
		product = min(product*(c.Max-c.Min+1), maxClasses+1)
	}
	if product > maxClasses {
		return engine.InputErrorf("the groups and counters have more than %d combinations of counts", maxClasses)
	}
	n.classOf = make([]*Class, product)
	for place := range product {
		counts, rest := make([]int, len(n.columns)), place
		for i, c := range slices.Backward(n.columns) {
			counts[i] = c.Min + rest%(c.Max-c.Min+1)
			rest /= c.Max - c.Min + 1
		}
		if n.holds(n.Bounds, counts) {
			n.classOf[place] = &Class{Counts: counts, Slice: -1, n: n, over: n.overBy(counts)}
			n.Classes = append(n.Classes, n.classOf[place])
		}
	}
	if len(n.Classes) == 0 {
		return engine.InputErrorf("the bounds leave no positions")
	}
	for count := range n.Groups[0].Max + 1 {
		l, err := n.newLeads(count)
		if err != nil {
			return err
		}
		n.leads = append(n.leads, l)
	}
	n.link()
	parts := n.components()
	n.Classes = nil
	for _, part := range parts {
		part = slices.DeleteFunc(part, func(c *Class) bool { return c.over != 0 && !n.all })
		if len(part) == 0 {
			continue
		}
		slice := engine.Slice{Name: n.name(part[0].Counts), First: n.Size, Layer: len(n.Changes)+len(n.Moves) > 0}
		for _, c := range part {
			if err := c.place(); err != nil {
				return err
			}
			c.Number, c.First, c.Slice = len(n.Classes), n.Size, len(n.Slices)
			n.Classes = append(n.Classes, c)
			n.Size += c.Size
		}
		if slice.Size = n.Size - slice.First; n.Symmetries.Order == 1 {
			slice.Weight = 1
		}
		n.Slices = append(n.Slices, slice)
	}
	n.linkSlices()
	return nil
}

// name returns the name of a class, such as "4X 3O".
func (n *Numbering) name(counts []int) string {
	var parts []string
	for i, count := range counts {
		if i < len(n.Groups) {
			parts = append(parts, fmt.Sprintf("%d%s", count, n.Groups[i].Name))
		} else {
			parts = append(parts, fmt.Sprintf("%s %d", n.columns[i].Name, count))
		}
	}
	return strings.Join(parts, " ")
}

// class returns the class with the given counts, or nil.
func (n *Numbering) class(counts []int) *Class {
	place := 0
	for i, c := range n.columns {
		if counts[i] < c.Min || counts[i] > c.Max {
			return nil
		}
		place = place*(c.Max-c.Min+1) + counts[i] - c.Min
	}
	return n.classOf[place]
}

// counts returns the counts of a position.
func (n *Numbering) counts(p *Position) (counts []int) {
	for i := range n.columns {
		if i < len(n.Groups) {
			counts = append(counts, bits.OnesCount64(p.At[i]))
		} else {
			counts = append(counts, int(p.Counter[i-len(n.Groups)]))
		}
	}
	return counts
}

// ClassOf returns the class of a position, or nil.
func (n *Numbering) ClassOf(p *Position) *Class {
	place := 0
	for i := range n.columns {
		c, count := &n.columns[i], 0
		if i < len(n.Groups) {
			count = bits.OnesCount64(p.At[i&(MaxGroups-1)])
		} else {
			count = int(p.Counter[(i-len(n.Groups))&(MaxCounters-1)])
		}
		if count < c.Min || count > c.Max {
			return nil
		}
		place = place*(c.Max-c.Min+1) + count - c.Min
	}
	return n.classOf[place]
}

// Bytes returns the memory for lookups in bytes.
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

// turn returns a set of squares as the other player sees it.
func (n *Numbering) turn(set uint64) uint64 {
	if n.view.Order == 1 {
		return set
	}
	return n.view.Image(1, set)
}

// exchange changes p to the other player's view or, with Sides, makes the other player the one to
// move.
func (n *Numbering) exchange(p *Position) {
	from := *p
	for g := range n.Groups {
		p.At[n.swaps[g]] = n.turn(from.At[g])
	}
	for c, to := range n.swaps[len(n.Groups):] {
		p.Counter[to-len(n.Groups)] = from.Counter[c]
	}
	if n.Sides {
		p.Counter[len(n.swaps)-len(n.Groups)-1] ^= 1
	}
}
