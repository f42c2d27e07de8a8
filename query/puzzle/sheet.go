package puzzle

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

// Task states the task in words. It names the player to move by his colour in the diagrams.
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

// side names the player to move in a diagram: from the notation, or from the number of pieces in games in which players
// place them alternately and light begins.
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
	if picture.Balance(depiction, l.Cells()) > 0 {
		return "Dark"
	}
	return "Light"
}

// Solution is best play, with the winner's turns numbered.
func (p *Puzzle) Solution() string { return p.Line.Numbered() }

// Remark describes the hardness.
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

// Sheet is a sheet of puzzles with their diagrams and, at the end, their solutions.
type Sheet struct {
	Title   string
	Game    engine.Game
	Puzzles []Puzzle
}

//go:embed sheet.tmpl
var sheetText string

var sheetTemplate = template.Must(template.New("sheet").Parse(sheetText))

func diagram(g engine.Game, p *Puzzle) *picture.Picture {
	return picture.Board(g, p.Position, picture.BoardOptions{})
}

// WriteHTML writes a self-contained page. In print the solutions are on a separate
// page.
func (s Sheet) WriteHTML(w io.Writer) error {
	type entry struct {
		*Puzzle
		Number int
		Task   string
		Board  template.HTML
	}
	var entries []entry
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		entries = append(entries, entry{p, i + 1, p.Task(s.Game), diagram(s.Game, p).HTML()})
	}
	return sheetTemplate.Execute(w, struct {
		Title   string
		Spec    engine.Spec
		Puzzles []entry
	}{s.Title, s.Game.Spec(), entries})
}

// The layout of the sheet in points: three columns on a page as wide as A4.
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
	sheet := picture.New(sheetWidth, 0, s.Title)
	sheet.Text(sheetMargin, 50, 22, s.Title)
	sheet.Text(sheetMargin, 70, 12, s.Game.Spec().String())
	top, tallest := 90.0, 0.0
	for i := range s.Puzzles {
		if i > 0 && i%sheetColumns == 0 {
			top, tallest = top+tallest+sheetGap, 0
		}
		p := &s.Puzzles[i]
		board := diagram(s.Game, p)
		x := sheetMargin + float64(i%sheetColumns)*(column+sheetGap)
		sheet.Text(x, top+14, 13, fmt.Sprintf("%d. %s", i+1, p.Task(s.Game)))
		tallest = max(tallest, 20+sheet.Place(board, x, top+20, min(column, board.Width)))
	}
	top += tallest + sheetGap + 24
	sheet.Text(sheetMargin, top, 18, "Solutions")
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		for k, line := range wrap(fmt.Sprintf("%d.  %s   (%s)", i+1, p.Solution(), p.Remark()), 105) {
			top += sheetLine
			sheet.Text(sheetMargin+18*float64(min(k, 1)), top+8, 12, line)
		}
	}
	sheet.Height = top + sheetMargin
	return sheet.WriteSVG(w)
}

// wrap breaks words into lines of at most width characters.
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
