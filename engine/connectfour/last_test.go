package connectfour

import (
	"math/bits"
	"slices"
	"testing"
)

// TestLastPlies compares published counts of the last two plies of the usual board, 7 wide and 6
// high: positions that play reaches, mirror images counted apart.
//
// Positions are counted column by column, from what the last three columns hold and how many X
// there are: those without four in a line, and those in which all fours go through the top of a
// column, whose piece came last. That leaves out only whether the players could have taken turns.
// Few positions are such that they could not: on small boards they are listed and taken off
// (TestLastPliesSmall); here there are too many contents of columns to be tried, so that counts
// exceed the published ones: drawn ones by 6,942 and 12,977, others by up to 2 in 1,000. Won and lost
// are the first player's where they were published, and the mover's here.
func TestLastPlies(t *testing.T) {
	if !slow {
		t.Skip("takes a minute")
	}
	p := newPlies(7, 6)
	for ply, want := range map[int]plyCounts{
		42: {drawn: 713_298_878, lost: 746_034_021},
		41: {drawn: 2_496_557_393, lost: 4_282_128_782, won: 1_033_139_763},
	} {
		got := p.count(ply, false)
		t.Logf("ply %d: %+v, published are %+v", ply, got, want)
		for _, n := range [][3]int{{got.won, want.won, 500}, {got.drawn, want.drawn, 100_000}, {got.lost, want.lost, 500}} {
			if excess := n[0] - n[1]; excess < 0 || excess > n[1]/n[2] {
				t.Errorf("ply %d: %d positions, want %d and few more", ply, n[0], n[1])
			}
		}
	}
}

// TestLastPliesSmall compares counts of the last plies of small boards with those of plain play.
func TestLastPliesSmall(t *testing.T) {
	for _, board := range [][2]int{{4, 4}, {4, 3}, {5, 3}} {
		n := &naive{board[0], board[1], 4, map[string]int{}, map[string]bool{}}
		start := ""
		for range board[0] * board[1] {
			start += "."
		}
		n.solve(start, 'X')
		cells := board[0] * board[1]
		want := map[int]plyCounts{}
		for text, value := range n.values {
			ply := 0
			for _, c := range text {
				if c != '.' {
					ply++
				}
			}
			if ply < cells-1 {
				continue
			}
			c := want[ply]
			switch {
			case value == draw:
				c.drawn++
			case value%2 == 0:
				c.lost++
			default:
				c.won++
			}
			want[ply] = c
		}
		p := newPlies(board[0], board[1])
		for ply, counts := range want {
			if got := p.count(ply, true); got != counts {
				t.Errorf("%v, ply %d: %+v, want %+v", board, ply, got, counts)
			}
		}
	}
}

// plyCounts is how many positions of a ply have which value for the player to move.
type plyCounts struct{ won, drawn, lost int }

// plies counts the positions of the last two plies of a board. Columns are bits from below, 1 for
// X; a board is its columns.
type plies struct {
	width, height int
	lines         []tower
	found         map[int][]board // by pieces: see unordered
}

const maxPlyColumns = 8

// tower is the cells of a set, or the pieces of a player, by column.
type tower [maxPlyColumns]uint8

// board is columns of so many pieces.
type board struct {
	x       tower
	heights tower
}

func newPlies(width, height int) *plies {
	p := &plies{width: width, height: height, found: map[int][]board{}}
	for column := range width {
		for row := range height {
			for _, step := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				c, r := column+3*step[0], row+3*step[1]
				if c >= width || r >= height || r < 0 {
					continue
				}
				var line tower
				for n := range 4 {
					line[column+n*step[0]] |= 1 << (row + n*step[1])
				}
				p.lines = append(p.lines, line)
			}
		}
	}
	return p
}

