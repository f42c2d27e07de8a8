package placement

import "slices"

// after returns the counts after each kind of move from a class, as the next player names them. Not
// all of them are classes.
func (n *counting) after(counts []int) (list [][]int) {
	for _, change := range n.Changes {
		list = append(list, n.turned(n.changed(counts, &Move{Change: change}, false)))
	}
	for i := range n.Moves {
		m := &n.Moves[i]
		for _, puts := range m.ways() {
			if n.holds(m.When, counts) {
				list = append(list, n.turned(n.changed(counts, m, puts)))
			}
		}
	}
	return list
}

// ways returns whether the move puts a piece on the board: false, true, or both.
func (m *Move) ways() (puts []bool) {
	if len(m.Steps)+len(m.Rays) > 0 {
		puts = append(puts, false)
	}
	if m.Puts != nil {
		puts = append(puts, true)
	}
	return puts
}

// changed returns the counts after a move, before the turn.
func (n *counting) changed(counts []int, m *Move, puts bool) []int {
	to := slices.Clone(counts)
	for name, change := range m.Change {
		to[n.column(name)] += change
	}
	if puts {
		to[n.group(m.Group)]++
	}
	if m.Takes != "" {
		to[n.group(m.Takes)]--
	}
	return to
}

// turned returns counts as the next player names them.
func (n *counting) turned(counts []int) []int {
	to := make([]int, len(counts))
	for i, count := range counts {
		to[n.swaps[i]] = count
	}
	if n.Sides {
		to[len(to)-1] ^= 1
	}
	return to
}

// linkSlices finds the exits of the slices, and which of them are layers.
func (n *Numbering) linkSlices() {
	for i := range n.Slices {
		n.Slices[i].Layer = len(n.Changes)+len(n.Moves) > 0
	}
	for _, c := range n.Classes {
		s := &n.Slices[c.Slice]
		for _, counts := range n.after(c.Counts) {
			switch to := n.class(counts); {
			case to == nil:
			case to.Slice == c.Slice:
				s.Layer = false
			case !slices.Contains(s.Exits, to.Slice):
				s.Exits = append(s.Exits, to.Slice)
				slices.Sort(s.Exits)
			}
		}
	}
}

// slicesOf groups classes into slices, the strongly connected components of the changes. A slice
// comes before its exits.
func (n *counting) slicesOf(all [][]int) (parts [][][]int) {
	if len(n.Changes)+len(n.Moves) == 0 {
		return [][][]int{all}
	}
	at := map[int]int{} // by place of a class: its number in all
	for i, counts := range all {
		at[n.place(counts)] = i
	}
	// Tarjan's algorithm finds a component after those that can be reached from it.
	const closed = 1 << 30
	order, low := make([]int, len(all)), make([]int, len(all)) // the time of the first visit, and the lowest that is reached
	var stack []int
	time := 0
	var visit func(i int)
	visit = func(i int) {
		time++
		order[i], low[i] = time, time
		stack = append(stack, i)
		for _, counts := range n.after(all[i]) {
			j, ok := at[n.place(counts)]
			if !ok {
				continue
			}
			if order[j] == 0 {
				visit(j)
			}
			if order[j] != closed {
				low[i] = min(low[i], low[j])
			}
		}
		if low[i] != order[i] {
			return
		}
		from := slices.Index(stack, i)
		members := slices.Clone(stack[from:])
		stack = stack[:from]
		slices.Sort(members)
		var part [][]int
		for _, j := range members {
			order[j] = closed
			part = append(part, all[j])
		}
		parts = append(parts, part)
	}
	for i := len(all) - 1; i >= 0; i-- {
		if order[i] == 0 {
			visit(i)
		}
	}
	slices.Reverse(parts)
	return parts
}
