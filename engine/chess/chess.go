package chess

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// mostMen is the largest number of men, kings included.
const mostMen = 5

const allPieces = "all"

const (
	toMate       = "mate"
	toConversion = "conversion"
)

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "chess",
		Title:   "Chess",
		Variant: variantName,
		Summary: "chess endings of up to five men: the moves to mate",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "pieces=KQvKR",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "men", Type: engine.IntParam, Default: "3", Min: 2, Max: mostMen, Help: "how many men, the kings included"},
			{Name: "metric", Type: engine.WordParam, Default: toMate, Help: "what values count: the plies to mate, or to conversion: a capture, a promotion or mate", Canonical: engine.OneOf(toMate, toConversion)},
			{Name: "pieces", Type: engine.WordParam, Default: allPieces, Help: "the men of either side, such as KQvKR, with all that captures and promotions lead to", Canonical: canonicalPieces},
		},
		Settle: settle,
		New: func(spec engine.Spec) (engine.Game, error) {
			if spec.Word("pieces") == allPieces {
				return newVariant(spec, materialsOf(spec.Int("men"))), nil
			}
			c, err := parseCounts(spec.Word("pieces"))
			if err != nil {
				return nil, err
			}
			list := map[counts]bool{}
			closure(list, c)
			return newVariant(spec, list), nil
		},
	}
}

// variantName returns the everyday name of a variant.
func variantName(s engine.Spec) string {
	name := "endings from " + s.Word("pieces") + " on"
	if s.Word("pieces") == allPieces {
		name = fmt.Sprintf("endings of %d men", s.Int("men"))
	}
	if s.Word("metric") == toConversion {
		name += ", to conversion"
	}
	return name
}

// canonicalPieces returns the canonical name of a material: its pieces in a fixed order.
func canonicalPieces(text string) (string, error) {
	if text == allPieces {
		return text, nil
	}
	c, err := parseCounts(text)
	if err == nil && c.men() > mostMen {
		err = engine.InputErrorf("%s has %d men: want at most %d", text, c.men(), mostMen)
	}
	return c.name(), err
}

// settle sets the number of men to that of the pieces, if the pieces are given.
func settle(values map[string]string, given func(param string) bool) error {
	if values["pieces"] == allPieces {
		return nil
	}
	c, err := parseCounts(values["pieces"])
	if err != nil {
		return err
	}
	men := strconv.Itoa(c.men())
	if given("men") && values["men"] != men {
		return engine.InputErrorf("chess:men=%s,pieces=%s: %[2]s has %s men: want one of the two parameters", values["men"], values["pieces"], men)
	}
	values["men"] = men
	return nil
}

// move is a turn by a direct implementation of the rules. The solver uses other code (file
// part.go), and tests compare the two.
type move struct {
	kind     int
	from, to uint8
	promoted byte // the letter that a pawn becomes, or 0
	takes    bool
	passant  bool
}

// occupied returns the squares of all men.
func (p *Position) occupied() uint64 { return p.squares(white) | p.squares(black) }

// inCheck reports whether a color's king is attacked.
func (p *Position) inCheck(color int) bool {
	for kind, men := range p.men[1-color] {
		for ; men != 0; men &= men - 1 {
			s := uint8(bits.TrailingZeros64(men))
			if boardGeometry().attacks(1-color, kind, s, p.occupied())&p.men[color][kingKind] != 0 {
				return true
			}
		}
	}
	return false
}

// moves lists the legal moves. Two bare kings have none: the game is over.
func (p *Position) moves() (list []move) {
	if p.counts().men() == 2 {
		return nil
	}
	return p.legal()
}

// legal lists the moves that the rules allow, of two bare kings too.
func (p *Position) legal() (list []move) {
	color := int(p.toMove)
	for kind, men := range p.men[color] {
		for ; men != 0; men &= men - 1 {
			from := uint8(bits.TrailingZeros64(men))
			for to := p.targets(kind, from); to != 0; to &= to - 1 {
				m := move{kind: kind, from: from, to: uint8(bits.TrailingZeros64(to))}
				m.passant = kind == pawn && p.passant != 0 && m.to == p.passant && m.to&7 != from&7
				m.takes = m.passant || p.squares(1-color)&to&-to != 0
				if after := p.after(m); !after.inCheck(color) {
					list = m.appendPromoted(list, color)
				}
			}
		}
	}
	return list
}

// targets returns the squares to which a man of the mover can go, in check or not.
func (p *Position) targets(kind int, from uint8) uint64 {
	color := int(p.toMove)
	attacks := boardGeometry().attacks(color, kind, from, p.occupied())
	if kind != pawn {
		return attacks &^ p.squares(color)
	}
	takes := p.squares(1 - color)
	if p.passant != 0 {
		takes |= 1 << p.passant
	}
	once, twice := boardGeometry().ahead(color, from, p.occupied())
	return attacks&takes | once | twice
}

// appendPromoted appends a move, or each promotion of a pawn that reaches the last row.
func (m move) appendPromoted(list []move, color int) []move {
	if m.kind != pawn || (firstRow|lastRow)>>m.to&1 == 0 {
		return append(list, m)
	}
	for kind := range pawn {
		m.promoted = letter(color, kind)
		list = append(list, m)
	}
	return list
}

// after returns the position after a move, without an en passant right.
func (p *Position) after(m move) Position {
	q, color := *p, int(p.toMove)
	q.passant, q.toMove = 0, 1-p.toMove
	for kind := range q.men[1-color] {
		q.men[1-color][kind] &^= 1 << m.to
	}
	q.move(color, m.kind, 1<<m.from, 1<<m.to)
	if _, kind, ok := man(m.promoted); ok {
		q.men[color][pawn] &^= 1 << m.to
		q.men[color][kind] |= 1 << m.to
	}
	if m.passant {
		q.men[1-color][pawn] &^= 1 << (m.to - uint8(forward[color]))
	}
	return q
}

// play returns the position after a move.
func (p *Position) play(m move) Position {
	q := p.after(m)
	if m.kind == pawn && (m.to-m.from == 16 || m.from-m.to == 16) {
		q.enablePassant(m.to)
	}
	return q
}