// count returns the counts of the last ply, or of the one before; ordered: without positions
// that the players cannot have made by taking turns.
func (p *plies) count(ply int, ordered bool) (c plyCounts) {
	cells := p.width * p.height
	x := (ply + 1) / 2
	lastX := ply%2 != 0 // X made the last move
	var open int
	for _, heights := range p.profiles(ply) {
		if twins := p.twins(heights); twins > 0 {
			open += twins * p.columnwise(heights, x, nil, lastX)
			c.lost += twins * p.finished(heights, x, lastX)
		}
	}
	if ordered {
		for _, b := range p.unordered(ply) {
			open--
			if ply < cells && p.drawnNext(&b, !lastX) {
				c.drawn--
			}
		}
		c.lost -= p.unorderedEnds(ply, lastX)
	}
	if ply == cells {
		c.drawn = open
		return c
	}
	// Drawn are the positions that the last piece makes a full board of without four in a line.
	for column := range p.width {
		c.drawn += p.fullWithout(column, !lastX)
	}
	c.won = open - c.drawn
	return c
}

// profiles returns all heights of so many pieces, one or two fewer than there are cells.
func (p *plies) profiles(pieces int) (list []tower) {
	var heights tower
	var fill func(column, left int)
	fill = func(column, left int) {
		if column == p.width {
			if left == 0 {
				list = append(list, heights)
			}
			return
		}
		for missing := 0; missing <= min(left, p.height); missing++ {
			heights[column] = uint8(p.height - missing)
			fill(column+1, left-missing)
		}
	}
	fill(0, p.width*p.height-pieces)
	return list
}

// twins returns how many heights some stand for: themselves and their mirror image, or none where
// that stands for them.
func (p *plies) twins(heights tower) int {
	for i, j := 0, p.width-1; i < j; i, j = i+1, j-1 {
		switch {
		case heights[i] < heights[j]:
			return 2
		case heights[i] > heights[j]:
			return 0
		}
	}
	return 1
}

// columnwise counts the boards of some heights with so many X in which every four in a line is of the
// player who is lastX and goes through the tops of some columns, which are his; without columns,
// those without four in a line.
func (p *plies) columnwise(heights tower, x int, through []int, lastX bool) int {
	return p.countBoards(heights, x, through, lastX, func(line tower) bool { return len(through) > 0 && goesThrough(line, heights, through) })
}

// goesThrough reports whether a line goes through the tops of some columns.
func goesThrough(line, heights tower, through []int) bool {
	for _, column := range through {
		if heights[column] == 0 || line[column]>>(heights[column]-1)&1 == 0 {
			return false
		}
	}
	return true
}

// fits reports whether a line is below some heights.
func fits(line, heights tower) bool {
	for column, cells := range line {
		if cells>>heights[column] != 0 {
			return false
		}
	}
	return true
}

// countBoards counts the boards of some heights with so many X in which some tops are the last
// player's, and only lines that may be are there, in his colour.
func (p *plies) countBoards(heights tower, x int, tops []int, lastX bool, may func(line tower) bool) int {
	w := &window{plies: p, heights: heights, lastX: lastX, most: x}
	for _, line := range p.lines {
		if fits(line, heights) {
			w.add(line, may(line))
		}
	}
	for column := range p.width {
		w.choose(column, tops)
	}
	return w.count()
}

// window counts boards column by column.
type window struct {
	*plies
	heights tower
	lastX   bool
	most    int
	bars    [maxPlyColumns][]bar // by last column: lines that must not be
	choices [maxPlyColumns][]uint8
}

// bar is a line that must not be in one colour, for X or for O or for both.
type bar struct {
	line tower
	x, o bool
}

// add adds a line; may: the last player may have it.
func (w *window) add(line tower, may bool) {
	last := bits.Len8(w.columnsOf(line)) - 1
	w.bars[last] = append(w.bars[last], bar{line, !may || !w.lastX, !may || w.lastX})
}

// columnsOf returns the columns of a line as bits.
func (p *plies) columnsOf(line tower) (set uint8) {
	for column, cells := range line {
		if cells != 0 {
			set |= 1 << column
		}
	}
	return set
}

// choose lists what a column can hold by itself.
func (w *window) choose(column int, through []int) {
	height := w.heights[column]
	all := uint8(1)<<height - 1
	for x := range uint8(1) << height {
		ok := true
		for _, c := range through {
			if c == column && (x>>(height-1)&1 != 0) != w.lastX {
				ok = false
			}
		}
		for _, b := range w.bars[column] {
			if w.columnsOf(b.line) == 1<<column {
				ok = ok && !(b.x && x&b.line[column] == b.line[column]) && !(b.o && (all&^x)&b.line[column] == b.line[column])
			}
		}
		if ok {
			w.choices[column] = append(w.choices[column], x)
		}
	}
}

