package chess

// men holds the squares of the men of a material.
type men struct {
	king [2]uint8
	at   [2][kinds][3]uint8 // by color and kind, in any order
}

// turn applies a symmetry.
func (n *men) turn(g *geometry, c *counts, turn uint8) {
	t := &g.turns[turn&7]
	for color := range n.king {
		n.king[color] = t[n.king[color]&63]
		for kind := range kinds {
			for i := range c[color][kind] {
				s := &n.at[color][kind][i]
				*s = t[*s&63]
			}
		}
	}
}

// swap exchanges the colors, and turns the board upside down.
func (n *men) swap() {
	n.king[white], n.king[black] = n.king[black]^upsideDown, n.king[white]^upsideDown
	n.at[white], n.at[black] = n.at[black], n.at[white]
	for color := range n.at {
		for kind := range n.at[color] {
			for i := range n.at[color][kind] {
				n.at[color][kind][i] ^= upsideDown
			}
		}
	}
}

// put puts a man on a square, the nth of his kind.
func (n *men) put(color, kind, nth int, square uint8) {
	if kind == kingKind {
		n.king[color&1] = square
	} else {
		n.at[color&1][kind][nth] = square
	}
}

// remove takes a man off the board; his kind has count men.
func (n *men) remove(color, kind int, count uint8, square uint8) {
	list := &n.at[color][kind]
	for i := range count {
		if list[i] == square {
			list[i] = list[count-1]
			return
		}
	}
}

// find returns the kind of the man of that color on a square.
func (n *men) find(c *counts, color int, square uint8) (kind int) {
	for kind, count := range c[color] {
		for i := range count {
			if n.at[color][kind][i] == square {
				return kind
			}
		}
	}
	return kingKind
}

// squares returns the squares occupied by a color.
func (n *men) squares(c *counts, color int) uint64 {
	set := uint64(1) << (n.king[color] & 63)
	for kind, count := range c[color] {
		for i := range count {
			set |= 1 << (n.at[color][kind][i] & 63)
		}
	}
	return set
}
