package connectfour

import (
	"math/bits"
	"slices"
	"sort"
	"sync"

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
	total       uint64
	bitmaps     store
	rows        rowCounts
}

// layer is all positions with the same number of pieces.
type layer struct {
	pieces, x int
	runs      []run
	blocks    uint32 // of its bitmap
	first     uint64 // index
	size      uint64
	count     sync.Once
	bitmapState
}

// run is all positions with the same heights and the same number of X in the right half.
type run struct {
	first       uint32 // block
	left, right uint16 // profiles
	x           uint8  // in the right half
	before      uint64 // positions of the layer before it, once the layer is counted or has a bitmap
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
	k.left = newHalf(k.leftColumns(), r.height, parts[0])
	k.right = newHalf(r.width-k.leftColumns(), r.height, parts[1])
	k.left.makeSets(len(lines))
	k.right.countRows()
	k.makeRuns()
	known := countedLayers[[2]int{r.width, r.height}]
	for n, l := range k.layers {
		if known != nil {
			l.size = known[n]
		} else {
			k.countLayer(l)
		}
		l.first = k.total
		k.total += l.size
	}
	k.bitmaps.room = k.roomForBitmaps()
	return k, nil
}

// countedLayers has the sizes of the layers of boards that take noticeable time to count, by width and
// height. TestCountedLayers counts them.
var countedLayers = map[[2]int][]uint64{
	{5, 6}: {
		1, 3, 18, 57, 228, 660, 2200, 5675, 16278, 37788, 95984, 202872, 463156, 889578,
		1824364, 3174834, 5854672, 9168791, 15072430, 20900757, 30236212, 36696196, 45989926, 47345948, 49430112, 40910951, 34504114, 22525403,
		15402386, 7010488,
	},
	{7, 4}: {
		1, 4, 32, 132, 660, 2320, 8940, 26511, 83918, 214286, 574340, 1275936, 2943456, 5707391,
		11384842, 19205454, 33030680, 47955845, 70288788, 86212060, 105454304, 105805345, 104483854, 81650506, 61527958, 34266435, 18182096, 5907942,
	},
	{6, 5}: {
		1, 3, 24, 84, 396, 1260, 4660, 12951, 39960, 98438, 263518, 580262, 1366672, 2695707, 5628170, 9919212, 18324284,
		28604034, 46465622, 63440375, 89330766, 104312597, 124620838, 120884769, 118439642, 89910885, 68685186, 37910356,
		22450676, 7332671,
	},
	{6, 6}: {
		1, 3, 24, 84, 396, 1260, 4720, 13431, 42840, 109970, 309466, 725155, 1837386, 3948324, 9078040, 17913726, 37533024,
		67953540, 129717838, 214500816, 371617740, 557921913, 872184566, 1177312236, 1642423638, 1962982451, 2407830450,
		2502083941, 2638993612, 2299661294, 2000138806, 1380147520, 971153692, 515595147, 302259326, 102262489,
	},
	{7, 5}: {
		1, 4, 32, 132, 660, 2360, 9360, 28986, 96854, 265069, 772796, 1896279, 4907410, 10869289, 25207686, 50539963,
		105385376, 190982587, 357751240, 583507512, 977088552, 1422468241, 2109940772, 2709376088, 3510956274, 3904954678,
		4329514342, 4071301285, 3757751652, 2883074209, 2117812424, 1271579207, 694466656, 314728908, 109409380,
	},
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
		k.layers[n] = &layer{pieces: n, x: (n + 1) / 2}
	}
	k.starts = make([]uint32, k.left.profiles*k.right.profiles*(k.right.most+1))
	for l := range k.left.profiles {
		for r := range k.right.profiles {
			heights := append(k.left.heights(l), k.right.heights(r)...)
			n := 0
			for _, height := range heights {
				n += height
			}
			if n == cells || side(heights) > 0 {
				continue
			}
			at := k.layers[n]
			for x := range k.right.most + 1 {
				rows, row := len(k.right.class(r, x).codes), k.row(l, at.x-x)
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

// side compares heights with their mirror image: they have runs unless it is positive, and are
// their own mirror image if it is 0.
func side(heights []int) int {
	mirrored := slices.Clone(heights)
	slices.Reverse(mirrored)
	return slices.Compare(heights, mirrored)
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
	return k.left.class(int(r.left), l.x-int(r.x)), k.right.class(int(r.right), int(r.x))
}

// countLayer counts the positions before each run of a layer, and those of the layer.
func (k *columns) countLayer(l *layer) {
	l.count.Do(func() {
		sizes := make([]uint64, len(l.runs))
		for n := range sizes {
			sizes[n] = k.countRun(l, &l.runs[n])
		}
		l.setCounts(sizes)
	})
}

// setCounts sets the positions before each run of a layer, from the sizes of the runs.
func (l *layer) setCounts(sizes []uint64) {
	n := uint64(0)
	for at, size := range sizes {
		l.runs[at].before = n
		n += size
	}
	if l.size != 0 && l.size != n {
		panic("connectfour: a layer has another size than countedLayers says")
	}
	l.size = n
}

// countRun counts the positions of a run. Right halves with the same parts of lines leave the same
// left halves.
func (k *columns) countRun(l *layer, r *run) (n uint64) {
	left, right := k.halvesOf(l, r)
	counts := map[lineSet]uint64{}
	for lines, rows := range right.rows {
		lines = lines.and(left.any)
		count, ok := counts[lines]
		if !ok {
			count = uint64(left.without(lines))
			counts[lines] = count
		}
		n += rows * count
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

// runAt returns the number of the run that contains the position with a rank. The layer must be
// counted or have a bitmap.
func (l *layer) runAt(rank uint64) int {
	return sort.Search(len(l.runs), func(n int) bool { return l.runs[n].before > rank }) - 1
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

// bytes returns the memory of the numbering in bytes, bitmaps included.
func (k *columns) bytes() (n uint64) {
	for _, l := range k.layers {
		n += 24 * uint64(len(l.runs))
	}
	for _, h := range []*half{k.left, k.right} {
		n += 8 * uint64(len(h.of))
		for i := range h.classes {
			c := &h.classes[i]
			n += 20 * uint64(len(c.codes))
			for _, w := range c.with {
				n += 24 + 8*uint64(len(w))
			}
		}
	}
	return n + 4*uint64(len(k.starts)) + k.bitmaps.room + rowsBytes
}
