package chance

import "slices"

// pruning says which moves a sweep passes over. A sweep never changes a number by more than the sweep before
// did: each number is a mean of greatest numbers, which changes by the greatest change of those at most. So the
// sum of the changes bounds how far numbers can have come since some sweep. While it is at most drift, a move
// whose number was more than twice drift below the best of its roll is not the best. Passing over it changes
// no number.
type pruning struct {
	drift uint64
	left  uint64 // drift minus the changes since the moves were compared
}

const (
	// Moves are compared for a drift of ahead times the last change, once that is at most soon. Those that
	// remain are compared again when 1/later of the drift serves, down to least.
	ahead, later = 1 << 4, 1 << 4
	soon, least  = 1 << 56, 1 << 46
)

// starts reports whether the next sweep compares moves, and whether it needs all.
func (p *pruning) starts(s sweeps) (prunes, all bool) {
	drift := max(ahead*s.Next, least)
	if all = s.Done == 0 || s.Next > min(soon, p.left); s.Done == 0 || s.Next > soon || !all && drift > min(p.left, p.drift/later) {
		return false, all
	}
	p.drift, p.left = drift, drift
	return true, all
}

// serves reports whether moves that were passed over cannot change a bound of a proof: slacks and half-widths
// are below 1<<32, and a move that far below the best of its roll has neither the greatest upper bound nor
// the greatest lower one.
func (p *pruning) serves() bool { return p.left > 1<<33 }

// add counts a sweep.
func (p *pruning) add(change uint64) { p.left -= min(change, p.left) }

// prune lists the moves of a unit that can be best, if memory has room: they take the place of all moves if
// need be. It reads the numbers that [slice.evaluate] read just before.
func (s *slice) prune(w *worker, p *program, n int) {
	q := &w.quick
	q.reset()
	q.lists, q.heads, q.fixed = append(q.lists, p.lists...), append(q.heads, p.heads...), append(q.fixed, p.fixed...)
	move, exit := 0, 0
	for roll := range p.rolls {
		list, end, leaves := p.listed(roll, move)
		if move == end && !leaves {
			q.rolls = append(q.rolls, list...)
			continue
		}
		s.pruneRoll(p, q, move, end, exit, leaves)
		if move = end; leaves {
			exit++
		}
	}
	s.drop(&s.quick[n])
	if s.quick[n] = s.keep(q); s.quick[n] == nil {
		s.drop(&s.programs[n])
		s.quick[n] = s.keep(q)
	}
}

// drop gives back the memory of a program.
func (s *slice) drop(p **program) {
	if *p != nil {
		s.room.Add(int64((*p).bytes()))
		*p = nil
	}
}

// pruneRoll adds a roll without the moves that cannot be best.
func (s *slice) pruneRoll(p, q *program, move, end, exit int, leaves bool) {
	best, least, start := uint64(0), uint64(0), len(q.moves)
	if leaves {
		best = p.exits[exit]
	}
	for k := move; k < end; k++ {
		best = max(best, s.number(p, k))
	}
	least = best - min(best, 2*s.pruning.drift)
	for k := move; k < end; k++ {
		if s.number(p, k) >= least {
			q.moves = append(q.moves, p.moves[k])
			q.addGain(p.gain(k))
		}
	}
	if leaves {
		best = p.exits[exit]
	}
	q.endRoll(start, best, leaves && best >= least)
}

// keep returns a copy of a program, or nil if memory has no room.
func (s *slice) keep(p *program) *program {
	size := int64(p.bytes())
	if s.room.Add(-size) > 0 {
		return &program{
			slices.Clone(p.lists), slices.Clone(p.heads), slices.Clone(p.rolls), slices.Clone(p.moves), slices.Clone(p.gains), slices.Clone(p.exits), slices.Clone(p.fixed),
		}
	}
	s.room.Add(size)
	return nil
}

// number returns the number of a move, for the mover.
func (s *slice) number(p *program, move int) uint64 {
	m := p.moves[move]
	flip := -uint64(m >> 31) // Top-u if the opponent moves next
	u := (s.work[m&places] ^ flip) + (s.scale.Top+1)&flip
	if move < len(p.gains) {
		u = s.scale.plus(u, p.gains[move])
	}
	return u
}
