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
		Score: func(uint64) int { return 0 }, Notation: n, Board: n.board, MoveText: n.moveText, Depiction: n.depiction(),
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

// tiles has the symbol and the label of the tile of each open category on the drawn board, where digits are dice.
const tiles = "ABCDEFGHIJKLM"

var labels = [categories]string{"1", "2", "3", "4", "5", "6", "3×", "4×", "FH", "SS", "LS", "Y", "?"}

// part has the columns of a part of the drawn board, a sheet in two parts below the dice.
const part = 5

// size returns the columns and rows of the drawn board.
func (n *numbering) size() (columns, rows int) {
	high, low := bits.OnesCount16(n.all&upper), bits.OnesCount16(n.all&^upper)
	return part * (min(high, 1) + min(low, 1)), 1 + max(high, low)
}

// rowOf returns the part of the sheet and the row of a category.
func (n *numbering) rowOf(category int) (half, row int) {
	section := n.all & upper
	if category >= threeOfAKind {
		half, section = min(int(section), 1), n.all&^upper
	}
	return half, 1 + bits.OnesCount16(section&(1<<category-1))
}

// board draws the dice that are kept above the sheet: for each category a tile while it is open, and its name.
func (n *numbering) board(key uint64) string {
	p := positionOf(key)
	dice := strings.Trim(n.texts[p.set], "-")
	columns, rows := n.size()
	board := make([]byte, columns*rows)
	copy(board[:part], dice+"<....")
	for c := range categories {
		if half, row := n.rowOf(c); n.all>>c&1 == 1 {
			line := board[row*columns+half*part:]
			copy(line, []byte{'x', tiles[c] + 'a' - 'A', '.', '.', '.'})
			if p.open>>c&1 == 1 {
				line[0] = tiles[c]
			}
		}
	}
	return fmt.Sprintf("%sones to sixes %d, another yahtzee +%d, rolls left %d\n", engine.Grid(columns, rows, func(at int) byte { return max(board[at], ' ') }), p.points, 100*p.extra, p.left)
}

// depiction describes the board. A click on the line of a category scores the dice.
func (n *numbering) depiction() drawing.Depiction {
	_, rows := n.size()
	d := drawing.Depiction{
		Goal:   "Every value is a total: what is scored by the choice, and all points that best play still brings after it.",
		Ground: drawing.Plain, Unnamed: true, Looks: drawing.Looks{'x': {Label: "used"}, '<': {Label: "kept dice"}}, Players: [2]drawing.Player{{Name: "You"}, {Name: "You"}},
		Heaps: []drawing.Heap{{Name: "upper", Find: `sixes (\d+)`}, {Name: "bonus", Find: `yahtzee \+(\d+)`}, {Name: "rolls incl. this", Find: `left (\d)`}},
		Clicks: func(turn string) []drawing.Click {
			c := slices.Index(names[:], turn[strings.Index(turn, ":")+1:])
			if c < 0 {
				return nil
			}
			half, row := n.rowOf(c)
			var line []string
			for at := part - 1; at >= 0; at-- {
				line = append(line, fmt.Sprintf("%c%d", 'a'+half*part+at, rows-row))
			}
			return []drawing.Click{{Square: strings.Join(line, "|"), Act: drawing.Clear}}
		},
	}
	for c, symbol := range tiles {
		d.Looks[symbol] = drawing.Look{Shape: drawing.Block, Neutral: true, Label: labels[c]}
		d.Looks[symbol+'a'-'A'] = drawing.Look{Label: strings.ToUpper(names[c][:1]) + strings.ReplaceAll(names[c][1:], "-", " ")}
	}
	for at := range 6 {
		d.Looks['1'+rune(at)] = drawing.Look{Shape: drawing.Block, Neutral: true, Color: "#ffffff", Figure: "die" + string(rune('1'+at))}
	}
	return d
}
