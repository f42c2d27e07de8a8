package puzzle

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/query/picture"
)

// Task says in words what is asked for, with who is to move as the diagrams show the players.
func (p *Puzzle) Task(g engine.Game) string {
	mover := side(g, p.Position)
	switch n := p.Turns(); {
	case n == 0:
		return mover + " to move: only one move ends ahead"
	case n == 1:
		return mover + " to move wins at once"
	default:
		return fmt.Sprintf("%s to move wins in %d turns", mover, n)
	}
}

// side names who is to move in a diagram: by the notation, or by the pieces where players
// place them in turns and light begins.
func side(g engine.Game, p engine.Position) string {
	depiction, text := g.Parts().Depiction, g.Text(p)
	l, ok := picture.ReadLayout(g.Board(p))
	switch {
	case !ok:
		return "The player"
	case depiction.Relative, strings.HasSuffix(text, " 1"):
		return "Light"
	case strings.HasSuffix(text, " 2"):
		return "Dark"
	}
	more := 0
	for _, s := range l.Squares {
		switch look := picture.LookOf(depiction, s.Symbol); {
		case look.Shape != drawing.Disc && look.Shape != drawing.Block:
		case look.Second:
			more--
		default:
			more++
		}
	}
	if more > 0 {
		return "Dark"
	}
	return "Light"
}

// Solution is best play, with the winner's turns numbered: "1. b2 a1 2. c3".
func (p *Puzzle) Solution() string {
	var b strings.Builder
	for i, turn := range p.Line.Moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i%2 == 0 {
			fmt.Fprintf(&b, "%d. ", i/2+1)
		}
		b.WriteString(turn)
	}
	return b.String()
}

// Remark says how hard it is.
func (p *Puzzle) Remark() string {
	parts := []string{fmt.Sprintf("%d moves", p.Moves)}
	if p.Tempting > 0 {
		parts = append(parts, fmt.Sprintf("%d tempt, %d of them lose", p.Tempting, p.Losing))
	}
	if p.Strength >= 0 {
		parts = append(parts, fmt.Sprintf("strength %d finds it", p.Strength))
	}
	if p.Throughout && p.Turns() != 1 {
		parts = append(parts, "one winning move at each turn")
	}
	return strings.Join(parts, "; ")
}

// Sheet is a sheet of puzzles with their diagrams and, apart, their solutions.
type Sheet struct {
	Title   string
	Game    engine.Game
	Puzzles []Puzzle
}

const sheetStyle = `:root{color-scheme:light}body{font:16px/1.4 system-ui,"Helvetica Neue",Arial,sans-serif;max-width:58rem;margin:1rem auto;padding:0 1rem;color:#222;background:#fff}
.puzzles{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1.2rem}
figure{margin:0;break-inside:avoid}figure svg{width:100%;height:auto;max-height:20rem}figcaption{text-align:center}
code{font:.85em ui-monospace,monospace;overflow-wrap:anywhere}.spec{color:#595959}li{margin:.4rem 0;break-inside:avoid}
@page{size:A4;margin:15mm}@media print{body{max-width:none;margin:0;padding:0}.puzzles{grid-template-columns:repeat(3,1fr)}.solutions{break-before:page}}`

// WriteHTML writes a page that needs nothing else, and prints with the solutions on a page of
// their own.
func (s Sheet) WriteHTML(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n",
		html.EscapeString(s.Title), sheetStyle)
	fmt.Fprintf(&b, "<h1>%s</h1>\n<p class=\"spec\">%s</p>\n<div class=\"puzzles\">\n", html.EscapeString(s.Title), html.EscapeString(s.Game.Spec().String()))
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		fmt.Fprintf(&b, "<figure>\n")
		if err := picture.Board(s.Game, p.Position, picture.BoardOptions{}).WriteSVG(&b); err != nil {
			return err
		}
		fmt.Fprintf(&b, "<figcaption><b>%d.</b> %s<br><code>%s</code></figcaption>\n</figure>\n", i+1, p.Task(s.Game), html.EscapeString(p.Text))
	}
	b.WriteString("</div>\n<section class=\"solutions\">\n<h2>Solutions</h2>\n<ol>\n")
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		fmt.Fprintf(&b, "<li><b>%s</b> <span class=\"spec\">(%s)</span></li>\n", html.EscapeString(p.Solution()), p.Remark())
	}
	b.WriteString("</ol>\n</section>\n</main>\n</body>\n</html>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// The sheet's places, in points: three columns on a page as wide as A4.
const (
	sheetWidth   = 794.0
	sheetMargin  = 40.0
	sheetColumns = 3
	sheetGap     = 20.0
	sheetLine    = 18.0
)

// WriteSVG writes one drawing with the diagrams and, below them, the solutions.
func (s Sheet) WriteSVG(w io.Writer) error {
	const column = (sheetWidth - 2*sheetMargin - (sheetColumns-1)*sheetGap) / sheetColumns
	var body bytes.Buffer
	text := func(x, y, size float64, more, words string) {
		fmt.Fprintf(&body, "<text x=\"%.4g\" y=\"%.5g\" font-size=\"%g\" fill=\"#222222\"%s>%s</text>\n", x, y, size, more, html.EscapeString(words))
	}
	text(sheetMargin, 50, 22, "", s.Title)
	text(sheetMargin, 70, 12, "", s.Game.Spec().String())
	top := 90.0
	for row := 0; row < len(s.Puzzles); row += sheetColumns {
		tallest := 0.0
		for i := row; i < min(row+sheetColumns, len(s.Puzzles)); i++ {
			p := &s.Puzzles[i]
			board := picture.Board(s.Game, p.Position, picture.BoardOptions{})
			scale := min(1, column/board.Width)
			x := sheetMargin + float64(i-row)*(column+sheetGap)
			text(x, top+14, 13, "", fmt.Sprintf("%d. %s", i+1, p.Task(s.Game)))
			fmt.Fprintf(&body, "<g transform=\"translate(%.4g %.5g) scale(%.4g)\">\n", x, top+20, scale)
			if err := board.WriteSVG(&body); err != nil {
				return err
			}
			body.WriteString("</g>\n")
			tallest = max(tallest, 20+scale*board.Height)
		}
		top += tallest + sheetGap
	}
	top += 24
	text(sheetMargin, top, 18, "", "Solutions")
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		for k, line := range wrap(fmt.Sprintf("%d.  %s   (%s)", i+1, p.Solution(), p.Remark()), 105) {
			top += sheetLine
			text(sheetMargin+18*float64(min(k, 1)), top+8, 12, "", line)
		}
	}
	height := top + sheetMargin
	if _, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%[1]g\" height=\"%.5[2]g\" viewBox=\"0 0 %[1]g %.5[2]g\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>%[3]s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
		sheetWidth, height, html.EscapeString(s.Title)); err != nil {
		return err
	}
	body.WriteString("</svg>\n")
	_, err := w.Write(body.Bytes())
	return err
}

// wrap breaks words into lines of so many characters.
func wrap(words string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(words) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
