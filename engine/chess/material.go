package chess

import (
	"cmp"
	"maps"
	"math/bits"
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

// ordered returns the counts with the colors in the order of the name. The color with more men
// comes first in the name, then the one with the stronger men.
func (c counts) ordered() (ordered counts, swapped bool) {
	swapped = cmp.Or(cmp.Compare(c.pieces(white), c.pieces(black)), slices.Compare(c[white][:], c[black][:])) < 0
	if swapped {
		c[white], c[black] = c[black], c[white]
	}
	return c, swapped
}

// after returns the counts after a color's capture, promotion or both. Without a capture taken is
// noMan; without a promotion becomes is pawn. It returns false if the required men are missing, or
// nothing changes.
func (c counts) after(color, becomes, taken int) (counts, bool) {
	if taken != noMan {
		c[1-color][taken]--
	}
	if becomes != pawn {
		c[color][pawn]--
		c[color][becomes]++
	}
	const missing = ^uint8(0)
	return c, (taken != noMan || becomes != pawn) && c[color][pawn] != missing && (taken == noMan || c[1-color][taken] != missing)
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
		return counts{}, engine.InputErrorf("%q is not a material: want the men of both sides, such as KQvKR, of K, Q, R, B, N and P, with one K each", text)
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
	c, _ = c.ordered()
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

	exits   [2][kinds][kinds + 1]exit // by color, promotion (pawn: none), and captured kind (noMan: none)
	targets []int                     // the slices of exits, ascending
}

// exit is the target of a capture or a promotion.
type exit struct {
	*material
	swapped bool // the colors change names
}

// closure adds to list the material c and all that captures and promotions from it lead to.
func closure(list map[counts]bool, c counts) {
	if c, _ = c.ordered(); list[c] {
		return
	}
	list[c] = true
	for color := range c {
		for becomes := range kinds {
			for taken := range kinds + 1 {
				if to, ok := c.after(color, becomes, taken); ok {
					closure(list, to)
				}
			}
		}
	}
}

// materialsOf lists all materials with at most the given number of men.
func materialsOf(men int) map[counts]bool {
	list := map[counts]bool{{}: true}
	for range men - 2 {
		for c := range maps.Clone(list) {
			for color := range c {
				for kind := range kinds {
					with := c
					with[color][kind]++
					with, _ = with.ordered()
					list[with] = true
				}
			}
		}
	}
	return list
}

// order sorts materials into the order of slices: the target of a capture or a promotion comes
// before its source.
func order(list map[counts]bool) []counts {
	return slices.SortedFunc(maps.Keys(list), func(a, b counts) int {
		return cmp.Or(cmp.Compare(a.men(), b.men()), cmp.Compare(a.pawns(), b.pawns()), cmp.Compare(a.name(), b.name()))
	})
}

// link finds the targets of captures and promotions.
func (m *material) link(find map[counts]*material) {
	for color := range m.exits {
		for becomes := range m.exits[color] {
			for taken := range m.exits[color][becomes] {
				if to, ok := m.after(color, becomes, taken); ok {
					c, swapped := to.ordered()
					m.exits[color][becomes][taken] = exit{find[c], swapped}
					m.targets = append(m.targets, find[c].number)
				}
			}
		}
	}
	slices.Sort(m.targets)
	m.targets = slices.Compact(m.targets)
}

// men holds the squares of the men by color and kind, the king's last.
type men [2][kinds + 1]uint64

// king returns the square of a color's king.
func (n *men) king(color int) uint8 {
	return uint8(bits.TrailingZeros64(n[color&1][kingKind]) & 63)
}

// turn applies a symmetry.
func (n *men) turn(turn *[64]uint8) {
	for color := range n {
		for kind, set := range n[color] {
			n[color][kind] = image(turn, set)
		}
	}
}

// image returns the image of a set of squares.
func image(turn *[64]uint8, set uint64) (image uint64) {
	for ; set != 0; set &= set - 1 {
		image |= 1 << (turn[bits.TrailingZeros64(set)&63] & 63)
	}
	return image
}

// swap exchanges the colors, and turns the board upside down.
func (n *men) swap() {
	n[white], n[black] = n[black], n[white]
	for color := range n {
		for kind, set := range n[color] {
			n[color][kind] = bits.ReverseBytes64(set)
		}
	}
}

// move moves a man between two squares, each a set of one.
func (n *men) move(color, kind int, from, to uint64) {
	n[color&1][kind] = n[color&1][kind]&^from | to
}

// on returns the kind of the man of a color on a square, a set of one. It returns noMan for an
// empty square, and for a king.
func (n *men) on(color int, square uint64) (kind int) {
	for kind = range kinds {
		if n[color&1][kind]&square != 0 {
			return kind
		}
	}
	return noMan
}

// squares returns the squares occupied by a color.
func (n *men) squares(color int) (set uint64) {
	for _, men := range n[color&1] {
		set |= men
	}
	return set
}

// counts returns the number of men of each kind.
func (n *men) counts() (c counts) {
	for color := range c {
		for kind := range kinds {
			c[color][kind] = uint8(bits.OnesCount64(n[color][kind]))
		}
	}
	return c
}
