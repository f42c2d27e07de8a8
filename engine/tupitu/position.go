package tupitu

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a position as the mover sees it. It has a meaning only for a given board.
type Position struct {
	mover, opponent uint8  // cells
	cleared         uint32 // the set of cleared cells
}

const symbols = "AB.#"

func (p Position) symbol(c uint8) byte {
	switch {
	case c == p.mover:
		return 'A'
	case c == p.opponent:
		return 'B'
	case p.cleared>>c&1 != 0:
		return '#'
	}
	return '.'
}

// Text implements [engine.Notation]. The text has one symbol a tile, row by row from the top.
func (v *Variant) Text(p engine.Position) string {
	text := make([]byte, v.board.tiles)
	for tile, c := range v.board.cellAt[:v.board.tiles] {
		text[tile] = p.(Position).symbol(c)
	}
	return string(text)
}

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string {
	text := v.Text(p)
	return engine.Grid(v.board.width, v.board.height, func(tile int) byte { return text[tile] })
}

// Parse implements [engine.Notation]. It reads one symbol a tile, row by row from the top,
// optionally with / or line breaks between rows. It also reads the drawn board.
func (v *Variant) Parse(text string) (engine.Position, error) {
	b := v.board
	line := b.flatten(text)
	for _, r := range line {
		if !strings.ContainsRune(symbols, r) {
			return nil, engine.InputErrorf("%q has %q for a tile: want A (player to move), B (the other), . (standing) or # (cleared)", text, r)
		}
	}
	if len(line) != b.tiles {
		return nil, engine.InputErrorf("%q has %d tiles: want %d, %d rows of %d symbols A, B, . or #", text, len(line), b.tiles, b.height, b.width)
	}
	for _, player := range []string{"A", "B"} {
		if n := strings.Count(line, player); n != 1 {
			return nil, engine.InputErrorf("%q has %d %s: want each of A (player to move) and B (the other) once", text, n, player)
		}
	}
	var p Position
	for tile, c := range b.cellAt[:b.tiles] {
		switch line[tile] {
		case 'A':
			p.mover = c
		case 'B':
			p.opponent = c
		case '#':
			p.cleared |= 1 << c
		}
	}
	return p, nil
}

// flatten joins the lines of a position. It drops blanks, row numbers and the line of column
// letters.
func (b *board) flatten(text string) string {
	columns := "abcdefghi"[:b.width]
	var out strings.Builder
	for _, row := range strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\n' || r == '\r' }) {
		row = strings.Join(strings.Fields(row), "")
		if row != columns {
			out.WriteString(strings.TrimLeft(row, "123456789"))
		}
	}
	return out.String()
}
