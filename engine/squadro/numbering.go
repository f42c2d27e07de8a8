package squadro

import (
	"cmp"
	"math/bits"
	"runtime"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/discover"
)

// The stages of a piece: on its way out, on its way back, home. A code is a number of the stages of all pieces of a player.
const stages = 3

// powers are the differences in a code that a stage of the last lane makes, of the one before, and so on.
var powers = [...]int{1, stages, stages * stages, stages * stages * stages, stages * stages * stages * stages, stages * stages * stages * stages * stages}

// numbering numbers the positions. A slice has classes, a class has the positions with Top to move and then those
// with Left to move, and each of these has rows: the positions with the same places of the pieces of Left. It is
// safe for concurrent use.
type numbering struct {
	*rules
	vectors [2][]vector // by player and code
	sums    [][]int     // codes by the sum of their stages
	places  []int       // by number of a slice in the rules: its place in list, or -1
	list    []slice
	first   []uint64                // by codes of Top and Left: the lowest index of a class
	classes []atomic.Pointer[class] // likewise; nil: not used yet
}

// slice is a slice with its classes.
type slice struct {
	discover.Slice
	first uint64
	top   int // the code of Top
	sum   int // of the stages of Left
}

// vector is a code with the points where each piece can stop. Places are numbers of points, places of all pieces
// make a row or a column: the place of the last lane changes fastest.
type vector struct {
	stages [most]uint8
	points [most][]uint8
	stride [most]int
	size   int // rows or columns
	sum    int // of the stages
	homes  int // pieces that are home
}

// class is a class, by the numbers of its codes.
type class struct {
	top, left *vector
	first     uint64
	size      uint64   // positions with one side to move
	stored    [2]bool  // positions with Top and with Left to move are stored
	rows      []uint32 // the number of positions before each row; then that of all
}

func newNumbering(r *rules) *numbering {
	n, codes := &numbering{rules: r, sums: make([][]int, (stages-1)*r.lanes+1)}, powers[r.lanes]
	for player := range n.vectors {
		for code := range codes {
			n.vectors[player] = append(n.vectors[player], r.vector(uint8(player), code))
		}
	}
	for code, v := range n.vectors[0] {
		n.sums[v.sum] = append(n.sums[v.sum], code)
	}
	n.first, n.classes = make([]uint64, codes*codes), make([]atomic.Pointer[class], codes*codes)
	n.places = make([]int, codes*len(n.sums))
	n.addSlices()
	return n
}

// vector returns the vector of a player with a code.
func (r *rules) vector(player uint8, code int) vector {
	v := vector{size: 1}
	for lane := r.lanes - 1; lane >= 0; lane-- {
		stage := uint8(code % stages)
		code /= stages
		v.stages[lane], v.stride[lane] = stage, v.size
		v.sum += int(stage)
		first, end := stage*r.far, (stage+1)*r.far
		if stage == stages-1 {
			v.homes, end = v.homes+1, first+1
		}
		for at := first; at < end; at++ {
			if at != first+1 || r.speed(player, lane, at) == 1 {
				v.points[lane] = append(v.points[lane], at)
			}
		}
		v.size *= len(v.points[lane])
	}
	return v
}

// place returns the place of a point on a lane, or -1 if no piece stops there.
func (v *vector) place(lane int, at uint8) int { return slices.Index(v.points[lane], at) }

// where returns the place where a lane crosses a lane of the opponent, or -1 if no piece stops there.
func (r *rules) where(v *vector, lane, crossed int) int {
	return slices.IndexFunc(v.points[lane], func(at uint8) bool { return r.crossed(at) == crossed })
}

// code returns the code of a player.
func (r *rules) code(p position, player uint8) (code int) {
	for _, at := range p.at[player][:r.lanes] {
		code = stages*code + int(at/r.far)
	}
	return code
}

