package tictacchec

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// turnedPawns holds the letters of pawns that go back, by side.
const turnedPawns = "Dd"

// letter returns the letter of a piece on the board.
func (t *set) letter(m *men, i int) byte {
	owner := i / t.n
	if kind := t.kinds[i%t.n]; kind != pawn {
		return letters[kind] | byte(owner)<<5
	}
	if m.up[owner] == (owner == 0) {
		return letters[pawn] | byte(owner)<<5
	}
	return turnedPawns[owner]
}

// ParseKey implements [engine.KeyNotation]: one character per square, row by row from the top, then
// the number of turns taken in the opening.
func (r *rules) ParseKey(text string) (uint64, error) {
	bad := func(format string, args ...any) (uint64, error) {
		return 0, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	fields := strings.Fields(strings.ReplaceAll(text, "/", ""))
	if len(fields) < 1 || len(fields) > 2 || len(fields[0]) != squares {
		return bad("is not a position: want %d squares row by row from the top, each one of %s, their small letters and \".\", and in the opening how many turns were taken", squares, r.symbols())
	}
	m := men{at: inHand, ply: uint8(r.opening)}
	for n := range squares {
		c := fields[0][n]
		if c == '.' {
			continue
		}
		i, up, ok := r.piece(c)
		s := uint8(n) ^ reversed
		if !ok {
			return bad("has %q on %s: want one of %s, their small letters and \".\"", c, squareName(s), r.symbols())
		}
		if m.at[i] != none {
			return bad("has %q on %s, and on %s already: want one of each piece", c, squareName(s), squareName(m.at[i]))
		}
		m.at[i] = s
		if r.kinds[i%r.n] == pawn {
			m.up[i/r.n] = up
		}
	}
	if len(fields) == 2 {
		if n := len(fields[1]); n != 1 || fields[1][0] < '0' || int(fields[1][0]-'0') >= r.opening {
			return bad("has %q for the turns of the opening: want 0 to %d, or nothing after it", fields[1], r.opening-1)
		}
		m.ply = fields[1][0] - '0'
	}
	if fault := r.fault(&m); fault != "" {
		return bad("%s", fault)
	}
	return r.key(&m), nil
}

// symbols returns the letters of the mover's pieces.
func (t *set) symbols() string {
	var text strings.Builder
	for _, kind := range t.kinds {
		text.WriteByte(letters[kind])
		if kind == pawn {
			text.WriteByte(turnedPawns[0])
		}
	}
	return text.String()
}

// piece returns the number of the piece of a letter, and whether it is a pawn that goes up.
func (t *set) piece(c byte) (i int, up, ok bool) {
	for i = range 2 * t.n {
		owner := i / t.n
		if kind := t.kinds[i%t.n]; c == letters[kind]|byte(owner)<<5 {
			return i, owner == 0, true
		} else if kind == pawn && c == turnedPawns[owner] {
			return i, owner != 0, true
		}
	}
	return 0, false, false
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	m := r.read(key)
	text := string(r.drawn(&m))
	if int(m.ply) < r.opening {
		text += fmt.Sprintf(" %d", m.ply)
	}
	return text
}

// drawn returns the letter of each square, row by row from the top.
func (t *set) drawn(m *men) []byte {
	text := []byte(strings.Repeat(".", squares))
	for i, s := range m.at[:2*t.n] {
		if s != none {
			text[s^reversed] = t.letter(m, i)
		}
	}
	return text
}

// KeyBoard draws the board with its coordinates, and the pieces in hand.
func (r *rules) KeyBoard(key uint64) string {
	m := r.read(key)
	squares := r.drawn(&m)
	text := engine.Grid(side, side, func(s int) byte { return squares[s] })
	for owner, name := range [2]string{"mover", "opponent"} {
		var hand []byte
		for i := owner * r.n; i < (owner+1)*r.n; i++ {
			if m.at[i] == none {
				hand = append(hand, letters[r.kinds[i%r.n]]|byte(owner)<<5)
			}
		}
		if len(hand) > 0 {
			text += fmt.Sprintf("%s's hand: %s\n", name, hand)
		}
	}
	return text
}

// figures are those of the pieces, by kind.
var figures = [kinds]string{pawn: "pawn", knight: "knight", bishop: "bishop", rook: "rook"}

// depiction has chess men; pawns show where they go. The pieces that are not on the board are in
// hand.
func (t *set) depiction() drawing.Depiction {
	d := drawing.Depiction{Relative: true, Turned: true, Ground: drawing.Chequered, Clicks: clicks, Looks: drawing.Looks{},
		Click: "To place a piece click its square, then press the button of the piece; to move a piece click it, then the square where it goes.",
		Goal:  "The first player with all pieces in a line wins. The red triangle on a pawn shows where it goes."}
	hands := ""
	for owner := range rune(2) {
		for _, kind := range t.kinds {
			look := drawing.Look{Shape: drawing.Man, Second: owner == 1, Label: letters[kind : kind+1], Figure: figures[kind]}
			if kind == pawn {
				look.Heads = -1
				d.Looks[rune(turnedPawns[owner])] = look
				look.Heads = 1
			}
			symbol := rune(letters[kind]) | owner<<5
			d.Looks[symbol] = look
			hands += string(symbol)
		}
	}
	d.Heaps = []drawing.Heap{{Name: "in hand", Side: 2, Absent: hands}}
	return d
}

// clicks returns the clicks of a turn such as a1-a3, a1xb3 or N*c2. A click on the square places a
// piece.
func clicks(turn string) []drawing.Click {
	if _, to, placed := strings.Cut(turn, "*"); placed {
		turn = to
	}
	return drawing.StepClicks(strings.Replace(turn, "x", "-", 1))
}
