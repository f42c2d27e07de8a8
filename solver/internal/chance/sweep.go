package chance

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/crew"
)

// A sweep goes through the groups of a slice ([span]) from the last to the first, and through the units of a group
// at the same time. The new numbers of a unit are computed from those before the group and, of later
// positions of the unit, from new ones. Then the new numbers of the group replace the old. So the result
// depends on the numbers before the sweep alone, not on the workers.

// sweep calls update for each unit with its program, and then commit for each group, which has the places from first on.
func (s *slice) sweep(ctx context.Context, all bool, update func(w *worker, n int, p *program), commit func(first, size int)) error {
	for end := len(s.units); end > 0; {
		last := s.units[end-1]
		from := end - int((last.first-last.group)/unit) - 1
		err := s.Crew.Each(ctx, end-from, func(_ context.Context, c *crew.Worker, n int) error {
			w := s.workers[c.ID]
			p, err := s.program(w, from+n, all)
			if err == nil {
				update(w, from+n, p)
			}
			return err
		})
		if err != nil {
			return err
		}
		commit(int(last.group), int(last.first+last.size-last.group))
		end = from
	}
	return nil
}

// program returns the rolls of a unit: those that are kept, or else a new list. Unless it needs all moves, they
// are those that can be best, as far as they are kept.
func (s *slice) program(w *worker, n int, all bool) (*program, error) {
	if p := s.quick[n]; p != nil && !all {
		return p, nil
	}
	if p := s.programs[n]; p != nil {
		return p, nil
	}
	if err := s.compile(w, &w.program, n); err != nil {
		return nil, err
	}
	if p := s.keep(&w.program); p != nil {
		s.programs[n] = p
		return p, nil
	}
	return &w.program, nil
}

// improve computes new numbers of all positions, and returns the greatest change.
func (s *slice) improve(ctx context.Context) (change uint64, err error) {
	prunes, all := s.pruning.starts(s.sweeps)
	steps := s.steps.next(s.sweeps, s.Slice.Size)
	err = s.sweep(ctx, all, func(w *worker, n int, p *program) {
		s.evaluate(p, s.fresh(n))
		if prunes {
			s.prune(w, p, n)
		}
	}, func(first, size int) {
		before := s.work[first : first+size]
		for o, u := range s.work[s.Slice.Size:][:size] {
			delta := int64(u - before[o])
			change = max(change, uint64(max(delta, -delta)))
			before[o] = u
			if steps != nil {
				steps[first+o] = float32(delta)
			}
		}
	})
	return change, err
}

// fresh returns the places of the new numbers of a unit of the current group, and what follows.
func (s *slice) fresh(n int) []uint64 { return s.work[s.Slice.Size+s.units[n].first-s.units[n].group:] }

// evaluate computes the numbers of the positions of a unit from those of the next positions.
func (s *slice) evaluate(p *program, fresh []uint64) {
	work, top := s.work, s.scale.Top
	rolls, move, exit, fixed := p.rolls, 0, 0, 0
	var weights []uint32
	last := uint16(0)
	for k, head := range p.heads {
		o := len(p.heads) - 1 - k
		if head == 0 {
			fresh[o] = p.fixed[fixed]
			fixed++
			continue
		}
		if head != last {
			weights, last = p.lists[head-1], head
		}
		var high, low, carry uint64
		for n, c := range rolls[:len(weights)] {
			flip := -uint64(c >> 31) // top-u if the opponent moves next
			best := uint64(0)
			if c&many == 0 {
				best = (work[c&places] ^ flip) + (top+1)&flip
			} else {
				if c&exits != 0 {
					best = p.exits[exit]
					exit++
				}
				for end := move + int(c&count); move < end; move++ {
					best = max(best, s.number(p, move))
				}
			}
			h, l := bits.Mul64(uint64(weights[n]), best)
			low, carry = bits.Add64(low, l, 0)
			high += h + carry
		}
		rolls = rolls[len(weights):]
		fresh[o] = s.mean.near(high, low)
	}
}

// gain returns the gain of a move.
func (p *program) gain(move int) int32 {
	if move < len(p.gains) {
		return p.gains[move]
	}
	return 0
}

// bounds are those of the positions of a slice: a number differs from the true one by at most half less
// its slack, which may be negative.
type bounds struct {
	half  uint64 // below 2^29
	exits uint64 // the same of all exits
}

// slack is that of an upper and a lower bound, in a word of slice.work.
type slack uint64

func slackOf(up, down int32) slack { return slack(uint32(up)) | slack(uint32(down))<<32 }

func (s slack) both() (up, down int32) { return int32(s), int32(s >> 32) }

// rounds is the number of sweeps that a proof may take. It ends before if a sweep leaves more than 3/4 of the
// bounds that were wider than at first.
const rounds = 24

