package chess

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a placement of men with a player to move, as in a FEN.
type Position struct {
	squares [64]byte // letters as in FEN, 0 on an empty square
	toMove  uint8    // a color
	passant uint8    // the square behind a pawn that can be captured en passant, or 0
}

const pieces = "QRBNPK"

// letter returns the letter of a man.
func letter(color, kind int) byte {
	if color == black {
		return pieces[kind] | 0x20
	}
	return pieces[kind]
}

// man returns the color and kind of a letter.
func man(c byte) (color, kind int, ok bool) {
	color = int(c >> 5 & 1)
	kind = strings.IndexByte(pieces, c&^0x20)
	return color, kind, c&^0x20 != 0 && kind >= 0
}

// counts returns the number of men of each kind.
func (p *Position) counts() (c counts) {
	for _, l := range p.squares {
		if color, kind, ok := man(l); ok && kind != kingKind {
			c[color][kind]++
		}
	}
	return c
}

// men returns the squares of the men.
func (p *Position) men() (n men) {
	var c counts
	for s, l := range p.squares {
		color, kind, ok := man(l)
		switch {
		case !ok:
		case kind == kingKind:
			n.king[color] = uint8(s)
		default:
			n.at[color][kind][c[color][kind]] = uint8(s)
			c[color][kind]++
		}
	}
	return n
}

// positionOf returns the position of men.
func positionOf(n *men, c *counts, toMove int) (p Position) {
	p.toMove = uint8(toMove)
	for color := range n.king {
		p.squares[n.king[color]] = letter(color, kingKind)
		for kind, count := range c[color] {
			for i := range count {
				p.squares[n.at[color][kind][i]] = letter(color, kind)
			}
		}
	}
	return p
}

// fen writes a position. It writes 0 and 1 for the move counters, which this game ignores.
func (p *Position) fen() string {
	var b strings.Builder
	for row := 7; row >= 0; row-- {
		empty := 0
		for column := range 8 {
			l := p.squares[row<<3|column]
			if l == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fmt.Fprint(&b, empty)
				empty = 0
			}
			b.WriteByte(l)
		}
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	passant := "-"
	if p.passant != 0 {
		passant = squareName(p.passant)
	}
	fmt.Fprintf(&b, " %c - %s 0 1", "wb"[p.toMove], passant)
	return b.String()
}

func squareName(s uint8) string { return string([]byte{'a' + s&7, '1' + s>>3}) }

// parse reads a FEN. The fields after the player to move may be missing.
func (v *Variant) parse(text string) (Position, error) {
	bad := func(format string, args ...any) (Position, error) {
		return Position{}, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return bad("is no position: want a FEN such as 8/8/8/8/8/2k5/8/K1Q5 w - - 0 1")
	}
	p, err := parsePlacement(fields[0])
	if err != nil {
		return bad("%v", err)
	}
	switch fields[1] {
	case "w":
	case "b":
		p.toMove = black
	default:
		return bad("has %q to move: want w or b", fields[1])
	}
	if len(fields) > 2 && fields[2] != "-" {
		return bad("has the right to castle %q: want -, castling is not in these tables", fields[2])
	}
	for _, counter := range fields[min(len(fields), 4):] {
		if strings.Trim(counter, "0123456789") != "" {
			return bad("ends in %q: want two numbers, the counters of moves", counter)
		}
	}
	if fault := p.fault(v); fault != "" {
		return bad("%s", fault)
	}
	if len(fields) > 3 && fields[3] != "-" {
		if fault := p.setPassant(v, fields[3]); fault != "" {
			return bad("%s", fault)
		}
	}
	return p, nil
}

