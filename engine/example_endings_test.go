package engine_test

import (
	"fmt"
	"log"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// kings is a game on four rows of three squares. Each player has a king. A turn moves the king to an adjacent
// square. A player wins who takes the other king, or who makes a "try": his king steps onto the row farthest from
// him, and the other king cannot take it there. A key has the mover's square in the bits from 4 up and the
// opponent's below. Each player numbers the squares row by row from his own side.
type kings struct{}

func (kings) near(a, b uint64) bool {
	rows, columns := int(a/3)-int(b/3), int(a%3)-int(b%3)
	return a != b && rows*rows <= 1 && columns*columns <= 1
}

// turns calls f for each square that the king can go to. ends means that the move wins, and how is its prefix.
func (k kings) turns(key uint64, f func(to uint64, ends bool, how string)) {
	own, other := key>>4, 11-key&15 // both as the mover numbers them
	for to := range uint64(12) {
		switch {
		case !k.near(own, to):
		case to == other:
			f(to, true, "x")
		case to/3 == 3 && !k.near(to, other):
			f(to, true, "try ")
		default:
			f(to, false, "")
		}
	}
}

// AppendMoves reports winning moves by a bit, because they lead to no key.
func (k kings) AppendMoves(dst []uint64, key uint64) (_ []uint64, ends engine.Ends) {
	k.turns(key, func(to uint64, over bool, _ string) {
		if over {
			ends |= engine.WinsNow
		} else {
			dst = append(dst, key&15<<4|to)
		}
	})
	return dst, ends
}

// AppendEndings names the winning moves.
func (k kings) AppendEndings(dst []engine.Ending, key uint64) []engine.Ending {
	k.turns(key, func(to uint64, over bool, how string) {
		if over {
			dst = append(dst, engine.Ending{Turn: fmt.Sprintf("%s%c%d", how, 'a'+rune(to%3), 1+to/3), End: engine.WinsNow})
		}
	})
	return dst
}

// Moves that end the game lead to no key, and AppendEndings names them. Repetition needs no rule: a key does not
// contain the history, and a position is a draw if neither player can force a win.
func ExampleEnding() {
	rules := &engine.Rules{Start: 1<<4 | 1, AppendMoves: kings{}.AppendMoves, AppendEndings: kings{}.AppendEndings}
	game, err := discover.Game(engine.Spec{}, engine.Byte, rules, 0)
	if err != nil {
		log.Fatal(err)
	}
	counts := map[string]int{}
	for _, v := range enginetest.Naive(game) {
		counts[engine.Byte.Text(v)]++
	}
	fmt.Println(counts)
	p, err := game.Parse("0x60") // on a3, the opponent's king on c4
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range game.Moves(p) {
		if m.Ended {
			fmt.Println(m.Turn)
		}
	}
	// Output:
	// map[L1:4 L2:1 L3:4 T:7 W1:73 W2:10 W3:5 W4:6]
	// try a4
}
