package chess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// counts is the number of pieces of each kind and color, kings excluded.
type counts [2][kinds]uint8

// men returns the number of men on the board, kings included.
func (c counts) men() int { return 2 + c.pieces(white) + c.pieces(black) }

// pieces returns the number of men of a color, its king excluded.
func (c counts) pieces(color int) (n int) {
	for _, k := range c[color] {
		n += int(k)
	}
	return n
}

func (c counts) pawns() int { return int(c[white][pawn]) + int(c[black][pawn]) }

func (c counts) swapped() counts { return counts{c[black], c[white]} }

// compare orders the colors for the name: the one with more men comes first, then the one with the
// stronger men.
func (c counts) compare() int {
	if n := cmp.Compare(c.pieces(black), c.pieces(white)); n != 0 {
		return n
	}
	return slices.Compare(c[black][:], c[white][:])
}

// name returns the name of a material, such as KQvKR.
func (c counts) name() string {
	var b strings.Builder
	for color := range c {
		if color == black {
			b.WriteByte('v')
		}
		b.WriteByte('K')
		for kind, n := range c[color] {
			b.WriteString(strings.Repeat(letters[kind:kind+1], int(n)))
		}
	}
	return b.String()
}

// parseCounts reads a name. It accepts the pieces in any order, and either color first.
func parseCounts(text string) (c counts, err error) {
	sides := strings.Split(text, "v")
	bad := func() (counts, error) {
		return counts{}, engine.InputErrorf("%q is no material: want the men of either side, such as KQvKR, of K, Q, R, B, N and P with one K each", text)
	}
	if len(sides) != 2 {
		return bad()
	}
	for color, side := range sides {
		if strings.Count(side, "K") != 1 || len(side) > 8 {
			return bad()
		}
		for _, letter := range strings.Replace(side, "K", "", 1) {
			kind := strings.IndexRune(letters, letter)
			if kind < 0 {
				return bad()
			}
			c[color][kind]++
		}
	}
	if c.compare() > 0 {
		c = c.swapped()
	}
	return c, nil
}

// material is a slice: all positions with the same men. The color named first is White. If both
// colors have the same men, White is to move.
type material struct {
	counts
	number    int // of the slice
	symmetric bool
	first     uint64
	size      uint64
	parts     [2]*part // by the color to move; a symmetric material has the first only
	passants  [2]*part // the same for positions with an en passant capture; nil if there are none

	captured [2][kinds]exit       // by color and kind of the piece taken
	promoted [2][pawn]exit        // by color and the kind that a pawn becomes
	both     [2][pawn][kinds]exit // by color, promoted kind and captured kind
}

// exit is the target of a capture or a promotion.
type exit struct {
	*material
	swapped bool // the colors change names
}

// closure adds to list the material c and all that captures and promotions from it lead to.
func closure(list map[counts]bool, c counts) {
	if c.compare() > 0 {
		c = c.swapped()
	}
	if list[c] {
		return
	}
	list[c] = true
	for color := range c {
		for kind, n := range c[color] {
			if n == 0 {
				continue
			}
			less := c
			less[color][kind]--
			closure(list, less)
			if kind == pawn {
				for to := range pawn {
					promoted := less
					promoted[color][to]++
					closure(list, promoted)
				}
			}
		}
	}
}

// materialsOf lists all materials of at most that many men.
func materialsOf(men int) map[counts]bool {
	list := map[counts]bool{}
	var add func(c counts, color, kind, left int)
	add = func(c counts, color, kind, left int) {
		if color == 2 || left == 0 {
			closure(list, c)
			return
		}
		next, first := color, kind+1
		if first == kinds {
			next, first = color+1, 0
		}
		for n := range left + 1 {
			with := c
			with[color][kind] += uint8(n)
			add(with, next, first, left-n)
		}
	}
	add(counts{}, white, 0, men-2)
	return list
}

// order sorts materials into the order of slices: the target of a capture or a promotion comes
// before its source.
func order(list map[counts]bool) (sorted []counts) {
	for c := range list {
		sorted = append(sorted, c)
	}
	slices.SortFunc(sorted, func(a, b counts) int {
		return cmp.Or(cmp.Compare(a.men(), b.men()), cmp.Compare(a.pawns(), b.pawns()), cmp.Compare(a.name(), b.name()))
	})
	return sorted
}

// link finds the targets of captures and promotions.
func (m *material) link(find map[counts]*material) {
	to := func(c counts) exit {
		if c.compare() > 0 {
			return exit{find[c.swapped()], true}
		}
		return exit{find[c], false}
	}
	for color := range m.counts {
		for kind, n := range m.counts[color] {
			if n == 0 {
				continue
			}
			less := m.counts
			less[color][kind]--
			m.captured[color][kind] = to(less)
			if kind != pawn {
				continue
			}
			for piece := range pawn {
				promoted := less
				promoted[color][piece]++
				m.promoted[color][piece] = to(promoted)
				for taken, n := range m.counts[1-color] {
					if n > 0 {
						after := promoted
						after[1-color][taken]--
						m.both[color][piece][taken] = to(after)
					}
				}
			}
		}
	}
}

// exits lists the slices that moves lead to.
func (m *material) exits() (list []int) {
	add := func(e exit) {
		if e.material != nil && !slices.Contains(list, e.number) {
			list = append(list, e.number)
		}
	}
	for color := range m.counts {
		for _, e := range m.captured[color] {
			add(e)
		}
		for piece, e := range m.promoted[color] {
			add(e)
			for _, e := range m.both[color][piece] {
				add(e)
			}
		}
	}
	slices.Sort(list)
	return list
}
