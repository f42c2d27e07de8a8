package naive

import "strings"

// block is a run of consecutive minimized indices: the positions that have given
// symbols on given squares, by the rank of all other squares.
type block struct {
	squares []int  // the fixed ones
	content string // what stands on them, in the same order
	rest    Counts // the symbols for all other squares
}

// anchorSquares returns the squares on which the anchor of a stored position may
// stand: the first half if positions come in twins, else all.
func (g Game) anchorSquares() int {
	if g.Board.Minimizes() {
		return g.Board.Squares() / 2
	}
	return g.Board.Squares()
}

// blocks lists all blocks in the order of minimized indices; some are empty.
func (g Game) blocks() []block {
	var all []block
	for anchor := range g.anchorSquares() {
		top, hasTop := g.Board.Neighbour(anchor, Up)
		left, hasLeft := g.Board.Neighbour(anchor, Left)
		right, hasRight := g.Board.Neighbour(anchor, Right)
		bottom, hasBottom := g.Board.Neighbour(anchor, Down)

		if hasLeft && hasRight {
			for _, b := range g.fillings(anchor, []int{left, right}) {
				if (b.on(left) == '.') != (b.on(right) == '.') {
					all = append(all, b)
				}
			}
		}
		if hasTop && hasBottom {
			squares := []int{top}
			if hasLeft {
				squares = append(squares, left)
			}
			if hasRight {
				squares = append(squares, right)
			}
			squares = append(squares, bottom)
			for _, b := range g.fillings(anchor, squares) {
				vertical := (b.on(top) == '.') != (b.on(bottom) == '.')
				horizontal := hasLeft && hasRight && (b.on(left) == '.') != (b.on(right) == '.')
				if vertical && !horizontal {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// fillings returns a block for every way to fill squares, in lexicographic order, with the anchor
// in its place. Blocks for which the symbols run short are empty.
func (g Game) fillings(anchor int, squares []int) []block {
	rest := g.Counts()
	rest[5]--
	all := []block{{[]int{anchor}, "Y", rest}}
	for _, square := range squares {
		var longer []block
		for _, b := range all {
			for symbol := range 5 { // the only Y is placed
				rest := b.rest
				rest[symbol]--
				longer = append(longer, block{
					squares: append(b.squares[:len(b.squares):len(b.squares)], square),
					content: b.content + symbols[symbol:symbol+1],
					rest:    rest,
				})
			}
		}
		all = longer
	}
	return all
}

// on returns the symbol on a fixed square.
func (b block) on(square int) byte {
	for i, s := range b.squares {
		if s == square {
			return b.content[i]
		}
	}
	panic("naive: not a fixed square")
}

// size returns the number of positions.
func (b block) size() uint64 { return b.rest.Multinomial().Uint64() }

// split splits a position. ok reports whether it belongs to the block, and free is the content of
// the squares that are not fixed.
func (b block) split(pos string) (free string, ok bool) {
	left := []byte(pos)
	for i, s := range b.squares {
		if pos[s] != b.content[i] {
			return "", false
		}
		left[s] = ' '
	}
	return strings.ReplaceAll(string(left), " ", ""), true
}

// join is the inverse of split.
func (b block) join(free string) string {
	pos := []byte(strings.Repeat(" ", len(free)+len(b.squares)))
	for i, s := range b.squares {
		pos[s] = b.content[i]
	}
	for i := range pos {
		if pos[i] == ' ' {
			pos[i], free = free[0], free[1:]
		}
	}
	return string(pos)
}

// Stored returns the number of stored positions, added up from the blocks.
func (g Game) Stored() uint64 {
	var n uint64
	for _, b := range g.blocks() {
		n += b.size()
	}
	return n
}

// StoredPositions returns all stored positions in the order of minimized indices:
// the index of a position is its place in the list. For small games only.
func (g Game) StoredPositions() []string {
	var all []string
	for _, b := range g.blocks() {
		if b.size() > 0 {
			arrangements(b.rest, func(free string) { all = append(all, b.join(free)) })
		}
	}
	return all
}

// MinimizedIndex returns the minimized index of a reachable position in progress,
// and whether the position had to be rotated for it (the sign of the text form);
// ok is false if the position is unreachable.
func (g Game) MinimizedIndex(pos string) (index uint64, rotated, ok bool) {
	if strings.IndexByte(pos, 'Y') >= g.anchorSquares() {
		pos, rotated = Rotate(pos), true
	}
	for _, b := range g.blocks() {
		if free, ok := b.split(pos); ok {
			return index + Rank(free), rotated, true
		}
		index += b.size()
	}
	return 0, rotated, false
}
