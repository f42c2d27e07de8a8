// Package sliding is the 8-puzzle, the 15-puzzle and their kin on boards of any size up to 16 squares:
// tiles slide into the empty square until they are in order. A formula numbers the positions.
package sliding

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// blanks are the places of the empty square in the goal.
var blanks = []string{"corner", "edge", "centre"}

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "sliding",
		Title:   "Sliding tiles",
		Variant: func(s engine.Spec) string { return fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height")) },
		Summary: "sliding tiles: the 8-puzzle and its kin, one player",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "-",
		Kind:    engine.Moves,
		Params: []engine.Param{
			{Name: "blank", Type: engine.WordParam, Default: "corner", Canonical: engine.OneOf(blanks...), Help: "the empty square of the goal: corner, edge or centre"},
			{Name: "height", Type: engine.IntParam, Default: "3", Min: 2, Max: 8, Help: "rows; width·height at most 16"},
			{Name: "width", Type: engine.IntParam, Default: "3", Min: 2, Max: 8, Help: "columns"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			r, err := newRules(spec.Int("width"), spec.Int("height"), spec.Word("blank"))
			if err != nil {
				return nil, err
			}
			g, err := reversible.New(spec, engine.Moves, r.puzzle())
			return game{g, newRanking(r)}, err
		},
	}
}

// rules are the rules of a board.
type rules struct {
	width, height, squares int
	blank                  int // the empty square of the goal
	goal, start            uint64
	near                   [][]int // by square: those next to it
	inverted               []bool  // by empty square: the order of the tiles is odd
}

// A key has four bits for each square, the first the lowest: the tile, or 0.

func tileAt(key uint64, square int) int { return int(key >> (4 * square) & 15) }

func newRules(width, height int, blank string) (*rules, error) {
	r := &rules{width: width, height: height, squares: width * height}
	switch {
	case r.squares > 16:
		return nil, engine.InputErrorf("a board of %d×%d squares is too large: want width·height at most 16", width, height)
	case blank == "edge" && width < 3:
		return nil, engine.InputErrorf("blank=edge: the top row of a board of %d columns has corners alone", width)
	case blank == "centre" && (width < 3 || height < 3):
		return nil, engine.InputErrorf("blank=centre: a board of %d×%d squares has no square inside", width, height)
	case blank == "edge":
		r.blank = width / 2
	case blank == "centre":
		r.blank = height/2*width + width/2
	}
	r.near = placement.Grid{Width: width, Height: height}.Steps([][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}})
	for square := range r.squares {
		// A tile that slides along a column passes width-1 others in the order of the tiles.
		r.inverted = append(r.inverted, (width-1)*(square/width-r.blank/width)%2 != 0)
	}
	tile := 1
	for square := range r.squares {
		if square != r.blank {
			r.goal |= uint64(tile) << (4 * square)
			r.start |= uint64(r.squares-tile) << (4 * square)
			tile++
		}
	}
	if n := r.squares - 1; n*(n-1)/2%2 == 1 { // tiles 1 and 2 are the last ones
		for square := range r.squares {
			if tile := tileAt(r.start, square); tile == 1 || tile == 2 {
				r.start ^= 3 << (4 * square)
			}
		}
	}
	return r, nil
}

func (r *rules) puzzle() *reversible.Puzzle {
	return &reversible.Puzzle{
		Rules: engine.Rules{
			Start: r.start, Notation: r, MaxSuccessors: 4,
			Board: func(key uint64) string {
				return engine.Grid(r.width, r.height, func(square int) byte { return symbol(key, square) })
			},
			MoveText:  r.moveText,
			Depiction: r.depiction(),
		},
		AppendNeighbours: r.appendNeighbours,
		IsGoal:           func(key uint64) bool { return key == r.goal },
		Keys:             newRanking(r),
	}
}

// depiction shows tiles as square pieces with their numbers. A click on a tile slides it.
func (r *rules) depiction() drawing.Depiction {
	d := drawing.Depiction{Looks: drawing.Looks{}, Unnamed: true, Goal: "Slide the tiles until the rows read " + r.KeyText(r.goal) + " (. is the empty square).",
		Click: "Click a tile next to the empty square: it slides there."}
	for tile, symbol := range drawing.Digits[1:r.squares] {
		d.Looks[symbol] = drawing.Look{Shape: drawing.Block, Label: fmt.Sprint(tile + 1), Neutral: true}
	}
	return d
}

