package moves

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/foregone-db/foregone/kv/durable"
)

// Reader reads a log that is whole. It belongs to one goroutine.
type Reader struct {
	log   *Log
	raw   []byte
	pairs []uint32
}

// Reader returns a new reader.
func (l *Log) Reader() *Reader { return &Reader{log: l} }

// Bytes returns about how many bytes the moves into a chunk take in the log.
func (l *Log) Bytes(chunk int) (sum uint64) {
	for _, p := range l.moves[chunk] {
		sum += uint64(p.length)
	}
	return sum
}

// Each hands the moves into a chunk to use, some at a time, as [Writer.Moves] was given them.
// The slice is use's during the call.
func (r *Reader) Each(chunk int, use func(pairs []uint32) error) (err error) {
	for _, p := range r.log.moves[chunk] {
		if r.raw, err = r.log.read(p, r.raw); err != nil {
			return err
		}
		var ok bool
		r.pairs, ok = unpack(r.pairs[:0], r.raw[recordHead:][:p.length], offsetBytes(r.log.Shift))
		if !ok {
			return fmt.Errorf("read %s: the record at %d is damaged", r.log.paths[p.file], p.at)
		}
		if err := use(r.pairs); err != nil {
			return err
		}
	}
	return nil
}

// Counters returns the counters of a chunk, as [Writer.End] was given them; they are valid
// until the next call.
func (r *Reader) Counters(chunk int) (counters []byte, err error) {
	p := r.log.count[chunk]
	if r.raw, err = r.log.read(p, r.raw); err != nil {
		return nil, err
	}
	return r.raw[recordHead:][:p.length], nil
}

// load takes up what is whole in the file of an earlier run.
func (l *Log) load(path string) error {
	f, err := l.disk.Open(path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	in := bufio.NewReaderSize(f, 1<<20)
	head := make([]byte, headSize)
	if err == nil {
		_, err = io.ReadFull(in, head)
	}
	if closed := err == nil && !bytes.Equal(head, l.head()); closed || err == io.EOF || err == io.ErrUnexpectedEOF {
		if err := f.Close(); err != nil {
			return err
		}
		return l.disk.Remove(path)
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("read %s: %w", path, err)
	}
	file := int32(len(l.paths))
	l.paths, l.readers = append(l.paths, path), append(l.readers, f)
	groups := map[uint32]*group{}
	record := head
	for at := int64(headSize); ; at += int64(len(record)) {
		record, err = nextRecord(in, record, info.Size()-at)
		if err != nil || record == nil {
			return err
		}
		number, chunk := binary.LittleEndian.Uint32(record[1:]), int(binary.LittleEndian.Uint32(record[5:]))
		payload := record[recordHead : len(record)-durable.ChecksumSize]
		if chunk >= l.Chunks {
			return nil
		}
		g := groups[number]
		if g == nil {
			g = &group{}
			groups[number] = g
		}
		p := placed{place{at + int64(recordHead), file, uint32(len(payload))}, chunk}
		switch record[0] {
		case movesRecord:
			g.moves = append(g.moves, p)
		case countersRecord:
			g.counters = append(g.counters, p)
		case endRecord:
			if l.ends(g, payload) {
				l.accept(g)
			}
			delete(groups, number)
		default:
			return nil
		}
	}
}

// nextRecord reads a record into memory that it may use; nil: there is none that is whole, in
// so many bytes that are left.
func nextRecord(in *bufio.Reader, memory []byte, left int64) ([]byte, error) {
	memory = slices.Grow(memory[:0], recordHead)[:recordHead]
	_, err := io.ReadFull(in, memory)
	n := int64(recordHead + durable.ChecksumSize)
	if err == nil {
		n += int64(binary.LittleEndian.Uint32(memory[9:]))
		if n > left {
			return nil, nil
		}
		memory = slices.Grow(memory, int(n)-recordHead)[:n]
		_, err = io.ReadFull(in, memory[recordHead:])
	}
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the moves that were found: %w", err)
	case !intact(memory):
		return nil, nil
	}
	return memory, nil
}

// ends takes note of the chunks of a group that ends, and reports whether it counts.
func (l *Log) ends(g *group, payload []byte) bool {
	for ; len(payload) >= 4; payload = payload[4:] {
		chunk := int(binary.LittleEndian.Uint32(payload))
		if chunk >= l.Chunks || l.state[chunk] == whole {
			return false
		}
		g.chunks = append(g.chunks, chunk)
	}
	counted := map[int]bool{}
	for _, c := range g.counters {
		counted[c.chunk] = true
	}
	for _, chunk := range g.chunks {
		if !counted[chunk] {
			return false
		}
	}
	return len(payload) == 0
}
