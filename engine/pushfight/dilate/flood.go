package dilate

import "math/bits"

const (
	unitWords = 4             // a unit is the words of one row that flood together
	packUnits = 6             // units that flood side by side
	packWords = 6 * unitWords // words of a square in a pack
)

// flood moves the pieces of one kind in a bitmap whose rows are the sets of squares of that kind. A
// line is the rows that differ in one piece, by its square. A pack holds units of the words of
// several lines side by side.
type flood struct {
	packs   int
	rows    []uint32 // by pack, square and unit: the place of its first word in the bitmap
	allowed []uint64 // by pack and square: where the piece may be, packWords words
	squares int
}

// newFlood returns the flood of the pieces in rowSets over columns of the other pieces. A bitmap
// has rows of stride words, and after them a row that is always clear, which stands for missing
// rows.
func newFlood(squares int, rowSets, colSets []uint32, rows, stride int) flood {
	f := flood{squares: squares}
	rank := make(map[uint32]int, len(rowSets))
	rest := map[uint32]bool{} // the pieces that do not move
	var rests []uint32
	for r, set := range rowSets {
		rank[set] = r
		for pieces := set; pieces != 0; pieces &= pieces - 1 {
			if others := set &^ (pieces & -pieces); !rest[others] {
				rest[others] = true
				rests = append(rests, others)
			}
		}
	}
	lacking := make([][]uint64, squares) // by square: the columns without it
	for q := range lacking {
		lacking[q] = make([]uint64, stride)
		for c, set := range colSets {
			lacking[q][c/64] |= uint64(^set>>q&1) << (c % 64)
		}
	}
	type unit struct {
		others uint32
		word   int
	}
	var units []unit
	for _, others := range rests {
		for w := 0; w < stride; w += unitWords {
			units = append(units, unit{others, w})
		}
	}
	f.packs = (len(units) + packUnits - 1) / packUnits
	f.rows = make([]uint32, f.packs*squares*packUnits)
	f.allowed = make([]uint64, f.packs*squares*packWords)
	for i := range f.packs * packUnits {
		for q := range squares {
			at := (i/packUnits*squares+q)*packUnits + i%packUnits
			f.rows[at] = uint32(rows * stride)
			if i >= len(units) || units[i].others>>q&1 != 0 {
				continue
			}
			u := units[i]
			f.rows[at] = uint32(rank[u.others|1<<q]*stride + u.word)
			copy(f.allowed[at*unitWords:(at+1)*unitWords], lacking[q][u.word:])
		}
	}
	return f
}

// path is the squares in ascending order and back, with the neighbours of each. A step is six
// numbers: the place of the square in a pack, in words; 255 if the square of the step before is
// a neighbour, else 0; and the places of that neighbour and of three others. A square that is
// always clear stands for a missing neighbour.
type path []uint16

const stepSize = 6

// appendPath appends the path through the squares in ascending order and back. Of four
// neighbours two have the numbers before and after.
func appendPath(p path, neighbours []uint32) path {
	squares := len(neighbours)
	add := func(q, before int) {
		near, none := neighbours[q], uint16(squares*packWords)
		p = append(p, uint16(q*packWords))
		if before >= 0 && near>>before&1 != 0 {
			near &^= 1 << before
			p = append(p, 255, uint16(before*packWords))
		} else {
			p = append(p, 0, none)
		}
		for range 3 {
			place := none
			if near != 0 {
				place = uint16(bits.TrailingZeros32(near) * packWords)
				near &= near - 1
			}
			p = append(p, place)
		}
	}
	for q := range squares {
		add(q, q-1)
	}
	for q := squares - 1; q >= 0; q-- {
		before := q + 1
		if before == squares {
			before = -1
		}
		add(q, before)
	}
	return p
}
