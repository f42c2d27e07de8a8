package morris

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// ParseKey implements [engine.KeyNotation]: one character per square, row by row from the top, then
// the men in hand of the mover and of the opponent.
func (r *rules) ParseKey(text string) (uint64, error) {
	drawn, hands, _ := strings.Cut(strings.TrimSpace(text), " ")
	squares := []rune(strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(drawn))
	side := r.side()
	if len(squares) != side*side || !utf8.ValidString(text) {
		return 0, engine.InputErrorf("%q has %d squares: want %d, %d rows of %[4]d squares, then the men in hand, such as 0-0", text, len(squares), side*side, side)
	}
	var p position
	for point, square := range r.square[:r.points] {
		switch squares[square] {
		case 'X':
			p.own |= 1 << point
		case 'O':
			p.opponent |= 1 << point
		case '.':
		default:
			return 0, engine.InputErrorf("%q has %q for a point: want X (the mover's), O (the opponent's) or . (empty)", text, squares[square])
		}
		squares[square] = noPoint
	}
	for _, c := range squares {
		if c != noPoint {
			return 0, engine.InputErrorf("%q has %q where there is no point: want %c", text, c, noPoint)
		}
	}
	var own, opponent int
	if n, err := fmt.Sscanf(hands, "%d-%d", &own, &opponent); n != 2 || err != nil || hands != fmt.Sprintf("%d-%d", own, opponent) {
		return 0, engine.InputErrorf("%q has %q for the men in hand: want those of the mover and of the opponent, such as 0-0", text, hands)
	}
	if own < 0 || own > r.men || own != opponent && own != opponent+1 {
		return 0, engine.InputErrorf("%q has %d men in hand for the mover and %d for the opponent: want as many for both, or one more for the mover, and at most %d", text, own, opponent, r.men)
	}
	if r.placed && opponent+own > 0 {
		return 0, engine.InputErrorf("%q has men in hand, and in this variant all men are on the board: want 0-0", text)
	}
	p.placed = 2*r.men - own - opponent
	return p.key(), r.check(text, p)
}

// check rejects unreachable numbers of men.
func (r *rules) check(text string, p position) error {
	own, opponent := r.hands(p)
	for _, side := range []struct {
		name                    string
		men, hand, left, fewest int
	}{
		{"X", bits.OnesCount32(p.own), own, r.fewestOf(p.placed/2, (p.placed+1)/2), fewest - 1},
		{"O", bits.OnesCount32(p.opponent), opponent, r.fewestOf((p.placed+1)/2, p.placed/2), fewest},
	} {
		least := max(side.left, side.fewest-side.hand)
		if most := r.men - side.hand; side.men < least || side.men > most {
			return engine.InputErrorf("%q has %d %s, and %d in hand: want %d to %d with that many in hand, as %d were placed and the opponent's mills take one each", text, side.men, side.name, side.hand, least, most, most)
		}
	}
	return nil
}

// fewestOf returns a lower bound on a player's men on the board. placed is the number of men that
// he has placed, others the number that the other player has placed. The first mill needs three.
func (r *rules) fewestOf(placed, others int) int {
	if placed+others == 2*r.men {
		return 0
	}
	return max(0, placed-max(0, others-(fewest-1)))
}

// noPoint marks squares of the drawn board without a point.
const noPoint = '#'

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	squares := r.squares(key)
	own, opponent := r.hands(read(key))
	return fmt.Sprintf("%s %d-%d", squares, own, opponent)
}

// squares returns the characters of the drawn board.
func (r *rules) squares(key uint64) []byte {
	squares := make([]byte, r.side()*r.side())
	for s := range squares {
		squares[s] = noPoint
	}
	p := read(key)
	for point, square := range r.square[:r.points] {
		switch {
		case p.own>>point&1 != 0:
			squares[square] = 'X'
		case p.opponent>>point&1 != 0:
			squares[square] = 'O'
		default:
			squares[square] = '.'
		}
	}
	return squares
}

// KeyBoard draws the board with its coordinates.
func (r *rules) KeyBoard(key uint64) string {
	squares := r.squares(key)
	text := engine.Grid(r.side(), r.side(), func(square int) byte { return squares[square] }) + "X to move"
	if own, opponent := r.hands(read(key)); own > 0 {
		text += fmt.Sprintf(", %d X and %d O to be placed", own, opponent)
	}
	return text + "\n"
}

// MoveText implements the MoveText of [engine.Rules].
func (r *rules) MoveText(from, to uint64) string {
	before, after := read(from), read(to)
	text := r.pointText(after.opponent &^ before.own)
	if left := before.own &^ after.opponent; left != 0 {
		text = r.pointText(left) + "-" + text
	}
	if taken := before.opponent &^ after.own; taken != 0 {
		text += "x" + r.pointText(taken)
	}
	return text
}

// pointText returns the coordinates of a set of one point.
func (b *board) pointText(set uint32) string {
	square := b.square[bits.TrailingZeros32(set)]
	return engine.Square(square, b.side(), b.side())
}

// depiction joins the points by the lines of the board, and shows the men in hand.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{Relative: true, Ground: drawing.Points, Clicks: drawing.StepClicks, Goal: "Three men in a line take a man of the opponent. A player who is left with two men, or cannot move, loses.", Looks: drawing.Looks{
		'X': {Shape: drawing.Disc},
		'O': {Shape: drawing.Disc, Second: true},
	}}
	if !r.placed {
		d.Heaps = []drawing.Heap{
			{Name: "to be placed", Find: `^ (\d+)-`, Piece: "X"},
			{Name: "to be placed", Side: 1, Find: `^ \d+-(\d+)`, Piece: "O"},
		}
	}
	for point := range r.points {
		for to := r.near[point] >> point >> 1 << point << 1; to != 0; to &= to - 1 {
			d.Lines = append(d.Lines, r.pointText(1<<point)+"-"+r.pointText(to&-to))
		}
	}
	return d
}
