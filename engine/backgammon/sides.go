package backgammon

import (
	"slices"
	"sync/atomic"
)

// throw is a roll of two dice.
type throw struct {
	high, low int
	weight    uint32 // of 36
	name      string
	orders    [][]int // in which the dice can be played, that with the higher one first before
}

// throws are the 21 rolls of two dice.
var throws = func() (list []throw) {
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			t := throw{high, low, 2, string([]byte{byte('0' + high), '-', byte('0' + low)}), [][]int{{high, low}, {low, high}}}
			if high == low {
				t.weight, t.orders = 1, [][]int{{low, low, low, low}}
			}
			list = append(list, t)
		}
	}
	return list
}()

// sum is the sum of the weights of the throws.
const sum = 36

// home is the number of points of a home board. A player bears off once all his checkers are there.
const home = 6

// mostPoints is the greatest number of points of a bear-off.
const mostPoints = 10

// bar is the place of checkers on the bar, behind all points.
const bar = 24

// side is the checkers of a player by point, from the ace point on.
type side [bar + 1]uint8

// sides numbers what one player can have on his points, in the order of pips.
type sides struct {
	points, checkers int
	list             []side
	pips             []uint16 // by number
	first            []uint32 // by pips, and one more: the lowest number
	numbers          map[side]uint32
	off              []int                // by number: checkers borne off
	steps            [][home + 1][]uint16 // by number and die: where a checker leads
	moves            []atomic.Pointer[[]reply]
}

// reply is what a throw leads to, by number of the side.
type reply []uint16

func newSides(points, checkers int) *sides {
	s := &sides{points: points, checkers: checkers, numbers: map[side]uint32{}}
	var fill func(x side, point, left int)
	fill = func(x side, point, left int) {
		if point == points {
			s.list = append(s.list, x)
			return
		}
		for n := 0; n <= left; n++ {
			x[point] = uint8(n)
			fill(x, point+1, left-n)
		}
	}
	fill(side{}, 0, checkers)
	slices.SortStableFunc(s.list, func(a, b side) int { return a.pips() - b.pips() })
	for n, x := range s.list {
		for len(s.first) <= x.pips() {
			s.first = append(s.first, uint32(n))
		}
		s.pips = append(s.pips, uint16(x.pips()))
		s.off = append(s.off, checkers)
		for _, c := range x {
			s.off[n] -= int(c)
		}
		s.numbers[x] = uint32(n)
	}
	s.first = append(s.first, uint32(len(s.list)))
	s.moves = make([]atomic.Pointer[[]reply], len(s.list))
	s.steps = make([][home + 1][]uint16, len(s.list))
	for n, x := range s.list {
		for die := 1; die <= home; die++ {
			s.steps[n][die] = s.appendSteps(x, die)
		}
	}
	return s
}

// pips is the number of points that all checkers must go to leave the board.
func (x *side) pips() (n int) {
	for point, checkers := range x {
		n += (point + 1) * int(checkers)
	}
	return n
}

// appendSteps returns what one checker leads to with a die. Without checkers nothing changes.
func (s *sides) appendSteps(x side, die int) (list []uint16) {
	highest := s.points - 1
	for highest > 0 && x[highest] == 0 {
		highest--
	}
	for point := range s.points {
		to := point - die
		if x[point] == 0 || point < bar && x[bar] > 0 || to < 0 && (highest >= home || to < -1 && point < highest) {
			continue
		}
		next := x
		next[point]--
		if to >= 0 {
			next[to]++
		}
		list = append(list, uint16(s.numbers[next]))
	}
	if list == nil {
		list = []uint16{uint16(s.numbers[x])}
	}
	return list
}

// after returns what each throw leads to from a side, by numbers. It is safe for concurrent use.
func (s *sides) after(n uint32) []reply {
	if known := s.moves[n].Load(); known != nil {
		return *known
	}
	list := make([]reply, len(throws))
	for k, t := range throws {
		var all reply
		for _, dice := range t.orders {
			now := reply{uint16(n)}
			for _, die := range dice {
				var next reply
				for _, x := range now {
					next = append(next, s.steps[x][die]...)
				}
				slices.Sort(next)
				now = slices.Compact(next)
			}
			all = append(all, now...)
		}
		slices.Sort(all)
		list[k] = slices.Clip(slices.Compact(all))
	}
	s.moves[n].Store(&list)
	return list
}
