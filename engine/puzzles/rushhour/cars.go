package rushhour

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

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

// eachSlide calls use with each car that can slide, where it slides to. taken are the squares of all
// cars and walls.
func eachSlide(cars []car, taken uint64, size int, use func(n, at int)) {
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

// rows returns a position in words.
func rows(cells []byte, size int) string {
	var list []string
	for row := range slices.Chunk(cells, size) {
		list = append(list, string(row))
	}
	return strings.Join(list, "/")
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
