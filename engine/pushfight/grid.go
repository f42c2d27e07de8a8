package pushfight

// Directions of a step; opposite directions differ in the lowest bit.
const (
	left = iota
	right
	up
	down
)

// Grid is a board as the words of positions lay it out, for code that searches on
// them. A cell is a bit of a word; the squares are numbered from the top left, row by
// row, and a direction is 0 for left, 1 for right, 2 for up, 3 for down.
type Grid struct {
	Cells         uint64 // all squares
	Squares       int
	Width, Height int
	Stride        uint      // cells from a row to the next: Width + 1
	CellOf        [64]uint8 // square → cell
	SquareOf      [64]uint8 // cell → square

	Step  [4]int        // direction → cells
	Ray   [4][64]uint64 // direction, cell → the squares beyond it in an unbroken line
	Drops [4]uint64     // direction → squares whose piece is pushed off the board
}

// Grid returns the board of the variant.
func (v *Variant) Grid() Grid {
	b := v.board
	return Grid{
		Cells: b.cells, Squares: b.squares, Width: b.width, Height: b.height, Stride: b.stride,
		CellOf: b.cellOf, SquareOf: b.squareOf, Step: b.step, Ray: b.ray, Drops: b.drops,
	}
}

// Words returns the position as sets of the cells of its variant's [Grid].
func (p Position) Words() (occupied, pusher, theirs, anchor uint64) {
	return p.occupied, p.pusher, p.theirs, p.anchor
}

// PositionOf makes a position of its words, which are taken as they are: of what
// stands on the cells occupied, pusher are the pushers of both sides, theirs the
// opponent's pieces, and anchor his pusher under the anchor.
func PositionOf(occupied, pusher, theirs, anchor uint64) Position {
	return Position{occupied, pusher, theirs, anchor}
}

// Shift returns the position, seen by the next player, after the mover's pusher on a
// cell has pushed in a direction, where a row of pieces that can be pushed ends
// before an empty square.
func (v *Variant) Shift(p Position, cell, direction int) Position {
	return v.board.shifted(p, cell, direction)
}