// empty returns the empty square.
func (r *rules) empty(key uint64) int {
	for square := range r.squares {
		if tileAt(key, square) == 0 {
			return square
		}
	}
	panic("sliding: a board without an empty square")
}

func (r *rules) appendNeighbours(dst []uint64, key uint64) []uint64 {
	empty := r.empty(key)
	for _, square := range r.near[empty] {
		tile := uint64(tileAt(key, square))
		dst = append(dst, key^tile<<(4*square)^tile<<(4*empty))
	}
	return dst
}

// moveText returns the tile that slides: it leaves the square that is empty then.
func (r *rules) moveText(from, to uint64) string {
	return string(drawing.Digits[tileAt(from, r.empty(to))])
}

func symbol(key uint64, square int) byte {
	if tile := tileAt(key, square); tile > 0 {
		return drawing.Digits[tile]
	}
	return '.'
}

// KeyText implements [engine.KeyNotation].
func (r *rules) KeyText(key uint64) string {
	cells := make([]byte, r.squares)
	for square := range cells {
		cells[square] = symbol(key, square)
	}
	return engine.Rows(cells, r.width)
}

// ParseKey implements [engine.KeyNotation].
func (r *rules) ParseKey(text string) (key uint64, err error) {
	cells, err := engine.Cells(text, r.width, r.height)
	if err != nil {
		return 0, err
	}
	seen := map[byte]bool{}
	for square, c := range cells {
		tile := 0
		for tile < r.squares && symbol(uint64(tile), 0) != c {
			tile++
		}
		if tile == r.squares || seen[c] {
			return 0, engine.InputErrorf("%q has %q on square %d: want each of . and 1 to %c once", text, c, square+1, drawing.Digits[r.squares-1])
		}
		seen[c] = true
		key |= uint64(tile) << (4 * square)
	}
	return key, nil
}

// ranking numbers the positions that can be solved, by the empty square and then by the order of the
// tiles row by row. Half of the orders can occur with an empty square: those of one parity. Ranks that
// differ in the lowest bit are of different parity, so that the other bits number each half. A tile that
// slides along a row keeps the order. It implements [discover.KeySet].
type ranking struct {
	*rules
	block uint64 // orders of an empty square
}

func newRanking(r *rules) *ranking { return &ranking{r, multiset.Factorial(r.squares-1) / 2} }

// Len implements [discover.KeySet].
func (k *ranking) Len() uint64 { return uint64(k.squares) * k.block }

// order stores the tiles of a key, from 0, without the empty square, and returns that square.
func (k *ranking) order(tiles []uint8, key uint64) (empty int) {
	n := 0
	for square := range k.squares {
		if tile := tileAt(key, square); tile == 0 {
			empty = square
		} else {
			tiles[n] = uint8(tile - 1)
			n++
		}
	}
	return empty
}

// Rank implements [discover.KeySet]. The key is that of an arrangement.
func (k *ranking) Rank(key uint64) (rank uint64, ok bool) {
	var memory [16]uint8
	tiles := memory[:k.squares-1]
	empty := k.order(tiles, key)
	if multiset.IsOdd(tiles) != k.inverted[empty] {
		return 0, false
	}
	return uint64(empty)*k.block + multiset.PermutationRank(tiles)>>1, true
}

// Key implements [discover.KeySet].
func (k *ranking) Key(rank uint64) (key uint64) {
	var memory [16]uint8
	tiles := memory[:k.squares-1]
	empty := int(rank / k.block)
	multiset.Permutation(tiles, rank%k.block<<1)
	if last := len(tiles) - 1; multiset.IsOdd(tiles) != k.inverted[empty] {
		tiles[last], tiles[last-1] = tiles[last-1], tiles[last]
	}
	for n, tile := range tiles {
		square := n
		if square >= empty {
			square++
		}
		key |= uint64(tile+1) << (4 * square)
	}
	return key
}
