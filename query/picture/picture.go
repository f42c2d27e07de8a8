package picture

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
)

// Picture is a drawing on a plane background.
type Picture struct {
	Width, Height float64 // in points
	Title         string  // for screen readers
	background    color.RGBA
	shapes        []shape
}

// kind is the kind of a shape.
type kind uint8

const (
	rect  kind = iota // x, y, w, h, corners of radius r
	disc              // around x, y with radius r
	label             // text on the base line y
	path              // a line through points, drawn with its stroke
	curve             // the path text, as in SVG, around x, y and r times as large
)

// align is the part of a text that lies at x.
type align uint8

const (
	start align = iota
	middle
	end
)

// shape is an element of a picture. Lengths are in points from the top left corner. A border lies
// half inside the shape. A text has the size r.
type shape struct {
	kind         kind
	x, y, w, h   float64
	r            float64
	fill, stroke color.RGBA // alpha 0: not drawn
	border       float64
	text         string
	align        align
	mono         bool
	points       []point
}

type point struct{ x, y float64 }

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// The colours of all pictures.
var (
	paper   = rgb(0xffffff)
	ink     = rgb(0x222222)
	faint   = rgb(0x777777)
	grid    = rgb(0xdddddd)
	wood    = rgb(0xe8d3a8)
	edge    = rgb(0xb39a68)
	marked  = rgb(0xf5ecb0)
	ivory   = rgb(0xfdfbf4)
	walnut  = rgb(0x5a3a22)
	red     = rgb(0xd0312d)
	rail    = rgb(0x444444)
	dark    = rgb(0xbf935c) // of chequered squares
	pit     = rgb(0xf4ead2)
	stone   = rgb(0x7d8f69)
	neutral = rgb(0x9aa7b0)
	winning = rgb(0x2e8b57)
	losing  = rgb(0xc0504d)
	drawn   = rgb(0x8a8f98)
	// Of plots about the players.
	firstWins  = rgb(0x1f7a4a)
	secondWins = rgb(0x8a4b1f)
)

// newPicture returns an empty picture.
func newPicture(width, height float64, title string) *Picture {
	return &Picture{Width: width, Height: height, Title: title, background: paper}
}

func (p *Picture) rect(x, y, w, h float64, fill color.RGBA) {
	p.shapes = append(p.shapes, shape{kind: rect, x: x, y: y, w: w, h: h, fill: fill})
}

func (p *Picture) add(s shape) { p.shapes = append(p.shapes, s) }

func (p *Picture) text(x, y, size float64, a align, fill color.RGBA, text string) {
	p.shapes = append(p.shapes, shape{kind: label, x: x, y: y, r: size, align: a, fill: fill, text: text})
}

// WriteSVG writes the picture as an SVG document.
func (p *Picture) WriteSVG(w io.Writer) error {
	b := bufio.NewWriter(w)
	width, height := decimal(p.Width), decimal(p.Height)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" font-family="Go, Helvetica, Arial, sans-serif">`+"\n", width, height, width, height)
	fmt.Fprintf(b, "<title>%s</title>\n", escape(p.Title))
	fmt.Fprintf(b, "<rect width=\"100%%\" height=\"100%%\"%s/>\n", paint("fill", p.background))
	for _, s := range p.shapes {
		switch s.kind {
		case path:
			b.WriteString(`<polyline points="`)
			for _, at := range s.points {
				fmt.Fprintf(b, "%s,%s ", decimal(at.x), decimal(at.y))
			}
			b.WriteByte('"')
		case curve:
			fmt.Fprintf(b, `<path d="%s" transform="translate(%s %s) scale(%s)"`, s.text, decimal(s.x), decimal(s.y), decimal(s.r))
			s.border /= s.r
		case rect:
			fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s"`, decimal(s.x), decimal(s.y), decimal(s.w), decimal(s.h))
			if s.r > 0 {
				fmt.Fprintf(b, ` rx="%s"`, decimal(s.r))
			}
		case disc:
			fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"`, decimal(s.x), decimal(s.y), decimal(s.r))
		case label:
			fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s"`, decimal(s.x), decimal(s.y), decimal(s.r))
			if s.align != start {
				fmt.Fprintf(b, ` text-anchor="%s"`, map[align]string{middle: "middle", end: "end"}[s.align])
			}
			if s.mono {
				b.WriteString(` font-family="Go Mono, monospace" xml:space="preserve"`)
			}
			fmt.Fprintf(b, "%s>%s</text>\n", paint("fill", s.fill), escape(s.text))
			continue
		}
		b.WriteString(paint("fill", s.fill))
		if s.stroke.A > 0 {
			fmt.Fprintf(b, `%s stroke-width="%s"`, paint("stroke", s.stroke), decimal(s.border))
		}
		b.WriteString("/>\n")
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

func paint(name string, c color.RGBA) string {
	if c.A == 0 {
		return fmt.Sprintf(` %s="none"`, name)
	}
	return fmt.Sprintf(` %s="#%02x%02x%02x"`, name, c.R, c.G, c.B)
}

// decimal writes a length with at most two decimal places.
func decimal(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
}

// escaped has the escapes of package encoding/xml, which the reader of sites does not link.
var escaped = strings.NewReplacer(`"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

func escape(text string) string { return escaped.Replace(strings.ToValidUTF8(text, "\uFFFD")) }
