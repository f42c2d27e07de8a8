package chance

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sort"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// pass computes the numbers of a layer, and returns their half-width. Where moves double values, one
// half-width for a whole slice would double from slice to slice: then each number has its own ([tag]).
func (s *slice) pass(ctx context.Context) (half uint64, err error) {
	step := progress.Step{Name: progress.Chance}
	s.Reporter.Begin(step, len(s.units))
	counter := s.Reporter.Count(0, len(s.units), 0)
	var widest atomic.Uint64
	err = s.Crew.Each(ctx, len(s.units), func(_ context.Context, c *crew.Worker, n int) error {
		w := s.workers[c.ID]
		most, first := uint64(0), s.Slice.First+s.units[n].first
		for i := first; i < first+s.units[n].size; i++ {
			u, half, err := s.decide(w, i)
			if err != nil {
				return fmt.Errorf("position #%d: %w", i, err)
			}
			if most = max(most, half); s.scale.Doubles {
				u |= uint64(tagOf(half))
			}
			binary.LittleEndian.PutUint64(s.values[8*(i-s.Slice.First):], u)
		}
		for old := widest.Load(); most > old && !widest.CompareAndSwap(old, most); old = widest.Load() {
		}
		counter.Done()
		return nil
	})
	return widest.Load(), err
}

// place is a place within a turn, with its number. It is rounded as often as deep says, at most.
type place struct{ number, deep uint64 }

// decide returns the number of a position whose moves all leave the slice, and its half-width. It decides the
// places within the turn first, from the lowest on.
func (s *slice) decide(w *worker, i uint64) (u, half uint64, err error) {
	w.base, w.places = s.size+i*s.within, w.places[:0]
	for k := range s.within {
		u, half, err := s.decideAt(w, w.base+k)
		if err != nil {
			return 0, 0, fmt.Errorf("place %d: %w", k, err)
		}
		w.places = append(w.places, place{u, half})
	}
	if u, half, err = s.decideAt(w, i); err == nil && half > 0 && !s.scale.Doubles {
		u, half = s.scale.round(u), s.exits+half+rounding
	}
	return u, half, err
}

// decideAt returns the number of a position or a place, and its half-width: unless moves double, only what
// the turn adds by rounding.
func (s *slice) decideAt(w *worker, i uint64) (u, half uint64, err error) {
	ends := w.Scratch.Roller.Roll(&w.rolls, i)
	if len(w.rolls.Weights) == 0 {
		return s.result(w.Worker, i, ends), 0, nil
	}
	if err := s.checkRolls(&w.rolls); err != nil {
		return 0, 0, err
	}
	var high, low, carry, errHigh, errLow, deep uint64
	from := uint32(0)
	for n, weight := range w.rolls.Weights {
		until := w.rolls.Until[n]
		best, wide, err := s.best(w, w.rolls.Moves[from:until])
		if err != nil {
			return 0, 0, err
		}
		from, deep = until, max(deep, wide)
		h, l := bits.Mul64(uint64(weight), best)
		low, carry = bits.Add64(low, l, 0)
		high += h + carry
		if s.scale.Doubles {
			h, l = bits.Mul64(uint64(weight), wide)
			errLow, carry = bits.Add64(errLow, l, 0)
			errHigh += h + carry
		}
	}
	u = s.mean.near(high, low)
	if !s.scale.Doubles {
		return u, deep + 1, nil
	}
	return min(u+tags/2, s.scale.Top) &^ (tags - 1), min(s.mean.up(errHigh, errLow)+tags, s.scale.Top), nil
}

// best returns the best number among moves that leave the slice, and how far the true one can be from it:
// unless moves double, only as far as places of the turn are rounded.
func (s *slice) best(w *worker, list []fast.RollMove) (best, wide uint64, err error) {
	upper, lower := uint64(0), uint64(0)
	for n := range list {
		m := &list[n]
		u, half := uint64(0), uint64(0)
		if m.End != 0 {
			u = s.scale.of(s.kind, m.End, 0)
		} else {
			if m.To-s.Slice.First < s.Slice.Size {
				return 0, 0, fmt.Errorf("a move stays in the layer %s", s.Slice.Name)
			}
			var ok bool
			if k := m.To - w.base; k < uint64(len(w.places)) {
				u, wide, ok = w.places[k].number, max(wide, w.places[k].deep), true
			} else if u, ok = w.behind(s, m.To); !ok {
				return 0, 0, fmt.Errorf("a move leads to position #%d, which is in none of the slices that %s exits into", m.To, s.Slice.Name)
			}
			if s.scale.Doubles {
				u, half = u&^(tags-1), tag(u&(tags-1)).half()
			}
			if !m.Keeps {
				u = s.scale.Top - u
			}
			if m.Doubles {
				if !s.scale.Doubles {
					return 0, 0, fmt.Errorf("a move doubles a value, and the game does not say that moves do")
				}
				upper, lower = max(upper, s.scale.twice(min(u+half, s.scale.Top))), max(lower, s.scale.twice(u-min(half, u)))
				best = max(best, s.scale.twice(u))
				continue
			}
			u = s.scale.plus(u, m.Gain)
		}
		best = max(best, u)
		if s.scale.Doubles {
			upper, lower = max(upper, min(u+half, s.scale.Top)), max(lower, u-min(half, u))
		}
	}
	if !s.scale.Doubles {
		return best, wide, nil
	}
	return best, max(upper-best, best-lower), nil
}

// behind returns the number of a position behind an exit. The worker looks first where the last one was.
func (w *worker) behind(s *slice, i uint64) (uint64, bool) {
	if w.gate >= len(s.gates) || i-s.gates[w.gate].first >= uint64(len(s.gates[w.gate].values)/8) {
		w.gate = sort.Search(len(s.gates), func(k int) bool { return s.gates[k].first > i }) - 1
		if w.gate < 0 || i-s.gates[w.gate].first >= uint64(len(s.gates[w.gate].values)/8) {
			w.gate = 0
			return 0, false
		}
	}
	g := &s.gates[w.gate]
	return binary.LittleEndian.Uint64(g.values[8*(i-g.first):]), true
}

// tag is the half-width of a number, rounded up, in the low bits of the number, which are 0 in the number
// itself: a mantissa of six bits, and an exponent.
type tag uint16

// tags is the number of tags: a number is a multiple of it.
const tags = 1 << 12

// tagOf returns the least tag whose half-width is at least half.
func tagOf(half uint64) tag {
	if half < 64 {
		return tag(half)
	}
	shift := bits.Len64(half) - 7
	mantissa := (half + 1<<shift - 1) >> shift // 64 to 128
	return tag(uint64(shift)<<6 + mantissa)
}

// half returns a half-width.
func (t tag) half() uint64 {
	if t < 128 {
		return uint64(t)
	}
	return (uint64(t)&63 + 64) << (t>>6 - 1)
}
