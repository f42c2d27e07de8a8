package placement

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Set is a set of places, the numbers that a formula with gaps assigns to positions. The index of a
// position is the number of members below its place. A set takes one and one seventh bits for each
// place, in lines of four words. In a line, 32 bits count the members in earlier lines, and each of
// linePlaces places has a bit. A lookup reads one cache line. A set is safe for concurrent use
// after [Set.Count].
type Set struct {
	words []uint64
	near  []uint32 // the line of every nearRanks-th member
	size  uint64   // members
}

const (
	lineWords  = 4
	rankBits   = 32
	linePlaces = 64*lineWords - rankBits
	nearRanks  = 1 << 10
)

// NewSet returns an empty set of n places.
func NewSet(n uint64) *Set {
	return &Set{words: make([]uint64, words(n))}
}

// words returns the number of words of a set of n places.
func words(n uint64) uint64 { return (n + linePlaces - 1) / linePlaces * lineWords }

// Size returns the number of members.
func (p *Set) Size() uint64 { return p.size }

// Bytes returns the memory of the set.
func (p *Set) Bytes() uint64 { return 8 * uint64(len(p.words)) }

// where returns the first word of a place's line, and the place's bit in the line.
func where(place uint64) (line, bit uint64) {
	line = place / linePlaces
	return line * lineWords, place - line*linePlaces + rankBits
}

// AddRun adds the places place+b for which bit b of members is set.
func (p *Set) AddRun(place, members uint64) {
	for members != 0 {
		line, bit := where(place)
		p.words[line+bit>>6] |= members << (bit & 63)
		room := 64 - bit&63
		members >>= room
		place += room
	}
}

// Remove removes a member.
func (p *Set) Remove(place uint64) {
	line, bit := where(place)
	p.words[line+bit>>6] &^= 1 << (bit & 63)
}

// Count prepares the set for Rank and for readers. Call it after the last AddRun and Remove.
func (p *Set) Count() {
	n := uint64(0)
	for line := 0; line < len(p.words); line += lineWords {
		p.words[line] = p.words[line]>>rankBits<<rankBits | n
		n += uint64(bits.OnesCount32(uint32(p.words[line] >> rankBits)))
		for _, w := range p.words[line+1 : line+lineWords] {
			n += uint64(bits.OnesCount64(w))
		}
		for uint64(len(p.near))*nearRanks < n {
			p.near = append(p.near, uint32(line/lineWords))
		}
	}
	p.near = append(p.near, uint32(max(len(p.words)/lineWords, 1)-1))
	p.size = n
}

// Rank returns the number of members below a place, or false if the place is not a member. It has
// no branches that depend on the place, because these would often be mispredicted.
func (p *Set) Rank(place uint64) (rank uint64, ok bool) {
	line, bit := where(place)
	w := (*[lineWords]uint64)(p.words[line:])
	rank = w[0]&(1<<rankBits-1) + ones(w[0]>>rankBits<<rankBits, bit) + ones(w[1], bit-64) + ones(w[2], bit-128) + ones(w[3], bit-192)
	return rank, w[bit>>6&(lineWords-1)]>>(bit&63)&1 != 0
}

// ones returns the number of bits set in a word below bit n, which may be negative or above 63.
func ones(word, n uint64) uint64 {
	return uint64(bits.OnesCount64(word & (1<<uint64(max(int64(n), 0)) - 1)))
}

// Word reads the word of a place. This loads it into the cache for a later call of Rank.
func (p *Set) Word(place uint64) uint64 {
	line, bit := where(place)
	return p.words[line+bit>>6]
}

// Has reports whether a place is a member.
func (p *Set) Has(place uint64) bool {
	line, bit := where(place)
	return p.words[line+bit>>6]>>(bit&63)&1 != 0
}

// Before returns the number of members below a place, member or not.
func (p *Set) Before(place uint64) (n uint64) {
	line, bit := where(place)
	if line == uint64(len(p.words)) {
		return p.size
	}
	n = p.words[line] & (1<<rankBits - 1)
	for at := uint64(rankBits); at < bit; at = at&^63 + 64 {
		word := p.words[line+at>>6] >> (at & 63)
		if bit-at&^63 < 64 {
			word &= 1<<(bit-at) - 1
		}
		n += uint64(bits.OnesCount64(word))
	}
	return n
}

// Lazy is a set that is filled when it is first asked for, so that a game opens at once. It is safe for concurrent use.
type Lazy struct {
	places, size uint64
	known        bool
	fill         func(*Set)
	set          atomic.Pointer[Set]
	filling      sync.Mutex
}

// Init describes a set of a number of places, whose members fill adds. sizes are those that [Sizes] found: the set has
// sizes[n] members, or is filled for its size if there are none.
func (l *Lazy) Init(places uint64, sizes []uint64, n int, fill func(*Set)) {
	l.places, l.fill, l.known = places, fill, sizes != nil
	if l.known {
		l.size = sizes[n]
	} else {
		l.size = l.Set().size
	}
}

