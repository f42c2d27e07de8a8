package moves

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/foregone-db/foregone/kv/durable"
)

// Writer is a worker's end of a log. What it is given belongs to the group that it is
// writing, and counts from [Writer.Commit] on.
type Writer struct {
	log    *Log
	number uint32 // of the group in the file
	group  group
	begun  time.Time
	raw    []byte
}

// group is the records of a group.
type group struct {
	chunks   []int
	moves    []placed
	counters []placed
}

// placed is where a record of a chunk is.
type placed struct {
	place
	chunk int
}

// Begin begins a chunk, unless it is in the log or is being written.
func (w *Writer) Begin(chunk int) bool {
	l := w.log
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state[chunk] != absent {
		return false
	}
	l.state[chunk] = taken
	if len(w.group.chunks) == 0 {
		w.begun = time.Now()
	}
	return true
}

// Moves adds moves into a chunk: pairs of the offset in that chunk that a move leads to and the
// offset in the slice that it comes from.
func (w *Writer) Moves(chunk int, pairs []uint32) error {
	w.raw = appendPairs(w.start(movesRecord, chunk), pairs, offsetBytes(w.log.Shift))
	p, err := w.write()
	w.group.moves = append(w.group.moves, placed{p, chunk})
	return err
}

// End ends a chunk, whose moves were handed over, or will be before [Writer.Commit]: with its
// counters, which the function given appends, nil where they cannot be counted. It reports
// whether it is time for Commit.
func (w *Writer) End(chunk int, appendCounters func(dst []byte) []byte) (due bool, err error) {
	w.raw = w.start(countersRecord, chunk)
	if appendCounters != nil {
		w.raw = appendCounters(w.raw)
	}
	p, err := w.write()
	w.group.counters = append(w.group.counters, placed{p, chunk})
	w.group.chunks = append(w.group.chunks, chunk)
	return w.log.often || time.Since(w.begun) > groupTime, err
}

// Commit makes what the writer was given since the last time count. Each chunk begun has
// ended, and all its moves were added.
func (w *Writer) Commit() error {
	if len(w.group.chunks) == 0 {
		return nil
	}
	w.raw = w.start(endRecord, 0)
	for _, chunk := range w.group.chunks {
		w.raw = binary.LittleEndian.AppendUint32(w.raw, uint32(chunk))
	}
	if _, err := w.write(); err != nil {
		return err
	}
	l := w.log
	l.mu.Lock()
	defer l.mu.Unlock()
	l.accept(&w.group)
	w.group = group{chunks: w.group.chunks[:0], moves: w.group.moves[:0], counters: w.group.counters[:0]}
	w.number += uint32(len(l.writers))
	w.begun = time.Now()
	return l.sync()
}

// start begins a record.
func (w *Writer) start(kind byte, chunk int) []byte {
	raw := append(w.raw[:0], kind)
	raw = binary.LittleEndian.AppendUint32(raw, w.number)
	raw = binary.LittleEndian.AppendUint32(raw, uint32(chunk))
	return binary.LittleEndian.AppendUint32(raw, 0) // the length
}

// write ends the record and writes it.
func (w *Writer) write() (place, error) {
	binary.LittleEndian.PutUint32(w.raw[recordHead-4:], uint32(len(w.raw)-recordHead))
	w.raw = binary.LittleEndian.AppendUint32(w.raw, durable.Checksum(w.raw))
	return w.log.write(w.raw)
}

// offsetBytes returns the bytes of an offset in a chunk.
func offsetBytes(shift uint) int { return int(shift+7) / 8 }

// appendPairs appends pairs as records have them.
func appendPairs(dst []byte, pairs []uint32, width int) []byte {
	const most = 8 + binary.MaxVarintLen32
	at := len(dst)
	dst = slices.Grow(dst, most*(len(pairs)/2)+most)
	dst = dst[:cap(dst)]
	before := uint32(0)
	for ; len(pairs) >= 2; pairs = pairs[2:] {
		to, from := pairs[0], pairs[1]
		step := from - before
		before = from
		binary.LittleEndian.PutUint64(dst[at:], uint64(to)|uint64(step)<<(8*width&63)) // a step below 128 is its varint
		at += width
		if step < 0x80 {
			at++
			continue
		}
		at += binary.PutUvarint(dst[at:], uint64(step))
	}
	return dst[:at]
}

// unpack appends the pairs of a payload to dst; false: it is not as records are.
func unpack(dst []uint32, payload []byte, width int) ([]uint32, bool) {
	mask := uint32(1)<<(8*width) - 1
	from := uint32(0)
	// Eight bytes at a time as long as there are so many.
	for len(payload) >= 8 {
		word := binary.LittleEndian.Uint64(payload)
		to := uint32(word) & mask
		if step := byte(word >> (8 * width & 63)); step < 0x80 {
			from += uint32(step)
			payload = payload[width+1:]
		} else {
			step, n := binary.Uvarint(payload[width:])
			if n <= 0 {
				return dst, false
			}
			from += uint32(step)
			payload = payload[width+n:]
		}
		dst = append(dst, to, from)
	}
	for len(payload) > 0 {
		var word [8]byte
		copy(word[:], payload)
		step, n := binary.Uvarint(payload[min(width, len(payload)):])
		if n <= 0 {
			return dst, false
		}
		from += uint32(step)
		dst = append(dst, uint32(binary.LittleEndian.Uint64(word[:]))&mask, from)
		payload = payload[width+n:]
	}
	return dst, true
}
