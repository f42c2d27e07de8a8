package pushfight

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a position seen by the mover. The words are sets of cells of the
// board; pusher and theirs are subsets of occupied.
type Position struct {
	occupied uint64 // all pieces
	pusher   uint64 // the pushers of both sides
	theirs   uint64 // the opponent's pieces
	anchor   uint64 // the opponent's pusher under the anchor; none before the first turn
}

// Symbols of the published notation, in the order of the permutation index.
const symbols = ".oOxXY"

// symbolAt returns the symbol on cell c, as its place in symbols.
func (p Position) symbolAt(c int) int {
	switch {
	case p.occupied>>c&1 == 0:
		return 0
	case p.anchor>>c&1 != 0:
		return 5
	}
	return 1 + int(p.pusher>>c&1) + 2*int(p.theirs>>c&1)
}

// put places a symbol other than "." on an empty cell.
func (p *Position) put(c, symbol int) {
	bit := uint64(1) << c
	p.occupied |= bit
	if symbol == 2 || symbol >= 4 {
		p.pusher |= bit
	}
	if symbol >= 3 {
		p.theirs |= bit
	}
	if symbol == 5 {
		p.anchor |= bit
	}
}

// swapped returns the position with the colours exchanged, its anchor unchanged.
func (p Position) swapped() Position {
	p.theirs ^= p.occupied
	return p
}

// rotated returns the position turned by 180°.
func (b *Board) rotated(p Position) Position {
	return Position{b.rotate(p.occupied), b.rotate(p.pusher), b.rotate(p.theirs), b.rotate(p.anchor)}
}

// lineText writes p as one symbol per square.
func (b *Board) lineText(p Position) string {
	text := make([]byte, b.squares)
	for s := range text {
		text[s] = symbols[p.symbolAt(int(b.cellOf[s]))]
	}
	return string(text)
}

// drawing writes p as a board with the names of columns and rows.
func (b *Board) drawing(p Position) string {
	labels := len(strconv.Itoa(b.height))
	columns := strings.Repeat(" ", labels+1) + "abcdefghijklmnopqrstuvwxyz"[:b.width] + "\n"
	var out strings.Builder
	out.WriteString(columns)
	for y, cells := range b.rows() {
		line := []byte(strings.Repeat(" ", b.width))
		for _, c := range cells {
			line[c%int(b.stride)] = symbols[p.symbolAt(c)]
		}
		fmt.Fprintf(&out, "%*d %s %d\n", labels, b.height-y, line, b.height-y)
	}
	out.WriteString(columns)
	return out.String()
}

// flatten converts a drawn board to one line of symbols. It drops the names of columns and rows.
// Every row must have the number of squares of the board's row.
func (b *Board) flatten(text string) (string, error) {
	columns := "abcdefghijklmnopqrstuvwxyz"[:b.width]
	rows := b.rows()
	var flat strings.Builder
	y := 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line == columns {
			continue
		}
		line = strings.TrimSpace(strings.Trim(line, "0123456789"))
		if y == len(rows) {
			return "", engine.InputErrorf("the drawn position has more than %d rows", len(rows))
		}
		if len(line) != len(rows[y]) {
			return "", engine.InputErrorf("row %d of the drawn position has %d squares: want %d", b.height-y, len(line), len(rows[y]))
		}
		flat.WriteString(line)
		y++
	}
	if y != len(rows) {
		return "", engine.InputErrorf("the drawn position has %d rows: want %d", y, len(rows))
	}
	return flat.String(), nil
}

// parseSymbols reads a line of one symbol per square. The pieces must be those of the variant, in
// progress or before the first turn.
func parseSymbols(v *Variant, text string) (Position, error) {
	b := v.board
	if len(text) != b.squares {
		return Position{}, engine.InputErrorf("%q has %d characters: want %d symbols of \"%sP\", one for each square", text, len(text), b.squares, symbols)
	}
	var p Position
	var counts [6]int
	own := false
	for s := range b.squares {
		c := int(b.cellOf[s])
		symbol := strings.IndexByte(symbols, text[s])
		switch {
		case text[s] == 'P' && own:
			return Position{}, engine.InputErrorf("%q has more than one anchored piece \"P\"", text)
		case text[s] == 'P':
			own = true
			p.put(c, 2)
			p.anchor = 1 << c
			counts[2]++
		case symbol < 0:
			return Position{}, engine.InputErrorf("%q has %q on %s: want one of \"%sP\"", text, text[s], b.names[c], symbols)
		case symbol > 0:
			p.put(c, symbol)
			counts[symbol]++
		}
	}
	anchors := bits.OnesCount64(p.anchor)
	if own && counts[5] > 0 || anchors > 1 {
		return Position{}, engine.InputErrorf("%q has more than one anchored piece: want one \"Y\", or one \"P\"", text)
	}
	if own { // the same position seen from the other side
		p = p.swapped()
		counts = [6]int{counts[0], counts[3], counts[4] + counts[5], counts[1], counts[2] - 1, 1}
	}
	have := [4]int{counts[1], counts[2], counts[3], counts[4] + counts[5]}
	want := [4]int{v.movers, v.pushers, v.movers, v.pushers}
	missing, wrong := 0, false
	for i := range have {
		missing += want[i] - have[i]
		wrong = wrong || have[i] > want[i]
	}
	if !wrong && missing == 1 && anchors == 1 {
		return Position{}, engine.InputErrorf("%q is a finished position (one piece is off the board): there is nothing left to play", text)
	}
	if wrong || missing != 0 {
		return Position{}, engine.InputErrorf("%q has the wrong pieces: want %d of \"o\", %d of \"O\", %d of \"x\" and %d of \"X\", with one of the \"X\" as \"Y\" after the first turn", text, v.movers, v.pushers, v.movers, v.pushers)
	}
	return p, nil
}

// parse reads any notation of a position.
func parse(v *Variant, text string) (Position, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.Contains(text, "\n") {
		flat, err := v.board.flatten(text)
		if err != nil {
			return Position{}, err
		}
		return parseSymbols(v, flat)
	}
	text = strings.TrimSpace(text)
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || len(text)-len(digits) > 1 {
		return parseSymbols(v, text)
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	switch {
	case text == digits: // a permutation index
		if err != nil || n >= v.permutations {
			return Position{}, engine.InputErrorf("%s is not a permutation index: want 0 to %d", text, v.permutations-1)
		}
		return v.unpermute(n), nil
	case err != nil || n >= v.Size():
		return Position{}, engine.InputErrorf("%s is not a minimized index: want %c0 to %c%d", text, text[0], text[0], v.Size()-1)
	case text[0] == '-' && !v.board.symmetric:
		return Position{}, engine.InputErrorf("%s is not a position: the board has no half-turn symmetry, want +0 to +%d", text, v.Size()-1)
	}
	p := v.unminimize(n)
	if text[0] == '-' {
		p = v.board.rotated(p)
	}
	return p, nil
}
