package tupitu

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a position seen by the mover. It says nothing without its board.
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

// Text implements [engine.Notation]: a symbol per tile, row by row from the top.
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

// Parse implements [engine.Notation]. It reads a symbol per tile, row by row from
// the top, also with rows parted by / or line breaks, and the drawn board.
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

// flatten makes one line of a position in several: blanks, the numbers of rows and
// the line with the letters of the columns are dropped.
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
