// Package einstein is EinStein würfelt nicht, the game of one die and numbered stones by Ingo Althöfer, on
// small boards.
//
// # Rules
//
// Each player has stones 1 to n. The first player puts his stones on the squares nearest to his corner of a
// square board, in an order that he chooses, then the second player his in the opposite corner. In a turn the
// player rolls a die with the numbers of the stones, and moves the stone of that number, or, if it is
// captured, one of the stones with the next lower and the next higher number. It goes one square towards the
// opposite corner: along the row, along the column or diagonally. A stone on that square is captured, even
// one of the player's own. Who reaches the opposite corner or captures the opponent's last stone wins.
//
// # Positions
//
// The mover sees the board with his own corner, a1, bottom left, so that one table serves both players. A slice has
// all positions in which the stones have as far to go in all. Every move lessens that.
package einstein

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "einstein", Title: "EinStein würfelt nicht", Summary: "EinStein würfelt nicht: one die and numbered stones, on small boards",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("%d×%d, %d stones", s.Int("size"), s.Int("size"), s.Int("stones"))
		},
		Rules: rulesText, Level: engine.LevelRules, Kind: engine.Chance, Bench: "-",
		Params: []engine.Param{
			{Name: "size", Type: engine.IntParam, Default: "3", Min: 2, Max: 5, Help: "rows and columns of the board"},
			{Name: "stones", Type: engine.IntParam, Default: "3", Min: 1, Max: 6, Help: "stones of each player"},
			engine.Precision(),
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) { return newRules(spec.Int("size"), spec.Int("stones")) },
	}
}

// rules is a variant.
type rules struct {
	size, stones int
	start        []int // the squares of the start, as the mover sees them
	orders       []stones
}

// stones are the squares of a player's stones, counted from 1, row by row; 0 is captured.
type stones [6]uint8

// position is a position as the mover sees it. A player without stones has not placed them yet: who has lost
// the last one has lost.
type position struct{ own, other stones }

func newRules(size, count int) (*engine.Rules, error) {
	r := &rules{size: size, stones: count}
	for sum := 0; len(r.start) < count; sum++ {
		for row := 0; row <= sum; row++ {
			if row < size && sum-row < size {
				r.start = append(r.start, row*size+sum-row+1)
			}
		}
	}
	r.start = r.start[:count]
	for _, square := range r.start {
		if slices.Contains(r.start, size*size+1-square) {
			return nil, engine.InputErrorf("%d stones of each player do not fit on %d×%d squares: want fewer stones or a larger board", count, size, size)
		}
	}
	slices.Sort(r.start)
	r.appendOrders(stones{}, 0)
	return &engine.Rules{
		Start: position{}.key(), Roll: r.roll, Dice: engine.Dice{Sum: uint64(r.stones)},
		RollName: func(key uint64, roll int) string {
			if positionOf(key).own == (stones{}) {
				return "place"
			}
			return strconv.Itoa(roll + 1)
		},
		Layer: r.layer, Notation: r, Board: r.board, MoveText: r.moveText, Depiction: r.depiction(),
	}, nil
}

// appendOrders appends the orders in which stones can be placed, from a square on.
func (r *rules) appendOrders(x stones, at int) {
	if at == r.stones {
		r.orders = append(r.orders, x)
		return
	}
	for n := range r.stones {
		if x[n] == 0 {
			y := x
			y[n] = uint8(r.start[at])
			r.appendOrders(y, at+1)
		}
	}
}

// A key has five bits for each stone.
func (p position) key() (key uint64) {
	for n := range p.own {
		key |= uint64(p.own[n])<<(5*n) | uint64(p.other[n])<<(30+5*n)
	}
	return key
}

func positionOf(key uint64) (p position) {
	for n := range p.own {
		p.own[n], p.other[n] = uint8(key>>(5*n)&31), uint8(key>>(30+5*n)&31)
	}
	return p
}

// turned returns the stones as the opponent sees them.
func (r *rules) turned(x stones) stones {
	for n, square := range x {
		if square > 0 {
			x[n] = uint8(r.size*r.size) + 1 - square
		}
	}
	return x
}

// passed returns the position for the opponent.
func (r *rules) passed(p position) position { return position{r.turned(p.other), r.turned(p.own)} }

// layer counts what the stones have gone, after two layers of placing.
func (r *rules) layer(key uint64) int {
	p := positionOf(key)
	if p.own == (stones{}) {
		if p.other == (stones{}) {
			return 0
		}
		return 1
	}
	layer := 2 + 2*r.stones*2*(r.size-1)
	for k, x := range []stones{p.own, r.turned(p.other)} {
		for _, square := range x {
			if square > 0 && k < 2 {
				row, column := int(square-1)/r.size, int(square-1)%r.size
				layer -= 2*(r.size-1) - row - column
			}
		}
	}
	return layer
}

// roll implements the Roll of [engine.Rules].
func (r *rules) roll(dst *fast.Rolls, key uint64) engine.Ends {
	dst.Reset()
	p := positionOf(key)
	if p.own == (stones{}) {
		for _, x := range r.orders {
			dst.Moves = append(dst.Moves, fast.RollMove{To: r.passed(position{x, p.other}).key()})
		}
		dst.Add(uint32(r.stones))
		return 0
	}
	for face := range r.stones {
		low, high := face, face
		for low >= 0 && p.own[low] == 0 {
			low--
		}
		for high < r.stones && p.own[high] == 0 {
			high++
		}
		if low >= 0 {
			r.moves(dst, p, low)
		}
		if high < r.stones && high != low {
			r.moves(dst, p, high)
		}
		dst.Add(1)
	}
	return 0
}

