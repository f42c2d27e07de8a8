package wasm

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

const (
	// largeRegion is the least number of steps of a region whose blocks are charged one by one.
	largeRegion = 256
	// callSteps is the number of steps of a call, and an upper bound on those of functions that
	// charge nothing.
	callSteps = 16
	// growSteps is the number of steps of memory.grow, which may copy the whole memory. It is charged
	// where it stands.
	growSteps = 1 << 18
)

// charge is a number of steps that is subtracted before the instruction at a place in a body.
type charge struct {
	at    int
	steps int64
}

// region is the body of a loop or of a function, without the bodies of the loops in it. Within a
// region execution goes forward only, so that a round takes at most the steps of all instructions
// in it. A small region is charged as a whole, a large one by blocks: a block begins where branches
// may lead to.
type region struct {
	steps  int64
	loop   bool
	blocks []charge
}

// block begins a block.
func (g *region) block(at int) { g.blocks = append(g.blocks, charge{at: at}) }

func (g *region) add(steps int64) {
	g.steps += steps
	g.blocks[len(g.blocks)-1].steps += steps
}

// appendTo appends the charges of the region.
func (g *region) appendTo(list []charge) []charge {
	switch {
	case g.steps >= largeRegion:
		return append(list, slices.DeleteFunc(g.blocks, func(c charge) bool { return c.steps == 0 })...)
	case g.loop || g.steps >= callSteps:
		return append(list, charge{g.blocks[0].at, max(g.steps, 1)})
	}
	return list
}

// chargesOf returns the charges of a body, by place. r is at its first instruction.
func chargesOf(r *decoder) ([]charge, error) {
	var list []charge
	regions := []*region{{}}
	regions[0].block(r.at)
	var loops []bool // of the open blocks
	for !r.done() && len(regions) > 0 {
		op := r.byte()
		last := regions[len(regions)-1]
		steps, _, err := stepsOf(r, op)
		if err != nil {
			return nil, err
		}
		last.add(steps)
		switch {
		case op == opLoop:
			inner := &region{loop: true}
			inner.block(r.at)
			regions, loops = append(regions, inner), append(loops, true)
		case op == opBlock || op == opIf:
			loops = append(loops, false)
		case op == opElse:
			last.block(r.at)
		case op == opEnd:
			if n := len(loops); n == 0 || loops[n-1] {
				list = last.appendTo(list)
				regions = regions[:len(regions)-1]
			}
			if n := len(loops); n > 0 {
				loops = loops[:n-1]
				regions[len(regions)-1].block(r.at)
			}
		}
	}
	if r.err == nil && (len(regions) > 0 || !r.done()) {
		r.err = fmt.Errorf("its blocks do not end where they should")
	}
	slices.SortFunc(list, func(a, b charge) int { return cmp.Compare(a.at, b.at) })
	return list, r.err
}

// stepsOf skips the immediates of an instruction, and returns its steps: 1, or more for those that
// take longer. long reports that it takes more by the length on top of the stack.
func stepsOf(r *decoder, op byte) (steps int64, long bool, err error) {
	switch {
	case op == 0xfc:
		long, err = bulk(r)
		return callSteps, long, err
	case op == 0xfd:
		return 8, false, vector(r)
	case !immediates(r, op):
		return 0, false, fmt.Errorf("it has the instruction %#x, which games may not have", op)
	}
	switch {
	case op > 0 && op <= opLoop, op == opElse, op == opEnd: // structure alone
		return 0, false, nil
	case op == opCall, op == opCallTable:
		return callSteps, false, nil
	case op >= 0x28 && op <= 0x3e: // memory
		return 2, false, nil
	case op >= 0x6d && op <= 0x70, op >= 0x7f && op <= 0x82, op == 0x91, op == 0x95, op == 0x9f, op == 0xa3: // division, square root
		return 8, false, nil
	}
	return 1, false, nil
}

const (
	// MaxModule is the maximum size of a module, in bytes.
	MaxModule = 8 << 20
	// mostPages bounds the memory of an instance, in pages of 64 KiB.
	mostPages = 1024
	// mostSteps is the maximum number of steps of a question. It takes some seconds.
	mostSteps = 1 << 34
	// quota is the number of steps between two looks at the clock, some milliseconds.
	quota = 1 << 22
	// patience is the time limit for a question.
	patience = 30 * time.Second
)

// limits bound a question.
type limits struct {
	steps    int64
	patience time.Duration
	ended    <-chan struct{} // closed when the command must stop, or nil
}

// quota is the number of steps that an instance gets at a time.
func (l limits) quota() int64 { return min(l.steps, quota) }
