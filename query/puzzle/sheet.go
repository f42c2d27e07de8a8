//go:build !js

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
	if p.Right > 0 {
		return fmt.Sprintf("Solve it in %d moves", p.Turns())
	}
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

// Solution is best play, with the winner's turns numbered. It names squares as the diagram does.
func (p *Puzzle) Solution(g engine.Game) string { return p.Line.Shown(g).Numbered() }

// Remark describes the hardness.
func (p *Puzzle) Remark() string {
	if p.Right > 0 {
		text := fmt.Sprintf("%d of %d first moves are right", p.Right, p.Moves)
		if p.Throughout {
			text += "; one right move at each turn"
		}
		return text
	}
	parts := []string{fmt.Sprintf("%d moves", p.Moves)}
	if p.Theme != "" {
		parts = []string{p.Theme, parts[0]}
	}
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
		entries = append(entries, entry{p, i + 1, p.Task(s.Game), picture.Board(s.Game, p.Position, picture.BoardOptions{}).HTML()})
	}
	return sheetTemplate.Execute(w, struct {
		Title   string
		Game    engine.Game
		Puzzles []entry
	}{s.Title, s.Game, entries})
}
