package serve

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Face has the GamesmanUni front end's names and pictures for a game. The zero value of a field
// means that the server derives it from the description of the game.
type Face struct {
	Family  string                        // its name in paths; "": the game's own name
	Variant func(spec engine.Spec) string // the variant's name in paths; nil and "": the slug
	Letters map[rune]byte                 // of symbols
	Tile    byte                          // the letter of an empty square that is drawn
	Unit    float64                       // the length of a square; 0: 1
	// Draw changes the pictures of a board with these numbers of columns and rows.
	Draw func(t *FaceTheme, columns, rows int)
	// Move returns the form in which the front end shows a turn of player 1 or 2.
	Move func(board drawing.Layout, turn string, player int) (m FaceMove, ok bool)
	// Hands returns letters for places behind the squares, from the rest of the notation of a position
	// where player 1 or 2 moves.
	Hands func(rest string, player int) string
	// Steps: a turn consists of steps between two squares, such as a1-b2,c3-c4, and each is a
	// click. Between them the same player is to move, at a position P~STEPS.
	Steps bool
}

// FaceMove is the form in which the front end shows a turn.
type FaceMove struct {
	Name   string
	Button string // its drawing on the board
	Rank   int    // its place among turns of equal value
}

// FaceTheme describes how to draw positions with the front end's pictures. Lengths are in squares.
type FaceTheme struct {
	Space      [2]float64           `json:"space"`
	Centers    [][2]float64         `json:"centers"`
	Background string               `json:"background,omitempty"`
	Foreground string               `json:"foreground,omitempty"`
	Images     map[string]FaceImage `json:"charImages"`
	Arrow      float64              `json:"arrowWidth"`
	Circle     float64              `json:"circleButtonRadius,omitempty"`
	TextSize   float64              `json:"textButtonFontSize,omitempty"`
	Over       bool                 `json:"entitiesOverArrows,omitempty"`
	Sounds     map[string]string    `json:"sounds"`
	Animation  string               `json:"animationType"`
}

// FaceImage is the picture of a character.
type FaceImage struct {
	Image string  `json:"image"`
	Scale float64 `json:"scale"`
}

// The sounds that the front end has for any game.
const (
	SlideSound = "general/slide.mp3"
	placeSound = "general/place.mp3"
)
