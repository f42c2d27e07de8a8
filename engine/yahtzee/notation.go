package yahtzee

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// position is a moment, with no dice kept and three rolls left, or a position within the turn that begins
// there.
type position struct {
	moment
	within bool
	set    int // of dice that are kept
	left   int // rolls
}

// key packs a position: 13 bits of categories, six of points, the extra, and within a turn a bit, two of
// rolls and the dice.
func (p position) key() uint64 {
	key := uint64(p.open) | uint64(p.points)<<13 | uint64(p.extra)<<19
	if p.within {
		key |= 1<<20 | uint64(p.left)<<21 | uint64(p.set)<<23
	}
	return key
}

func positionOf(key uint64) position {
	p := position{moment{uint16(key & (1<<categories - 1)), int(key >> 13 & 63), int(key >> 19 & 1)}, key>>20&1 == 1, kept - 1, 3}
	if p.within {
		p.set, p.left = int(key>>23), int(key>>21&3)
	}
	return p
}

// contract returns the rules as package discover takes them. Thirteen times five of a kind score 1,575.
func (n *numbering) contract() *engine.Rules {
	return &engine.Rules{
		Start: position{moment: moment{open: n.all}}.key(), Roll: n.roll, Dice: engine.Dice{Sum: sum, Bound: 1_600, Places: places},
		RollName: func(key uint64, roll int) string { return n.texts[n.fits[positionOf(key).set][roll]] },
		Layer:    func(key uint64) int { return n.filled(positionOf(key).moment) },
		Within: func(key uint64) (owner uint64, place int, ok bool) {
			p := positionOf(key)
			return position{moment: p.moment}.key(), p.place(), p.within
		},
		Score: func(uint64) int { return 0 }, Notation: n, Board: n.board, MoveText: n.moveText, Depiction: depiction(),
	}
}

// KeyText implements [engine.KeyNotation].
func (n *numbering) KeyText(key uint64) string {
	p := positionOf(key)
	t := fmt.Sprintf("%s/%d%s", text(p.open), p.points, strings.Repeat("*", p.extra))
	if p.open == 0 {
		t = "-" + t
	}
	if p.within {
		t += fmt.Sprintf(":%s+%d", n.texts[p.set], p.left)
	}
	return t
}

// ParseKey implements [engine.KeyNotation].
func (n *numbering) ParseKey(text string) (uint64, error) {
	before, turn, within := strings.Cut(text, ":")
	open, points, _ := strings.Cut(before, "/")
	p := position{moment{setOf(open), 0, strings.Count(points, "*") & 1}, within, kept - 1, 3}
	p.points, _ = strconv.Atoi(strings.TrimSuffix(points, "*"))
	ok := p.points >= 0 && p.points <= full
	if within && ok {
		dice, left, _ := strings.Cut(turn, "+")
		p.set, p.left = n.numbers[dice], slices.Index([]string{"0", "1", "2"}, left)
		ok = p.open != 0 && (p.left > 0 || p.left == 0 && p.set < fives)
	}
	if ok {
		_, ok = n.index(p.moment)
	}
	if !ok || n.KeyText(p.key()) != text {
		start := n.KeyText(uint64(n.all))
		return 0, engine.InputErrorf("%q is not a position: want the open categories and the points of the upper ones, as in %s, with * if another yahtzee scores 100 more; within a turn also the dice kept and 1 or 2 rolls left, as in %s:55+1, or five dice and up to 2",
			text, start, start)
	}
	return p.key(), nil
}

// moveText returns the notation of a move: the dice to keep, or a category.
func (n *numbering) moveText(from, to uint64) string {
	before, after := positionOf(from), positionOf(to)
	if after.within {
		return n.texts[after.set]
	}
	return names[bits.TrailingZeros16(before.open&^after.open)]
}

// symbols are those of the open categories on the drawn board, where digits are dice.
const symbols = "ABCDEFtfhslyc"

// board draws the dice that are kept above the open categories.
func (n *numbering) board(key uint64) string {
	p := positionOf(key)
	dice := strings.Trim(n.texts[p.set], "-")
	board := engine.Grid(categories, 2, func(at int) byte {
		switch c := at % categories; {
		case at < len(dice):
			return dice[at]
		case at >= categories && p.open>>c&1 == 1:
			return symbols[c]
		case at >= 5 && at < categories || at >= categories && n.all>>c&1 == 0:
			return ' '
		}
		return '.'
	})
	return fmt.Sprintf("%sones to sixes %d, another yahtzee +%d, rolls left %d\n", board, p.points, 100*p.extra, p.left)
}

// depiction describes the board: dice, and a tile with a letter for each open category. A click on the tile
// scores the dice.
func depiction() drawing.Depiction {
	d := drawing.Depiction{
		Looks: drawing.Looks{},
		Heaps: []drawing.Heap{{Name: "points of ones to sixes", Find: `sixes (\d+)`}, {Name: "rolls left", Find: `left (\d)`}},
		Clicks: func(turn string) []drawing.Click {
			if at := slices.Index(names[:], turn[strings.Index(turn, ":")+1:]); at >= 0 {
				return []drawing.Click{{Square: string(rune('a'+at)) + "1", Act: drawing.Clear}}
			}
			return nil
		},
	}
	for at, c := range symbols {
		d.Looks[c] = drawing.Look{Shape: drawing.Block, Neutral: true, Label: strings.ToUpper(letters[at : at+1])}
	}
	for at := range 6 {
		d.Looks['1'+rune(at)] = drawing.Look{Figure: "die" + string(rune('1'+at))}
	}
	return d
}
