// Package drawing describes what the positions of a game look like in pictures and on the page, and which squares a turn is clicked on.
package drawing

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
	// Hands says that the notation, after the squares, has symbols of pieces that are not on
	// the board.
	Hands bool
	// Clicks returns the squares to click for a turn, in order. Without it those that the
	// turn names, such as b2 and c3 in "b2-c3".
	Clicks func(turn string) []Click
}

// Click is a click on the board, a step of a turn.
type Click struct {
	// Square is a column's letter and a row's number; a letter or a number alone stands
	// for any square of the column or row.
	Square string
	Act    Act
}

// Act is what a [Click] does.
type Act uint8

const (
	Take  Act = iota // takes up what is to move, or puts a piece there where the turn has one click
	Put              // puts it down
	Clear            // takes the square, or what stands there, away
	Push             // pushes what stands there
)

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
