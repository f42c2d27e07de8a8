package slabs

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// exchange gathers records by chunk: a slab's place in its chunk and a configuration in
// four bytes. Records lie in blocks of one arena. When the arena is full, the exchange drops
// the highest chunks with their records; a later round gathers them again.
type exchange struct {
	memory []uint64 // the arena as words
	arena  []uint32
	shift  uint // of a slab's place in a record, above the configuration

	low  int          // the first chunk of the round
	high atomic.Int64 // the round has chunks below it

	senders []*sender
	mu      sync.Mutex
	free    uint32   // a free block, which others follow
	heads   []uint32 // by chunk: a block of it, which others follow
	next    []uint32 // by block: the one that follows, or noBlock
	used    []uint16 // by block: its records
}

// block is a run of records.
type block struct {
	number  uint32
	records uint32
}

const (
	blockWords   = 512 // of 64 bits
	blockRecords = 2 * blockWords
)

func newExchange(memory []uint64, chunks int, shift uint) *exchange {
	blocks := len(memory) / blockWords
	x := &exchange{
		memory: memory, arena: unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(memory))), 2*len(memory)), shift: shift,
		heads: make([]uint32, chunks), next: make([]uint32, blocks), used: make([]uint16, blocks),
	}
	x.beginRound(0, 0)
	return x
}

// beginStep begins a round with the chunks from low up to high.
func (x *exchange) beginRound(low, high int) {
	x.low = low
	x.high.Store(int64(high))
	x.free = noBlock
	for n := len(x.next) - 1; n >= 0; n-- {
		x.giveBack(uint32(n))
	}
	for c := range x.heads {
		x.heads[c] = noBlock
	}
}

// giveBack frees a block. The caller holds the lock, or no worker sends.
func (x *exchange) giveBack(block uint32) {
	x.next[block] = x.free
	x.free = block
}

// sender is one worker's end of an exchange.
type sender struct {
	*exchange
	open []block // by chunk
}

const noBlock = 1<<32 - 1

// none stands for a missing block. It has no room.
var none = block{noBlock, blockRecords}

func (x *exchange) sender() *sender {
	s := &sender{exchange: x, open: make([]block, len(x.heads))}
	for c := range s.open {
		s.open[c] = none
	}
	x.senders = append(x.senders, s)
	return s
}

// send adds links (live slab << 32 | configuration) as records. It skips links of other rounds.
func (s *sender) send(links []uint64, chunkShift uint) {
	low, high := uint64(s.low), uint64(s.high.Load())
	mask := uint64(1)<<chunkShift - 1
	for _, l := range links {
		slab := l >> 32
		chunk := slab >> chunkShift
		if chunk-low >= high-low {
			continue
		}
		b := &s.open[chunk]
		if b.records == blockRecords && !s.renew(int(chunk)) {
			high = uint64(s.high.Load())
			continue
		}
		s.arena[uint64(b.number)*blockRecords+uint64(b.records)] = uint32(slab&mask)<<s.shift | uint32(l)
		b.records++
	}
}

// renew hands in the chunk's block, which is full or missing, and takes another. It returns
// false if the round no longer has the chunk.
func (s *sender) renew(chunk int) bool {
	b := &s.open[chunk]
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.number != noBlock {
		s.handIn(chunk)
	}
	if int64(chunk) >= s.high.Load() {
		return false
	}
	if s.free == noBlock {
		s.drop()
		if int64(chunk) >= s.high.Load() {
			return false
		}
	}
	*b = block{number: s.free}
	s.free = s.next[s.free]
	return true
}

// handIn passes the worker's block of a chunk to the chunk, or frees it. The caller holds the
// lock, or no worker sends.
func (s *sender) handIn(chunk int) {
	b := &s.open[chunk]
	if int64(chunk) >= s.high.Load() || b.records == 0 {
		s.giveBack(b.number)
	} else {
		s.used[b.number] = uint16(b.records)
		s.next[b.number] = s.heads[chunk]
		s.heads[chunk] = b.number
	}
	*b = none
}

// drop removes the upper quarter of the chunks from the round, again and again until there is a
// free block. The caller holds the lock. One chunk must fit.
func (x *exchange) drop() {
	for x.free == noBlock {
		high := int(x.high.Load())
		next := high - max(1, (high-x.low)/4)
		if next <= x.low {
			panic("slabs: the records of one chunk do not fit into the exchange")
		}
		x.high.Store(int64(next))
		for c := next; c < high; c++ {
			for n := x.heads[c]; n != noBlock; {
				after := x.next[n]
				x.giveBack(n)
				n = after
			}
			x.heads[c] = noBlock
		}
	}
}

// flush hands in the blocks of all senders, none of which may send.
func (x *exchange) flush() {
	for _, s := range x.senders {
		for c := range s.open {
			if s.open[c].number != noBlock {
				s.handIn(c)
			}
		}
	}
}

// each calls f with the records of a chunk, block by block. The senders must be flushed.
func (x *exchange) each(chunk int, f func(records []uint32)) {
	for n := x.heads[chunk]; n != noBlock; n = x.next[n] {
		f(x.arena[uint64(n)*blockRecords:][:x.used[n]])
	}
}

// records returns the number of records of the round. The senders must be flushed.
func (x *exchange) records() (n uint64) {
	for _, head := range x.heads {
		for ; head != noBlock; head = x.next[head] {
			n += uint64(x.used[head])
		}
	}
	return n
}
