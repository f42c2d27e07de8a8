package connectfour

import (
	_ "embed" // counted.txt
	"encoding/json"
	"fmt"
	"math/bits"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
)

// columns numbers the positions of a board by the contents of its columns. A position has a code:
// the bits of its columns as in keys, with the pieces of X set whoever is to move. The left half
// takes the low bits, the right half the high ones.
//
// A layer is all positions with the same number of pieces. The heights of all columns and the
// number of X in the right half divide it into runs. The filling of the right half divides a run
// into rows. A row is a bitmap of the fillings of the left half. A bit is set if the position has
// no four in a line. The index is the number of set bits before it. Of two mirrored sets of
// heights, only one has runs. If heights are their own mirror image, twins have separate indices.
//
// Only whole lines show whether a four crosses the halves. For each part of a line in one colour, a
// bitmap holds the fillings of the left half that have it. Rows of right halves with the rest of
// the line exclude these fillings. So the bitmaps of 10^9 positions take a second or two.
//
// The bitmaps of a layer exist while it is solved or verified (file bitmap.go). Single lookups on
// large boards count the positions of a run row by row instead.
type columns struct {
	*rules
	left, right *half
	layers      []*layer
	starts      []uint32 // by pair of profiles and number of X on the right: the number of the run in its layer
	bitmaps     store
	rows        rowCounts
}

// layer is all positions with the same number of pieces.
type layer struct {
	pieces  int
	runs    []run
	blocks  uint32      // of its bitmap
	groups  []uint64    // positions of the layer before each group of runs
	counts  []sync.Once // of the runs, by group
	first   uint64      // index
	size    uint64
	made    atomic.Pointer[made]
	lookups atomic.Uint32 // single lookups without a bitmap
}

// x returns the number of X.
func (l *layer) x() int { return (l.pieces + 1) / 2 }

// run is all positions with the same heights and the same number of X in the right half.
type run struct {
	first       uint32 // block
	left, right uint16 // profiles
	x           uint8  // in the right half
	before      uint64 // positions of the layer before it, once its group is counted or the layer has a bitmap
}

// place is the location of a position in its layer: the number of its run, its row, and its spot in
// the row.
type place struct{ run, row, spot uint32 }

// mostBits is the maximum number of bits of a board, width·(height+1).
const mostBits = 42

// newColumns numbers the positions of a board. It refuses other lines than 4 and boards that are
// too large.
func newColumns(r *rules) (*columns, error) {
	if r.line != 4 {
		return nil, engine.InputErrorf("ranked=true needs lines of 4, not %d: leave it out", r.line)
	}
	if r.width*r.column > mostBits {
		return nil, engine.InputErrorf("a board of %d by %d is too large for ranked=true: want width·(height+1) at most %d", r.width, r.height, mostBits)
	}
	k := &columns{rules: r}
	lines := k.crosses()
	var parts [2][]uint32
	for _, c := range lines {
		parts[0], parts[1] = append(parts[0], c.left), append(parts[1], c.right)
	}
	k.left = newHalf(k.leftColumns(), r.height, parts[0], true)
	k.right = newHalf(r.width-k.leftColumns(), r.height, parts[1], false)
	k.makeRuns()
	known, total := counted(r.width, r.height), uint64(0)
	for n, l := range k.layers {
		l.groups = make([]uint64, (len(l.runs)+groupRuns-1)/groupRuns)
		l.counts = make([]sync.Once, len(l.groups))
		for i := range l.groups {
			l.groups[i] = l.size
			if known != nil {
				l.size += known[n][i]
				continue
			}
			l.counts[i].Do(func() { l.size = l.setBefore(i, func(at int) uint64 { return k.countRun(l, &l.runs[at]) }) })
		}
		l.first = total
		total += l.size
	}
	k.bitmaps.room = k.roomForBitmaps()
	return k, nil
}

// groupRuns is the number of runs of a group: those from n·groupRuns on. They are counted when one of them is asked for.
const groupRuns = 64

