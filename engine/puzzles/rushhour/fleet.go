package rushhour

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

// mostPositions bounds the positions of a board, which are in memory.
const mostPositions = 1 << 26

// fleet is the cars and walls of a board. A key has three bits for each car, in the order of the
// letters: its first square in its lane.
type fleet struct {
	cars  []car // with their places on the board
	walls uint64
	size  int
}

func newFleet(text string) (*fleet, error) {
	size := sizeOf(text)
	cars, walls, err := read(text, size)
	if err == nil && 3*len(cars) > 64 {
		err = engine.InputErrorf("the board has %d cars: want at most 21", len(cars))
	}
	return &fleet{cars, walls, size}, err
}

func (f *fleet) key(cars []car) (key uint64) {
	for n, c := range cars {
		key |= uint64(c.at) << (3 * n)
	}
	return key
}

// placed stores the cars of a key in memory.
func (f *fleet) placed(memory *[21]car, key uint64) []car {
	cars := memory[:copy(memory[:], f.cars)]
	for n := range cars {
		cars[n].at = int(key >> (3 * n) & 7)
	}
	return cars
}

func (f *fleet) puzzle(all bool) (p *reversible.Puzzle, err error) {
	p = &reversible.Puzzle{
		Rules: engine.Rules{
			Start: f.key(f.cars), Notation: f, MaxSuccessors: len(f.cars) * (f.size - 1),
			Board: func(key uint64) string {
				var memory [21]car
				return grid(f.placed(&memory, key), f.walls, f.size)
			},
			MoveText:  f.moveText,
			Depiction: depiction(f.cars[0].lane, f.size),
		},
		AppendNeighbours: f.appendNeighbours,
		IsGoal:           func(key uint64) bool { return int(key&7) == f.size-f.cars[0].length },
	}
	if !all {
		p.Keys, p.Resident, err = reversible.Component([]uint64{p.Start}, mostPositions, f.appendNeighbours)
		return p, err
	}
	var keys []uint64
	if keys, err = f.appendPlacements(nil, slices.Clone(f.cars), 0, f.walls); err != nil {
		return nil, err
	}
	slices.Sort(keys)
	p.Keys, p.Resident = discover.NewKeySet(keys), uint64(len(keys))*discover.KeySetBytes
	return p, nil
}

// appendPlacements appends all placements of the cars from one on, in their lanes and in the same order
// there, on the squares that are not taken.
func (f *fleet) appendPlacements(dst []uint64, cars []car, n int, taken uint64) ([]uint64, error) {
	if n == len(cars) {
		if len(dst) == mostPositions {
			return nil, engine.InputErrorf("the cars have more than %d placements: want fewer cars", mostPositions)
		}
		return append(dst, f.key(cars)), nil
	}
	var err error
	for at := 0; at+cars[n].length <= f.size && err == nil; at++ {
		cars[n].at = at
		ordered := true
		for m := range n { // cars of a lane keep their order
			same := cars[m].standing == cars[n].standing && cars[m].lane == cars[n].lane
			ordered = ordered && (!same || (f.cars[m].at < f.cars[n].at) == (cars[m].at < at))
		}
		if cover := cars[n].cover(f.size); ordered && cover&taken == 0 {
			dst, err = f.appendPlacements(dst, cars, n+1, taken|cover)
		}
	}
	return dst, err
}

func (f *fleet) appendNeighbours(dst []uint64, key uint64) []uint64 {
	var memory [21]car
	cars := f.placed(&memory, key)
	eachSlide(cars, f.walls, f.size, func(n, at int) {
		dst = append(dst, key&^(7<<(3*n))|uint64(at)<<(3*n))
	})
	return dst
}

func (f *fleet) moveText(from, to uint64) string {
	var before, after [21]car
	f.placed(&before, from)
	for n, c := range f.placed(&after, to) {
		if c.at != before[n].at {
			return slideText(before[n], c.at)
		}
	}
	panic("rushhour: no car has moved")
}

// KeyText implements [engine.KeyNotation].
func (f *fleet) KeyText(key uint64) string {
	var memory [21]car
	return engine.Rows(draw(f.placed(&memory, key), f.walls, f.size), f.size)
}

// ParseKey implements [engine.KeyNotation].
func (f *fleet) ParseKey(text string) (uint64, error) {
	cars, walls, err := read(text, f.size)
	if err != nil {
		return 0, err
	}
	same := len(cars) == len(f.cars) && walls == f.walls
	for n := 0; same && n < len(cars); n++ {
		c := cars[n]
		c.at = f.cars[n].at
		same = c == f.cars[n]
	}
	if !same {
		return 0, engine.InputErrorf("%q has other cars than the board: want those of %s in their lanes", text, f.KeyText(f.key(f.cars)))
	}
	return f.key(cars), nil
}

func grid(cars []car, walls uint64, size int) string {
	cells := draw(cars, walls, size)
	return engine.Grid(size, size, func(square int) byte { return cells[square] })
}

// depiction joins the squares of a car. Car A is red, and the exit at the end of its row from the top is marked.
func depiction(row, size int) drawing.Depiction {
	exit := fmt.Sprintf("%c%d", 'a'+size, size-row) // outside, to the right
	d := drawing.Depiction{Unnamed: true, Looks: drawing.Looks{'x': {Shape: drawing.Wall}}, Marks: map[string]string{exit: "goal"},
		Goal: "Drive the red car A to the flag, at the right end of its row: that is the exit.", Click: "Click a car, then the square where it goes. F+1 moves car F one square to the right or down, F-1 to the left or up."}
	for letter := 'A'; letter <= 'Z'; letter++ {
		d.Looks[letter] = drawing.Look{Shape: drawing.Block, Label: string(letter), Neutral: true, Joined: true, Color: "#9db8d2"}
	}
	d.Looks['A'] = drawing.Look{Shape: drawing.Block, Label: "A", Neutral: true, Joined: true, Color: "#d0312d"}
	return d
}
