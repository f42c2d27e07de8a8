package chance

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

// unit is the greatest number of positions that a worker takes, from the last to the first. Units of the same
// group do not see each other's new numbers. Both are part of what the table depends on: they must not
// change with memory or workers.
const (
	unit  = 1 << 10
	group = 1 << 13
)

// program has the rolls of a unit of positions, in a form that takes little memory and is read in order.
type program struct {
	lists [][]uint32 // lists of weights
	heads []uint16   // by position: the number of its weights in lists, from 1 on; 0: finished
	rolls []uint32   // by roll: its only move, or many with the number of its moves, and exits
	moves []uint32   // within the slice: the place of the next position in slice.work, with passes
	gains []int32    // of moves, or nil if none earns points
	exits []uint64   // by roll with exits: the number of the best one, for the mover
	fixed []uint64   // by finished position: its number
}

const (
	passes = 1 << 31   // in a move: the opponent moves next
	many   = 1 << 30   // in rolls: the moves are in moves
	exits  = 1 << 29   // in rolls, with many: an exit is best, or alone
	count  = exits - 1 // in rolls, with many: the mask of the number of moves
	places = many - 1  // in a move: the mask of the place
)

// bytes returns the memory of the program, with a sixteenth for what the allocator rounds up and the collector has not freed yet.
func (p *program) bytes() uint64 {
	lists := 0
	for _, list := range p.lists {
		lists += 24 + 4*len(list)
	}
	n := uint64(lists+2*len(p.heads)+4*len(p.rolls)+4*len(p.moves)+4*len(p.gains)+8*len(p.exits)+8*len(p.fixed)) + 192
	return n + n/16
}

// reset empties the program.
func (p *program) reset() {
	p.lists, p.heads, p.rolls, p.moves = p.lists[:0], p.heads[:0], p.rolls[:0], p.moves[:0]
	p.gains, p.exits, p.fixed = p.gains[:0], p.exits[:0], p.fixed[:0]
}

// recent is the number of lists of weights that are compared before a new one is added.
const recent = 8

// head returns the number of a list of weights, which is new if need be.
func (p *program) head(list []uint32) uint16 {
	for n := len(p.lists); n > max(0, len(p.lists)-recent); n-- {
		if slices.Equal(p.lists[n-1], list) {
			return uint16(n)
		}
	}
	p.lists = append(p.lists, slices.Clone(list))
	return uint16(len(p.lists))
}

// gate is a solved slice, or a part of one, behind exits of the current slice.
type gate struct {
	first  uint64
	values []byte // numbers, 8 bytes each
}

// compile lists the rolls of the positions of a unit.
func (s *slice) compile(w *worker, p *program, n int) error {
	p.reset()
	u := s.units[n]
	for at := u.first + u.size; at > u.first; at-- {
		i := s.Slice.First + s.offset(at-1)
		ends := w.Scratch.Roller.Roll(&w.rolls, i)
		if len(w.rolls.Weights) == 0 {
			p.heads, p.fixed = append(p.heads, 0), append(p.fixed, s.result(w.Worker, i, ends))
			continue
		}
		if err := s.checkRolls(&w.rolls); err != nil {
			return fmt.Errorf("position #%d: %w", i, err)
		}
		p.heads = append(p.heads, p.head(w.rolls.Weights))
		for r := range w.rolls.Weights {
			if err := s.compileRoll(w, p, u, at, w.rolls.Of(r)); err != nil {
				return fmt.Errorf("position #%d: %w", i, err)
			}
		}
	}
	return nil
}

// result returns the number of a finished position.
func (s *slice) result(w *crew.Worker, i uint64, ends engine.Ends) uint64 {
	if w.Score != nil {
		return s.scale.of(s.kind, 0, w.Score(i))
	}
	return s.scale.of(s.kind, ends, 0)
}

// checkRolls checks the sum of the weights, and that every roll has a move.
func (s *slice) checkRolls(r *fast.Rolls) error {
	sum, last := uint64(0), uint32(0)
	for n, weight := range r.Weights {
		sum += uint64(weight)
		if r.Until[n] == last {
			return fmt.Errorf("roll %d has no move: want one that passes", n+1)
		}
		last = r.Until[n]
	}
	if sum != s.mean.sum {
		return fmt.Errorf("the weights of its rolls have the sum %d, want %d", sum, s.mean.sum)
	}
	return nil
}

// compileRoll adds a roll to the program of a unit, of a position before the places from later on.
func (s *slice) compileRoll(w *worker, p *program, unit span, later uint64, list []fast.RollMove) error {
	start, best := len(p.moves), uint64(0)
	leaves := false
	for n := range list {
		m := &list[n]
		var u uint64
		switch offset := m.To - s.Slice.First; {
		case m.End != 0:
			u = s.scale.of(s.kind, m.End, 0)
		case offset < s.Slice.Size:
			if s.places != nil {
				offset = uint64(s.places[offset])
			}
			if offset >= later && offset < unit.first+unit.size { // a later one of the unit
				offset += s.Slice.Size - unit.group
			}
			to := uint32(offset)
			if !m.Keeps {
				to |= passes
			}
			p.moves = append(p.moves, to)
			p.addGain(m.Gain)
			continue
		default:
			var ok bool
			if u, ok = w.behind(s, m.To); !ok {
				return fmt.Errorf("a move leads to position #%d, which is in none of the slices that %s exits into", m.To, s.Slice.Name)
			}
			if !m.Keeps {
				u = s.scale.Top - u
			}
			u = s.scale.plus(u, m.Gain)
		}
		best, leaves = max(best, u), true
	}
	p.endRoll(start, best, leaves)
	return nil
}

// addGain adds the gain of the last move.
func (p *program) addGain(gain int32) {
	if gain == 0 && len(p.gains) == 0 {
		return
	}
	for len(p.gains) < len(p.moves)-1 {
		p.gains = append(p.gains, 0)
	}
	p.gains = append(p.gains, gain)
}

// endRoll adds a roll whose moves are those from start on, and the number of its best exit if it leaves.
func (p *program) endRoll(start int, best uint64, leaves bool) {
	c := uint32(many | len(p.moves) - start)
	switch {
	case leaves:
		p.exits = append(p.exits, best)
		c |= exits
	case len(p.moves) == start+1 && p.gain(start) == 0:
		c = p.moves[start]
		p.moves, p.gains = p.moves[:start], p.gains[:min(start, len(p.gains))]
	}
	p.rolls = append(p.rolls, c)
}

// listed returns the moves of a roll, of which the moves before are in moves, the number of moves with its own, and
// whether it has an exit. A single move that is not in moves has no gain.
func (p *program) listed(roll, move int) (list []uint32, end int, leaves bool) {
	c := p.rolls[roll]
	if c&many == 0 {
		return p.rolls[roll : roll+1], move, false
	}
	end = move + int(c&count)
	return p.moves[move:end], end, c&exits != 0
}
