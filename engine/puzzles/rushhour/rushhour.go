// Package rushhour is Rush Hour: cars slide in their lanes until the first one reaches the exit. Its
// positions are those of one board, of one set of cars, or all of a small board.
package rushhour

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// hardest is the hardest start without walls, of Michael Fogleman's database.
const hardest = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF."

const (
	scopeStart = "start"
	scopeCars  = "cars"
)

// universes are the scopes of all boards of a size.
var universes = map[string]int{"all3": 3, "all4": 4, "all5": 5}

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "rushhour",
		Title:   "Rush Hour",
		Variant: variant,
		Summary: "Rush Hour: slide cars until the first can leave, one player",
		Rules:   rulesText,
		Level:   engine.LevelRanked,
		Bench:   "-",
		Kind:    engine.Moves,
		Params: []engine.Param{
			{Name: "board", Type: engine.FileParam, Default: "letters", Canonical: canonicalFile, Help: "a file with the board, as a position is written"},
			{Name: "letters", Type: engine.WordParam, Default: hardest, Canonical: canonicalLetters, Help: "the board, as a position is written"},
			{Name: "scope", Type: engine.WordParam, Default: scopeStart, Canonical: engine.OneOf(scopeStart, scopeCars, "all3", "all4", "all5"), Help: "start, cars, or all3, all4 or all5: which positions are stored"},
		},
		Settle: settle,
		New: func(spec engine.Spec) (engine.Game, error) {
			p, err := open(spec)
			if err != nil {
				return nil, err
			}
			return reversible.New(spec, engine.Moves, p)
		},
	}
}

func variant(s engine.Spec) string {
	if size := universes[s.Word("scope")]; size > 0 {
		return fmt.Sprintf("all %d×%d boards", size, size)
	}
	return map[string]string{scopeStart: "", scopeCars: "all placements"}[s.Word("scope")]
}

// settle leaves one board in a spec.
func settle(values map[string]string, given func(param string) bool) error {
	all := universes[values["scope"]] > 0
	switch {
	case all && (given("board") && values["board"] != "letters" || given("letters") && values["letters"] != noBoard):
		return engine.InputErrorf("scope=%s is about all boards: want no board and no letters", values["scope"])
	case all:
		values["letters"] = noBoard
	case given("board") && values["board"] != "letters":
		if given("letters") && values["letters"] != noBoard {
			return engine.InputErrorf("board and letters both say what stands on the board: want one of them")
		}
		values["letters"] = noBoard
	}
	return nil
}

// noBoard stands for letters that are not used.
const noBoard = "-"

func open(spec engine.Spec) (*reversible.Puzzle, error) {
	if size := universes[spec.Word("scope")]; size > 0 {
		return newUniverse(size).puzzle(), nil
	}
	text, drawn := spec.File("board")
	if !drawn {
		text = spec.Word("letters")
	}
	f, err := newFleet(text)
	if err != nil {
		return nil, err
	}
	return f.puzzle(spec.Word("scope") == scopeCars)
}

// car is a car in its lane: a row, or a column of a standing car.
type car struct {
	letter   byte
	standing bool
	lane     int
	at       int // the first square in the lane
	length   int
}

// square returns the k-th square of the car on a board of size×size squares.
func (c *car) square(k, size int) int {
	if c.standing {
		return (c.at+k)*size + c.lane
	}
	return c.lane*size + c.at + k
}

// cover returns the squares of the car as bits.
func (c *car) cover(size int) (set uint64) {
	for k := range c.length {
		set |= 1 << c.square(k, size)
	}
	return set
}

// eachSlide calls use with each car that can slide, where it slides to. Walls and other cars stop it.
func eachSlide(cars []car, walls uint64, size int, use func(n, at int)) {
	taken := walls
	for n := range cars {
		taken |= cars[n].cover(size)
	}
	for n, c := range cars {
		for _, step := range [2]int{-1, 1} {
			for moved := c; ; {
				moved.at += step
				edge := 0 // the square that is entered
				if step > 0 {
					edge = c.length - 1
				}
				if moved.at < 0 || moved.at+c.length > size || taken>>moved.square(edge, size)&1 != 0 {
					break
				}
				use(n, moved.at)
			}
		}
	}
}

// draw returns the symbols of the squares.
func draw(cars []car, walls uint64, size int) []byte {
	cells := []byte(strings.Repeat(".", size*size))
	for ; walls != 0; walls &= walls - 1 {
		cells[bits.TrailingZeros64(walls)] = 'x'
	}
	for _, c := range cars {
		for k := range c.length {
			cells[c.square(k, size)] = c.letter
		}
	}
	return cells
}

// read reads a position: its cars by letter, and its walls.
func read(text string, size int) (cars []car, walls uint64, err error) {
	cells, err := engine.Cells(strings.ReplaceAll(text, " ", ""), size, size)
	if err != nil {
		return nil, 0, err
	}
	squares := map[byte][]int{}
	for square, symbol := range cells {
		switch {
		case symbol == '.' || symbol == 'o':
		case symbol == 'x':
			walls |= 1 << square
		case symbol >= 'A' && symbol <= 'Z':
			squares[symbol] = append(squares[symbol], square)
		default:
			return nil, 0, engine.InputErrorf("%q has %q: want letters A to Z, x for a wall, . for an empty square", text, symbol)
		}
	}
	for letter, list := range squares {
		c := car{letter, true, list[0] % size, list[0] / size, len(list)}
		if len(list) > 1 && list[1] == list[0]+1 {
			c = car{letter, false, list[0] / size, list[0] % size, len(list)}
		}
		set := uint64(0)
		for _, square := range list {
			set |= 1 << square
		}
		if len(list) < 2 || c.at+c.length > size || c.cover(size) != set {
			return nil, 0, engine.InputErrorf("%q: the squares of %c are not a car: want two or more in a row or a column", text, letter)
		}
		cars = append(cars, c)
	}
	slices.SortFunc(cars, func(a, b car) int { return int(a.letter) - int(b.letter) })
	if len(cars) == 0 || cars[0].letter != 'A' || cars[0].standing {
		return nil, 0, engine.InputErrorf("%q has no car A that lies in a row", text)
	}
	return cars, walls, nil
}

// slideText writes the slide of a car.
func slideText(c car, to int) string { return fmt.Sprintf("%c%+d", c.letter, to-c.at) }

// canonicalLetters returns the letters of a board without separators.
func canonicalLetters(text string) (string, error) {
	if text == noBoard {
		return text, nil
	}
	cells := strings.NewReplacer("/", "", "o", ".", " ", "", "\n", "", "\r", "").Replace(text)
	if sizeOf(cells) > 8 {
		return "", engine.InputErrorf("it has %d squares: want at most 8×8", len(cells))
	}
	if _, _, err := read(cells, sizeOf(cells)); err != nil {
		return "", err
	}
	return cells, nil
}

// sizeOf returns the size of the board with so many letters.
func sizeOf(cells string) (size int) {
	for size*size < len(cells) {
		size++
	}
	return size
}

func canonicalFile(content string) (string, error) {
	if strings.TrimSpace(content) == noBoard {
		return "", engine.InputErrorf("it has no board")
	}
	return canonicalLetters(strings.TrimSpace(content))
}
