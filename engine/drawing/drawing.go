// Package drawing describes the look of a game's positions in pictures and on the page, and the
// squares to click for a turn.
package drawing

import "strconv"

// Depiction describes pictures of a game's positions. Pictures show the squares of the drawn board
// (Board of engine.Notation). The drawing must have the letters of the columns in a line of their
// own, and the number of each row in front of it; a blank is not a square. With the zero value "."
// is an empty square, "#" a removed square, and every other symbol a round piece with its letter.
// Capitals are the pieces of one side.
type Depiction struct {
	// Looks has the look of symbols of the drawn board. Missing symbols have the look of the zero
	// value.
	Looks map[rune]Look
	// Relative means that symbols distinguish the mover's pieces from the opponent's, so that the
	// symbol of a piece changes with every turn.
	Relative bool
	// Turned means that the board turns by 180° with every turn.
	Turned bool
	// Railings means that the top edge of the top row and the bottom edge of the bottom row are
	// closed.
	Railings bool
	// Hands means that the notation has symbols of captured pieces after the squares.
	Hands bool
	// Clicks returns the squares to click for a turn, in order. Without it they are the squares
	// that the turn names, such as b2 and c3 in "b2-c3".
	Clicks func(turn string) []Click
}

// Click is a click on the board, a step of a turn.
type Click struct {
	// Square is a column's letter and a row's number. A letter or a number alone stands for any
	// square of the column or row.
	Square string
	Act    Act
}

// Act is what a [Click] does.
type Act uint8

const (
	Take  Act = iota // picks up the piece to move; in a turn of one click, places a piece
	Put              // puts the piece down
	Clear            // removes the square, or the piece on it
	Push             // pushes the piece on the square
)

// Shape is the outline of a symbol.
type Shape uint8

const (
	NoShape Shape = iota // an empty square
	Hole                 // a removed square
	Disc                 // a round piece
	Block                // a square piece
)

// Look is the appearance of a symbol.
type Look struct {
	Shape  Shape
	Second bool   // a piece of the second player; in a Relative depiction, of the opponent
	Label  string // a letter on the piece; in a Relative depiction the same for both players
	Anchor bool   // the piece bears the anchor
}

// Digits write small numbers as symbols of the drawn board.
const Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Counts returns looks of [Digits], for games that count stones in pits: 0 is an empty square, and
// 1 to most are round pieces with the number. most is at most 61.
func Counts(most int) map[rune]Look {
	looks := map[rune]Look{'0': {}}
	for n, c := range Digits[1 : most+1] {
		looks[c] = Look{Shape: Disc, Label: strconv.Itoa(n + 1)}
	}
	return looks
}
