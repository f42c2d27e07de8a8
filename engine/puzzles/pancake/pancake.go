// Package pancake is the pancake problem: a stack of pancakes of different sizes is sorted by turning
// over some on top. A position is numbered by its rank among the permutations.
package pancake

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "pancake",
		Title:   "Pancakes",
		Variant: func(s engine.Spec) string { return fmt.Sprint(s.Int("n")) },
		Summary: "pancakes: sort a stack by turning over its top, one player",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "-",
		Kind:    engine.Moves,
		Params:  []engine.Param{{Name: "n", Type: engine.IntParam, Default: "9", Min: 2, Max: 12, Help: "pancakes"}},
		New: func(spec engine.Spec) (engine.Game, error) {
			return reversible.New(spec, engine.Moves, stack(spec.Int("n")).puzzle())
		},
	}
}

// stack is the rules for a number of pancakes. Keys are ranks.
type stack int

func (n stack) puzzle() *reversible.Puzzle {
	odd := make([]uint8, 0, n)
	for first := range 2 {
		for size := first; size < int(n); size += 2 {
			odd = append(odd, uint8(size))
		}
	}
	return &reversible.Puzzle{
		Rules: engine.Rules{
			Start: multiset.PermutationRank(odd), Notation: n, MaxSuccessors: int(n) - 1,
			Board: n.board, MoveText: n.moveText, Depiction: n.depiction(),
		},
		AppendNeighbours: n.appendNeighbours,
		IsGoal:           func(key uint64) bool { return key == 0 },
		Keys:             discover.Span{Size: multiset.Factorial(int(n))},
	}
}

func (n stack) sizes(memory *[12]uint8, key uint64) []uint8 {
	multiset.Permutation(memory[:n], key)
	return memory[:n]
}

func (n stack) appendNeighbours(dst []uint64, key uint64) []uint64 {
	var memory, turned [12]uint8
	sizes := n.sizes(&memory, key)
	for count := 2; count <= int(n); count++ {
		copy(turned[:], sizes)
		for k := range count {
			turned[k] = sizes[count-1-k]
		}
		dst = append(dst, multiset.PermutationRank(turned[:n]))
	}
	return dst
}

// moveText returns the number of pancakes turned over: down to the last that is another one.
func (n stack) moveText(from, to uint64) string {
	var a, b [12]uint8
	n.sizes(&a, from)
	n.sizes(&b, to)
	count := int(n)
	for a[count-1] == b[count-1] {
		count--
	}
	return fmt.Sprint(count)
}

// board draws the stack. Rows are numbered from the top, and a pancake covers an odd number of
// columns.
func (n stack) board(key uint64) string {
	var memory [12]uint8
	var b strings.Builder
	for row, size := range n.sizes(&memory, key) {
		gap := strings.Repeat(" .", int(n)-int(size)-1)
		fmt.Fprintf(&b, "%2d%s%s%s\n", row+1, gap, strings.Repeat(" "+drawing.Digits[size+1:size+2], 2*int(size)+1), gap)
	}
	b.WriteString("  ")
	for column := range 2*int(n) - 1 {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	return b.String() + "\n"
}

// depiction shows pancakes that are the lighter the smaller they are. A click on a pancake turns it over
// with those above.
func (n stack) depiction() drawing.Depiction {
	d := drawing.Depiction{Ground: drawing.Plain, Unnamed: true, Goal: "Sort the stack: the smallest pancake on top, the largest one below.",
		Click: "Click a pancake: it is turned over with all those above it. Move 5 turns the upper five.", Looks: drawing.Looks{}, Clicks: func(turn string) []drawing.Click { return []drawing.Click{{Square: turn}} }}
	for size, symbol := range drawing.Digits[1 : n+1] {
		d.Looks[symbol] = drawing.Look{
			Shape: drawing.Block, Neutral: true, Joined: true, Label: fmt.Sprint(size + 1),
			Color: fmt.Sprintf("#%02x%02x%02x", 246-8*size, 214-9*size, 150-9*size),
		}
	}
	return d
}

// KeyText implements [engine.KeyNotation].
func (n stack) KeyText(key uint64) string {
	var memory [12]uint8
	text := make([]byte, n)
	for k, size := range n.sizes(&memory, key) {
		text[k] = drawing.Digits[size+1]
	}
	return string(text)
}

// ParseKey implements [engine.KeyNotation].
func (n stack) ParseKey(text string) (uint64, error) {
	seen, sizes := 0, make([]uint8, 0, n)
	for _, c := range text {
		size := strings.IndexRune(drawing.Digits[1:n+1], c)
		if size < 0 || seen>>size&1 != 0 {
			break
		}
		seen |= 1 << size
		sizes = append(sizes, uint8(size))
	}
	if len(sizes) != int(n) || len(text) != int(n) {
		return 0, engine.InputErrorf("%q is not a stack: want each of 1 to %c once", text, drawing.Digits[n])
	}
	return multiset.PermutationRank(sizes), nil
}