// parsePlacement reads the first field of a FEN.
func parsePlacement(field string) (p Position, err error) {
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return p, fmt.Errorf("has %d rows: want 8, parted by /, from row 8 down", len(rows))
	}
	for n, row := range rows {
		column := 0
		for _, c := range []byte(row) {
			switch _, _, ok := man(c); {
			case c >= '1' && c <= '8':
				column += int(c - '0')
			case ok && column < 8:
				p.squares[(7-n)<<3|column] = c
				column++
			default:
				return p, fmt.Errorf("has %q in row %d: want K, Q, R, B, N or P for White's men, the same in small letters for Black's, and digits for empty squares", row, 8-n)
			}
		}
		if column != 8 {
			return p, fmt.Errorf("has %d squares in row %d: want 8", column, 8-n)
		}
	}
	return p, nil
}

// fault describes the error in the placement of the men, or returns "".
func (p *Position) fault(v *Variant) string {
	var kings [2]int
	for s, l := range p.squares {
		switch color, kind, ok := man(l); {
		case ok && kind == kingKind:
			kings[color]++
		case ok && kind == pawn && (s < 8 || s >= 56):
			return "has a pawn on " + squareName(uint8(s)) + ": want none in the first and the last row"
		}
	}
	if kings != [2]int{1, 1} {
		return fmt.Sprintf("has %d white and %d black kings: want one each", kings[white], kings[black])
	}
	c := p.counts()
	if c.compare() > 0 {
		c = c.swapped()
	}
	if v.find[c] == nil {
		return fmt.Sprintf("has the men %s, which %v does not hold", c.name(), v.spec)
	}
	if p.inCheck(1 - int(p.toMove)) {
		return "is no position: the player who is not to move is in check"
	}
	return ""
}

// setPassant allows an en passant capture on a square. If no such capture is legal, the position
// stays the same.
func (p *Position) setPassant(v *Variant, square string) (fault string) {
	mover := int(p.toMove)
	row := passantRow[1-mover] + forward[mover]/8
	if len(square) != 2 || square[0] < 'a' || square[0] > 'h' || int(square[1]-'1') != row {
		return fmt.Sprintf("has the square %q for taking in passing: want - or a square of row %d", square, row+1)
	}
	behind := uint8(row<<3) + square[0] - 'a'
	stepped := behind - uint8(forward[mover])
	origin := behind + uint8(forward[mover])
	if p.squares[stepped] != letter(1-mover, pawn) || p.squares[behind] != 0 || p.squares[origin] != 0 {
		return "has the square " + square + " for taking in passing, over which no pawn has stepped"
	}
	before := *p
	before.squares[origin], before.squares[stepped] = before.squares[stepped], 0
	if before.inCheck(mover) {
		return "has the square " + square + " for taking in passing, and the king was in check before"
	}
	p.enablePassant(stepped)
	return ""
}

// enablePassant allows the en passant capture of a pawn that has made two steps, if that is legal.
func (p *Position) enablePassant(stepped uint8) {
	with := *p
	with.passant = stepped + uint8(forward[p.toMove])
	for _, m := range with.moves() {
		if m.passant {
			*p = with
			return
		}
	}
}

// index returns the index of a position.
func (v *Variant) index(p *Position) (uint64, bool) {
	c, n, toMove, stepped := p.counts(), p.men(), int(p.toMove), p.passant-uint8(forward[p.toMove])
	if c.compare() > 0 {
		c = c.swapped()
		n.swap()
		toMove, stepped = 1-toMove, stepped^upsideDown
	}
	m := v.find[c]
	if m == nil {
		return 0, false
	}
	if p.passant != 0 {
		return m.findPassant(&n, toMove, stepped)
	}
	i, _, ok := m.find(&n, toMove)
	return i, ok
}

// At implements [engine.Notation].
func (v *Variant) At(i uint64) engine.Position {
	w := &scratch{Variant: v}
	w.seek(i)
	r := &w.reader
	p := positionOf(&r.men, &r.part.material.counts, r.part.mover)
	if r.stepped != none {
		p.passant = r.stepped + uint8(forward[r.part.mover])
	}
	return p
}
