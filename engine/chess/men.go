package chess

import "math/bits"

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