// counted.txt has the sizes of the groups of boards that take noticeable time to count: a line WIDTHxHEIGHT, then
// a list for each layer, in JSON. TestCounted counts them.
//
//go:embed counted.txt
var countedText string

// counted returns the sizes of the groups of all layers of a board, or nil if they have to be counted.
func counted(width, height int) (sizes [][]uint64) {
	if _, text, ok := strings.Cut(countedText, fmt.Sprintf("%dx%d\n", width, height)); ok {
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&sizes); err != nil {
			panic("connectfour: counted.txt is wrong: " + err.Error())
		}
	}
	return sizes
}

// leftColumns returns the number of columns in the left half.
func (r *rules) leftColumns() int { return (r.width + 1) / 2 }

// crosses lists the lines of four with cells in both halves.
func (k *columns) crosses() (list []cross) {
	border := k.leftColumns() * k.column
	for _, step := range k.steps {
		for first := range k.width * k.column {
			line, ok := uint64(0), true
			for n := range k.line {
				bit := first + n*step
				ok = ok && bit < 64 && k.cells>>bit&1 != 0
				line |= 1 << (bit & 63)
			}
			if left, right := uint32(line&(1<<border-1)), uint32(line>>border); ok && left != 0 && right != 0 {
				list = append(list, cross{left, right})
			}
		}
	}
	return list
}

// makeRuns divides the layers into runs.
func (k *columns) makeRuns() {
	cells := k.width * k.height
	k.layers = make([]*layer, cells)
	for n := range k.layers {
		k.layers[n] = &layer{pieces: n}
	}
	k.starts = make([]uint32, k.left.profiles*k.right.profiles*(k.right.most+1))
	for l := range k.left.profiles {
		for r := range k.right.profiles {
			tops := k.topsOf(l, r)
			n := bits.OnesCount64(tops - k.bottom)
			if has, _ := k.standing(tops); n == cells || !has {
				continue
			}
			at := k.layers[n]
			for x := range k.right.most + 1 {
				rows, row := len(k.right.class(r, x).codes), k.row(l, at.x()-x)
				if rows == 0 || row == 0 {
					continue
				}
				k.starts[k.start(l, r, x)] = uint32(len(at.runs))
				at.runs = append(at.runs, run{first: at.blocks, left: uint16(l), right: uint16(r), x: uint8(x)})
				at.blocks += uint32(rows * row)
			}
		}
	}
}

// topsOf returns the bits above the pieces of two profiles.
func (k *columns) topsOf(l, r int) uint64 { return k.right.tops(r)<<k.left.bits | k.left.tops(l) }

// standing compares heights, given by the bits above the pieces, with their mirror image: whether
// they have runs, and whether they are their own mirror image.
func (k *columns) standing(tops uint64) (has, same bool) {
	mirror := k.mirror(tops)
	return mirror <= tops, mirror == tops
}

// row returns the blocks of a row: the bitmap of a left profile's fillings with x X.
func (k *columns) row(left, x int) int {
	if x < 0 || x > k.left.most {
		return 0
	}
	return k.left.class(left, x).blocks()
}

// start returns the index of a run in starts.
func (k *columns) start(left, right, x int) int {
	return (left*k.right.profiles+right)*(k.right.most+1) + x
}

// halvesOf returns the fillings of the halves of a run.
func (k *columns) halvesOf(l *layer, r *run) (left, right *class) {
	return k.left.withLines(k.left.class(int(r.left), l.x()-int(r.x)), false), k.right.withLines(k.right.class(int(r.right), int(r.x)), true)
}

// countGroup sets the positions before each run of a group. size returns the size of a run.
func (l *layer) countGroup(n int, size func(at int) uint64) {
	l.counts[n].Do(func() {
		end := l.size
		if n+1 < len(l.groups) {
			end = l.groups[n+1]
		}
		if l.setBefore(n, size) != end {
			panic("connectfour: a group has another size than counted.txt says")
		}
	})
}

