package keys

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Folder implements [discover.Files] with a folder of files. Writing the first file creates the
// folder. It belongs to one goroutine. Nothing else may be in the folder.
type Folder struct {
	dir    string
	made   bool
	synced map[string]bool
}

const stateName = "state.json"

// NewFolder returns the lists in a folder.
func NewFolder(dir string) *Folder { return &Folder{dir: dir, synced: map[string]bool{}} }

// Delete deletes the folder.
func (d *Folder) Delete() error { return os.RemoveAll(d.dir) }

func (d *Folder) path(name string) string { return filepath.Join(d.dir, name) }

// listWriter writes a list: a file of one part.
type listWriter struct{ *Writer }

// Create implements [discover.Files].
func (d *Folder) Create(name string) (discover.Writer, error) {
	if !d.made {
		if err := os.MkdirAll(d.dir, 0o777); err != nil {
			return nil, err
		}
		for _, dir := range []string{filepath.Dir(d.dir), filepath.Dir(filepath.Dir(d.dir))} {
			if err := durable.SyncFolder(dir); err != nil {
				return nil, err
			}
		}
		d.made = true
	}
	w, err := Create(d.path(name), "")
	if err != nil {
		return nil, err
	}
	w.Part(0, nil)
	d.synced[name] = false
	return listWriter{w}, nil
}

// Close implements [discover.Writer]. The list is not durable yet.
func (w listWriter) Close() error {
	defer w.file.Discard()
	if err := w.end(); err != nil {
		return err
	}
	return w.file.ReplaceUnsynced()
}

// Open implements [discover.Files]. The checksum is checked at the end of the list: Next then fails
// with [kv.ErrCorrupt] if it is wrong.
func (d *Folder) Open(name string) (discover.Reader, error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	r := &listReader{file: f}
	if err := r.begin(); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// listReader reads the blocks of a list in order.
type listReader struct {
	file *os.File
	in   *bufio.Reader // of all bytes that the checksum covers
	crc  uint32        // of the bytes that in has read
	want uint32
	left int64 // bytes of the blocks that are to be read
	keys []uint64
	rest []uint64 // of keys
	raw  []byte
}

// Write implements [io.Writer] for the bytes that the checksum covers.
func (r *listReader) Write(p []byte) (int, error) {
	r.crc = durable.Update(r.crc, p)
	return len(p), nil
}

// begin reads the trailer and the header, which has the end of the blocks, and the magic.
func (r *listReader) begin() error {
	path := r.file.Name()
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	end := info.Size() - trailerSize
	if end < int64(len(magic)) {
		return kv.Corruptf(path, "it is cut short")
	}
	var trailer [trailerSize]byte
	if err := kv.ReadAt(path, r.file, trailer[:], end); err != nil {
		return err
	}
	r.want = le.Uint32(trailer[12:])
	at, err := headerAt(path, trailer[:], uint64(end))
	if err != nil {
		return err
	}
	text := make([]byte, uint64(end)-at)
	if err := kv.ReadAt(path, r.file, text, int64(at)); err != nil {
		return err
	}
	var h header
	if err := json.Unmarshal(text, &h); err != nil || len(h.Parts) != 1 || h.Parts[0].Index > at || h.Parts[0].Index < uint64(len(magic)) {
		return kv.Corruptf(path, "its header is wrong")
	}
	r.left = int64(h.Parts[0].Index) - int64(len(magic)) // the index follows the blocks
	r.in = bufio.NewReaderSize(io.TeeReader(io.LimitReader(r.file, end+12), r), 1<<18)
	var head [len(magic)]byte
	if _, err := io.ReadFull(r.in, head[:]); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if string(head[:]) != magic {
		return errMagic(path)
	}
	return nil
}

// Next implements [discover.Reader].
func (r *listReader) Next(buf []uint64) (n int, err error) {
	for n < len(buf) {
		if len(r.rest) == 0 {
			if r.left == 0 {
				return n, r.check()
			}
			if err := r.block(); err != nil {
				return 0, err
			}
		}
		copied := copy(buf[n:], r.rest)
		r.rest = r.rest[copied:]
		n += copied
	}
	return n, nil
}

// block reads a block.
func (r *listReader) block() error {
	head, err := r.in.Peek(blockHeader)
	if err != nil {
		return fmt.Errorf("read %s: %w", r.file.Name(), err)
	}
	b := block(head)
	size := b.size()
	if !b.valid() || size > uint64(r.left) {
		return kv.Corruptf(r.file.Name(), "a block is wrong")
	}
	r.raw = slices.Grow(r.raw[:0], int(size)+padding)[:size+padding]
	if _, err := io.ReadFull(r.in, r.raw[:size]); err != nil {
		return fmt.Errorf("read %s: %w", r.file.Name(), err)
	}
	r.left -= int64(size)
	r.keys = block(r.raw).appendKeys(r.keys[:0])
	r.rest = r.keys
	return nil
}

// check reads the parts after the blocks, and compares the checksum.
func (r *listReader) check() error {
	if _, err := io.Copy(io.Discard, r.in); err != nil {
		return fmt.Errorf("read %s: %w", r.file.Name(), err)
	}
	if r.crc != r.want {
		return kv.Corruptf(r.file.Name(), "its checksum is wrong")
	}
	return nil
}

// Close implements [discover.Reader].
func (r *listReader) Close() error { return r.file.Close() }

// Remove implements [discover.Files].
func (d *Folder) Remove(name string) error {
	delete(d.synced, name)
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SaveState implements [discover.Files].
func (d *Folder) SaveState(state []byte) error {
	for name, done := range d.synced {
		if done {
			continue
		}
		if err := syncFile(d.path(name)); err != nil {
			return err
		}
		d.synced[name] = true
	}
	if err := durable.SyncFolder(d.dir); err != nil {
		return err
	}
	return durable.WriteBytes(d.path(stateName), true, state)
}

// LoadState implements [discover.Files].
func (d *Folder) LoadState() ([]byte, error) {
	state, err := os.ReadFile(d.path(stateName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return state, err
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
