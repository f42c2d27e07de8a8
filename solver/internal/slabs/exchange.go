package slabs

import (
	"sync"
	"sync/atomic"
)

// exchange gathers records by chunk: a slab's place in its chunk and a configuration in
// four bytes. Records lie in blocks of one arena. When it is full the chunks of the upper
// end are dropped, and what was gathered for them; a later round gathers them again.
type exchange struct {
	arena  []uint64
	shift  uint // of a slab's place in a record, above the configuration
	chunks int

	low  int          // the first chunk of the round
	high atomic.Int64 // the round has chunks below it

	mu     sync.Mutex
	free   []uint32  // blocks
	blocks [][]block // by chunk
}

// block is a run of records.
type block struct {
	number  uint32
	records uint32
}

const (
	blockWords   = 512 // 64-bit words, two records each
	blockRecords = 2 * blockWords
)

func newExchange(arena []uint64, chunks int, shift uint) *exchange {
	return &exchange{arena: arena, shift: shift, chunks: chunks, blocks: make([][]block, chunks)}
}

// begin begins a round with the chunks from low up to high.
func (x *exchange) begin(low, high int) {
	x.low = low
	x.high.Store(int64(high))
	x.free = x.free[:0]
	for n := len(x.arena)/blockWords - 1; n >= 0; n-- {
		x.free = append(x.free, uint32(n))
	}
	for c := range x.blocks {
		x.blocks[c] = x.blocks[c][:0]
	}
}

// sender is one worker's end of an exchange.
type sender struct {
	*exchange
	open []block // by chunk
}

const noBlock = 1<<32 - 1

// none stands where there is no block: there is no room in it.
var none = block{noBlock, blockRecords}

func (x *exchange) sender() *sender {
	s := &sender{exchange: x, open: make([]block, x.chunks)}
	for c := range s.open {
		s.open[c] = none
	}
	return s
}

// send hands over links (live slab << 32 | configuration), of which those of other rounds
// are passed over.
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
		at := b.number*blockWords + b.records/2
		s.arena[at] = s.arena[at]&^(0xFFFFFFFF<<(b.records%2*32)) | (uint64(uint32(slab&mask)<<s.shift|uint32(l)))<<(b.records%2*32)
		b.records++
	}
}

// renew hands in the chunk's block, which is full or missing, and takes another. It
// reports false where the round has the chunk no longer.
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
	if len(s.free) == 0 {
		s.drop()
		if int64(chunk) >= s.high.Load() {
			return false
		}
	}
	*b = block{number: s.free[len(s.free)-1]}
	s.free = s.free[:len(s.free)-1]
	return true
}

// handIn gives the worker's block of a chunk to the chunk, or back. The lock is held.
func (s *sender) handIn(chunk int) {
	b := &s.open[chunk]
	if int64(chunk) >= s.high.Load() || b.records == 0 {
		s.free = append(s.free, b.number)
	} else {
		s.blocks[chunk] = append(s.blocks[chunk], *b)
	}
	*b = none
}

// drop takes the upper quarter of the round's chunks out of it, or more, until there are
// free blocks. The lock is held. A round of one chunk must fit.
func (x *exchange) drop() {
	for len(x.free) == 0 {
		high := int(x.high.Load())
		next := high - max(1, (high-x.low)/4)
		if next <= x.low {
			panic("slabs: the records of one chunk do not fit into the exchange")
		}
		x.high.Store(int64(next))
		for c := next; c < high; c++ {
			for _, b := range x.blocks[c] {
				x.free = append(x.free, b.number)
			}
			x.blocks[c] = x.blocks[c][:0]
		}
	}
}

// flush hands in all blocks of the worker.
func (s *sender) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		if s.open[c].number != noBlock {
			s.handIn(c)
		}
	}
}

// each calls f with the records gathered for a chunk. All senders must have flushed.
func (x *exchange) each(chunk int, f func(words []uint64, records uint32)) {
	for _, b := range x.blocks[chunk] {
		at := uint64(b.number) * blockWords
		f(x.arena[at:at+blockWords], b.records)
	}
}

// records returns how many records the round gathered. All senders must have flushed.
func (x *exchange) records() (n uint64) {
	for _, list := range x.blocks {
		for _, b := range list {
			n += uint64(b.records)
		}
	}
	return n
}
