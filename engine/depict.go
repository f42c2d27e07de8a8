package engine

// Depiction says what the positions of a game look like in pictures. These show the
// squares of the drawn board ([Notation.Board]), which must have the letters of the columns
// in a line of their own and the number of each row before it; a blank is no square. The
// zero value is what games without one get: "." is an empty square, "#" none any more, and
// every other symbol a round piece with its letter, capitals for one side.
type Depiction struct {
	// Looks has the look of symbols of the drawn board; what it lacks has the look it
	// has without a depiction.
	Looks map[rune]Look
	// Relative says that symbols tell the mover's pieces from the opponent's, so that
	// they change with every turn where the pieces do not.
	Relative bool
	// Turned says that the board turns by 180° with every turn.
	Turned bool
	// Railings says that the upper sides of the top row and the lower ones of the
	// bottom row are closed.
	Railings bool
}

// Shape is the outline of what stands on a square.
type Shape uint8

const (
	NoShape Shape = iota // an empty square
	Hole                 // there is no square any more
	Disc                 // a round piece
	Block                // a square piece
)

// Look is what a symbol looks like.
type Look struct {
	Shape  Shape
	Second bool   // a piece of the second player, or in a Relative depiction of the opponent
	Label  string // a letter on the piece
	Anchor bool   // the piece bears the anchor
}
