package serve

import (
	"bytes"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/picture"
)

// description tells the page how to show the positions of a game. Squares is null where
// the notation does not list squares: positions are shown as text then.
type description struct {
	Game     string          `json:"game"`
	Title    string          `json:"title"`             // what people call it
	Variant  string          `json:"variant,omitempty"` // and the variant
	Rules    string          `json:"rules"`
	Kind     string          `json:"kind"`
	Start    string          `json:"start"` // a position to begin with
	Columns  []string        `json:"columns,omitempty"`
	Rows     []string        `json:"rows,omitempty"`
	Squares  [][2]int        `json:"squares"`       // column and row of each square that the notation lists
	FEN      bool            `json:"fen,omitempty"` // it lists them as FEN does, elsewhere by a character each
	Symbols  string          `json:"symbols"`       // that stand on squares, the empty one first
	Looks    map[string]look `json:"looks,omitempty"`
	Relative bool            `json:"relative"`
	Turned   bool            `json:"turned"`
	Railings bool            `json:"railings"`
	Hands    bool            `json:"hands,omitempty"`
	Drawn    string          `json:"drawn,omitempty"` // the board of the position asked for, in text
}

// look is an [drawing.Look].
type look struct {
	Shape  string `json:"shape"`
	Second bool   `json:"second,omitempty"`
	Label  string `json:"label,omitempty"`
	Anchor bool   `json:"anchor,omitempty"`
}

var shapes = map[drawing.Shape]string{drawing.NoShape: "none", drawing.Hole: "hole", drawing.Disc: "disc", drawing.Block: "block"}

// board answers /v1/{game}/board.
func (s v1) board(c *Call) (Answer, error) {
	g, err := s.game(c)
	if err != nil {
		return Answer{}, err
	}
	values, err := c.Params()
	if err != nil {
		return Answer{}, err
	}
	drawn := ""
	if values.Has("position") {
		_, p, _, err := s.position(c, "position")
		if err != nil {
			return Answer{}, err
		}
		drawn = g.db.Game().Board(p)
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	d := g.description()
	d.Drawn = drawn
	return marshal(d, g.tag)
}

// describe makes the description of a game.
func (g *Game) describe() description {
	rules := g.db.Game()
	d := rules.Parts().Depiction
	out := description{
		Game: g.spec, Start: g.start(), Rules: strings.TrimSpace(g.db.Definition().Rules), Kind: rules.Kind().String(),
		Relative: d.Relative, Turned: d.Turned, Railings: d.Railings, Hands: d.Hands,
	}
	out.Title, out.Variant = g.names()
	cells, symbols, ok := readCells(rules)
	if !ok {
		return out
	}
	layout := cells.layout
	out.Columns, out.Rows, out.Looks, out.FEN = layout.Columns, layout.Rows, map[string]look{}, cells.fen
	if cells.fen {
		_, rest := cells.split(out.Start)
		out.Hands = strings.HasPrefix(rest, "[")
	}
	for _, s := range layout.Squares {
		out.Squares = append(out.Squares, [2]int{s.Column, s.Row})
	}
	for symbol := range d.Looks {
		symbols[symbol] = true
	}
	order := sortedSymbols(d, symbols)
	out.Symbols = string(order)
	for _, symbol := range order {
		l := picture.LookOf(d, symbol)
		out.Looks[string(symbol)] = look{shapes[l.Shape], l.Second, l.Label, l.Anchor}
	}
	return out
}

// sortedSymbols sorts symbols: empty squares, the pieces of the first side, those of the
// second, squares that are none.
func sortedSymbols(d drawing.Depiction, symbols map[rune]bool) []rune {
	rank := func(r rune) int {
		l := picture.LookOf(d, r)
		switch {
		case l.Shape == drawing.NoShape:
			return 0
		case l.Shape == drawing.Hole:
			return 3
		case l.Second:
			return 2
		}
		return 1
	}
	var order []rune
	for symbol := range symbols {
		order = append(order, symbol)
	}
	slices.SortFunc(order, func(a, b rune) int { return 1000*(rank(a)-rank(b)) + int(a-b) })
	return order
}

// plot answers /v1/{game}/plot.svg.
func (s v1) plot(c *Call) (Answer, error) {
	g, err := s.game(c)
	if err != nil {
		return Answer{}, err
	}
	if c.Fresh(g.tag) {
		return Answer{Tag: g.tag}, nil
	}
	drawn, err := picture.Histogram(g.stats)
	if err != nil {
		return Answer{}, err
	}
	var b bytes.Buffer
	if err := drawn.WriteSVG(&b); err != nil {
		return Answer{}, err
	}
	return Answer{Body: b.Bytes(), ContentType: contentTypes[".svg"], Tag: g.tag}, nil
}
