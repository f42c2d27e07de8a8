package connectfour

import (
	"math/bits"
	"runtime"
	"sync"
	"testing"
)

// TestLastPlies compares published counts of the last two plies of the usual board, 7 wide and 6
// high. They count reachable positions, and mirror images separately. The publication counts wins
// and losses for the first player; here they are the mover's.
func TestLastPlies(t *testing.T) {
	if !*large {
		t.Skip("takes three quarters of an hour of CPU time: -args -large")
	}
	p := newPlies(7, 6)
	for ply, want := range map[int]plyCounts{
		42: {drawn: 713_298_878, lost: 746_034_021},
		41: {drawn: 2_496_557_393, lost: 4_282_128_782, won: 1_033_139_763},
	} {
		if got := p.count(ply); got != want {
			t.Errorf("ply %d: %+v, want %+v", ply, got, want)
		} else {
			t.Logf("ply %d: %+v", ply, got)
		}
	}
}

// TestLastPliesSmall compares counts of the last plies of small boards with those of the naive
// program.
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
			if got := p.count(ply); got != counts {
				t.Errorf("%v, ply %d: %+v, want %+v", board, ply, got, counts)
			}
		}
	}
}

// plyCounts is the number of positions of a ply by value for the player to move.
type plyCounts struct{ won, drawn, lost int }

func (c *plyCounts) add(d plyCounts, times int) {
	c.won += times * d.won
	c.drawn += times * d.drawn
	c.lost += times * d.lost
}

// plies counts the positions of the last two plies of a board. At most one cell is free in them.
type plies struct{ width, height int }

func newPlies(width, height int) *plies { return &plies{width, height} }

// count returns the counts of the last ply, or of the ply before it.
func (p *plies) count(ply int) (c plyCounts) {
	if ply == p.width*p.height {
		return p.countWithout(-1)
	}
	for column := 0; 2*column < p.width; column++ {
		times := 2 // this column and its mirror image
		if 2*column == p.width-1 {
			times = 1
		}
		c.add(p.countWithout(column), times)
	}
	return c
}

// countWithout counts the boards that are full except for the top cell of a column. A negative
// column stands for full boards. The cores share the contents of the first column.
func (p *plies) countWithout(column int) (sum plyCounts) {
	var (
		group sync.WaitGroup
		mutex sync.Mutex
		first = make(chan uint8, 1<<p.height)
	)
	for word := range cap(first) {
		if column != 0 || word < cap(first)/2 {
			first <- uint8(word)
		}
	}
	close(first)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			w := newFill(p, column)
			for word := range first {
				w.place(0, word, placed{tops: w.tops})
			}
			mutex.Lock()
			defer mutex.Unlock()
			sum.add(w.plyCounts, 1)
		})
	}
	group.Wait()
	return sum
}

// fill fills a board column by column. A board has height+1 bits a column, from the lowest cell up.
type fill struct {
	*plies
	plyCounts
	heights []int
	words   [][]uint8 // by column: its possible contents, 1 for X
	pieces  int
	most    int // upper bound on the number of X
	last    int // the bit of the player who moved last: 1 for X
	hole    uint64
	tops    uint64
	even    bool // the mirror image of a board is a board of the same count
	first   uint8
	times   int // how many boards the current one stands for
	order   *order
}

// placed is the contents of the filled columns.
type placed struct {
	of    [2]uint64 // by the bit of a player
	tops  uint64    // top cells that belong to all fours of the last mover, and are his or in a later column
	fours bool      // the player who moved last has a four
}

func newFill(p *plies, column int) *fill {
	w := &fill{plies: p, words: make([][]uint8, p.width), pieces: p.width * p.height, even: column < 0 || 2*column == p.width-1, times: 1}
	for c := range p.width {
		height := p.height
		if c == column {
			height--
			w.pieces--
			w.hole = w.cell(c, height)
		}
		w.heights = append(w.heights, height)
		w.tops |= w.cell(c, height-1)
		for word := range 1 << height {
			w.words[c] = append(w.words[c], uint8(word))
		}
	}
	w.most, w.last = (w.pieces+1)/2, w.pieces%2
	w.order = newOrder(p.width)
	return w
}

func (w *fill) cell(column, row int) uint64 { return 1 << (column*(w.height+1) + row) }

// place fills a column, and the later columns in every way. It skips boards with a four of the next
// mover, and boards whose last piece cannot be in all fours of the last mover.
func (w *fill) place(column int, word uint8, b placed) {
	height := w.heights[column]
	at := column * (w.height + 1)
	b.of[1] |= uint64(word) << at
	b.of[0] |= uint64(^word&(1<<height-1)) << at
	if x := bits.OnesCount64(b.of[1]); x > w.most || bits.OnesCount64(b.of[0]) > w.pieces-w.most {
		return
	}
	if int(word>>(height-1))&1 != w.last {
		b.tops &^= w.cell(column, height-1)
	}
	if !w.lines(&b) {
		return
	}
	w.order.put(column, height, word)
	if column == 0 {
		w.first = word
	}
	if column+1 == w.width {
		w.full(&b)
		return
	}
	words := w.words[column+1]
	if column+2 < w.width || !w.even {
		w.times = 1
		for _, next := range words {
			w.place(column+1, next, b)
		}
		return
	}
	// If the last column differs from the first one, the mirror image is not counted separately.
	w.times = 1
	w.place(column+1, w.first, b)
	w.times = 2
	for _, next := range words[w.first+1:] {
		w.place(column+1, next, b)
	}
}

// lines reports whether the fours can exist. It keeps the tops that belong to all of them.
func (w *fill) lines(b *placed) bool {
	for _, step := range [...]int{1, w.height, w.height + 1, w.height + 2} {
		if fourAlong(b.of[1-w.last], step) != 0 {
			return false
		}
		for m := fourAlong(b.of[w.last], step); m != 0; m &= m - 1 {
			start := m & -m
			b.tops &= start | start<<step | start<<(2*step) | start<<(3*step)
			b.fours = true
		}
	}
	return !b.fours || b.tops != 0
}

// fourAlong returns the lowest cell of each four in a direction.
func fourAlong(of uint64, step int) uint64 {
	of &= of >> step
	return of & (of >> (2 * step))
}

// full counts a board if alternating moves can produce it.
func (w *fill) full(b *placed) {
	if b.fours {
		for m := b.tops; m != 0; m &= m - 1 {
			column := bits.TrailingZeros64(m) / (w.height + 1)
			if w.order.exists(w.pieces-1, column) {
				w.lost += w.times
				return
			}
		}
		return
	}
	if !w.order.exists(w.pieces, -1) {
		return
	}
	mover := b.of[1-w.last] | w.hole
	for _, step := range [...]int{1, w.height, w.height + 1, w.height + 2} {
		if w.hole != 0 && fourAlong(mover, step) != 0 {
			w.won += w.times
			return
		}
	}
	w.drawn += w.times
}
