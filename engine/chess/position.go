package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Position is a placement of men with a player to move, as in a FEN.
type Position struct {
	men
	toMove  uint8 // a color
	passant uint8 // the square behind a pawn that can be captured en passant, or 0
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

// letter returns the letter of the man on a square, or a dot.
func (p *Position) letter(s uint8) byte {
	for color := range p.men {
		for kind, set := range p.men[color] {
			if set>>s&1 != 0 {
				return letter(color, kind)
			}
		}
	}
	return '.'
}

// fen writes a position. It writes 0 and 1 for the move counters, which this game ignores.
func (p *Position) fen() string {
	cells := make([]byte, 64)
	for square := range cells {
		cells[square] = p.letter(uint8(square ^ upsideDown))
	}
	text := engine.Rows(cells, 8)
	for empty := 8; empty > 0; empty-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", empty), strconv.Itoa(empty))
	}
	passant := "-"
	if p.passant != 0 {
		passant = squareName(p.passant)
	}
	return fmt.Sprintf("%s %c - %s 0 1", text, "wb"[p.toMove], passant)
}

func squareName(s uint8) string { return string([]byte{'a' + s&7, '1' + s>>3}) }

// Parse implements [engine.Notation]: it reads a FEN. The fields after the player to move may be
// missing.
func (v *Variant) Parse(text string) (engine.Position, error) {
	return v.read(text)
}

// ReadFEN reads a position with any men, as [Variant.Parse] does.
func ReadFEN(text string) (Position, error) { return (*Variant)(nil).read(text) }

// read reads a position of a variant; of nil: with any men.
func (v *Variant) read(text string) (Position, error) {
	bad := func(format string, args ...any) (Position, error) {
		return Position{}, engine.InputErrorf("%q "+format, append([]any{text}, args...)...)
	}
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 6 {
		return bad("is not a position: want a FEN such as 8/8/8/8/8/2k5/8/K2Q4 w - - 0 1")
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
		if fault := p.setPassant(fields[3]); fault != "" {
			return bad("%s", fault)
		}
	}
	return p, nil
}

// parsePlacement reads the first field of a FEN.
func parsePlacement(field string) (p Position, err error) {
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return p, fmt.Errorf("has %d rows: want 8, separated by /, from row 8 down", len(rows))
	}
	for n, row := range rows {
		column := 0
		for _, c := range []byte(row) {
			switch color, kind, ok := man(c); {
			case c >= '1' && c <= '8':
				column += int(c - '0')
			case ok && column < 8:
				p.men[color][kind] |= 1 << ((7-n)<<3 | column)
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
	if pawns := (p.men[white][pawn] | p.men[black][pawn]) & (firstRow | lastRow); pawns != 0 {
		return "has a pawn on " + squareName(uint8(bits.TrailingZeros64(pawns))) + ": want none in the first and the last row"
	}
	if w, b := bits.OnesCount64(p.men[white][kingKind]), bits.OnesCount64(p.men[black][kingKind]); w != 1 || b != 1 {
		return fmt.Sprintf("has %d white and %d black kings: want one each", w, b)
	}
	if c, _ := p.counts().ordered(); v != nil && v.find[c] == nil {
		return fmt.Sprintf("has the men %s, which %v does not hold", c.name(), v.spec)
	}
	if p.inCheck(1 - int(p.toMove)) {
		return "is not a position: the player who is not to move is in check"
	}
	return ""
}

// setPassant allows an en passant capture on a square. If no such capture is legal, the position
// stays the same.
func (p *Position) setPassant(square string) (fault string) {
	mover := int(p.toMove)
	row := passantRow[1-mover] + forward[mover]/8
	if len(square) != 2 || square[0] < 'a' || square[0] > 'h' || int(square[1]-'1') != row {
		return fmt.Sprintf("has the square %q for taking in passing: want - or a square of row %d", square, row+1)
	}
	behind := uint8(row<<3) + square[0] - 'a'
	stepped := behind - uint8(forward[mover])
	origin := behind + uint8(forward[mover])
	if p.men[1-mover][pawn]>>stepped&1 == 0 || p.occupied()&(1<<behind|1<<origin) != 0 {
		return "has the square " + square + " for taking in passing, over which no pawn has stepped"
	}
	before := *p
	before.move(1-mover, pawn, 1<<stepped, 1<<origin)
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

// Index implements [engine.Notation].
func (v *Variant) Index(position engine.Position) (uint64, bool) {
	p := position.(Position)
	c, swapped := p.counts().ordered()
	m, toMove, stepped := v.find[c], int(p.toMove), p.passant-uint8(forward[p.toMove])
	if m == nil {
		return 0, false
	}
	if p.passant == 0 {
		return exit{m, swapped}.find(&p.men, toMove)
	}
	if swapped {
		p.swap()
		toMove, stepped = 1-toMove, stepped^upsideDown
	}
	return m.findPassant(&p.men, toMove, stepped)
}

// At implements [engine.Notation].
func (v *Variant) At(i uint64) engine.Position {
	w := &scratch{Variant: v}
	w.seek(i)
	r := &w.reader
	p := Position{men: r.men, toMove: uint8(r.part.mover)}
	if r.stepped != none {
		p.passant = r.stepped + uint8(forward[r.part.mover])
	}
	return p
}

// Legal is a legal move as protocols of other programs describe it.
type Legal struct {
	SAN, UCI string // SAN with a check mark
	To       Position
	// Captured and Promoted are the letters of the man that disappears, and of the one that a pawn
	// becomes, such as 'Q'; 0: none.
	Captured, Promoted byte
	Pawn               bool // a pawn moves
}

// Legal returns the legal moves, of two bare kings too, in no particular order. The position may
// have any men ([ReadFEN]); castling is left out.
func (p Position) Legal() (all []Legal) {
	list := p.legal()
	for _, m := range list {
		l := Legal{To: p.play(m), UCI: m.uci(), Promoted: m.promoted &^ 0x20, Pawn: m.kind == pawn}
		l.SAN = m.san(list) + l.To.checkMark()
		if m.passant {
			l.Captured = 'P'
		} else if kind := p.men.on(1-int(p.toMove), 1<<m.to); kind != noMan {
			l.Captured = pieces[kind]
		}
		all = append(all, l)
	}
	return all
}

// Check reports whether the king of the player to move is attacked.
func (p Position) Check() bool { return p.inCheck(int(p.toMove)) }

// Stuck reports whether the player to move has no legal move.
func (p Position) Stuck() bool { return len(p.legal()) == 0 }

// Insufficient reports whether no sequence of moves can end in mate: there are bare kings, a single
// knight, or bishops on squares of one color only.
func (p Position) Insufficient() bool {
	c := p.counts()
	total := func(kind int) int { return int(c[white][kind]) + int(c[black][kind]) }
	if total(queen)+total(rook)+total(pawn) > 0 {
		return false
	}
	if n := total(knight); n > 0 {
		return n == 1 && total(bishop) == 0
	}
	const dark = 0xaa55aa55aa55aa55 // a1 is dark
	n := bits.OnesCount64((p.men[white][bishop] | p.men[black][bishop]) & dark)
	return n == 0 || n == total(bishop)
}
