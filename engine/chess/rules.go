package chess

// move is a turn as in the rules, found square by square. The tables come from independent code
// (file frame.go), and tests compare the two.
type move struct {
	from, to uint8
	promoted byte // the letter that a pawn becomes, or 0
	takes    bool
	passant  bool
}

// attacked reports whether a color attacks a square.
func (p *Position) attacked(square, by int) bool {
	for s, l := range p.squares {
		if color, kind, ok := man(l); !ok || color != by || s == square {
			continue
		} else if kind == pawn {
			row := s>>3 + forward[by]/8
			if side := s&7 - square&7; row == square>>3 && (side == 1 || side == -1) {
				return true
			}
		} else if p.reaches(s, square, kind) {
			return true
		}
	}
	return false
}

// reaches reports whether a piece can move or capture from one square to another.
func (p *Position) reaches(from, to, kind int) bool {
	columns, rows := to&7-from&7, to>>3-from>>3
	width, height := max(columns, -columns), max(rows, -rows)
	switch kind {
	case knight:
		return width*height == 2
	case kingKind:
		return max(width, height) == 1
	case rook:
		if width*height != 0 {
			return false
		}
	case bishop:
		if width != height {
			return false
		}
	case queen:
		if width*height != 0 && width != height {
			return false
		}
	}
	step := sign(columns) + 8*sign(rows)
	for s := from + step; s != to; s += step {
		if p.squares[s] != 0 {
			return false
		}
	}
	return true
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// inCheck reports whether a color's king is attacked.
func (p *Position) inCheck(color int) bool {
	for s, l := range p.squares {
		if l == letter(color, kingKind) {
			return p.attacked(s, 1-color)
		}
	}
	return false
}

// moves lists the legal moves.
func (p *Position) moves() (list []move) {
	for from, l := range p.squares {
		color, kind, ok := man(l)
		if !ok || color != int(p.toMove) {
			continue
		}
		for to, other := range p.squares {
			if taken, _, ok := man(other); ok && taken == color || to == from {
				continue
			}
			m := move{from: uint8(from), to: uint8(to), takes: other != 0}
			if kind != pawn {
				if p.reaches(from, to, kind) {
					list = append(list, m)
				}
				continue
			}
			list = p.appendPawnMove(list, m)
		}
	}
	legal := list[:0]
	for _, m := range list {
		if after := p.after(m); !after.inCheck(int(p.toMove)) {
			legal = append(legal, m)
		}
	}
	return legal
}

// appendPawnMove appends m if it is a pawn's move.
func (p *Position) appendPawnMove(list []move, m move) []move {
	from, to, ahead := int(m.from), int(m.to), forward[p.toMove]
	side := to&7 - from&7
	switch {
	case side == 0 && to == from+ahead && !m.takes:
	case side == 0 && to == from+2*ahead && !m.takes && p.squares[from+ahead] == 0 && from>>3 == passantRow[p.toMove]-2*ahead/8:
	case (side == 1 || side == -1) && to>>3 == from>>3+ahead/8 && m.takes:
	case (side == 1 || side == -1) && to>>3 == from>>3+ahead/8 && p.passant != 0 && to == int(p.passant):
		m.takes, m.passant = true, true
	default:
		return list
	}
	if to >= 8 && to < 56 {
		return append(list, m)
	}
	for kind := range pawn {
		m.promoted = letter(int(p.toMove), kind)
		list = append(list, m)
	}
	return list
}

// after returns the position after a move, without an en passant right.
func (p *Position) after(m move) Position {
	q := *p
	q.passant, q.toMove = 0, 1-p.toMove
	q.squares[m.to], q.squares[m.from] = q.squares[m.from], 0
	if m.promoted != 0 {
		q.squares[m.to] = m.promoted
	}
	if m.passant {
		q.squares[m.to-uint8(forward[p.toMove])] = 0
	}
	return q
}

// play returns the position after a move.
func (p *Position) play(m move) Position {
	q := p.after(m)
	if _, kind, _ := man(p.squares[m.from]); kind == pawn && (m.to-m.from == 16 || m.from-m.to == 16) {
		q.enablePassant(m.to)
	}
	return q
}