// Size returns the number of members.
func (l *Lazy) Size() uint64 { return l.size }

// Bytes returns the memory of the set.
func (l *Lazy) Bytes() uint64 { return 8 * words(l.places) }

// Set returns the set.
func (l *Lazy) Set() *Set {
	if s := l.set.Load(); s != nil {
		return s
	}
	return l.make()
}

// make fills the set, once.
func (l *Lazy) make() *Set {
	l.filling.Lock()
	defer l.filling.Unlock()
	s := l.set.Load()
	if s == nil {
		s = NewSet(l.places)
		l.fill(s)
		s.Count()
		if l.known && s.size != l.size {
			panic("placement: a set has another size than its game says")
		}
		l.set.Store(s)
	}
	return s
}

// Sizes returns the numbers behind a name in a text of lines, or nil if no line begins with the name.
func Sizes(text, name string) (sizes []uint64) {
	_, line, ok := strings.Cut("\n"+text, "\n"+name+" ")
	if !ok {
		return nil
	}
	line, _, _ = strings.Cut(line, "\n")
	for _, number := range strings.Fields(line) {
		size, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			panic("placement: sizes of " + name + ": " + err.Error())
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// Reader finds members by rank, fastest in ascending order. It belongs to one goroutine.
type Reader struct {
	Set  *Set
	next uint64 // the rank of the lowest bit of rest
	rest uint64 // the remaining members of the word
	word uint64 // the number of the word
}

// Place returns the place of the member with the given rank.
func (r *Reader) Place(rank uint64) uint64 {
	if rank-r.next >= uint64(bits.OnesCount64(r.rest)) {
		r.seek(rank)
	}
	for ; r.next < rank; r.next++ {
		r.rest &= r.rest - 1
	}
	bit := r.word%lineWords*64 + uint64(bits.TrailingZeros64(r.rest))
	return r.word/lineWords*linePlaces + bit - rankBits
}

// seek finds the word of a rank.
func (r *Reader) seek(rank uint64) {
	words := r.Set.words
	line, first := r.word/lineWords, uint64(0)
	if line*lineWords < uint64(len(words)) {
		first = words[line*lineWords] & (1<<rankBits - 1)
	}
	const steps = 8 // lines to walk from the last one; a binary search is faster for more
	if rank < first || rank-first >= steps*linePlaces/2 {
		low, high := uint64(r.Set.near[rank/nearRanks]), uint64(r.Set.near[rank/nearRanks+1])
		for low < high { // the last line that begins at the rank or below
			if middle := (low + high + 1) / 2; words[middle*lineWords]&(1<<rankBits-1) <= rank {
				low = middle
			} else {
				high = middle - 1
			}
		}
		line = low
	}
	for (line+1)*lineWords < uint64(len(words)) && words[(line+1)*lineWords]&(1<<rankBits-1) <= rank {
		line++
	}
	r.next = words[line*lineWords] & (1<<rankBits - 1)
	r.word = line * lineWords
	r.rest = words[r.word] >> rankBits << rankBits
	for {
		n := uint64(bits.OnesCount64(r.rest))
		if rank-r.next < n {
			return
		}
		r.next += n
		r.word++
		r.rest = words[r.word]
	}
}

// MaxSquares is the largest number of squares of a board.
const MaxSquares = 64

// choose holds the binomial coefficients. The greatest uint64 stands for those that do not fit.
var choose = func() (c [MaxSquares + 1][MaxSquares + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			sum, carry := bits.Add64(c[n-1][k-1], c[n-1][k], 0)
			c[n][k] = sum | -carry
		}
	}
	return c
}()

// Choose returns the number of sets of k of n squares, 0 ≤ k, n ≤ MaxSquares.
func Choose(n, k int) uint64 { return choose[n][k] }

// Rank returns the rank of a set of free squares among the sets of the same size, in ascending
// order as numbers.
func Rank(set, free uint64) (rank uint64) {
	for k := 1; set != 0; k++ {
		rank += choose[bits.OnesCount64((set&-set-1)&free)][k&63]
		set &= set - 1
	}
	return rank
}

// Unrank is the inverse of [Rank]: the set of k free squares with that rank.
func Unrank(rank uint64, k int, free uint64) (set uint64) {
	for below := bits.OnesCount64(free) - 1; k > 0; below-- {
		top := uint64(1) << (63 - bits.LeadingZeros64(free))
		free &^= top
		if c := choose[below][k]; rank >= c {
			rank -= c
			k--
			set |= top
		}
	}
	return set
}

// Next returns the set of free squares after the given one, which must be neither empty nor the
// last.
func Next(set, free uint64) uint64 {
	next := ((set | ^free) + set&-set) & free // removes the lowest run of members, and adds the free square above it
	for low := free; bits.OnesCount64(next) < bits.OnesCount64(set); low &= low - 1 {
		next |= low & -low
	}
	return next
}