// addSlices lists the slices: those that moves lead to come later.
func (n *numbering) addSlices() {
	order := make([]int, len(n.vectors[0]))
	for code := range order {
		order[code] = code
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(n.vectors[0][a].sum, n.vectors[0][b].sum) })
	size := uint64(0)
	number := 0
	numbers := make([]int, len(order)) // by code of Top: the number of its first slice
	for _, top := range order {
		numbers[top] = number
		for sum, lefts := range n.sums {
			first := size
			for _, left := range lefts {
				n.first[n.pair(top, left)] = size
				c := class{top: &n.vectors[0][top], left: &n.vectors[1][left]}
				size += c.positions(n.rules)
			}
			n.places[number] = -1
			if size > first {
				n.places[number] = len(n.list)
				n.list = append(n.list, slice{discover.Slice{Number: number, Size: size - first}, first, top, sum})
			}
			number++
		}
	}
	for at := range n.list {
		s := &n.list[at]
		s.Keys = keySet{n, s}
		s.Targets = append(s.Targets, at)
		add := func(number int) {
			if to := n.places[number]; to >= 0 {
				s.Targets = append(s.Targets, to)
			}
		}
		if s.sum+1 < len(n.sums) {
			add(s.Number + 1)
		}
		for lane, stage := range n.vectors[0][s.top].stages[:n.lanes] {
			if stage < stages-1 {
				add(numbers[s.top+powers[n.lanes-1-lane]] + s.sum)
			}
		}
		slices.Sort(s.Targets)
		n.places[s.Number] = at
	}
}

// pair returns the number of a class.
func (n *numbering) pair(top, left int) int { return top*len(n.vectors[0]) + left }

// positions sets the number of positions with one side to move, and returns that with either to move.
func (c *class) positions(r *rules) uint64 {
	c.size = r.count(c.top, c.left)
	sides := uint64(0)
	for player, own := range []*vector{c.top, c.left} {
		other := []*vector{c.left, c.top}[player]
		if c.stored[player] = own.homes < r.lanes-1 && other.homes < r.lanes; c.stored[player] {
			sides++
		}
	}
	return sides * c.size
}

// count returns the number of ways to put the pieces on their points, no two on one. It takes away the ways with
// pairs of pieces on one point.
func (r *rules) count(top, left *vector) uint64 {
	ways := [1 << most]int{1} // by set of lanes of Left in such pairs
	for i := range r.lanes {
		var next [1 << most]int
		for set, w := range ways[:1<<r.lanes] {
			next[set] += w * len(top.points[i])
			for j := range r.lanes {
				if w != 0 && set>>j&1 == 0 && r.where(top, i, j) >= 0 && r.where(left, j, i) >= 0 {
					next[set|1<<j] -= w
				}
			}
		}
		ways = next
	}
	sum := 0
	for set, w := range ways[:1<<r.lanes] {
		for j := range r.lanes {
			if set>>j&1 == 0 {
				w *= len(left.points[j])
			}
		}
		sum += w
	}
	return uint64(sum)
}

// class returns the class of two codes.
func (n *numbering) class(top, left int) *class {
	at := &n.classes[n.pair(top, left)]
	if c := at.Load(); c != nil {
		return c
	}
	c := &class{top: &n.vectors[0][top], left: &n.vectors[1][left], first: n.first[n.pair(top, left)]}
	c.positions(n.rules)
	c.rows = make([]uint32, c.left.size+1)
	for row := range c.left.size {
		ways := uint32(1)
		free := n.free(c, row)
		for _, places := range free[:n.lanes] {
			ways *= uint32(bits.OnesCount8(places))
		}
		c.rows[row+1] = c.rows[row] + ways
	}
	at.Store(c)
	return c
}

// free returns the places of Top's pieces, a set for each lane, that pieces of Left in a row leave free.
func (n *numbering) free(c *class, row int) (free [most]uint8) {
	for lane := range n.lanes {
		free[lane] = 1<<len(c.top.points[lane]) - 1
	}
	for lane := range n.lanes {
		at := c.left.points[lane][row/c.left.stride[lane]%len(c.left.points[lane])]
		if by := n.crossed(at); by >= 0 {
			if place := n.where(c.top, by, lane); place >= 0 {
				free[by] &^= 1 << place
			}
		}
	}
	return free
}

// offset returns the number of positions of a class before those with a player to move.
func (c *class) offset(mover uint8) uint64 {
	if mover == 1 && c.stored[0] {
		return c.size
	}
	return 0
}

