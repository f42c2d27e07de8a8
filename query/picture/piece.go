package picture

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"github.com/foregone-db/foregone/engine/drawing"
)

// piece draws what stands on a square, with its centre at a point.
func (p *Picture) piece(c drawing.Look, cx, cy, scale float64) {
	fill := colorOf(c)
	at := func(length float64) float64 { return length * scale }
	switch c.Shape {
	case drawing.Disc:
		p.add(shape{kind: disc, x: cx, y: cy, r: at(18), fill: fill, stroke: ink, border: 1.5})
	case drawing.Block:
		p.add(shape{kind: rect, x: cx - at(18), y: cy - at(18), w: at(36), h: at(36), r: at(3), fill: fill, stroke: ink, border: 1.5})
	case drawing.Wedge:
		d := "M-17 20V-11L0 -21L17 -11V20Z"
		if c.Second {
			d = "M17 -20V11L0 21L-17 11V-20Z"
		}
		p.curve(d, cx, cy, scale, fill, ink, 1.5)
	case drawing.Stones:
		p.stones(c, cx, cy, scale)
		return
	}
	if c.Anchor {
		p.add(shape{kind: disc, x: cx, y: cy, r: at(9), fill: red, stroke: ivory, border: 1.5})
	}
	if c.Heads != 0 {
		d := "M-5 -19L0 -24L5 -19Z"
		if (c.Heads > 0) == c.Second {
			d = "M-5 19L0 24L5 19Z"
		}
		p.curve(d, cx, cy, scale, red, red, 0)
	}
	switch parts := drawing.Figures()[c.Figure]; {
	case parts != nil:
		p.figure(parts, cx, cy, scale*figureScale(c.Shape), fill)
	case c.Label != "" && c.Shape == drawing.NoShape && len([]rune(c.Label)) > 2:
		p.text(cx-at(20), cy+at(5), at(15), start, ink, c.Label)
	case c.Label != "":
		size := 20 * scale
		if n := len([]rune(c.Label)); n > 2 {
			size *= 2 / float64(n)
		}
		p.text(cx, cy+.35*size, size, middle, lettering(fill, c.Shape), c.Label)
	}
}

// figureScale returns the size of a figure on a piece.
func figureScale(s drawing.Shape) float64 {
	switch s {
	case drawing.Man, drawing.NoShape:
		return 1.15
	case drawing.Disc:
		return .85
	}
	return 1
}

// block draws a piece that covers several squares.
func (p *Picture) block(c drawing.Look, x, y, w, h float64) {
	fill := colorOf(c)
	p.add(shape{kind: rect, x: x + 3, y: y + 3, w: w - 6, h: h - 6, r: 6, fill: fill, stroke: ink, border: 1.5})
	if c.Label != "" {
		p.text(x+w/2, y+h/2+7, 20, middle, lettering(fill, c.Shape), c.Label)
	}
}

// mostStones is the number of stones that are drawn; more have their number alone.
const mostStones = 18

// stones draws stones in a pit, from its middle outwards, and their number.
func (p *Picture) stones(c drawing.Look, cx, cy, scale float64) {
	n, _ := strconv.Atoi(c.Label)
	for k := range min(n, mostStones) {
		away := 4.4 * math.Sqrt(float64(k)+.2) * scale
		sin, cos := math.Sincos(2.4 * float64(k))
		p.add(shape{kind: disc, x: cx + away*cos, y: cy + away*sin, r: 4.1 * scale, fill: hex(c.Color, stone), stroke: ink, border: .75})
	}
	if n > 0 {
		p.add(shape{kind: disc, x: cx + 15*scale, y: cy + 15*scale, r: 8.5 * scale, fill: paper, stroke: edge, border: 1})
		p.text(cx+15*scale, cy+15*scale+4, 11.5, middle, ink, c.Label)
	}
}

// figure draws a figure on a piece of that fill.
func (p *Picture) figure(parts []drawing.Part, cx, cy, scale float64, fill color.RGBA) {
	letters := lettering(fill, drawing.Man)
	for _, part := range parts {
		switch part.Fill {
		case drawing.Body:
			p.curve(part.Path, cx, cy, scale, fill, ink, 1.3)
		case drawing.Line:
			p.curve(part.Path, cx, cy, scale, color.RGBA{}, letters, 1.3)
		case drawing.Ink:
			p.curve(part.Path, cx, cy, scale, letters, color.RGBA{}, 0)
		default:
			p.curve(part.Path, cx, cy, scale, hex(part.Fill, ink), ink, .8)
		}
	}
}

