package rushhour

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

// universe is all boards of a size. A key has a digit of base 5 for each square, the first the highest:
// 0, or the car whose first square it is, lying of 2 or 3 squares, standing of 2 or 3.
type universe struct {
	size  int
	power []uint64 // of 5, by square
	row   int      // of car A, which is alone there
}

const carLengths = 2 // 2 and 3 squares

func newUniverse(size int) *universe {
	u := &universe{size: size, power: make([]uint64, size*size), row: (size - 1) / 2}
	for square, power := len(u.power)-1, uint64(1); square >= 0; square-- {
		u.power[square] = power
		power *= 5
	}
	return u
}

// digit returns the digit of a car.
func digit(c *car) uint64 {
	d := uint64(c.length - 1)
	if c.standing {
		d += carLengths
	}
	return d
}

// cars returns the cars of a key, with letters in the order of their first squares, A excepted.
func (u *universe) cars(memory *[21]car, key uint64) (cars []car) {
	cars = memory[:0]
	letter := byte('B')
	for square, power := range u.power {
		d := int(key / power)
		if key %= power; d == 0 {
			continue
		}
		c := car{letter, d > carLengths, square / u.size, square % u.size, d + 1}
		if c.standing {
			c = car{letter, true, square % u.size, square / u.size, d - carLengths + 1}
		}
		if c.lane == u.row && !c.standing {
			c.letter = 'A'
		} else {
			letter++
		}
		cars = append(cars, c)
	}
	return cars
}

func (u *universe) puzzle() *reversible.Puzzle {
	keys := u.appendBoards(nil, make([]int, 2*u.size), 0, 0, 0)
	slices.Sort(keys)
	return &reversible.Puzzle{
		Rules: engine.Rules{
			Start: 1 * u.power[u.row*u.size], Notation: u, MaxSuccessors: 12 * (u.size - 1),
			Board: func(key uint64) string {
				var memory [21]car
				return grid(u.cars(&memory, key), 0, u.size)
			},
			MoveText:  u.moveText,
			Depiction: depiction(u.row, u.size),
		},
		AppendNeighbours: u.appendNeighbours,
		IsGoal:           func(key uint64) bool { return key/u.power[u.row*u.size+u.size-2]%5 == 1 },
		Keys:             discover.NewKeySet(keys),
		Resident:         uint64(len(keys)) * discover.KeySetBytes,
	}
}

// appendBoards appends the boards whose cars before a square are those of key. full has the squares of
// cars by lane: rows, then columns.
func (u *universe) appendBoards(dst []uint64, full []int, square int, key, taken uint64) []uint64 {
	if square == u.size*u.size {
		if full[u.row] > 0 {
			dst = append(dst, key)
		}
		return dst
	}
	dst = u.appendBoards(dst, full, square+1, key, taken)
	for length := 2; length < 2+carLengths; length++ {
		for _, standing := range [2]bool{false, true} {
			c := car{0, standing, square / u.size, square % u.size, length}
			lane := c.lane
			if standing {
				c.lane, c.at = square%u.size, square/u.size
				lane = u.size + c.lane
			}
			isA := !standing && c.lane == u.row
			if c.at+length > u.size || full[lane]+length >= u.size || isA && (length != 2 || full[lane] > 0) {
				continue
			}
			if cover := c.cover(u.size); cover&taken == 0 {
				full[lane] += length
				dst = u.appendBoards(dst, full, square+1, key+digit(&c)*u.power[square], taken|cover)
				full[lane] -= length
			}
		}
	}
	return dst
}

func (u *universe) appendNeighbours(dst []uint64, key uint64) []uint64 {
	u.eachMove(key, func(_ car, _ int, to uint64) { dst = append(dst, to) })
	return dst
}

// eachMove calls use with each car that can slide, where it slides to, and the key after that.
func (u *universe) eachMove(key uint64, use func(c car, at int, to uint64)) {
	var memory [21]car
	cars := u.cars(&memory, key)
	eachSlide(cars, 0, u.size, func(n, at int) {
		moved := cars[n]
		moved.at = at
		d := digit(&moved)
		use(cars[n], at, key-d*u.power[cars[n].square(0, u.size)]+d*u.power[moved.square(0, u.size)])
	})
}

func (u *universe) moveText(from, to uint64) (text string) {
	u.eachMove(from, func(c car, at int, next uint64) {
		if next == to {
			text = slideText(c, at)
		}
	})
	return text
}

// KeyText implements [engine.KeyNotation].
func (u *universe) KeyText(key uint64) string {
	var memory [21]car
	return engine.Rows(draw(u.cars(&memory, key), 0, u.size), u.size)
}

// ParseKey implements [engine.KeyNotation]. Cars may have any letters.
func (u *universe) ParseKey(text string) (key uint64, err error) {
	cars, walls, err := read(text, u.size)
	if err != nil {
		return 0, err
	}
	if walls != 0 || cars[0].lane != u.row {
		return 0, engine.InputErrorf("%q has walls, or car A is not in row %d from the top", text, u.row+1)
	}
	for n := range cars {
		if cars[n].length >= 2+carLengths {
			return 0, engine.InputErrorf("%q: car %c has %d squares, want 2 or 3", text, cars[n].letter, cars[n].length)
		}
		key += digit(&cars[n]) * u.power[cars[n].square(0, u.size)]
	}
	return key, nil
}
