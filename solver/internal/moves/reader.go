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

// Reader reads a log that no writer uses. It belongs to one goroutine.
type Reader struct {
	log   *Log
	raw   []byte
	pairs []uint32
}

// Reader returns a new reader.
func (l *Log) Reader() *Reader { return &Reader{log: l} }

// Each calls use with the moves into a chunk, some at a time, in the form of [Writer.Moves]. use
// owns the slice during the call.
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

// Counters returns the counters of a chunk as [Writer.End] wrote them, valid until the next call.
func (r *Reader) Counters(chunk int) (counters []byte, err error) {
	p := r.log.count[chunk]
	if r.raw, err = r.log.read(p, r.raw); err != nil {
		return nil, err
	}
	return r.raw[recordHead:][:p.length], nil
}

// load reads the complete groups in the file of an earlier run.
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
	raw := head
	for at := int64(headSize); ; at += int64(len(raw)) {
		raw, err = nextRecord(in, raw, info.Size()-at)
		if err != nil || raw == nil {
			return err
		}
		number, chunk := binary.LittleEndian.Uint32(raw[1:]), int(binary.LittleEndian.Uint32(raw[5:]))
		payload := raw[recordHead : len(raw)-durable.ChecksumSize]
		if chunk >= l.Chunks {
			return nil
		}
		g := groups[number]
		if g == nil {
			g = &group{}
			groups[number] = g
		}
		switch kind := raw[0]; kind {
		case movesRecord, countersRecord:
			g.records = append(g.records, record{place{at + int64(recordHead), file, uint32(len(payload))}, kind, chunk})
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

// nextRecord reads a record into memory that it reuses. It returns nil if the next record is torn
// or damaged, or needs more than the bytes that are left.
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
		return nil, fmt.Errorf("read the log of moves: %w", err)
	case !intact(memory):
		return nil, nil
	}
	return memory, nil
}

// ends reads the chunks in the end record of a group, and reports whether the group counts.
func (l *Log) ends(g *group, payload []byte) bool {
	for ; len(payload) >= 4; payload = payload[4:] {
		chunk := int(binary.LittleEndian.Uint32(payload))
		if chunk >= l.Chunks || l.state[chunk] == whole {
			return false
		}
		g.chunks = append(g.chunks, chunk)
	}
	for _, chunk := range g.chunks {
		if !slices.ContainsFunc(g.records, func(r record) bool { return r.kind == countersRecord && r.chunk == chunk }) {
			return false
		}
	}
	return len(payload) == 0
}
