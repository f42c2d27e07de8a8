package keys

import (
	"bufio"
	"encoding/json"
	"fmt"

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/kv/durable"
)

const (
	magic       = "\x89FGK\r\n\x1a\n"
	endMagic    = "\n\x1a\n\rKGF\x89"
	format      = 1
	trailerSize = 24
	entrySize   = 16
)

// header is the JSON header of a file.
type header struct {
	Format int          `json:"format"`
	Game   string       `json:"game"`
	Parts  []partHeader `json:"parts"`
}

type partHeader struct {
	Number  int    `json:"number"`
	Targets []int  `json:"targets"`
	Size    uint64 `json:"size"`
	Index   uint64 `json:"index"` // offset in the file
}

// Writer writes a file. It belongs to one goroutine. End it by
// [Writer.Finish] or [Writer.Abort]; until then the file has a temporary name.
type Writer struct {
	path    string
	file    *durable.File
	out     *bufio.Writer
	crc     uint32
	offset  uint64
	header  header
	indexes [][]byte
	pending []uint64 // keys of a block that is not full
	last    uint64
	buffer  []byte
	err     error
}

// Create starts a file of the keys of a game, given by its canonical spec.
func Create(path, game string) (*Writer, error) {
	f, err := durable.CreateLocked(path)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: f, header: header{Format: format, Game: game}}
	w.out = bufio.NewWriterSize(f, 1<<18)
	w.write([]byte(magic))
	return w, nil
}

// write appends bytes to the file. end returns the first error.
func (w *Writer) write(p []byte) {
	w.crc = durable.Update(w.crc, p)
	w.offset += uint64(len(p))
	if _, err := w.out.Write(p); w.err == nil {
		w.err = err
	}
}

// Part starts the next part: the slice with that number, whose moves lead to the parts targets.
func (w *Writer) Part(number int, targets []int) {
	w.endPart()
	w.header.Parts = append(w.header.Parts, partHeader{Number: number, Targets: targets})
	w.indexes = append(w.indexes, nil)
}

// Write implements [discover.Writer] for the current part.
func (w *Writer) Write(keys []uint64) error {
	part := &w.header.Parts[len(w.header.Parts)-1]
	for len(keys) > 0 && w.err == nil {
		if part.Size+uint64(len(w.pending)) > 0 && keys[0] <= w.last {
			return fmt.Errorf("write %s: keys are not in ascending order", w.path)
		}
		n := min(len(keys), blockKeys-len(w.pending))
		w.pending = append(w.pending, keys[:n]...)
		w.last = keys[n-1]
		keys = keys[n:]
		if len(w.pending) == blockKeys {
			w.block(w.pending)
			w.pending = w.pending[:0]
		}
	}
	return w.err
}

func (w *Writer) block(keys []uint64) {
	n := len(w.header.Parts) - 1
	w.indexes[n] = le.AppendUint64(le.AppendUint64(w.indexes[n], keys[0]), w.offset)
	w.header.Parts[n].Size += uint64(len(keys))
	w.buffer = appendBlock(w.buffer[:0], keys)
	w.write(w.buffer)
}

func (w *Writer) endPart() {
	if len(w.pending) > 0 {
		w.block(w.pending)
		w.pending = w.pending[:0]
	}
	w.last = 0
}

// end writes the indexes, the header and the trailer, and flushes.
func (w *Writer) end() error {
	w.endPart()
	for n, index := range w.indexes {
		w.header.Parts[n].Index = w.offset
		w.write(index)
	}
	text, err := json.Marshal(w.header)
	if err != nil {
		return err
	}
	at := w.offset
	w.write(text)
	w.write(le.AppendUint32(le.AppendUint64(nil, at), uint32(len(text))))
	w.write(append(le.AppendUint32(nil, w.crc), endMagic...))
	if err := w.out.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

// Finish completes the file, makes it durable and renames it to its path.
func (w *Writer) Finish() error {
	defer w.file.Discard()
	err := w.end()
	if err == nil {
		err = w.file.Replace()
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", w.path, err)
	}
	return nil
}

// Abort removes the file.
func (w *Writer) Abort() { w.file.Discard() }

// Write writes the keys of a game to a file. Parts without a [discover.KeySet] have their keys in
// files, which may be nil if there are no such parts.
func Write(path, game string, parts []discover.Slice, files discover.Files) error {
	w, err := Create(path, game)
	if err != nil {
		return err
	}
	defer w.Abort()
	for _, p := range parts {
		if err := w.add(p, files); err != nil {
			return err
		}
	}
	return w.Finish()
}

// add copies a part in runs of keys, so that the part need not fit in memory.
func (w *Writer) add(p discover.Slice, files discover.Files) error {
	w.Part(p.Number, p.Targets)
	in, err := discover.Reader(&setReader{set: p.Keys}), error(nil)
	if p.Keys == nil {
		in, err = files.Open(p.File)
	}
	if err != nil {
		return err
	}
	defer in.Close()
	buffer := make([]uint64, 1<<13)
	for {
		n, err := in.Next(buffer)
		if err == nil && n > 0 {
			err = w.Write(buffer[:n])
		}
		if err != nil || n == 0 {
			return err
		}
	}
}

// setReader reads a set in order.
type setReader struct {
	set  discover.KeySet
	rank uint64
}

func (r *setReader) Next(buf []uint64) (n int, err error) {
	for n < len(buf) && r.rank < r.set.Len() {
		buf[n] = r.set.Key(r.rank)
		n++
		r.rank++
	}
	return n, nil
}

func (*setReader) Close() error { return nil }
