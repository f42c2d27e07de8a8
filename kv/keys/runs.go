package keys

import (
	"encoding/json"
	"fmt"
	"sort"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

const (
	// RunsName is the name of the file with what [File.Runs] returns, in the folder of a game on a site.
	RunsName  = "runs.foregone"
	runBlocks = 64
	// RunKeys is the number of keys of a run. The last run of a part can have fewer.
	RunKeys  = runBlocks * blockKeys
	runEntry = 20
	// readAhead is the number of runs that are read together when runs are read in order.
	readAhead = 64
)

// Runs describes the file for [OpenRuns]: the length of the header (4 bytes), the header, and for each run
// of 64 blocks its first key (8 bytes), its offset in the file (8) and its CRC-32C (4). It fails if the file
// itself was opened by OpenRuns.
func (f *File) Runs() ([]byte, error) {
	text, err := json.Marshal(f.header)
	if err != nil {
		return nil, err
	}
	list := append(le.AppendUint32(nil, uint32(len(text))), text...)
	for _, set := range f.parts {
		p, ok := set.(*part)
		if !ok {
			return nil, fmt.Errorf("describe the runs of %s: it is not in memory", f.path)
		}
		for n := uint64(0); n < p.blocks; n += runBlocks {
			last := min(n+runBlocks, p.blocks) - 1
			run := p.data[p.offset(n) : p.offset(last)+p.block(last).size()]
			list = le.AppendUint64(le.AppendUint64(list, p.first(n)), p.offset(n))
			list = le.AppendUint32(list, durable.Checksum(run))
		}
	}
	return list, nil
}

// OpenRuns opens a file of keys on a host. Lookups read the runs that they need, and check them. list is
// what [File.Runs] returns. A lookup that cannot read a run panics with a [pool.Failure].
func OpenRuns(path string, r kv.Remote, list []byte) (*File, error) {
	short := kv.Corruptf(path, "the list of its runs is cut short")
	if len(list) < 4 || uint64(len(list)-4) < uint64(le.Uint32(list)) {
		return nil, short
	}
	text, entries := list[4:][:le.Uint32(list)], list[4+le.Uint32(list):]
	f := &File{path: path}
	if err := kv.UnmarshalVersion(path, "header: ", text, format, &f.header); err != nil {
		return nil, err
	}
	for _, h := range f.header.Parts {
		n := h.Size/RunKeys + (h.Size%RunKeys+RunKeys-1)/RunKeys
		if n > uint64(len(entries)/runEntry) {
			return nil, short
		}
		p := &inRuns{path: path, file: r, size: h.Size, entries: entries[:n*runEntry]}
		if entries = entries[n*runEntry:]; len(entries) >= runEntry {
			p.end = le.Uint64(entries[8:])
		} else {
			p.end = f.header.Parts[0].Index // the indexes follow the blocks
		}
		f.parts = append(f.parts, p)
	}
	return f, nil
}

// inRuns is the keys of a slice, in a file on a host. It implements [discover.KeySet] and [discover.AheadKeys].
type inRuns struct {
	path    string
	file    kv.Remote
	size    uint64       // number of keys
	entries []byte       // by run
	end     uint64       // offset in the file
	last    atomic.Int64 // the run that was read last
}

func (p *inRuns) runs() int { return len(p.entries) / runEntry }

// first returns the first key of a run.
func (p *inRuns) first(n int) uint64 { return le.Uint64(p.entries[n*runEntry:]) }

// span returns where a run is.
func (p *inRuns) span(n int) kv.Span {
	from, end := le.Uint64(p.entries[n*runEntry+8:]), p.end
	if n+1 < p.runs() {
		end = le.Uint64(p.entries[(n+1)*runEntry+8:])
	}
	if from > end || end-from > runBlocks*(blockHeader+10*blockKeys) {
		pool.Fail("%w", kv.Corruptf(p.path, "the list of its runs is damaged"))
	}
	return kv.Span{Offset: int64(from), Length: int(end - from)}
}

// runOf returns the run that holds a key if the set does, or -1.
func (p *inRuns) runOf(key uint64) int {
	return sort.Search(p.runs(), func(n int) bool { return p.first(n) > key }) - 1
}

// Expect implements [discover.AheadKeys].
func (p *inRuns) Expect(keys []uint64) error {
	var spans []kv.Span
	before := -1
	for _, key := range keys {
		if n := p.runOf(key); n != before {
			spans, before = append(spans, p.span(n)), n
		}
	}
	return p.file.Expect(spans)
}

// blocks reads the blocks of a run.
func (p *inRuns) blocks(n int) []block {
	span := p.span(n)
	spans := []kv.Span{span} // so that the file has the run in memory next time
	if int64(n) == p.last.Swap(int64(n))+1 && n%readAhead == 1 {
		for next := n + 1; next < min(n+readAhead, p.runs()); next++ {
			spans = append(spans, p.span(next))
		}
	}
	if err := p.file.Expect(spans); err != nil {
		panic(pool.Failure{Err: err})
	}
	for tries := 1; ; tries++ {
		data := make([]byte, span.Length, span.Length+padding)
		if err := kv.ReadAt(p.path, p.file, data, span.Offset); err != nil {
			panic(pool.Failure{Err: err})
		}
		if durable.Checksum(data) == le.Uint32(p.entries[n*runEntry+16:]) {
			p.file.Keep(span.Offset, data)
			return split(data)
		}
		if tries == 3 {
			pool.Fail("%w", kv.Corruptf(p.path, "the checksum of its run %d is wrong", n))
		}
		p.file.Drop(span) // a cache or a line may have damaged it
	}
}

// split returns the blocks of a run with the right checksum.
func split(data []byte) (blocks []block) {
	end := len(data)
	for data = data[:end+padding]; len(data) > padding; {
		b := block(data)
		blocks, data = append(blocks, b), data[b.size():]
	}
	return blocks
}

// Len implements [discover.KeySet].
func (p *inRuns) Len() uint64 { return p.size }

// Key implements [discover.KeySet].
func (p *inRuns) Key(rank uint64) uint64 {
	return p.blocks(int(rank / RunKeys))[rank%RunKeys/blockKeys].key(rank % blockKeys)
}

// Rank implements [discover.KeySet].
func (p *inRuns) Rank(key uint64) (uint64, bool) {
	run := p.runOf(key)
	if run < 0 {
		return 0, false
	}
	blocks := p.blocks(run)
	n := sort.Search(len(blocks), func(n int) bool { return blocks[n].first() > key }) - 1
	rank, ok := blocks[n].rank(key)
	return uint64(run)*RunKeys + uint64(n)*blockKeys + rank, ok
}