// index returns the index of a position, or false if it is not stored. Pieces must be where they can stop.
func (n *numbering) index(p position) (uint64, bool) {
	c := n.class(n.code(p, 0), n.code(p, 1))
	if !c.stored[p.mover] {
		return 0, false
	}
	row := 0
	for lane := range n.lanes {
		row += c.left.stride[lane] * c.left.place(lane, p.at[1][lane])
	}
	free := n.free(c, row)
	rank := 0
	for lane := range n.lanes {
		place := c.top.place(lane, p.at[0][lane])
		if free[lane]>>place&1 == 0 {
			return 0, false
		}
		rank = rank*bits.OnesCount8(free[lane]) + bits.OnesCount8(free[lane]&(1<<place-1))
	}
	return c.first + c.offset(p.mover) + uint64(c.rows[row]) + uint64(rank), true
}

// at returns the position of an index.
func (n *numbering) at(i uint64) (p position) {
	s := &n.list[n.sliceAt(i)]
	lefts := n.sums[s.sum]
	left := lefts[sort.Search(len(lefts), func(at int) bool { return n.first[n.pair(s.top, lefts[at])] > i })-1]
	c := n.class(s.top, left)
	i -= c.first
	if !c.stored[0] || i >= c.size {
		p.mover = 1
		i -= c.offset(1)
	}
	row := sort.Search(c.left.size, func(row int) bool { return uint64(c.rows[row+1]) > i })
	rank := int(i) - int(c.rows[row])
	free := n.free(c, row)
	for lane := n.lanes - 1; lane >= 0; lane-- {
		p.at[1][lane] = c.left.points[lane][row/c.left.stride[lane]%len(c.left.points[lane])]
		left, size := free[lane], bits.OnesCount8(free[lane])
		for range rank % size {
			left &= left - 1
		}
		rank /= size
		p.at[0][lane] = c.top.points[lane][bits.TrailingZeros8(left)]
	}
	return p
}

// sliceOf returns the number of a position's slice in the rules.
func (n *numbering) sliceOf(p position) int {
	return n.list[n.sliceAt(n.first[n.pair(n.code(p, 0), n.code(p, 1))])].Number
}

// sliceAt returns the place in the list of the slice that has an index.
func (n *numbering) sliceAt(i uint64) int {
	return sort.Search(len(n.list), func(at int) bool { return n.list[at].first > i }) - 1
}

// closed returns the sizes of the classes of a slice, by its place in the list.
func (n *numbering) closed(at int) (sizes []uint64) {
	s := &n.list[at]
	end := s.first + s.Size
	for k := len(n.sums[s.sum]) - 1; k >= 0; k-- {
		first := n.first[n.pair(s.top, n.sums[s.sum][k])]
		if first < end {
			sizes, end = append(sizes, end-first), first
		}
	}
	slices.Reverse(sizes)
	return sizes
}

// slices returns the slices of the game.
func (n *numbering) slices() (list []discover.Slice) {
	for _, s := range n.list {
		list = append(list, s.Slice)
	}
	return list
}

// bytes returns an upper bound on the memory of the classes, and of an evaluator for each processor.
func (n *numbering) bytes() uint64 {
	rows, most := 0, [2]int{}
	for player, list := range n.vectors {
		for _, v := range list {
			rows, most[player] = rows+player*(v.size+40), max(most[player], v.size)
		}
	}
	return uint64(4*rows*len(n.vectors[0]) + 5*most[0]*most[1]*runtime.GOMAXPROCS(0))
}

// keySet has the positions of a slice as keys.
type keySet struct {
	*numbering
	*slice
}

// Len implements the KeySet of package discover.
func (k keySet) Len() uint64 { return k.Size }

// Key implements the KeySet of package discover.
func (k keySet) Key(rank uint64) uint64 { return k.at(k.slice.first + rank).key() }

// Rank implements the KeySet of package discover.
func (k keySet) Rank(key uint64) (uint64, bool) {
	i, ok := k.index(read(key))
	return i - k.slice.first, ok && i-k.slice.first < k.Size
}
