// Package budget reckons how a solve uses memory and disk: it is arithmetic from the sizes
// of a game and what the caller grants to a plan, and from a plan to how each slice is
// solved. It looks at no game and touches no disk; what has to be sampled from a game is
// handed to it as functions.
//
// # Memory
//
// There are five or six bits a position: won, lost, rescued, waiting, the frontier, what
// is found. Four bytes a position for the successor watched and one or two for
// counters are taken where the budget has room, and so are the values of finished
// slices that others exit into.
//
// When the bits do not fit, the solve spills. One bit a position stays in memory:
// won. Predecessors of the frontier that are not won are gathered by destination chunk
// and written to disk, in rounds that bound both the disk and the work that a crash
// costs, and absorbed chunk by chunk. After losses, they are won; after wins, they are
// looked at once more. Values of exits that do not fit either lie in a file and are
// in memory a range at a time, and the scan looks at the exits of some chunks once for each.
// Only games with predecessors can do that. Less than one bit a position of the largest
// slice is refused.
package budget

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// Strategy says how new values are found from the last phase's, in the words of the
// solver's options.
type Strategy string

const (
	Auto     Strategy = "auto"     // what is cheapest, measured before each phase
	Forward  Strategy = "forward"  // from undecided positions to their successors
	Backward Strategy = "backward" // from new values to their predecessors, with counters
	Slabs    Strategy = "slabs"    // by steps of turns, on bitmaps
)

// Sizes are what the arithmetic needs to know of a game.
type Sizes struct {
	Name     string // for messages
	Slices   []engine.Slice
	Value    uint64 // bytes of a value
	Counter  uint64 // bytes of a counter of successors ([CounterWidth])
	Resident uint64 // bytes that the game keeps in memory
	Unmoves  bool   // the game tells predecessors
	Scores   bool   // values are scores
	// Predecessors returns the average number of predecessors that a solve asks for of a
	// slice's positions, where the game tells them.
	Predecessors func(sl engine.Slice) float64
	// Moves returns the average number of moves that the reverse graph of a slice has for
	// each of its positions.
	Moves func(sl engine.Slice) float64
}

// Positions returns the number of positions.
func (z Sizes) Positions() (n uint64) {
	for _, sl := range z.Slices {
		n += sl.Size
	}
	return n
}

// Exits returns the bytes that the values of all slices that sl exits into take.
func (z Sizes) Exits(sl engine.Slice) (n uint64) {
	for _, e := range sl.Exits {
		n += z.Value * z.Slices[e].Size
	}
	return n
}

// Whole reports whether a slice is solved with all its values in memory: a layer, and in
// games of scores any slice.
func (z Sizes) Whole(sl engine.Slice) bool { return sl.Layer || z.Scores }

// Sets returns the bytes of the bit sets of a slice in memory: won, lost, rescued,
// waiting, frontier, older, found. Of a layer it is the values, and of other slices of
// scores a counter and five bits a position besides.
func (z Sizes) Sets(sl engine.Slice) uint64 {
	switch {
	case sl.Layer:
		return z.Value * sl.Size
	case z.Scores:
		return (z.Value+z.Counter)*sl.Size + 5*(sl.Size/8+8)
	}
	n := uint64(5)
	if len(sl.Exits) > 0 {
		n++
	}
	if z.Value == 2 {
		n++
	}
	return n * (sl.Size/8 + 8)
}

// spills reports whether slices can be solved with one bit a position in memory.
func (p Plan) spills() bool { return p.Unmoves && p.Value == 1 && !p.grant.Together }

// overhead is what a process needs besides working arrays and what the game says that it
// keeps: the runtime, the store's caches, the game's tables, a block being compressed.
const overhead = 192 << 20

// taken returns the bytes of memory that working arrays cannot have.
func (z Sizes) taken() uint64 { return overhead + z.Resident }

// CounterWidth returns the bytes of a counter for a game whose positions have at most so
// many successors: one where it is known that they fit.
func CounterWidth(most int, known bool) uint64 {
	if known && most < 255 {
		return 1
	}
	return 2
}

// Smallest is the least budget that is accepted.
const Smallest = 256 << 20

// Grant is what the caller grants to a solve.
type Grant struct {
	Memory   uint64 // bytes of the whole process
	Working  uint64 // bytes of working arrays; 0: from Memory
	Chunk    uint64 // positions; 0: as it suits the game
	Workers  int
	Strategy Strategy
	// Together says that other machines solve the same: all bits stay in memory, and there
	// are no counters, no reverse graph and no spilling.
	Together bool
}

// Check refuses what no game can be solved with.
func (o Grant) Check() error {
	if o.Chunk > 1<<31 {
		return engine.InputErrorf("a chunk of %d positions is too large: want at most %d", o.Chunk, 1<<31)
	}
	if o.Memory < Smallest {
		return engine.InputErrorf("a memory budget of %d MiB is too small: want at least %d MiB", o.Memory>>20, Smallest>>20)
	}
	return nil
}

// Order returns the slices so that each comes after those its exits lead to.
func Order(list []engine.Slice) ([]int, error) {
	var order []int
	state := make([]int, len(list)) // 1 on the way, 2 done
	var visit func(n int) error
	visit = func(n int) error {
		switch state[n] {
		case 1:
			return fmt.Errorf("slice %s can be left and entered again: slices must not form a cycle", list[n].Name)
		case 2:
			return nil
		}
		state[n] = 1
		for _, e := range list[n].Exits {
			if err := visit(e); err != nil {
				return err
			}
		}
		state[n] = 2
		order = append(order, n)
		return nil
	}
	for n := range list {
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	return order, nil
}
