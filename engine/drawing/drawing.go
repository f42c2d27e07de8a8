// Package drawing describes the look of a game's positions, and the squares to click for a turn.
// Pictures, the analyzer page, puzzle sheets, reports and UWAPI all follow one [Depiction].
package drawing

import "strconv"

// Depiction describes pictures of a game's positions. Pictures show the squares of the drawn board
// (Board of engine.Notation). The drawing must have the letters of the columns in a line of their
// own, and the number of each row in front of it; a blank is not a square. With the zero value "."
// is an empty square, "#" a removed square, and every other symbol a round piece with its letter.
// Capitals are the pieces of one side. Squares have the names of the drawn board, such as c2.
//
// As JSON it has the fields of the description of a game in another language, see PROTOCOL.md.
type Depiction struct {
	// Looks has the look of symbols of the drawn board. Missing symbols have the look of the zero
	// value.
	Looks Looks `json:"looks,omitempty"`
	// Relative means that symbols distinguish the mover's pieces from the opponent's, so that the
	// symbol of a piece changes with every turn.
	Relative bool `json:"relative"`
	// Turned means that the position turns by 180° with every turn. Pictures turn it back: pieces
	// and names of squares stay where the first player sees them (Fixed).
	Turned bool `json:"turned"`
	// Mirrored means that the rows of the position are reversed with every turn, so that the mover's
	// own row is always the lowest. Pictures reverse them back, as with Turned.
	Mirrored bool `json:"mirrored,omitempty"`
	// Railings means that the top edge of the top row and the bottom edge of the bottom row are
	// closed.
	Railings bool `json:"railings"`
	// Ground is the kind of board.
	Ground Ground `json:"ground,omitempty"`
	// Unnamed means that turns name no squares: pictures leave the names of columns and rows out.
	Unnamed bool `json:"unnamed,omitempty"`
	// Lines join points of the ground Points: lists of points such as "a1-d1-g1".
	Lines []string `json:"lines,omitempty"`
	// Color of the board, "#rrggbb"; "": wood.
	Color string `json:"color,omitempty"`
	// Marks are figures on squares, under the pieces, by the name of the square: "rosette", "goal",
	// "cross", or any other name of [Figures]; or behind "=" a small text, such as "=12".
	Marks map[string]string `json:"marks,omitempty"`
	// Owners are the owners of the rows from the top, 1 or 2 each, such as "21"; "": nobody.
	Owners string `json:"owners,omitempty"`
	// Players are the first and the second player; in a Relative or Turned depiction the mover and
	// the opponent of the first picture.
	Players [2]Player `json:"players,omitzero"`
	// Heaps lie beside the board, such as pieces in hand.
	Heaps []Heap `json:"heaps,omitempty"`
	// Goal says what the players try, or what the board does not show, in a sentence or two. It is "" where
	// people who know the game need no such sentence.
	Goal string `json:"goal,omitempty"`
	// Click says in a sentence what to click for a turn; "": the page says it by the turns. In two lines
	// the first one is for turns that name no squares, the second one for all others.
	Click string `json:"click,omitempty"`
	// Clicks returns the squares to click for a turn, in order. Without it they are the squares
	// that the turn names, such as b2 and c3 in "b2-c3".
	Clicks func(turn string) []Click `json:"-"`
}

// Player is the look of a player's pieces.
type Player struct {
	Name   string `json:"name,omitempty"`   // such as White; "": Light, and Dark
	Color  string `json:"color,omitempty"`  // "#rrggbb"; "": ivory, and walnut
	Figure string `json:"figure,omitempty"` // on his pieces that have no figure and no label
}

// Ground is the kind of board.
type Ground string

const (
	Squares   Ground = ""          // squares of one colour
	Chequered Ground = "chequered" // squares of two colours, a1 a dark one
	Points    Ground = "points"    // points joined by lines; a removed square is no point
	Pits      Ground = "pits"      // round pits in a board
	Plain     Ground = "plain"     // a sheet without squares
)

// Heap is what lies beside the board, told by the notation of a position: pieces in hand, men to be
// placed, stones in a store. It has Find or Absent.
type Heap struct {
	Name string `json:"name"` // in words, such as "in hand"
	// Side is the owner: 0 the first player, 1 the second, in a Relative or Turned depiction the
	// mover and the opponent; 2: pieces of both, each on the side of its owner.
	Side int `json:"side"`
	// Find is a regular expression. Its first group finds the heap in the notation, behind the
	// squares: symbols of pieces, or with Piece or without pieces at all, a number.
	Find string `json:"find,omitempty"`
	// Piece is the symbol of the piece that the number counts; "": symbols are listed.
	Piece string `json:"piece,omitempty"`
	// Store means that the number is the stones in a pit at an end of the board.
	Store bool `json:"store,omitempty"`
	// Absent are symbols of pieces. Those that are not on the board are in the heap. Symbols with
	// the same owner and label are one piece.
	Absent string `json:"absent,omitempty"`
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
type Shape string

const (
	NoShape Shape = ""       // an empty square; a figure or a label is a mark on the ground
	Hole    Shape = "hole"   // a removed square
	Disc    Shape = "disc"   // a round piece
	Block   Shape = "block"  // a square piece
	Wedge   Shape = "wedge"  // a tile that points to the opponent
	Man     Shape = "man"    // the figure alone
	Stones  Shape = "stones" // as many stones as the label says; they are nobody's
	Wall    Shape = "wall"   // a filled square
)

// Look is the appearance of a symbol.
type Look struct {
	Shape   Shape  `json:"shape,omitempty"`
	Second  bool   `json:"second,omitempty"`  // a piece of the second player; in a Relative depiction, of the opponent
	Neutral bool   `json:"neutral,omitempty"` // a piece of neither player
	Label   string `json:"label,omitempty"`   // on the piece; in a Relative depiction the same for both players
	Figure  string `json:"figure,omitempty"`  // a name of [Figures], in place of the label
	Color   string `json:"color,omitempty"`   // "#rrggbb"; "": of the player
	Anchor  bool   `json:"anchor,omitempty"`  // the piece bears the anchor
	// Heads is the direction in which the piece goes: 1 to the opponent, -1 back; 0: no mark.
	Heads int `json:"heads,omitempty"`
	// Joined means that neighbouring squares with this symbol are one piece.
	Joined bool `json:"joined,omitempty"`
	// Joins are the directions in which the piece goes on over neighbouring squares: some of "r" to the
	// right, "l" to the left, "u" up and "d" down.
	Joins string `json:"joins,omitempty"`
}

// IsPiece reports whether a look is that of a piece, of a player or neutral.
func (l Look) IsPiece() bool {
	return l.Shape == Disc || l.Shape == Block || l.Shape == Wedge || l.Shape == Man
}

// IsOwned reports whether a look is that of a player's piece.
func (l Look) IsOwned() bool { return l.IsPiece() && !l.Neutral }

// Digits write small numbers as symbols of the drawn board.
const Digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Counts returns looks of [Digits], for games that count stones in pits: 0 is an empty square, and
// 1 to most are so many stones. most is at most 61.
func Counts(most int) Looks {
	looks := Looks{'0': {}}
	for n, c := range Digits[1 : most+1] {
		looks[c] = Look{Shape: Stones, Label: strconv.Itoa(n + 1)}
	}
	return looks
}