// moves appends the moves of a stone.
func (r *rules) moves(dst *fast.Rolls, p position, n int) {
	square := int(p.own[n]) - 1
	right, down := square%r.size < r.size-1, square/r.size < r.size-1
	for k, step := range []int{1, r.size, r.size + 1} {
		if k != 1 && !right || k != 0 && !down {
			continue
		}
		to := uint8(square + step + 1)
		next := p
		for m := range r.stones {
			if next.own[m] == to {
				next.own[m] = 0
			}
			if next.other[m] == to {
				next.other[m] = 0
			}
		}
		next.own[n] = to
		if int(to) == r.size*r.size || next.other == (stones{}) {
			dst.Moves = append(dst.Moves, fast.RollMove{End: engine.WinsNow})
		} else {
			dst.Moves = append(dst.Moves, fast.RollMove{To: r.passed(next).key()})
		}
	}
}

// square returns the name of a square.
func (r *rules) square(n uint8) string {
	if n == 0 {
		return "-"
	}
	return string(rune('a'+int(n-1)%r.size)) + strconv.Itoa(int(n-1)/r.size+1)
}

// moveText returns the notation of a move.
func (r *rules) moveText(from, to uint64) string {
	before, after := positionOf(from), r.passed(positionOf(to))
	if before.own == (stones{}) {
		var order strings.Builder
		for _, square := range r.start {
			fmt.Fprint(&order, slices.Index(after.own[:], uint8(square))+1)
		}
		return order.String()
	}
	for n, square := range before.own {
		if now := after.own[n]; now != square && now > 0 {
			mark := "-"
			if slices.Contains(before.own[:], now) || slices.Contains(before.other[:], now) {
				mark = "x"
			}
			return r.square(square) + mark + r.square(now)
		}
	}
	return "?"
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	p := positionOf(key)
	return r.text(p.own) + "/" + r.text(p.other)
}

func (r *rules) text(x stones) string {
	if x == (stones{}) {
		return "?"
	}
	var words []string
	for _, square := range x[:r.stones] {
		words = append(words, r.square(square))
	}
	return strings.Join(words, ".")
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	own, other, _ := strings.Cut(text, "/")
	p := position{r.parse(own), r.parse(other)}
	seen := map[uint8]bool{}
	twice := false
	for _, square := range append(slices.Clone(p.own[:]), p.other[:]...) {
		twice = twice || square > 0 && seen[square]
		seen[square] = true
	}
	corner := uint8(r.size * r.size)
	over := slices.Contains(p.own[:], corner) || slices.Contains(p.other[:], 1)
	if r.KeyText(p.key()) != text || twice || over || p.other == (stones{}) && p.own != (stones{}) {
		return 0, engine.InputErrorf("%q is not a position: want the squares of the mover's stones 1 to %d, then of the opponent's, such as %s, or ? for stones that are not placed",
			text, r.stones, r.KeyText(position{r.orders[0], r.turned(r.orders[0])}.key()))
	}
	return p.key(), nil
}

// parse reads the squares of stones. What is no square is 0.
func (r *rules) parse(text string) (x stones) {
	for n, word := range strings.SplitN(text, ".", len(x)) {
		for square := range uint8(r.size * r.size) {
			if word == r.square(square+1) {
				x[n] = square + 1
			}
		}
	}
	return x
}

// board draws a position: the mover's stones as numbers, the opponent's as letters.
func (r *rules) board(key uint64) string {
	p := positionOf(key)
	var b strings.Builder
	for row := r.size - 1; row >= 0; row-- {
		fmt.Fprint(&b, row+1)
		for column := range r.size {
			square, cell := uint8(row*r.size+column+1), "."
			if n := slices.Index(p.own[:r.stones], square); n >= 0 {
				cell = strconv.Itoa(n + 1)
			} else if n := slices.Index(p.other[:r.stones], square); n >= 0 {
				cell = string(rune('A' + n))
			}
			b.WriteString(" " + cell)
		}
		b.WriteByte('\n')
	}
	for column := range r.size {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	return strings.Replace(b.String(), "\n a", "\n  a", 1) + "\n"
}

// depiction describes the board. Each player's goal is the other's corner.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{Relative: true, Turned: true, Goal: "The player who first reaches the flag of his colour, in the opposite corner, or captures all stones of the opponent, wins.",
		Click: "Choose an order: 213 puts the stones 2, 1, 3 around your corner, row by row from the corner on. Light's corner is a1, at the dark flag, Dark's at the light one.\nClick a stone that the roll allows, then its square. The stone has the number rolled, or if it is gone the next lower or higher one.", Looks: drawing.Looks{}, Marks: map[string]string{"a1": "goal-dark", r.square(uint8(r.size * r.size)): "goal-light"}}
	all := ""
	for n := range r.stones {
		own, other := rune('1'+n), rune('A'+n)
		d.Looks[own], d.Looks[other] = drawing.Look{Shape: drawing.Disc, Label: strconv.Itoa(n + 1)}, drawing.Look{Shape: drawing.Disc, Label: strconv.Itoa(n + 1), Second: true}
		all += string(own) + string(other)
	}
	d.Heaps = []drawing.Heap{{Name: "off the board", Side: 2, Absent: all}}
	return d
}