// curve draws a path of a figure.
func (p *Picture) curve(d string, cx, cy, scale float64, fill, stroke color.RGBA, border float64) {
	if border == 0 {
		stroke = color.RGBA{}
	}
	p.add(shape{kind: curve, x: cx, y: cy, r: scale, text: d, fill: fill, stroke: stroke, border: border})
}

// heaps draws what lies beside the board: the second player's above it, the first player's below
// it, and stores at its ends.
func (b *board) heaps(p *Picture) {
	columns, rows := len(b.Columns), len(b.Rows)
	var sides [2][]drawing.Pile
	for _, pile := range b.piles {
		if !pile.Store {
			k := 0
			if pile.Second {
				k = 1
			}
			sides[k] = append(sides[k], pile)
			continue
		}
		x := b.x(columns) + margin
		if pile.Second {
			x = b.left - margin - 48
		}
		p.add(shape{kind: rect, x: x, y: b.top, w: 48, h: square * float64(rows), r: 22, fill: hex(b.depicts.Color, wood), stroke: edge, border: 1})
		p.text(x+24, b.top+square*float64(rows)/2+8, 22, middle, ink, strconv.Itoa(pile.Number))
		p.text(x+24, b.y(rows)-10, 12, middle, ink, pile.Owner(&b.depicts))
	}
	away := margin + strip/2 - 4
	if b.depicts.Owners != "" {
		away += naming
	}
	for k, y := range [2]float64{b.y(rows) + away, b.top - away} {
		if d := &b.depicts; sides[k] != nil && d.Name(0) != d.Name(1) {
			sides[k][0].Name = sides[k][0].Owner(d) + ": " + sides[k][0].Name
		}
		p.strip(sides[k], b.left, y, square*float64(columns)+margin-4)
	}
}

// strip draws piles in a row, as small as it takes.
func (p *Picture) strip(piles []drawing.Pile, x, y, width float64) {
	const each, number, small = 32.0, 26.0, 12.0
	need := 0.0
	for _, pile := range piles {
		need += 7*float64(len(pile.Name)) + 8
		for _, n := range pile.Counts {
			need += each
			if n > 1 {
				need += number
			}
		}
		if pile.Pieces == nil {
			need += number
		}
	}
	scale := min(1, width/max(need, 1))
	for _, pile := range piles {
		p.text(x, y+4*scale, small*scale, start, faint, pile.Name)
		x += (7*float64(len(pile.Name)) + 8) * scale
		for i, look := range pile.Pieces {
			p.piece(look, x+each/2*scale, y, .72*scale)
			x += each * scale
			if n := pile.Counts[i]; n > 1 {
				p.text(x, y+5*scale, 14*scale, start, ink, fmt.Sprintf("×%d", n))
				x += number * scale
			}
		}
		if pile.Pieces == nil {
			p.text(x, y+5*scale, 14*scale, start, ink, strconv.Itoa(pile.Number))
			x += number * scale
		}
	}
}

// colorOf returns the color of a piece.
func colorOf(c drawing.Look) color.RGBA {
	switch {
	case c.Neutral:
		return hex(c.Color, neutral)
	case c.Second:
		return hex(c.Color, walnut)
	}
	return hex(c.Color, ivory)
}

// hex reads a color, "#rrggbb".
func hex(text string, otherwise color.RGBA) color.RGBA {
	if n, err := strconv.ParseUint(text[min(1, len(text)):], 16, 32); err == nil && len(text) == 7 {
		return rgb(uint32(n))
	}
	return otherwise
}

// lettering returns the color of letters on a piece, or on the ground.
func lettering(fill color.RGBA, s drawing.Shape) color.RGBA {
	if s != drawing.NoShape && 299*int(fill.R)+587*int(fill.G)+114*int(fill.B) < 128_000 {
		return ivory
	}
	return ink
}
