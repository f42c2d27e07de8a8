package picture

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

const (
	square  = 48.0 // points
	margin  = 28.0 // for the names of columns and rows
	caption = 30.0

	handStep = 26 // between pieces in hand
)

// BoardOptions of [Board]. The zero value of every field means none.
type BoardOptions struct {
	Caption string // a line below the board, such as the last turn
	// Ply is the number of turns since the first picture. It keeps colours and squares in place in
	// games whose symbols are the mover's and the opponent's, or whose board turns with every turn.
	Ply int
	// Before is the position one turn earlier, or nil. The picture marks the squares that
	// have changed.
	Before engine.Position
}

// Board draws a position of a game. If the game's drawn board has no names of
// columns and rows, which locate the squares, Board draws it as text.
func Board(g engine.Game, p engine.Position, o BoardOptions) *Picture {
	d := g.Parts().Depiction
	b, ok := readBoard(g.Board(p), d, o.Ply)
	if !ok {
		return textBoard(g.Board(p), o.Caption)
	}
	if o.Before != nil {
		before, _ := readBoard(g.Board(o.Before), d, o.Ply-1)
		b.mark(before)
	}
	if o.Caption != "" && d.Turned && o.Ply > 0 && o.Ply%2 == 0 {
		o.Caption += " as the other side sees it"
	}
	if text := []rune(g.Text(p)); d.Hands {
		b.addHands(text[min(len(b.Squares), len(text)):], d, o.Ply)
	}
	drawn := b.draw(d, o.Caption)
	drawn.Title = g.Spec().String() + " " + g.Text(p)
	return drawn
}

// board is a board as the picture shows it.
type board struct {
	Layout
	cells []cell            // row by row from the top
	hands [2][]drawing.Look // pieces in hand, by side
}

// addHands adds the pieces in hand that the rest of a notation names, as the first player sees
// them.
func (b *board) addHands(rest []rune, d drawing.Depiction, ply int) {
	for _, symbol := range rest {
		look, ok := d.Looks[symbol]
		if !ok {
			continue
		}
		look.Second = look.Second != (ply%2 != 0 && d.Relative)
		side := map[bool]int{true: 1}[look.Second]
		b.hands[side] = append(b.hands[side], look)
	}
}

// cell is a square, or a place without one.
type cell struct {
	drawing.Look
	there  bool // there is a square
	marked bool
}

// readBoard reads a board drawn in text, as the first player sees it.
func readBoard(text string, d drawing.Depiction, ply int) (b board, ok bool) {
	if b.Layout, ok = ReadLayout(text); !ok {
		return b, false
	}
	b.cells = make([]cell, len(b.Rows)*len(b.Columns))
	odd := ply%2 != 0
	for _, s := range b.Squares {
		c := cell{Look: LookOf(d, s.Symbol), there: true}
		if odd && d.Relative && IsPiece(c.Look) {
			c.Second = !c.Second
		}
		b.cells[s.Row*len(b.Columns)+s.Column] = c
	}
	if odd && d.Turned {
		slices.Reverse(b.cells) // by 180°; the names of columns and rows stay
	}
	return b, true
}

// mark marks the squares that looked different before. It ignores anchors.
func (b *board) mark(before board) {
	for i := range min(len(b.cells), len(before.cells)) {
		was, is := before.cells[i].Look, b.cells[i].Look
		was.Anchor, is.Anchor = false, false
		b.cells[i].marked = was != is
	}
}

func (b *board) draw(d drawing.Depiction, line string) *Picture {
	width := 2*margin + square*float64(len(b.Columns))
	height := 2*margin + square*float64(len(b.Rows))
	if line != "" {
		height += caption
		width = max(width, 9*float64(len([]rune(line)))+2*margin)
	}
	bottom := margin + square*float64(len(b.Rows))
	if d.Hands {
		height += square
	}
	p := newPicture(width, height, "")
	for side, looks := range b.hands {
		for n, look := range looks {
			x := (n + 1) * handStep
			if side == 1 {
				x = int(width) - x
			}
			p.piece(look, float64(x), bottom+margin+square/2)
		}
	}
	columns := len(b.Columns)
	at := func(n int) float64 { return margin + square*float64(n) }
	for i, c := range b.cells {
		if c.there {
			p.square(c, at(i%columns), at(i/columns))
		}
	}
	for y, name := range b.Rows {
		p.text(margin/2, at(y)+square/2+5, 14, middle, faint, name)
		p.text(at(columns)+margin/2, at(y)+square/2+5, 14, middle, faint, name)
	}
	for x, name := range b.Columns {
		p.text(at(x)+square/2, margin-10, 14, middle, faint, name)
		p.text(at(x)+square/2, bottom+20, 14, middle, faint, name)
		if d.Railings && b.cells[x].there {
			p.rect(at(x), margin-5, square, 6, rail)
		}
		if d.Railings && b.cells[len(b.cells)-columns+x].there {
			p.rect(at(x), bottom-1, square, 6, rail)
		}
	}
	if line != "" {
		p.text(margin, height-14, 16, start, ink, line)
	}
	return p
}

// square draws a square with its piece.
func (p *Picture) square(c cell, x, y float64) {
	fill := wood
	if c.marked {
		fill = marked
	}
	if c.Shape == drawing.Hole {
		p.add(shape{kind: rect, x: x + 1, y: y + 1, w: square - 2, h: square - 2, stroke: grid, border: 1})
		return
	}
	p.add(shape{kind: rect, x: x, y: y, w: square, h: square, fill: fill, stroke: edge, border: 1})
	p.piece(c.Look, x+square/2, y+square/2)
}

// piece draws a piece, with its centre at a point.
func (p *Picture) piece(c drawing.Look, cx, cy float64) {
	piece, lettering := ivory, ink
	if c.Second {
		piece, lettering = walnut, ivory
	}
	switch c.Shape {
	case drawing.Disc:
		p.add(shape{kind: disc, x: cx, y: cy, r: 18, fill: piece, stroke: ink, border: 1.5})
	case drawing.Block:
		p.add(shape{kind: rect, x: cx - 17, y: cy - 17, w: 34, h: 34, r: 3, fill: piece, stroke: ink, border: 1.5})
	}
	if c.Anchor {
		p.add(shape{kind: disc, x: cx, y: cy, r: 9, fill: red, stroke: ivory, border: 1.5})
	}
	if c.Label != "" {
		p.text(cx, cy+7, 20, middle, lettering, c.Label)
	}
}

// textBoard draws lines of text.
func textBoard(text, line string) *Picture {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if line != "" {
		lines = append(lines, "", line)
	}
	longest := 1
	for _, l := range lines {
		longest = max(longest, len([]rune(l)))
	}
	// A character of the font is 0.6 times as wide as tall.
	p := newPicture(2*margin+9.6*float64(longest), 2*margin+20*float64(len(lines)), text)
	for i, l := range lines {
		p.add(shape{kind: label, x: margin, y: margin + 15 + 20*float64(i), r: 16, fill: ink, text: l, mono: true})
	}
	return p
}
