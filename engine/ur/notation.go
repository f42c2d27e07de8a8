package ur

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

// keyOf returns the key of a position.
func keyOf(p position) uint64 {
	return uint64(p.mover.on) | uint64(p.other.on)<<16 | uint64(p.mover.off)<<32 | uint64(p.other.off)<<36
}

// positionOf is the inverse of keyOf.
func positionOf(key uint64) position {
	return position{side{uint16(key), uint8(key >> 32 & 15)}, side{uint16(key >> 16), uint8(key >> 36 & 15)}}
}

// contract returns the rules as package discover takes them.
func (n *numbering) contract() *engine.Rules {
	return &engine.Rules{
		Roll: func(dst *fast.Rolls, key uint64) engine.Ends { return n.roll(dst, positionOf(key), keyOf) },
		Dice: engine.Dice{Sum: uint64(n.sum)},
		RollName: func(_ uint64, roll int) string {
			return strconv.Itoa(int(n.rolls[roll]))
		},
		Slice: func(key uint64) int {
			p := positionOf(key)
			at := n.partOf[p.mover.off][p.other.off]
			for k := range n.parts {
				if at == &n.parts[k] {
					return k
				}
			}
			return 0
		},
		Notation: n, Board: n.board, MoveText: n.moveText, Depiction: n.depiction(), MaxSuccessors: 4*(most+1) + 1,
	}
}

// KeyText implements [engine.KeyNotation].
func (n *numbering) KeyText(key uint64) string {
	p := positionOf(key)
	return sideText(p.mover) + "/" + sideText(p.other)
}

func sideText(s side) string {
	var squares []string
	for on := s.on; on != 0; on &= on - 1 {
		squares = append(squares, strconv.Itoa(bits.TrailingZeros16(on)+1))
	}
	if squares == nil {
		squares = []string{"-"}
	}
	return fmt.Sprintf("%s+%d", strings.Join(squares, "."), s.off)
}

// ParseKey implements [engine.KeyNotation].
func (n *numbering) ParseKey(text string) (uint64, error) {
	mover, other, ok := strings.Cut(text, "/")
	a, okA := n.parseSide(mover)
	b, okB := n.parseSide(other)
	key := keyOf(position{a, b})
	if !ok || !okA || !okB || n.KeyText(key) != text || !n.stored(position{a, b}) {
		return 0, engine.InputErrorf("%q is not a position: want the squares of the mover's pieces, 1 to %d, and the number borne off, then the opponent's, such as 3.8+0/-+0, with %d pieces each and at most one on a square",
			text, n.length, n.pieces)
	}
	return key, nil
}

func (n *numbering) parseSide(text string) (s side, ok bool) {
	squares, off, ok := strings.Cut(text, "+")
	borne, err := strconv.ParseUint(off, 10, 3)
	if !ok || err != nil || int(borne) > n.pieces {
		return s, false
	}
	s.off = uint8(borne)
	if squares == "-" {
		return s, true
	}
	for _, word := range strings.Split(squares, ".") {
		square, err := strconv.Atoi(word)
		if err != nil || square < 1 || square > n.length {
			return s, false
		}
		s.on |= 1 << (square - 1)
	}
	return s, true
}

// moveText returns the notation of a move.
func (n *numbering) moveText(from, to uint64) string {
	before, after := positionOf(from), positionOf(to)
	if !n.keeps(before, after) {
		after.mover, after.other = after.other, after.mover
	}
	if before.mover == after.mover {
		return "pass"
	}
	start, end := 0, n.length+1
	if gone := before.mover.on &^ after.mover.on; gone != 0 {
		start = bits.TrailingZeros16(gone) + 1
	}
	if come := after.mover.on &^ before.mover.on; come != 0 {
		end = bits.TrailingZeros16(come) + 1
	}
	mark := "-"
	if before.other != after.other {
		mark = "x"
	}
	return fmt.Sprint(start, mark, end)
}

// keeps reports whether a move from one position to another keeps the turn.
func (n *numbering) keeps(from, to position) bool {
	var r fast.Rolls
	n.roll(&r, from, keyOf)
	for _, m := range r.Moves {
		if m.To == keyOf(to) {
			return m.Keeps
		}
	}
	return false
}

