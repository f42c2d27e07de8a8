package picture

import (
	"image/color"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

const (
	square  = 48.0 // points
	margin  = 28.0 // for the names of columns and rows
	caption = 30.0
	strip   = 40.0 // of heaps beside the board
	store   = 56.0 // the width of a store
	naming  = 20.0 // the line of the owner of a row
)

// BoardOptions of [Board]. The zero value of every field means none.
type BoardOptions struct {
	Caption string // a line below the board, such as the last turn
	// Ply is the number of turns since the first picture, without those after which the same player moves. It keeps colours and squares in place in
	// games whose symbols are the mover's and the opponent's, or whose board turns with every turn.
	Ply int
	// Before is the position one turn earlier, or nil. The picture marks the squares that
	// have changed.
	Before engine.Position
	Kept   bool // the same player moved at Before
}

// Board draws a position of a game. If the game's drawn board has no names of
// columns and rows, which locate the squares, Board draws it as text.
func Board(g engine.Game, p engine.Position, o BoardOptions) *Picture {
	b, ok := readBoard(g, p, o.Ply)
	if !ok {
		return textBoard(g.Board(p), o.Caption)
	}
	if o.Before != nil {
		ply := o.Ply - 1
		if o.Kept {
			ply++
		}
		before, _ := readBoard(g, o.Before, ply)
		b.mark(before)
	}
	drawn := b.draw(o.Caption)
	drawn.Title = strings.TrimSpace(g.Spec().String() + " " + g.Text(p) + "\n" + b.depicts.Goal)
	return drawn
}

// Turn returns a turn with the names of squares that a picture shows. ply is the number of turns
// from the first picture to p, at which the turn is made.
func Turn(g engine.Game, p engine.Position, turn string, ply int) string {
	d := g.Parts().Depiction
	l, _ := drawing.ReadLayout(g.Board(p))
	return d.Turn(l, turn, ply)
}

// board is a board as the picture shows it.
type board struct {
	drawing.Layout
	depicts drawing.Depiction
	cells   []cell // row by row from the top
	piles   []drawing.Pile
	left    float64 // of the squares
	top     float64
}

// cell is a square, or a place without one.
type cell struct {
	drawing.Look
	symbol rune // 0: there is no square
	marked bool
}

// readBoard reads the drawn board of a position, as the first player sees it.
func readBoard(g engine.Game, p engine.Position, ply int) (b board, ok bool) {
	if b.Layout, ok = drawing.ReadLayout(g.Board(p)); !ok {
		return b, false
	}
	b.depicts = g.Parts().Depiction
	b.cells = make([]cell, len(b.Rows)*len(b.Columns))
	for _, s := range b.Squares {
		b.cells[s.Row*len(b.Columns)+s.Column] = cell{Look: b.depicts.Of(s.Symbol, ply), symbol: s.Symbol}
	}
	if ply%2 != 0 && (b.depicts.Turned || b.depicts.Mirrored) {
		slices.Reverse(b.cells) // by 180°; the names of columns and rows stay
	}
	if ply%2 != 0 && b.depicts.Mirrored {
		for row := range slices.Chunk(b.cells, len(b.Columns)) {
			slices.Reverse(row)
		}
	}
	b.piles = b.depicts.Piles(b.Symbols(), b.Rest(g.Text(p)), ply)
	return b, true
}

// mark marks the squares that looked different before. It ignores anchors.
func (b *board) mark(before board) {
	for i := range min(len(b.cells), len(before.cells)) {
		was, is := before.cells[i].Look, b.cells[i].Look
		was.Anchor, is.Anchor = false, false
		if was.Shape == drawing.NoShape && is.Shape == drawing.NoShape {
			was.Label, is.Label = "", "" // words on the ground
		}
		b.cells[i].marked = was != is && (b.depicts.Ground != drawing.Plain || was.Shape != drawing.Block || is.Shape != drawing.NoShape)
	}
}

// x and y return the left and upper side of a column and a row.
func (b *board) x(column int) float64 { return b.left + square*float64(column) }
func (b *board) y(row int) float64    { return b.top + square*float64(row) }

// room returns what lies beside the board: strips above and below it, and stores at its ends.
func (b *board) room() (above, below, stores bool) {
	for _, h := range b.depicts.Heaps {
		both := h.Side == 2 || h.Absent != "" || b.depicts.Relative || b.depicts.Turned || b.depicts.Mirrored
		stores = stores || h.Store
		above = above || !h.Store && (both || h.Side == 1)
		below = below || !h.Store && (both || h.Side == 0)
	}
	return above, below, stores
}

func (b *board) draw(line string) *Picture {
	above, below, stores := b.room()
	columns, rows := float64(len(b.Columns)), float64(len(b.Rows))
	b.left, b.top = margin, margin
	bottom := margin
	if stores {
		b.left += store + 4
	}
	if above {
		b.top += strip
	}
	if below {
		bottom += strip
	}
	if b.depicts.Owners != "" {
		b.top, bottom = b.top+naming, bottom+naming
	}
	if line != "" {
		bottom += caption
	}
	width := 2*b.left + square*columns
	if line != "" {
		width = max(width, 9*float64(len([]rune(line)))+2*margin)
	}
	p := newPicture(width, b.top+square*rows+bottom, "")
	b.ground(p)
	b.pieces(p)
	b.names(p)
	b.exits(p)
	b.heaps(p)
	if line != "" {
		p.text(margin, p.Height-14, 16, start, ink, line)
	}
	return p
}

// names writes the names of columns and rows, and draws railings and the owners of rows.
func (b *board) names(p *Picture) {
	d, last := b.depicts, len(b.Rows)-1
	right, bottom := b.x(len(b.Columns)), b.y(len(b.Rows))
	near := b.left - margin/2
	if d.Unnamed {
		return
	}
	for y, name := range b.Rows {
		p.text(near, b.y(y)+square/2+5, 14, middle, faint, name)
		p.text(right+margin/2, b.y(y)+square/2+5, 14, middle, faint, name)
	}
	for x, name := range b.Columns {
		p.text(b.x(x)+square/2, b.top-10, 14, middle, faint, name)
		p.text(b.x(x)+square/2, bottom+20, 14, middle, faint, name)
		if d.Railings && b.cells[x].symbol != 0 {
			p.rect(b.x(x), b.top-5, square, 6, rail)
		}
		if d.Railings && b.cells[last*len(b.Columns)+x].symbol != 0 {
			p.rect(b.x(x), bottom-1, square, 6, rail)
		}
	}
	if d.Owners != "" {
		p.text((b.left+right)/2, b.top-10-naming, 14, middle, ink, d.Name(int(d.Owners[0]-'1')))
		p.text((b.left+right)/2, bottom+20+naming, 14, middle, ink, d.Name(int(d.Owners[len(d.Owners)-1]-'1')))
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

// ground draws the squares, points or pits, and the marks on them.
func (b *board) ground(p *Picture) {
	d, columns := b.depicts, len(b.Columns)
	base := hex(d.Color, wood)
	apart := d.Ground == drawing.Pits && slices.ContainsFunc(b.cells, func(c cell) bool { return c.Shape == drawing.Hole })
	if d.Ground == drawing.Points || d.Ground == drawing.Pits && !apart || d.Ground == drawing.Plain {
		p.add(shape{kind: rect, x: b.left, y: b.top, w: square * float64(columns), h: square * float64(len(b.Rows)), r: 6, fill: base, stroke: edge, border: 1})
	}
	for i, c := range b.cells {
		if d.Ground == drawing.Points && c.marked {
			p.add(shape{kind: disc, x: b.x(i%columns) + square/2, y: b.y(i/columns) + square/2, r: 22, fill: marked})
		}
	}
	for _, line := range d.Lines {
		s := shape{kind: path, stroke: ink, border: 1.5}
		for _, name := range strings.Split(line, "-") {
			if i, ok := b.Number(name); ok {
				s.points = append(s.points, point{b.x(b.Squares[i].Column) + square/2, b.y(b.Squares[i].Row) + square/2})
			}
		}
		p.add(s)
	}
	for i, c := range b.cells {
		x, y := b.x(i%columns), b.y(i/columns)
		switch hole := c.Shape == drawing.Hole; {
		case c.symbol == 0, d.Ground == drawing.Plain, hole && (apart || d.Ground == drawing.Points), c.Shape == drawing.NoShape && c.Label != "":
		case hole:
			p.add(shape{kind: rect, x: x + 1, y: y + 1, w: square - 2, h: square - 2, fill: removed(c), stroke: grid, border: 1})
		case c.Shape == drawing.Wall:
			p.add(shape{kind: rect, x: x, y: y, w: square, h: square, fill: hex(c.Color, rail), stroke: rail, border: 1})
		case d.Ground == drawing.Points:
			p.add(shape{kind: disc, x: x + square/2, y: y + square/2, r: 3.5, fill: ink})
		case d.Ground == drawing.Pits:
			if apart {
				p.add(shape{kind: rect, x: x, y: y, w: square, h: square, fill: base})
			}
			p.add(shape{kind: disc, x: x + square/2, y: y + square/2, r: 21, fill: b.tint(i, base), stroke: edge, border: 1})
		default:
			p.add(shape{kind: rect, x: x, y: y, w: square, h: square, fill: b.tint(i, base), stroke: edge, border: 1})
		}
		if c.symbol != 0 {
			mark := d.Marks[b.Columns[i%columns]+b.Rows[i/columns]]
			p.figure(drawing.Figures()[mark], x+square/2, y+square/2, .8, ivory)
			if text, ok := strings.CutPrefix(mark, "="); ok {
				p.text(x+2.5, y+11, 10, start, ink, text)
			}
		}
	}
}

// exits draws the marks outside of the squares, such as on the square right of a row.
func (b *board) exits(p *Picture) {
	for name, mark := range b.depicts.Marks {
		if _, inside := b.Number(name); !inside {
			x, y := b.x(int(name[0]-'a')), b.y(slices.Index(b.Rows, name[1:]))
			p.figure(drawing.Figures()[mark], min(x+square/2, b.x(len(b.Columns))+margin/2), y+square/2, .6, ivory)
		}
	}
}

// removed returns the color of a removed square.
func removed(c cell) color.RGBA {
	if c.marked {
		return marked
	}
	return color.RGBA{}
}

// tint returns the color of a square or pit.
func (b *board) tint(i int, base color.RGBA) color.RGBA {
	column, row := i%len(b.Columns), len(b.Rows)-1-i/len(b.Columns)
	switch {
	case b.cells[i].marked:
		return marked
	case b.depicts.Ground == drawing.Pits:
		return pit
	case b.depicts.Ground == drawing.Chequered && (column+row)%2 == 0:
		return dark
	}
	return base
}

// pieces draws the pieces, of which some cover several squares.
func (b *board) pieces(p *Picture) {
	columns := len(b.Columns)
	done := make([]bool, len(b.cells))
	for i, c := range b.cells {
		if done[i] || c.symbol == 0 {
			continue
		}
		x, y := b.x(i%columns), b.y(i/columns)
		if w, h := b.extent(i, done); w > 1 || h > 1 {
			p.block(c.Look, x, y, square*float64(w), square*float64(h))
			continue
		}
		if b.depicts.Ground == drawing.Plain && c.marked && (c.Shape == drawing.Disc || c.Shape == drawing.NoShape) {
			p.add(shape{kind: disc, x: x + square/2, y: y + square/2, r: 22, fill: marked})
		}
		p.piece(c.Look, x+square/2, y+square/2, 1)
	}
}

// extent returns the size of the joined piece whose first square is i, in columns and rows, and
// notes its other squares.
func (b *board) extent(i int, done []bool) (w, h int) {
	columns := len(b.Columns)
	same := func(row []cell) bool {
		return !slices.ContainsFunc(row, func(c cell) bool { return c.symbol != b.cells[i].symbol })
	}
	goesOn := func(k int, way string) bool { return strings.Contains(b.cells[k].Joins, way) }
	w, h = 1, 1
	switch {
	case b.cells[i].Joined:
		for (i+w)%columns != 0 && same(b.cells[i+w:i+w+1]) {
			w++
		}
		for from := i + columns; from < len(b.cells) && same(b.cells[from:from+w]); from += columns {
			h++
		}
	case b.cells[i].Joins != "":
		for (i+w)%columns != 0 && goesOn(i+w-1, "r") {
			w++
		}
		for i+h*columns < len(b.cells) && goesOn(i+(h-1)*columns, "d") {
			h++
		}
	default:
		return w, h
	}
	for k := range w * h {
		done[i+k%w+k/w*columns] = true
	}
	return w, h
}
