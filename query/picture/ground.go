package picture

import (
	"image/color"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine/drawing"
)

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
