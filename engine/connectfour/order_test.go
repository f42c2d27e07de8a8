package connectfour

import "math/bits"

// unordered lists the boards of so many pieces without four in a line that the players cannot have
// made by taking turns. Whether they can depends on what the columns hold, in any order of the columns.
func (p *plies) unordered(pieces int) (list []board) {
	if list, ok := p.found[pieces]; ok {
		return list
	}
	defer func() { p.found[pieces] = list }()
	x := (pieces + 1) / 2
	seen := map[tower]bool{}
	for _, heights := range p.profiles(pieces) {
		sorted := heights
		sortTower(sorted[:p.width])
		if seen[sorted] {
			continue
		}
		seen[sorted] = true
		o := &order{plies: p, heights: sorted, memo: make([]uint32, power(p.height+1, p.width))}
		o.choose(0, x, func() {
			p.arrange(&board{o.x, sorted}, func(b board) {
				if !p.four(&b) {
					list = append(list, b)
				}
			})
		})
	}
	return list
}

func sortTower(t []uint8) {
	for i := range t {
		for j := i; j > 0 && t[j-1] < t[j]; j-- {
			t[j-1], t[j] = t[j], t[j-1]
		}
	}
}

func power(base, n int) int {
	result := 1
	for range n {
		result *= base
	}
	return result
}

// four reports whether somebody has four in a line.
func (p *plies) four(b *board) bool {
	for _, line := range p.lines {
		x, o := true, true
		for column := range p.width {
			part := line[column]
			x = x && b.x[column]&part == part
			o = o && (1<<b.heights[column]-1)&^b.x[column]&part == part
		}
		if x || o {
			return true
		}
	}
	return false
}

// arrange calls f for all different orders of the columns of a board.
func (p *plies) arrange(b *board, f func(b board)) {
	var to board
	var place func(column int, left uint8)
	place = func(column int, left uint8) {
		if column == p.width {
			f(to)
			return
		}
		for rest := left; rest != 0; rest &= rest - 1 {
			n := bits.TrailingZeros8(rest)
			twice := false
			for m := range n {
				twice = twice || left>>m&1 != 0 && b.x[m] == b.x[n] && b.heights[m] == b.heights[n]
			}
			if twice {
				continue
			}
			to.x[column], to.heights[column] = b.x[n], b.heights[n]
			place(column+1, left&^(1<<n))
		}
	}
	place(0, 1<<p.width-1)
}

// order finds out whether columns can have been filled by turns.
type order struct {
	*plies
	heights tower
	x       tower
	done    tower // pieces laid
	memo    []uint32
	epoch   uint32
}

// choose calls f for the contents of columns that cannot, those with the same heights in
// descending order, from a column on with so many X left.
func (o *order) choose(column, left int, f func()) {
	if column == o.width {
		if left != 0 {
			return
		}
		o.epoch++
		o.done = tower{}
		if !o.lay(0, true) {
			f()
		}
		return
	}
	room := 0
	for _, height := range o.heights[column+1 : o.width] {
		room += int(height)
	}
	height := o.heights[column]
	for x := range uint8(1) << height {
		if column > 0 && o.heights[column-1] == height && x > o.x[column-1] {
			break
		}
		if n := bits.OnesCount8(x); n > left || left-n > room || upright(x) || upright((1<<height-1)&^x) {
			continue
		}
		o.x[column] = x
		o.choose(column+1, left-bits.OnesCount8(x), f)
	}
}

// upright reports whether a column has four in a row.
func upright(set uint8) bool { return set&(set>>1)&(set>>2)&(set>>3) != 0 }

// lay reports whether the pieces that are left can be laid by turns. at numbers what is laid.
func (o *order) lay(at int, x bool) bool {
	if o.memo[at] == o.epoch {
		return false // tried before
	}
	step, all := 1, true
	for column := range o.width {
		done, height := o.done[column], o.heights[column]
		if done < height {
			all = false
			if (o.x[column]>>done&1 != 0) == x {
				o.done[column]++
				ok := o.lay(at+step, !x)
				o.done[column]--
				if ok {
					return true
				}
			}
		}
		step *= o.plies.height + 1
	}
	if !all {
		o.memo[at] = o.epoch
	}
	return all
}

// ordered reports whether a board can have been made by turns.
func (p *plies) ordered(b *board, memo []uint32) bool {
	clear(memo)
	o := &order{plies: p, heights: b.heights, x: b.x, memo: memo, epoch: 1}
	return o.lay(0, true)
}

// drawnNext reports whether the last piece, in the only column that is not full, makes no four.
func (p *plies) drawnNext(b *board, x bool) bool {
	full := *b
	for column := range p.width {
		if int(b.heights[column]) < p.height {
			if x {
				full.x[column] |= 1 << b.heights[column]
			}
			full.heights[column]++
		}
	}
	return !p.four(&full)
}

// unorderedEnds counts the boards of so many pieces that end the game and come from boards without
// four alone that the players cannot have made by turns.
func (p *plies) unorderedEnds(pieces int, lastX bool) int {
	ends := map[board]bool{}
	memo := make([]uint32, power(p.height+1, p.width))
	for _, before := range p.unordered(pieces - 1) {
		for column := range p.width {
			to := before
			if int(to.heights[column]) == p.height {
				continue
			}
			if lastX {
				to.x[column] |= 1 << to.heights[column]
			}
			to.heights[column]++
			if p.four(&to) {
				ends[to] = true
			}
		}
	}
	count := 0
	for b := range ends {
		reached := false
		for column := range p.width {
			from := b
			if from.heights[column] == 0 {
				continue
			}
			from.heights[column]--
			top := uint8(1) << from.heights[column]
			if (from.x[column]&top != 0) != lastX {
				continue
			}
			from.x[column] &^= top
			reached = reached || !p.four(&from) && p.ordered(&from, memo)
		}
		if !reached {
			count++
		}
	}
	return count
}