// board draws a position: the opponent's own squares, those in the middle, and the mover's own.
func (n *numbering) board(key uint64) string {
	p := positionOf(key)
	theirs := n.seen(p.other.on)
	rows := n.rows()
	text := engine.Grid(len(rows[1]), 3, func(at int) byte {
		row, column := at/len(rows[1]), at%len(rows[1])
		if column >= len(rows[row]) || rows[row][column] == 0 {
			return ' '
		}
		square := rows[row][column]
		bit := uint16(1) << (square - 1)
		switch owned := row > 0 || n.shared&bit != 0; {
		case owned && p.mover.on&bit != 0:
			return 'x'
		case owned && n.shared&bit != 0 && theirs&bit != 0, !owned && p.other.on&bit != 0:
			return 'o'
		case n.rosettes&bit != 0:
			return '*'
		}
		return '.'
	})
	return text + fmt.Sprintf("x: hand %d, off %d\no: hand %d, off %d\n", n.hand(p.mover), p.mover.off, n.hand(p.other), p.other.off)
}

// names returns the names of the squares of the mover's path on the drawn board, and their marks: a rosette, or a number.
func (n *numbering) names() (names map[int]string, marks map[string]string) {
	names, marks = map[int]string{}, map[string]string{}
	for row, squares := range n.rows() {
		for column, square := range squares {
			if square == 0 {
				continue
			}
			name := fmt.Sprintf("%c%d", 'a'+column, 3-row)
			if row > 0 || n.shared>>(square-1)&1 != 0 {
				names[square] = name
			}
			if marks[name] = fmt.Sprintf("=%d", square); n.rosettes>>(square-1)&1 != 0 {
				marks[name] = "rosette"
			}
		}
	}
	return names, marks
}

// depiction describes the board. A click on a piece moves it by the roll, one on the square where it
// lands enters a piece.
func (n *numbering) depiction() drawing.Depiction {
	names, marks := n.names()
	return drawing.Depiction{
		Relative: true, Mirrored: true, Unnamed: true, Marks: marks,
		Goal:  "The player who first brings all pieces along the numbered path and off the board wins: from 1 in his own row through the middle, which both share. A rosette gives another roll.",
		Click: "Click a piece to move it by the roll, or the square where a new one comes in, from 0.",
		Looks: drawing.Looks{'*': {}, 'x': {Shape: drawing.Disc}, 'o': {Shape: drawing.Disc, Second: true}},
		Heaps: []drawing.Heap{
			{Name: "in hand", Find: `x: hand (\d+)`, Piece: "x"}, {Name: "borne off", Find: `x: hand \d+, off (\d+)`, Piece: "x"},
			{Name: "in hand", Side: 1, Find: `o: hand (\d+)`, Piece: "o"}, {Name: "borne off", Side: 1, Find: `o: hand \d+, off (\d+)`, Piece: "o"},
		},
		Clicks: func(turn string) (clicks []drawing.Click) {
			var from, to int
			_, move, rolled := strings.Cut(turn, ":")
			if !rolled {
				move = turn
			}
			if n, _ := fmt.Sscanf(strings.Replace(move, "x", "-", 1), "%d-%d", &from, &to); n < 2 {
				return nil
			}
			for square, act := range map[int]drawing.Act{from: drawing.Take, to: drawing.Put} {
				if name := names[square]; name != "" {
					clicks = append(clicks, drawing.Click{Square: name, Act: act})
				}
			}
			slices.SortFunc(clicks, func(a, b drawing.Click) int { return int(a.Act) - int(b.Act) })
			return clicks
		},
	}
}

// rows returns the squares of the rows of the board by their numbers on the mover's path, or in the upper
// row on the opponent's if only he passes them; 0 where there is none.
func (n *numbering) rows() [3][]int {
	var middle []int
	top, bottom := []int{4, 3, 2, 1}, []int{4, 3, 2, 1}
	switch {
	case n.length == 14:
		top, bottom = append(top, 0, 0, 14, 13), append(bottom, 0, 0, 14, 13)
		middle = []int{5, 6, 7, 8, 9, 10, 11, 12}
	case n.mirror[12] != 12:
		top, bottom = append(top, 0, 0, 12, 13), append(bottom, 0, 0, 16, 15)
		middle = []int{5, 6, 7, 8, 9, 10, 11, 14}
	default:
		middle = []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	}
	return [3][]int{top, middle, bottom}
}
