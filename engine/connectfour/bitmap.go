package connectfour

import (
	"math/bits"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/fast"
)

// bitmap has a bit for each place of a layer, which is set if a position is there. It consists of
// blocks of four words: a head, and three words of places. The upper 40 bits of the head are the
// number of positions of the run before the block. Of its lower three bytes, byte n is the number
// of positions of the block before word n. Rows begin with a block.
type bitmap []uint64

// blockWords is the number of words of places in a block.
const blockWords = 3

// spotOf returns the spot of the n-th filling in a row: the block of its bit, its word in the block
// in two bits, and the bit in six. numberAt is the inverse.
func spotOf(n uint32) uint32      { return n/64/blockWords<<8 | n/64%blockWords<<6 | n%64 }
func numberAt(spot uint32) uint32 { return (spot>>8*blockWords+spot>>6&3)*64 + spot&63 }

// find returns the number of positions of the run before a spot of the row that begins with a
// block; ok is false if no position is there.
func (b bitmap) find(row, spot uint32) (n uint64, ok bool) {
	block := b[4*(row+spot>>8):][:4]
	set, bit := block[spot>>6&3+1], uint64(1)<<(spot&63)
	return block[0]>>24 + block[0]>>(spot>>6&3*8)&0xff + uint64(bits.OnesCount64(set&(bit-1))), set&bit != 0
}

// rankIn returns the rank of the position at a place; ok is false if no position is there.
func (k *columns) rankIn(b bitmap, l *layer, p place) (rank uint64, ok bool) {
	r := &l.runs[p.run]
	n, ok := b.find(r.first+p.row*uint32(k.row(int(r.left), l.x()-int(r.x))), p.spot)
	return r.before + n, ok
}

// placeIn returns the place of the position with a rank.
func (k *columns) placeIn(b bitmap, l *layer, rank uint64) place {
	at := k.runAt(l, rank)
	r := &l.runs[at]
	left, right := k.halvesOf(l, r)
	blocks := left.blocks()
	n := rank - r.before
	block := sort.Search(len(right.codes)*blocks, func(i int) bool { return b[4*(int(r.first)+i)]>>24 > n }) - 1
	words := b[4*(int(r.first)+block):][:4]
	in := nth(words[1:], uint32(n-words[0]>>24))
	return place{uint32(at), uint32(block / blocks), uint32(block%blocks)<<8 | in}
}

// nth returns the number of the bit of a bitmap that has n set bits below it.
func nth(words []uint64, n uint32) uint32 {
	at := 0
	for count := uint32(bits.OnesCount64(words[0])); n >= count; count = uint32(bits.OnesCount64(words[at])) {
		at, n = at+1, n-count
	}
	set := words[at]
	for range n {
		set &= set - 1
	}
	return uint32(64*at + bits.TrailingZeros64(set))
}

// fillRun fills the blocks of a run, and returns its number of positions.
func (k *columns) fillRun(b bitmap, l *layer, r *run) (n uint64) {
	left, right := k.halvesOf(l, r)
	row := make([]uint64, blockWords*left.blocks())
	at := 4 * int(r.first)
	for _, lines := range right.lines {
		left.fill(row[:left.words()], lines)
		for w := 0; w < len(row); w += blockWords {
			block, words := b[at:][:4], row[w:][:blockWords]
			first := uint64(bits.OnesCount64(words[0]))
			second := first + uint64(bits.OnesCount64(words[1]))
			block[0], block[1], block[2], block[3] = n<<24|first<<8|second<<16, words[0], words[1], words[2]
			n += second + uint64(bits.OnesCount64(words[2]))
			at += 4
		}
	}
	return n
}

// made is the bitmap of a layer while somebody needs it.
type made struct {
	bits bitmap
	next atomic.Int32   // the next group of runs to fill
	left sync.WaitGroup // groups that are not filled yet
}

// store holds the bitmaps of layers, in at most room bytes: of the layers used last.
type store struct {
	mu   sync.Mutex
	room uint64
	kept []*layer // with a bitmap, oldest first
}

// smallRoom is the size of bitmaps, in bytes, that a board may keep in any case.
const smallRoom = 1 << 30

// smallBitmap is the size of a bitmap, in bytes, that is filled for the first lookup. A larger one is filled
// after patience lookups: filling takes as long as some hundred lookups without it.
const (
	smallBitmap = 1 << 18
	patience    = 500
)

