package tupitu

import (
	"slices"
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

// eachTurn calls use with every turn at p: the cell stepped to and the cell cleared. All turns lead
// to different positions.
func (b *board) eachTurn(p Position, use func(to, clear int)) {
	for steps := b.steps(p); steps != 0; {
		to := lowest(&steps)
		for rest := (b.standing(p) | 1<<p.mover) &^ (1 << to); rest != 0; {
			use(to, lowest(&rest))
		}
	}
}

// AppendResults implements [engine.Notation].
func (v *Variant) AppendResults(dst []engine.Result, position engine.Position) []engine.Result {
	p := position.(Position)
	v.board.eachTurn(p, func(to, clear int) {
		dst = append(dst, engine.Result{To: p.turned(to, clear), Turns: 1})
	})
	return dst
}

// Moves implements [engine.Notation].
func (v *Variant) Moves(position engine.Position) []engine.Move {
	p, b := position.(Position), v.board
	var moves []engine.Move
	b.eachTurn(p, func(to, clear int) {
		moves = append(moves, engine.Move{
			Result: engine.Result{To: p.turned(to, clear), Turns: 1},
			Turn:   b.names[p.mover] + "-" + b.names[to] + "/" + b.names[clear],
		})
	})
	slices.SortFunc(moves, func(x, y engine.Move) int { return strings.Compare(x.Turn, y.Turn) })
	return moves
}

// Play implements [engine.Notation]. An error names the reason for the refusal.
func (v *Variant) Play(position engine.Position, turn string) (engine.Result, error) {
	p, b := position.(Position), v.board
	bad := func(format string, args ...any) (engine.Result, error) {
		return engine.Result{}, engine.InputErrorf("turn %q: "+format, append([]any{turn}, args...)...)
	}
	step, clearName, ok := strings.Cut(turn, "/")
	fromName, toName, dash := strings.Cut(step, "-")
	if !ok || !dash {
		return bad("want a step and the tile cleared, such as b2-c3/d4")
	}
	var cells [3]int
	for i, name := range []string{fromName, toName, clearName} {
		if cells[i], ok = b.cellNamed(name); !ok {
			return bad("%q is not a tile: want a1 to %s", name, b.names[b.cellAt[b.width-1]])
		}
	}
	from, to, clear := cells[0], cells[1], cells[2]
	switch {
	case b.steps(p) == 0:
		return bad("the player to move cannot step and has lost")
	case from != int(p.mover):
		return bad("the player to move stands on %s", b.names[p.mover])
	case to == int(p.opponent):
		return bad("the opponent stands on %s", toName)
	case p.cleared>>to&1 != 0:
		return bad("%s is cleared", toName)
	case b.near[from]>>to&1 == 0:
		return bad("%s is not next to %s", toName, fromName)
	case clear == to:
		return bad("a tile that holds a player cannot be cleared, and %s holds one after the step", clearName)
	case clear == int(p.opponent):
		return bad("a tile that holds a player cannot be cleared, and the opponent stands on %s", clearName)
	case p.cleared>>clear&1 != 0:
		return bad("%s is cleared already", clearName)
	}
	return engine.Result{To: p.turned(to, clear), Turns: 1}, nil
}
