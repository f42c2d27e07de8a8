package moves

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/foregone-db/foregone/kv/durable"
)

// Writer is a worker's end of a log. Its records belong to its current group, which counts once
// [Writer.Commit] has returned.
type Writer struct {
	log    *Log
	number uint32 // of the group in the file
	group  group
	begun  time.Time
	raw    []byte
}

// group is the records of a group.
type group struct {
	chunks  []int
	records []record
}

// record is a record of moves or counters of a chunk.
type record struct {
	place
	kind  byte
	chunk int
}

// Begin begins a chunk. It reports false if the chunk is in the log or another writer has it.
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

// Moves adds moves into a chunk: for each a pair of the destination's offset in that chunk and the
// source's offset in the slice.
func (w *Writer) Moves(chunk int, pairs []uint32) error {
	w.raw = appendPairs(w.start(movesRecord, chunk), pairs, offsetBytes(w.log.Shift))
	return w.add(movesRecord, chunk)
}

// End ends a chunk with its counters, which appendCounters appends; nil: they cannot be counted.
// The caller adds all moves of the chunk before [Writer.Commit]. End reports whether it is time to
// commit.
func (w *Writer) End(chunk int, appendCounters func(dst []byte) []byte) (due bool, err error) {
	w.raw = w.start(countersRecord, chunk)
	if appendCounters != nil {
		w.raw = appendCounters(w.raw)
	}
	err = w.add(countersRecord, chunk)
	w.group.chunks = append(w.group.chunks, chunk)
	return time.Since(w.begun) >= w.log.group, err
}

// Commit ends the group. Each chunk that was begun has ended, and all its moves are added.
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
	w.group = group{chunks: w.group.chunks[:0], records: w.group.records[:0]}
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

// add writes the record and adds it to the group.
func (w *Writer) add(kind byte, chunk int) error {
	p, err := w.write()
	w.group.records = append(w.group.records, record{p, kind, chunk})
	return err
}

// write ends the record and writes it.
func (w *Writer) write() (place, error) {
	binary.LittleEndian.PutUint32(w.raw[recordHead-4:], uint32(len(w.raw)-recordHead))
	w.raw = binary.LittleEndian.AppendUint32(w.raw, durable.Checksum(w.raw))
	return w.log.write(w.raw)
}

// offsetBytes returns the bytes of an offset in a chunk.
func offsetBytes(shift uint) int { return int(shift+7) / 8 }

// appendPairs appends pairs in the form of a record.
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

// padding is the number of bytes behind a payload that unpack may read.
const padding = 8

// unpack appends the pairs of a payload to dst. It returns false if the payload is damaged. The
// memory of payload must extend padding bytes beyond its end.
func unpack(dst []uint32, payload []byte, width int) ([]uint32, bool) {
	mask := uint32(1)<<(8*width) - 1
	from := uint32(0)
	for len(payload) > width {
		word := binary.LittleEndian.Uint64(payload[:padding])
		dst = append(dst, uint32(word)&mask, from)
		if step := byte(word >> (8 * width & 63)); step < 0x80 { // a step below 128 is its varint
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
		dst[len(dst)-1] = from
	}
	return dst, len(payload) == 0
}
