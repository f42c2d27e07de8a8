package chess

import "math/bits"

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