// setBefore sets the positions before each run of a group, and returns those before the next one.
func (l *layer) setBefore(n int, size func(at int) uint64) uint64 {
	before := l.groups[n]
	for i := range l.groupOf(n) {
		l.runs[n*groupRuns+i].before = before
		before += size(n*groupRuns + i)
	}
	return before
}

// groupOf returns the runs of a group.
func (l *layer) groupOf(n int) []run { return l.runs[n*groupRuns : min((n+1)*groupRuns, len(l.runs))] }

// before returns the number of positions of a layer before a run, or all if there is no such run.
func (k *columns) before(l *layer, at int) uint64 {
	if at == len(l.runs) {
		return l.size
	}
	l.countGroup(at/groupRuns, func(at int) uint64 { return k.countRun(l, &l.runs[at]) })
	return l.runs[at].before
}

// countRun counts the positions of a run. Right halves with the same parts of lines leave the same
// left halves.
func (k *columns) countRun(l *layer, r *run) (n uint64) {
	left, right := k.halvesOf(l, r)
	without := left.counter()
	for lines, rows := range right.rows {
		n += rows * uint64(without(lines))
	}
	return n
}

// code returns the code of a key.
func (k *columns) code(key uint64) uint64 {
	own, all := k.split(key)
	if bits.OnesCount64(all)%2 != 0 {
		own = all &^ own
	}
	return all + k.bottom + own
}

// placeOf returns the place of a code in a layer. It returns false if a half has four in a line. The
// heights of the code must have runs.
func (k *columns) placeOf(code uint64) (place, bool) {
	a := k.left.of[code&(1<<k.left.bits-1)]
	b := k.right.of[code>>k.left.bits]
	if a.at == noFilling || b.at == noFilling {
		return place{}, false
	}
	return place{k.starts[k.start(int(a.profile), int(b.profile), int(b.x))], b.at, a.at}, true
}

// runAt returns the number of the run that contains the position with a rank.
func (k *columns) runAt(l *layer, rank uint64) int {
	n := sort.Search(len(l.groups), func(n int) bool { return l.groups[n] > rank }) - 1
	k.before(l, n*groupRuns) // counts the group
	runs := l.groupOf(n)
	return n*groupRuns + sort.Search(len(runs), func(n int) bool { return runs[n].before > rank }) - 1
}

// codeAt returns the code at a place.
func (k *columns) codeAt(l *layer, p place) uint64 {
	left, right := k.halvesOf(l, &l.runs[p.run])
	return uint64(right.codes[p.row])<<k.left.bits | uint64(left.codes[numberAt(p.spot)])
}

// rankOf returns the rank of a code in its layer. It returns false if the code has four in a line.
// The heights of the code must have runs.
func (k *columns) rankOf(l *layer, code uint64) (uint64, bool) {
	p, ok := k.placeOf(code)
	if !ok {
		return 0, false
	}
	if b := k.bitmapFor(l); b != nil {
		return k.rankIn(b, l, p)
	}
	return k.rankByRows(l, p)
}

// codeOf returns the code of the position with a rank in a layer.
func (k *columns) codeOf(l *layer, rank uint64) uint64 {
	if b := k.bitmapFor(l); b != nil {
		return k.codeAt(l, k.placeIn(b, l, rank))
	}
	return k.codeByRows(l, rank)
}

// bytes returns an upper bound on the memory of the numbering in bytes, bitmaps included.
func (k *columns) bytes() (n uint64) {
	for _, l := range k.layers {
		n += 24 * uint64(len(l.runs))
	}
	for _, h := range []*half{k.left, k.right} {
		n += 8 * uint64(len(h.of))
		for i := range h.classes {
			c := &h.classes[i]
			n += 20 * uint64(len(c.codes))
			if h == k.left {
				n += 16 * uint64(len(h.parts)*c.words()) // of two colours, at most
			}
		}
	}
	return n + 4*uint64(len(k.starts)) + k.bitmaps.room + rowsBytes
}