// prove reports whether the true numbers of a slice differ from those in values by at most half. It
// takes that as bounds and computes new ones from them, in sweeps. If after some sweeps no bound is wider
// than at first, the first bounds hold: bounds map into themselves, so that they enclose a fixed point of
// these sweeps. There is one alone, the true numbers, because play leaves the slice with probability one
// ([slice.checkEnd]). Upper bounds round up, lower bounds down.
func (s *slice) prove(ctx context.Context, b *bounds) (proved bool, err error) {
	clear(s.work)
	lost := false // a bound is too wide to be held
	before := int(s.Slice.Size) + 1
	for range rounds {
		wider := 0
		err = s.sweep(ctx, !s.pruning.serves(), func(_ *worker, n int, p *program) { s.bound(b, p, n, s.fresh(n)) }, func(first, size int) {
			fresh := s.work[s.Slice.Size:][:size]
			copy(s.work[first:], fresh)
			for _, word := range fresh {
				up, down := slack(word).both()
				if up < 0 || down < 0 {
					wider++
				}
				lost = lost || min(up, down) == math.MinInt32
			}
		})
		if err != nil || wider == 0 || lost {
			return err == nil && !lost, err
		}
		if wider > before/4*3+4 {
			break
		}
		before = wider
	}
	return false, nil
}

// bound computes new bounds for the positions of a unit.
func (s *slice) bound(b *bounds, p *program, n int, fresh []uint64) {
	top, half, out := int64(s.scale.Top), int64(b.half), int64(b.exits)
	base, group := s.units[n].first, s.units[n].group
	move, exit, roll := 0, 0, 0
	for at, head := range p.heads {
		o := len(p.heads) - 1 - at
		if head == 0 {
			fresh[o] = uint64(slackOf(int32(half), int32(half)))
			continue
		}
		var high, low [2]uint64 // sums, in two words
		for _, weight := range p.lists[head-1] {
			list, end, leaves := p.listed(roll, move)
			roll++
			upper, lower := int64(0), int64(0)
			if leaves {
				best := int64(p.exits[exit])
				upper, lower = min(best+out, top), max(best-out, 0)
				exit++
			}
			for k, m := range list {
				to := uint64(m & places)
				slackUp, slackDown := slack(s.work[to]).both()
				if to >= s.Slice.Size {
					to += group - s.Slice.Size
				}
				u, up, down := int64(binary.LittleEndian.Uint64(s.values[8*to:])), int64(slackUp), int64(slackDown)
				if m >= passes {
					u, up, down = top-u, down, up
				}
				if end > move {
					u += int64(p.gain(move+k)) << s.scale.Shift
				}
				upper, lower = max(upper, min(u+half-up, top)), max(lower, u-half+down)
			}
			move = end
			add(&high, uint64(weight), uint64(upper))
			add(&low, uint64(weight), uint64(lower))
		}
		own := int64(binary.LittleEndian.Uint64(s.values[8*(base+uint64(o)):]))
		up := own + half - int64(s.mean.up(high[0], high[1]))
		down := int64(s.mean.down(low[0], low[1])) - (own - half)
		fresh[o] = uint64(slackOf(narrow(up), narrow(down)))
	}
}

// narrow returns a slack in the form of [bounds]. The least one stands for all that are less.
func narrow(d int64) int32 { return int32(min(max(d, math.MinInt32), math.MaxInt32)) }

// add adds a weighted number to a sum.
func add(sum *[2]uint64, weight, x uint64) {
	h, l := bits.Mul64(weight, x)
	var carry uint64
	sum[1], carry = bits.Add64(sum[1], l, 0)
	sum[0] += h + carry
}

// checkEnd returns an error unless play leaves the slice or ends with probability one, however both play.
// It removes positions as long as a roll there has only moves that leave the rest. Those that remain
// have, for every roll, a move that stays among them.
func (s *slice) checkEnd(ctx context.Context) error {
	rest := make([]bool, s.Slice.Size+group)
	for n := range rest {
		rest[n] = true
	}
	fresh := rest[s.Slice.Size:]
	for {
		removed, left, where := 0, 0, uint64(0)
		err := s.sweep(ctx, true, func(_ *worker, n int, p *program) {
			s.stays(p, rest[s.units[n].first:], rest, fresh[s.units[n].first-s.units[n].group:])
		}, func(first, size int) {
			for o := range size {
				switch {
				case fresh[o]:
					left++
					where = uint64(first + o)
				case rest[first+o]:
					removed++
				}
				rest[first+o] = fresh[o]
			}
		})
		if err != nil {
			return err
		}
		if left == 0 {
			return nil
		}
		if removed == 0 {
			return fmt.Errorf("slice %s: play need not end, for example at position #%d: its values are not determined by the rules",
				s.Slice.Name, s.Slice.First+s.offset(where))
		}
	}
}

// stays computes which positions of a program have, for every roll, a move that leads to the rest.
func (s *slice) stays(p *program, own, rest, fresh []bool) {
	move, roll := 0, 0
	for at, head := range p.heads {
		o := len(p.heads) - 1 - at
		fresh[o] = head > 0 && own[o]
		if head == 0 {
			continue
		}
		for range p.lists[head-1] {
			list, end, _ := p.listed(roll, move)
			roll, move = roll+1, end
			some := false
			for k := 0; k < len(list) && fresh[o] && !some; k++ {
				some = rest[list[k]&places]
			}
			fresh[o] = fresh[o] && some
		}
	}
}
