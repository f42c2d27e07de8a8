package awari

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// pit returns the pit of a square of the drawn board. The opponent's row is at the top, from his
// last pit to his first.
func pit(square int) int {
	if square < 6 {
		return pits - 1 - square
	}
	return square - 6
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (uint64, error) {
	want := func() (uint64, error) {
		return 0, engine.InputErrorf("%q: want twelve digits or letters, a pit each, such as 111111111111, or twelve numbers with blanks", text)
	}
	var b board
	if fields := strings.Fields(text); len(fields) == pits {
		for p, field := range fields {
			n, err := strconv.ParseUint(field, 10, 7)
			if err != nil {
				return want()
			}
			b[p] = uint8(n)
		}
	} else {
		plain := strings.NewReplacer("/", "", "\n", "", "\r", "").Replace(text)
		if len(plain) != pits {
			return want()
		}
		for square := range pits {
			n := strings.IndexByte(drawing.Digits, plain[square])
			if n < 0 {
				return want()
			}
			b[pit(square)] = uint8(n)
		}
	}
	switch sum := b.stones(); {
	case sum > r.most:
		return 0, engine.InputErrorf("%q has %d stones: want at most %d", text, sum, r.most)
	case !r.stored(&b):
		return 0, engine.InputErrorf("%q is not reachable in a game with 48 stones", text)
	}
	return r.index(&b), nil
}

// squares returns the digits of all pits in drawing order.
func squares(b *board) string {
	text := make([]byte, pits)
	for square := range text {
		text[square] = drawing.Digits[b[pit(square)]]
	}
	return string(text)
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	b := r.board(key)
	return squares(&b)
}

// KeyBoard draws the pits with their coordinates.
func (r *rules) KeyBoard(key uint64) string {
	b := r.board(key)
	text := squares(&b)
	return engine.Grid(6, 2, func(square int) byte { return text[square] })
}

// MoveText implements the MoveText of [engine.Rules].
func (r *rules) MoveText(from, to uint64) (text string) {
	b := r.board(from)
	after, legal := b.results()
	for pit := range after {
		if legal[pit] && r.index(&after[pit]) == to {
			text = fmt.Sprintf("%c1", 'a'+pit)
		}
	}
	return text
}

// depiction has pits with stones, and names the owners of the rows.
var depiction = drawing.Depiction{
	Goal:   "The player who captures more stones wins. The value counts the stones captured from here on. Those captured before are not part of the position.",
	Click:  "Click a pit of your row to sow its stones.",
	Turned: true, Ground: drawing.Pits, Looks: drawing.Counts(maxStones), Owners: "21",
	Players: [2]drawing.Player{{Name: "South"}, {Name: "North"}},
}
