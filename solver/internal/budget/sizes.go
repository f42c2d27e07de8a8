// Package budget plans the memory and disk of a solve. It computes a [Plan] from the sizes of a
// game and the caller's [Grant], and from the plan how a slice is solved by phases ([Mode]). It
// is arithmetic: it calls no game and touches no disk. Samples of a game come in as functions.
//
// The way that solves a slice states its [Needs].
package budget

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// Strategy says how a solve finds new values.
type Strategy string

const (
	// Auto chooses the way of each phase by the memory, and by the numbers of new and undecided positions.
	Auto Strategy = "auto"
	// Forward looks from every undecided position at its successors.
	Forward Strategy = "forward"
	// Backward goes from newly decided positions to their predecessors, and counts the
	// successors that the opponent has not won yet.
	Backward Strategy = "backward"
	// Slabs splits turns into steps that act on whole bitmaps. It needs a game with
	// [engine.Parts].Slabs. Auto chooses it for such games if the memory suffices.
	Slabs Strategy = "slabs"
)

// Needs is what one way of solving needs for a slice, in bytes. Slices are given by number. It is
// safe for concurrent use.
type Needs interface {
	// Arrays returns the working arrays without the optional ones: those that exist at the same time
	// while the slice is solved, with that of its values, if it has one. The values of exits, which stay in memory for
	// several slices, are not included, unless the way has a form of its own of them.
	Arrays(p *Plan, slice int) uint64
	// Least returns the smallest amount of memory that suffices, the values of exits
	// included. The caller adds the overhead of the process.
	Least(p *Plan, slice int) uint64
	// Best returns the memory beyond which more makes the solve no faster, the values of
	// exits not included.
	Best(p *Plan, slice int) uint64
	// Disk returns upper bounds on the slice's bytes on disk: kept until the solve ends, with
	// values and table, and working only while the slice is being solved. A way that compresses its
	// values may expect them to compress as those of other games do.
	Disk(p *Plan, slice int) (kept, working uint64)
}

// Sizes describes a game to the arithmetic.
type Sizes struct {
	Name     string // for messages
	Slices   []engine.Slice
	Ways     []Needs // by slice: the way that solves it
	Value    uint64  // bytes of a value
	Counter  uint64  // bytes of a counter of successors ([CounterWidth])
	Resident uint64  // bytes that the game keeps in memory
	Unmoves  bool    // the game lists predecessors
	// Parted says that slices can be solved in parts: the game lists predecessors, and if it finds immediate wins, it
	// counts moves to them. Otherwise each of these wins would send messages to all its predecessors.
	Parted bool
	// Predecessors returns the average number of predecessors that a solve lists for the
	// positions of a slice of a game that lists them.
	Predecessors func(sl engine.Slice) float64
	// Moves returns the average number of moves that the reverse graph of a slice has for
	// each of its positions.
	Moves func(sl engine.Slice) float64
}

// Positions returns the number of positions.
func (z *Sizes) Positions() (n uint64) {
	for _, sl := range z.Slices {
		n += sl.Size
	}
	return n
}

// Exits returns the bytes of the values of all slices that a slice exits into.
func (z *Sizes) Exits(slice int) (n uint64) {
	for _, e := range z.Slices[slice].Exits {
		n += z.Value * z.Slices[e].Size
	}
	return n
}

// The memory of a process beyond working arrays and the game's own: the runtime and the program take
// fixed bytes; the caches of the store, the game's tables and blocks that are being compressed grow
// with the game, by perPosition bytes up to mostOverhead in all.
const (
	fixed        = 60 << 20
	perPosition  = 8
	perKey       = 24 // more for a game that keeps keys, whose rules may run in a runtime of their own
	mostOverhead = 192 << 20
)

// taken returns the bytes of memory that working arrays cannot have.
func (z *Sizes) taken() uint64 {
	each := uint64(perPosition)
	if z.Resident > 0 {
		each += perKey
	}
	return min(fixed+each*min(z.Positions(), mostOverhead), mostOverhead) + z.Resident
}

// CounterWidth returns the bytes of a counter for a game whose positions have at most that many
// successors: one if the bound is known and fits, else two.
func CounterWidth(most int, known bool) uint64 {
	if known && most < 255 {
		return 1
	}
	return 2
}

// Smallest is the smallest budget that a solve accepts, in bytes.
const Smallest = 64 << 20

// Grant is the memory and the options that the caller grants to a solve.
type Grant struct {
	Memory   uint64 // bytes of the whole process
	Working  uint64 // bytes of working arrays; 0: computed from Memory
	Chunk    uint64 // positions; 0: chosen for the game
	Workers  int
	Strategy Strategy
	// Together says that several machines solve the game: all bits stay in memory, and there
	// are no counters, no reverse graph and no spilling.
	Together bool
	// Parts is the number of positions from which slices are solved in parts by machines together; 0: never.
	Parts uint64
}

// Check refuses grants that suit no game.
func (o Grant) Check() error {
	if o.Chunk > 1<<31 {
		return engine.InputErrorf("a chunk of %d positions is too large: want at most %d", o.Chunk, 1<<31)
	}
	if o.Memory < Smallest {
		return engine.InputErrorf("a memory budget of %d MiB is too small: want at least %d MiB", o.Memory>>20, Smallest>>20)
	}
	return nil
}

// Order returns the slices so that each comes after the slices of its exits.
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
