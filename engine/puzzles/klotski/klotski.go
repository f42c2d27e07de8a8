// Package klotski is the sliding block puzzle Klotski from its classic start. Blocks of the same size
// are alike. A search numbers the positions that play can reach.
package klotski

import (
	_ "embed"
	"math/bits"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "klotski",
		Title:   "Klotski",
		Summary: "Klotski: slide the large block out, one player",
		Rules:   rulesText,
		Level:   engine.LevelRanked,
		Bench:   "-",
		Kind:    engine.Moves,
		New: func(spec engine.Spec) (engine.Game, error) {
			keys, resident, err := reversible.Component([]uint64{mustParse(start)}, most, appendNeighbours)
			if err != nil {
				return nil, err
			}
			return reversible.New(spec, engine.Moves, &reversible.Puzzle{
				Rules: engine.Rules{
					Start: mustParse(start), Notation: notation{}, MaxSuccessors: 32, MoveText: moveText,
					Board: func(key uint64) string {
						cells := cellsOf(key)
						return engine.Grid(width, height, func(square int) byte { return cells[square] })
					},
					Depiction: depiction(),
				},
				AppendNeighbours: appendNeighbours,
				IsGoal:           func(key uint64) bool { return codeAt(key, goal) == large },
				Keys:             keys,
				Resident:         resident,
			})
		},
	}
}

const (
	width, height = 4, 5
	squares       = width * height
	goal          = 3*width + 1 // of the large block
	most          = 1 << 20     // positions, which are fewer by far
	start         = "^[]^/v{}v/^<>^/v11v/1..1"
)

// Blocks by size. A key has three bits for each square: the block whose upper left square it is.
const (
	single = 1 + iota
	lying
	standing
	large
)

// shapes are the widths and heights of blocks, and their symbols row by row.
var shapes = [...]struct {
	width, height int
	symbols       string
}{single: {1, 1, "1"}, lying: {2, 1, "<>"}, standing: {1, 2, "^v"}, large: {2, 2, "[]{}"}}

func codeAt(key uint64, square int) uint64 { return key >> (3 * square) & 7 }

// cover returns the squares of a block as bits.
func cover(code uint64, square int) (set uint32) {
	for y := range shapes[code].height {
		for x := range shapes[code].width {
			set |= 1 << (square + y*width + x)
		}
	}
	return set
}

// fits reports whether a block at a square is on the board.
func fits(code uint64, x, y int) bool {
	return x >= 0 && y >= 0 && x+shapes[code].width <= width && y+shapes[code].height <= height
}

func appendNeighbours(dst []uint64, key uint64) []uint64 {
	taken := uint32(0)
	for square := range squares {
		if code := codeAt(key, square); code > 0 {
			taken |= cover(code, square)
		}
	}
	for rest := taken; rest != 0; rest &= rest - 1 {
		square := bits.TrailingZeros32(rest)
		code := codeAt(key, square)
		if code == 0 {
			continue
		}
		others := taken &^ cover(code, square)
		for _, step := range [...][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
			x, y := square%width+step[0], square/width+step[1]
			if fits(code, x, y) && cover(code, y*width+x)&others == 0 {
				dst = append(dst, key^code<<(3*square)^code<<(3*(y*width+x)))
			}
		}
	}
	return dst
}

func cellsOf(key uint64) []byte {
	cells := []byte(strings.Repeat(".", squares))
	for square := range squares {
		if code := codeAt(key, square); code > 0 {
			shape := shapes[code]
			for n := range shape.symbols {
				cells[square+n/shape.width*width+n%shape.width] = shape.symbols[n]
			}
		}
	}
	return cells
}

func moveText(from, to uint64) string {
	name := func(key uint64) string {
		return engine.Square(bits.TrailingZeros64(key)/3, width, height)
	}
	// One square loses its code and another one gets it.
	return name(from&^to) + "-" + name(to&^from)
}

// depiction shows blocks in a colour by their size, and marks where the large one has to go.
func depiction() drawing.Depiction {
	d := drawing.Depiction{Looks: drawing.Looks{}, Marks: map[string]string{"b1": "goal", "c1": "goal"},
		Goal: "Bring the large red block to the flags, in the middle of the lowest row: that is the exit. A move is a step of one square.", Click: "Click a block, then the empty square that it comes to cover."}
	colors := [...]string{single: "#7fae7a", lying: "#7fa6c9", standing: "#9db8d2", large: "#d0312d"}
	for code, shape := range shapes {
		for n, symbol := range shape.symbols {
			joins := ""
			for way, goesOn := range [...]bool{n%shape.width > 0, n%shape.width < shape.width-1, n >= shape.width, n < len(shape.symbols)-shape.width} {
				if goesOn {
					joins += "lrud"[way : way+1]
				}
			}
			d.Looks[symbol] = drawing.Look{Shape: drawing.Block, Neutral: true, Color: colors[code], Joins: joins}
		}
	}
	return d
}

// notation implements [engine.KeyNotation].
type notation struct{}

// KeyText implements [engine.KeyNotation].
func (notation) KeyText(key uint64) string { return engine.Rows(cellsOf(key), width) }

// ParseKey implements [engine.KeyNotation].
func (notation) ParseKey(text string) (key uint64, err error) {
	cells, err := engine.Cells(text, width, height)
	if err != nil {
		return 0, err
	}
	for square, symbol := range cells {
		for code := uint64(single); code <= large; code++ {
			if shapes[code].symbols[0] == symbol && fits(code, square%width, square/width) {
				key |= code << (3 * square)
			}
		}
	}
	if written := string(cellsOf(key)); written != string(cells) {
		return 0, engine.InputErrorf("%q has a block that is not whole: want [] over {}, <>, ^ over v, 1 and .", text)
	}
	return key, nil
}

func mustParse(text string) uint64 {
	key, err := notation{}.ParseKey(text)
	if err != nil {
		panic(err)
	}
	return key
}
