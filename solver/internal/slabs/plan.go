package slabs

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// plan divides the memory of a solve.
type plan struct {
	shift    uint // log2 of slabs in a chunk
	chunks   int
	inMemory bool   // the bitmaps of open configurations
	exchange uint64 // words of the arena for records
	confBits uint   // bits of a configuration
}

// planFor makes the plan for a number of live slabs. It returns an [engine.InputError] if the
// memory does not suffice. The won sets are always in memory; records take the rest. shift is that
// of an existing log, whose chunks do not change, or -1.
func planFor(slabs, words, shift int, o setup) (p plan, err error) {
	p.confBits = confBits(words)
	bitmap := uint64(slabs) * uint64(words) * 8
	p.shift = min(8, 32-p.confBits)
	if o.chunk > 0 {
		p.shift = min(p.shift, uint(bits.Len(uint(o.chunk-1))))
	}
	if shift >= 0 {
		p.shift = uint(shift)
	}
	for ; ; p.shift-- {
		p.chunks = chunks(slabs, p.shift)
		// A worker holds the bitmaps of a chunk, some bitmaps of a slab, and an open block of
		// records for each chunk.
		perWorker := uint64(words)*8<<p.shift + uint64(words)*64 + uint64(p.chunks)*8*blockWords
		// Records of a chunk: a configuration has few links, four at most on average.
		room := uint64(16*64*words) << p.shift
		need := bitmap + uint64(o.Workers)*perWorker
		if need+room <= o.Memory {
			p.exchange = (o.Memory - need) / 8
			if p.exchange*8 >= bitmap+room+o.Memory/8 {
				p.inMemory = true
				p.exchange -= bitmap / 8
			}
			most := uint64(slabs)*uint64(words)*64*2 + uint64(o.Workers*p.chunks)*blockWords
			p.exchange = max(min(p.exchange, most), room/8) / blockWords * blockWords
			break
		}
		if p.shift == 0 || shift >= 0 {
			return p, engine.InputErrorf("solving by slabs needs at least %d MiB of memory in addition to the process: got %d MiB", (need+room)>>20+1, o.Memory>>20)
		}
	}
	if o.records > 0 {
		least := uint64(16*64*words)<<p.shift/8 + uint64(o.Workers*p.chunks)*blockWords
		p.exchange = max(least, o.records/8) / blockWords * blockWords
	}
	p.inMemory = p.inMemory && !o.inFile
	return p, nil
}

// confBits returns the bits of the number of a configuration.
func confBits(words int) uint { return uint(bits.Len(uint(64*words - 1))) }

func chunks(slabs int, shift uint) int { return (slabs + 1<<shift - 1) >> shift }
