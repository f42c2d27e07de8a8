package teeko

import "slices"

// patterns is the set of the sets of four squares that win, a hash table without
// collisions.
type patterns struct {
	factor uint32
	table  [256]uint32
}

const none = 1 << 31 // no set of squares

// has reports whether a set of squares, at most four, wins.
func (p *patterns) has(set uint32) bool { return p.table[set*p.factor>>24] == set }

// findPatterns returns the patterns on a board of so many squares a side.
func findPatterns(size int, advanced bool) patterns {
	var sets []uint32
	add := func(column, row int, steps [pieces][2]int) {
		var set uint32
		for _, s := range steps {
			x, y := column+s[0], row+s[1]
			if x < 0 || y < 0 || x >= size || y >= size {
				return
			}
			set |= 1 << (y*size + x)
		}
		sets = append(sets, set)
	}
	for row := range size {
		for column := range size {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				var line [pieces][2]int
				for n := range line {
					line[n] = [2]int{n * d[0], n * d[1]}
				}
				add(column, row, line)
			}
			for side := 1; side == 1 || advanced && side < size; side++ {
				add(column, row, [pieces][2]int{{0, 0}, {side, 0}, {0, side}, {side, side}})
			}
		}
	}
	for p := (patterns{factor: 0x9e3779b9}); ; p.factor += 2 {
		for i := range p.table {
			p.table[i] = none
		}
		if !slices.ContainsFunc(sets, func(set uint32) bool {
			at := &p.table[set*p.factor>>24]
			taken := *at != none
			*at = set
			return taken
		}) {
			return p
		}
	}
}
