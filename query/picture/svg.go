package picture

import (
	"bufio"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
)

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