// roomForBitmaps returns the memory for bitmaps: for those of all layers, but at most smallRoom, or as much as any
// two neighbouring layers take if that is more.
func (k *columns) roomForBitmaps() uint64 {
	all, room := uint64(0), uint64(smallRoom)
	for n, l := range k.layers {
		all += l.bitmapBytes()
		room = max(room, l.bitmapBytes()+k.layers[max(n, 1)-1].bitmapBytes())
	}
	return min(all, room)
}

// bitmapBytes returns the size of the layer's bitmap.
func (l *layer) bitmapBytes() uint64 { return 32 * uint64(l.blocks) }

// bitmapFor returns the bitmap of a layer for a single lookup, or nil if filling it is not worthwhile
// yet.
func (k *columns) bitmapFor(l *layer) bitmap {
	if l.made.Load() == nil && l.bitmapBytes() > smallBitmap && l.lookups.Add(1) < patience {
		return nil
	}
	return k.bitmap(l)
}

// bitmap returns the bitmap of a layer. The first callers fill it together.
func (k *columns) bitmap(l *layer) bitmap {
	f := l.made.Load()
	if f == nil {
		f = k.bitmaps.begin(l)
	}
	for int(f.next.Load()) < len(l.groups) {
		if n := int(f.next.Add(1)) - 1; n < len(l.groups) {
			var sizes [groupRuns]uint64
			for i := range l.groupOf(n) {
				sizes[i] = k.fillRun(f.bits, l, &l.runs[n*groupRuns+i])
			}
			l.countGroup(n, func(at int) uint64 { return sizes[at%groupRuns] })
			f.left.Done()
		}
	}
	f.left.Wait()
	return f.bits
}

// begin returns the bitmap of a layer, which somebody may have filled. It forgets the oldest bitmaps
// if there is no room.
func (s *store) begin(l *layer) *made {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := l.made.Load(); f != nil {
		return f
	}
	used := l.bitmapBytes()
	for _, other := range s.kept {
		used += other.bitmapBytes()
	}
	for len(s.kept) > 0 && used > s.room {
		oldest := s.kept[0]
		used -= oldest.bitmapBytes()
		oldest.made.Store(nil)
		oldest.lookups.Store(0)
		s.kept = s.kept[1:]
	}
	s.kept = append(s.kept, l)
	f := &made{bits: make(bitmap, 4*uint64(l.blocks))}
	f.left.Add(len(l.groups))
	l.made.Store(f)
	return f
}

// rowCounts has the positions before each row of some runs, for single lookups.
type rowCounts struct {
	mu sync.Mutex
	of map[*run][]uint32
}

// rowCounts has at most mostRuns runs, which take rowsBytes at most on the boards of 42 bits.
const (
	mostRuns  = 64
	rowsBytes = mostRuns * 4 * 50_000
)

// rowsOf returns the number of positions of a run before each of its rows, and in the run at last.
func (k *columns) rowsOf(l *layer, r *run) []uint32 {
	c := &k.rows
	c.mu.Lock()
	defer c.mu.Unlock()
	if list, ok := c.of[r]; ok {
		return list
	}
	left, right := k.halvesOf(l, r)
	without, list := left.counter(), []uint32{0}
	for n, lines := range right.lines {
		list = append(list, list[n]+uint32(without(lines)))
	}
	if c.of == nil || len(c.of) == mostRuns {
		c.of = map[*run][]uint32{}
	}
	c.of[r] = list
	return list
}

// rankByRows returns the rank of the position at a place; ok is false if no position is there.
func (k *columns) rankByRows(l *layer, p place) (rank uint64, ok bool) {
	r := &l.runs[p.run]
	left, right := k.halvesOf(l, r)
	row := make([]uint64, left.words())
	left.fill(row, right.lines[p.row])
	rank = k.before(l, int(p.run)) + uint64(k.rowsOf(l, r)[p.row])
	n := numberAt(p.spot)
	below := row[n/64] & (1<<(n%64) - 1)
	return rank + fast.Count(row[:n/64]) + uint64(bits.OnesCount64(below)), row[n/64]>>(n%64)&1 != 0
}

// codeByRows returns the code of the position with a rank.
func (k *columns) codeByRows(l *layer, rank uint64) uint64 {
	r := &l.runs[k.runAt(l, rank)]
	counts, rest := k.rowsOf(l, r), uint32(rank-r.before)
	at := sort.Search(len(counts), func(n int) bool { return counts[n] > rest }) - 1
	left, right := k.halvesOf(l, r)
	row := make([]uint64, left.words())
	left.fill(row, right.lines[at])
	return uint64(right.codes[at])<<k.left.bits | uint64(left.codes[nth(row, rest-counts[at])])
}
