package kalah

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// pit returns the pit of a square of the drawn board. The second player's row is at the top, from
// his right to his left.
func (r *rules) pit(square int) int {
	if square < r.pits {
		return 2*r.pits - 1 - square
	}
	return square - r.pits
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	want := fmt.Sprintf("want %d pits, a digit or letter each, ", 2*r.pits)
	if r.stores {
		want += "the stores of both players as in 0-0, "
	}
	want += "and 1 or 2 for the player to move"
	fields := strings.Fields(text)
	parts := 2
	if r.stores {
		parts++
	}
	if len(fields) != parts || len(fields[0]) != 2*r.pits {
		return 0, engine.InputErrorf("%q: %s", text, want)
	}
	var b board
	sum := 0
	for square := range 2 * r.pits {
		seeds := strings.IndexByte(drawing.Digits, fields[0][square])
		if seeds < 0 {
			return 0, engine.InputErrorf("%q: %s", text, want)
		}
		b.pits[r.pit(square)] = uint8(seeds)
		sum += seeds
	}
	if r.stores {
		first, second, _ := strings.Cut(fields[1], "-")
		one, err1 := strconv.ParseUint(first, 10, 7)
		two, err2 := strconv.ParseUint(second, 10, 7)
		if err1 != nil || err2 != nil {
			return 0, engine.InputErrorf("%q: %s", text, want)
		}
		b.stores = [2]uint8{uint8(one), uint8(two)}
		sum += int(one + two)
	}
	if sum > r.total || r.stores && sum < r.total {
		return 0, engine.InputErrorf("%q has %d seeds: want %d", text, sum, r.total)
	}
	switch fields[parts-1] {
	case "1":
	case "2":
		b.side = 1
	default:
		return 0, engine.InputErrorf("%q: %s", text, want)
	}
	return r.key(&b), nil
}

// squares returns the digits of all pits in drawing order.
func (r *rules) squares(b *board) string {
	text := make([]byte, 2*r.pits)
	for square := range text {
		text[square] = drawing.Digits[b.pits[r.pit(square)]]
	}
	return string(text)
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	b := r.board(key)
	if !r.stores {
		return fmt.Sprintf("%s %d", r.squares(&b), b.side+1)
	}
	return fmt.Sprintf("%s %d-%d %d", r.squares(&b), b.stores[0], b.stores[1], b.side+1)
}

// KeyBoard draws the pits with their coordinates, the stores and the player to move.
func (r *rules) KeyBoard(key uint64) string {
	b := r.board(key)
	squares := r.squares(&b)
	text := engine.Grid(r.pits, 2, func(square int) byte { return squares[square] })
	if r.stores {
		text += fmt.Sprintf("stores %d and %d, ", b.stores[0], b.stores[1])
	}
	return text + fmt.Sprintf("%d to move\n", b.side+1)
}

// MoveText implements the MoveText of [engine.Rules]. It names the mover's pit with fewer seeds
// than before. Captures take seeds only from opponent's pits and from an own pit that was empty.
func (r *rules) MoveText(from, to uint64) string {
	b, after := r.board(from), r.board(to)
	for column := range r.pits {
		if pit := b.side*r.pits + column; after.pits[pit] < b.pits[pit] {
			if b.side == 1 {
				column = r.pits - 1 - column
			}
			return fmt.Sprintf("%c%d", 'a'+column, b.side+1)
		}
	}
	return ""
}

// depiction has pits with seeds, the owners of the rows and their stores.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{
		Ground: drawing.Pits, Goal: "The player who has more seeds at the end wins.", Looks: drawing.Counts(len(drawing.Digits) - 1), Owners: "21",
		Click:   "Click a pit of your row to sow its seeds. Who drops the last one into the own store moves again.",
		Players: [2]drawing.Player{{Name: "South"}, {Name: "North"}},
	}
	if r.stores {
		d.Heaps = []drawing.Heap{
			{Name: "store", Find: `^ (\d+)-`, Store: true},
			{Name: "store", Side: 1, Find: `^ \d+-(\d+)`, Store: true},
		}
	}
	return d
}
