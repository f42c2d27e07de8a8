package answers

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// BoardObject answers /v1/{game}/board. The page uses it to show positions.
type BoardObject struct {
	Game    string                    `json:"game"`
	Title   string                    `json:"title" doc:"The name that people use."`
	Variant string                    `json:"variant,omitempty" doc:"The variant, in words."`
	Rules   string                    `json:"rules"`
	Kind    string                    `json:"kind"`
	Start   string                    `json:"start" doc:"A position to begin with."`
	Columns []string                  `json:"columns,omitempty"`
	Rows    []string                  `json:"rows,omitempty"`
	Squares *[][2]int                 `json:"squares" doc:"Column and row of each square that the notation lists; null where it lists none: then positions are shown as text."`
	Form    string                    `json:"form,omitempty" enum:"rows,drawn" doc:"rows: the notation has rows of one character per square, separated by /; drawn: it does not list the squares, see cells."`
	FEN     bool                      `json:"fen,omitempty" doc:"The notation lists the squares as FEN does, otherwise by one character each."`
	Symbols string                    `json:"symbols" doc:"The symbols that stand on squares, the empty one first."`
	Hands   bool                      `json:"hands,omitempty" doc:"The notation lists pieces in hand."`
	Puzzles bool                      `json:"puzzles,omitempty" doc:"There are positions won in two turns or more, of which a puzzle can be made."`
	Drawn   string                    `json:"drawn,omitempty" doc:"The board of the position asked for, in text."`
	Cells   string                    `json:"cells,omitempty" doc:"Of the position asked for, or of the start, in the form drawn: the symbols on its squares, then the notation and remarks."`
	Figures map[string][]drawing.Part `json:"figures,omitempty" doc:"Paths of the figures that looks, players and marks name."`
	drawing.Depiction
}

// board answers /v1/{game}/board.
func (s *Set) board(c *Call, g *Game) (Answer, error) {
	d := g.description()
	if c.Has(boardParam) {
		_, p, err := Family{g}.Parse(c.Text(boardParam))
		if err != nil {
			return Answer{}, err
		}
		d.Drawn, d.Cells = g.db.Game().Board(p), g.cells().shown(g.db.Game(), p)
	}
	return Marshal(d, g.tag)
}

// describe describes the board of a game.
func (g *Game) describe() BoardObject {
	rules := g.db.Game()
	d := rules.Parts().Depiction
	out := BoardObject{
		Game: g.spec, Start: g.Start(), Rules: strings.TrimSpace(g.db.Definition().Rules), Kind: rules.Kind().String(),
		Depiction: d,
	}
	out.Title, out.Variant = g.db.Names()
	for _, c := range g.stats().Counts {
		plies, _ := c.Verdict.Plies()
		out.Puzzles = !rules.Kind().Single() && (out.Puzzles || c.Verdict.Result() == engine.Win && c.Positions > 0 && (rules.Kind() == engine.Score || plies > 2))
	}
	out.Players[0].Name, out.Players[1].Name = d.Name(0), d.Name(1)
	cells := g.cells()
	symbols := maps.Clone(cells.Symbols)
	if symbols == nil {
		if out.Players = d.Players; d.Players[0].Name == "" {
			out.Players[0].Name, out.Players[1].Name = "First", "Second"
		}
		return out
	}
	out.Hands = slices.ContainsFunc(d.Heaps, func(h drawing.Heap) bool { return h.Side == 2 && h.Find != "" })
	layout := cells.Layout
	out.Columns, out.Rows, out.Looks, out.FEN = layout.Columns, layout.Rows, drawing.Looks{}, cells.FEN
	out.Form = cells.Form
	if p, err := rules.Parse(out.Start); err == nil {
		out.Cells = cells.shown(rules, p)
	}
	squares := make([][2]int, len(layout.Squares))
	for i, s := range layout.Squares {
		squares[i] = [2]int{s.Column, s.Row}
	}
	out.Squares = &squares
	for symbol := range d.Looks {
		symbols[symbol] = true
	}
	order := SortedSymbols(d, maps.Keys(symbols))
	out.Symbols = string(order)
	out.Figures = map[string][]drawing.Part{}
	use := func(name string) {
		if parts, ok := drawing.Figures()[name]; ok {
			out.Figures[name] = parts
		}
	}
	for _, symbol := range order {
		l := d.Look(symbol)
		use(l.Figure)
		if l.Shape == drawing.NoShape {
			l.Shape = "none"
		}
		out.Looks[symbol] = l
	}
	for _, name := range d.Marks {
		use(name)
	}
	use(d.Players[0].Figure)
	use(d.Players[1].Figure)
	return out
}

// SortedSymbols sorts symbols: empty squares, the pieces of the first side, those of the
// second, holes.
func SortedSymbols(d drawing.Depiction, symbols iter.Seq[rune]) []rune {
	rank := func(r rune) int {
		l := d.Look(r)
		switch {
		case l.Shape == drawing.NoShape:
			return 0
		case l.Shape == drawing.Hole || l.Shape == drawing.Wall:
			return 3
		case l.Second:
			return 2
		}
		return 1
	}
	return slices.SortedFunc(symbols, func(a, b rune) int { return cmp.Or(rank(a)-rank(b), int(a-b)) })
}
