package placement

import "slices"

// turn is a way to move from one class to another.
type turn struct {
	*motion
	to *Class // the class after the move, or before it if the move is taken back
}

// link finds the classes that moves and changes lead to.
func (n *Numbering) link() {
	motions := n.motions()
	for _, c := range n.Classes {
		if c.over != 0 {
			continue
		}
		for _, change := range n.Changes {
			c.goesTo(n.after(c, change, nil))
		}
		for _, o := range motions {
			if to := n.after(c, o.Change, o.moved); to != nil && n.holds(o.When, c.Counts) {
				c.from = append(c.from, turn{o, to})
				c.goesTo(to)
			}
		}
	}
}

// goesTo records that play can go from class c to another, which may be nil.
func (c *Class) goesTo(to *Class) {
	if to != nil && to.over == 0 {
		c.next = append(c.next, to)
	}
}

// after returns the class after changes of the counts, as the next player names them, or nil.
func (n *Numbering) after(c *Class, change, moved map[string]int) *Class {
	to := make([]int, len(n.columns))
	for i, column := range n.columns {
		to[n.swaps[i]] = c.Counts[i] + change[column.Name] + moved[column.Name]
	}
	if n.Sides {
		to[len(to)-1] ^= 1
	}
	return n.class(to)
}

// linkSlices finds the exits of the slices, the slices that are layers, and the moves to each class
// from its slice.
func (n *Numbering) linkSlices() {
	for _, c := range n.Classes {
		s := &n.Slices[c.Slice]
		for _, to := range c.next {
			if to.Slice == c.Slice {
				s.Layer = false
			} else if !slices.Contains(s.Exits, to.Slice) {
				s.Exits = append(s.Exits, to.Slice)
				slices.Sort(s.Exits)
			}
		}
		for _, t := range c.from {
			if t.to.Slice == c.Slice {
				t.to.back = append(t.to.back, turn{t.motion, c})
			}
		}
	}
}

// components groups classes into slices, the strongly connected components of the moves, by
// Tarjan's algorithm. A slice comes before its exits.
func (n *Numbering) components() (parts [][]*Class) {
	if len(n.Changes)+len(n.Moves) == 0 {
		return [][]*Class{n.Classes}
	}
	type visited struct {
		order, low int // the time of the first visit, and the lowest such time that is reached
		done       bool
	}
	of := map[*Class]*visited{}
	var stack []*Class
	var visit func(c *Class) *visited
	visit = func(c *Class) *visited {
		v := &visited{order: len(of), low: len(of)}
		of[c] = v
		stack = append(stack, c)
		for _, to := range c.next {
			next := of[to]
			if next == nil {
				next = visit(to)
			}
			if !next.done {
				v.low = min(v.low, next.low)
			}
		}
		if v.low == v.order {
			from := slices.Index(stack, c)
			part := slices.Clone(stack[from:])
			stack = stack[:from]
			for _, member := range part {
				of[member].done = true
			}
			slices.SortFunc(part, func(a, b *Class) int { return slices.Compare(a.Counts, b.Counts) })
			parts = append(parts, part)
		}
		return v
	}
	for _, c := range slices.Backward(n.Classes) {
		if of[c] == nil {
			visit(c)
		}
	}
	slices.Reverse(parts)
	return parts
}
