package rpsw

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a position as the mover sees it. It is comparable.
type Position struct{ mine, theirs side }

// side holds the squares of a side's pieces by kind: one more than the square, or 0 if there is no
// piece.
type side [kinds]uint8

// lineup returns the pieces and their squares.
func (s side) lineup() (pieces kindSet, at lineup) {
	n := 0
	for k, square := range s {
		if square != 0 {
			pieces |= setOf(kind(k))
			at[n] = square - 1
			n++
		}
	}
	return pieces, at
}

// at returns the kind of the piece on a square, if there is one.
func (s side) at(square uint8) (kind, bool) {
	for k, at := range s {
		if at == square+1 {
			return kind(k), true
		}
	}
	return 0, false
}

// turned returns the side after turning the board by 180°.
func (b *board) turned(s side) side {
	for k, square := range s {
		if square != 0 {
			s[k] = 1 + b.turns[turned][square-1]
		}
	}
	return s
}

// letter returns the character of a square.
func (p Position) letter(square uint8) byte {
	if k, ok := p.mine.at(square); ok {
		return ownLetters[k]
	}
	if k, ok := p.theirs.at(square); ok {
		return oppLetters[k]
	}
	return '.'
}

// text writes p square by square, row by row from the top.
func (b *board) text(p Position) string {
	text := make([]byte, 0, b.squares)
	for y := b.height - 1; y >= 0; y-- {
		for x := range b.width {
			text = append(text, p.letter(uint8(y*b.width+x)))
		}
	}
	return string(text)
}

// drawing draws p with the names of rows and columns.
func (b *board) drawing(p Position) string {
	return engine.Grid(b.width, b.height, func(square int) byte {
		return p.letter(uint8((b.height-1-square/b.width)*b.width + square%b.width)) // this package counts from the bottom
	})
}

// flatten removes line breaks from a text. From a drawn board it also removes blanks and the names
// of rows and columns.
func (b *board) flatten(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return strings.TrimSpace(text)
	}
	var flat strings.Builder
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		line = strings.NewReplacer(" ", "", "\t", "").Replace(line)
		if line != "abcdefgh"[:b.width] {
			flat.WriteString(strings.Trim(line, "12345678"))
		}
	}
	return flat.String()
}

// parse reads an unfinished position with at most that many pieces a side.
func (b *board) parse(text string, pieces int) (Position, error) {
	var p Position
	bad := func(format string, args ...any) (Position, error) {
		return Position{}, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	flat := []rune(b.flatten(text))
	if len(flat) != b.squares {
		return bad("has %d squares: want %d, %d rows of %d from the top, each square one of %s%s", len(flat), b.squares, b.height, b.width, ownLetters+oppLetters, ".")
	}
	var reached, beyond string // squares of an opposing piece that has won, and of a mover's piece that had won before
	for n, letter := range flat {
		if letter == '.' {
			continue
		}
		y, x := b.height-1-n/b.width, n%b.width
		square := uint8(y*b.width + x)
		s, at, base := &p.mine, strings.IndexRune(ownLetters, letter), b.height-1
		if at < 0 {
			s, at, base = &p.theirs, strings.IndexRune(oppLetters, letter), 0
		}
		switch {
		case at < 0:
			return bad("has %q on %s: want R, P, S or W for the mover's pieces, r, p, s or w for the opponent's, or . for an empty square", letter, b.name(square))
		case s[at] != 0:
			return bad("has %c on %s and on %s: want each kind at most once a side", letter, b.name(s[at]-1), b.name(square))
		case y == base && s == &p.mine:
			beyond = b.name(square)
		case y == base:
			reached = b.name(square)
		}
		s[at] = 1 + square
	}
	mine, _ := p.mine.lineup()
	theirs, _ := p.theirs.lineup()
	switch {
	case mine.len() > pieces || theirs.len() > pieces:
		return bad("has %d of the mover's pieces and %d of the opponent's: want at most %d a side", mine.len(), theirs.len(), pieces)
	case mine == 0 && theirs == 0:
		return bad("has no pieces: want at least one a side")
	case mine == 0:
		return bad("is a finished position, the mover has no piece left: there is nothing left to play")
	case theirs == 0:
		return bad("is a finished position, the opponent has no piece left: there is nothing left to play")
	case reached != "":
		return bad("is a finished position, an opposing piece stands on %s, the mover's base row: there is nothing left to play", reached)
	case beyond != "":
		return bad("is a finished position, an own piece stands on %s, the opponent's base row: there is nothing left to play", beyond)
	}
	return p, nil
}