// next returns by what the three columns before one hold, as numbers of choices, which of its own
// choices make no line.
func (w *window) next(column int) []uint64 {
	a, b, c, d := w.choices[column-3], w.choices[column-2], w.choices[column-1], w.choices[column]
	var all [4]uint8
	for n := range all {
		all[n] = 1<<w.heights[column-3+n] - 1
	}
	list := make([]uint64, len(a)*len(b)*len(c))
	// By choice of each of the four columns: which lines it has its part of, for X and for O.
	has := func(n int, x uint8) (set uint64) {
		bit := 0
		for _, r := range w.bars[column] {
			part := r.line[column-3+n]
			if r.x && x&part == part {
				set |= 1 << bit
			}
			if r.o && all[n]&^x&part == part {
				set |= 2 << bit
			}
			bit += 2
		}
		return set
	}
	var parts [4][]uint64
	for n, choices := range [4][]uint8{a, b, c, d} {
		for _, x := range choices {
			parts[n] = append(parts[n], has(n, x))
		}
	}
	at := 0
	for i := range a {
		for j := range b {
			for k := range c {
				lines := parts[0][i] & parts[1][j] & parts[2][k]
				for l := range d {
					if lines&parts[3][l] == 0 {
						list[at] |= 1 << l
					}
				}
				at++
			}
		}
	}
	return list
}

// count counts.
func (w *window) count() (sum int) {
	size := w.most + 1
	n := [2]int{len(w.choices[1]), len(w.choices[2])}
	ways := make([]int, len(w.choices[0])*n[0]*n[1]*size)
	for i, a := range w.choices[0] {
		for j, b := range w.choices[1] {
			for k, c := range w.choices[2] {
				if x := bits.OnesCount8(a) + bits.OnesCount8(b) + bits.OnesCount8(c); x <= w.most { // no line but upright ones fits in
					ways[((i*n[0]+j)*n[1]+k)*size+x] = 1
				}
			}
		}
	}
	for column := 3; column < w.width; column++ {
		choices := w.choices[column]
		n = [2]int{len(w.choices[column-1]), len(choices)}
		after := make([]int, len(w.choices[column-2])*n[0]*n[1]*size)
		for at, set := range w.next(column) {
			from := ways[at*size:][:size]
			rest := at % (len(after) / size / n[1])
			for ; set != 0; set &= set - 1 {
				l := bits.TrailingZeros64(set)
				x := bits.OnesCount8(choices[l])
				to := after[(rest*n[1]+l)*size:][:size]
				for y := x; y < size; y++ {
					to[y] += from[y-x]
				}
			}
		}
		ways = after
	}
	for at := w.most; at < len(ways); at += size {
		sum += ways[at]
	}
	return sum
}

// finished counts the boards of some heights that the last piece ended, whoever could have taken
// turns: all fours go through the top of some column. Boards with several such columns count once.
func (p *plies) finished(heights tower, x int, lastX bool) (sum int) {
	for set := 1; set < 1<<p.width; set++ {
		var through []int
		for column := range p.width {
			if set>>column&1 != 0 {
				through = append(through, column)
			}
		}
		if !p.lineThrough(heights, through) {
			continue
		}
		sign := 2*(len(through)%2) - 1
		sum += sign * (p.columnwise(heights, x, through, lastX) - p.withTops(heights, x, through, lastX))
	}
	return sum
}

// lineThrough reports whether a line goes through the tops of some columns.
func (p *plies) lineThrough(heights tower, through []int) bool {
	return slices.ContainsFunc(p.lines, func(line tower) bool { return fits(line, heights) && goesThrough(line, heights, through) })
}

// withTops counts the boards without four in a line in which some tops are the last player's.
func (p *plies) withTops(heights tower, x int, tops []int, lastX bool) int {
	return p.countBoards(heights, x, tops, lastX, func(tower) bool { return false })
}

// fullWithout counts the full boards without four in a line whose last piece could lie on a column.
func (p *plies) fullWithout(column int, lastX bool) int {
	cells := p.width * p.height
	return p.withTops(p.profiles(cells)[0], (cells+1)/2, []int{column}, lastX)
}
