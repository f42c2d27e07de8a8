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

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Folder implements [discover.Files] by a folder of files, which the first file creates. It belongs to
// one goroutine. Nothing else may be in the folder.
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

// Open implements [discover.Files]. The checksum is checked at the end of the list: Next then fails with
// [kv.ErrCorrupt] if it is wrong.
func (d *Folder) Open(name string) (discover.Reader, error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return nil, err
	}
	r := &listReader{file: f, in: bufio.NewReaderSize(f, 1<<18)}
	if err := r.begin(); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// listReader reads the blocks of a list in order.
type listReader struct {
	file *os.File
	in   *bufio.Reader
	crc  uint32
	left int64 // bytes before the checksum
	end  int64 // of them, those that are not blocks
	keys []uint64
	rest []uint64
	raw  []byte
}

// begin reads the header, which has the end of the blocks, and the magic.
func (r *listReader) begin() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	var trailer [trailerSize]byte
	if size < int64(len(magic)+trailerSize) {
		return kv.Corruptf(r.file.Name(), "it ends too early")
	}
	if err := kv.ReadAt(r.file.Name(), r.file, trailer[:], size-trailerSize); err != nil {
		return err
	}
	at, err := headerAt(r.file.Name(), trailer[:], uint64(size-trailerSize))
	if err != nil {
		return err
	}
	text := make([]byte, uint64(size-trailerSize)-at)
	if err := kv.ReadAt(r.file.Name(), r.file, text, int64(at)); err != nil {
		return err
	}
	var h header
	if err := json.Unmarshal(text, &h); err != nil || len(h.Parts) != 1 || h.Parts[0].Index > at {
		return kv.Corruptf(r.file.Name(), "its header is wrong")
	}
	r.left = size - 12
	r.end = r.left - int64(h.Parts[0].Index) // where the only part's index stands the blocks end
	head, err := r.take(uint64(len(magic)))
	if err == nil && string(head) != magic {
		err = kv.Corruptf(r.file.Name(), "it is no file of keys")
	}
	return err
}

// take reads n bytes, which are valid until the next call.
func (r *listReader) take(n uint64) ([]byte, error) {
	if int64(n) > r.left {
		return nil, kv.Corruptf(r.file.Name(), "a block is longer than the file")
	}
	if uint64(cap(r.raw)) < n+padding {
		r.raw = make([]byte, n+padding)
	}
	p := r.raw[:n]
	if _, err := io.ReadFull(r.in, p); err != nil {
		return nil, fmt.Errorf("read %s: %w", r.file.Name(), err)
	}
	r.crc = durable.Update(r.crc, p)
	r.left -= int64(n)
	return p, nil
}

// Next implements [discover.Reader].
func (r *listReader) Next(buf []uint64) (n int, err error) {
	for n < len(buf) {
		if len(r.rest) == 0 {
			if r.end >= 0 && r.left == r.end {
				if err := r.finish(); err != nil {
					return 0, err
				}
			}
			if r.end < 0 {
				break
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
	if !b.valid() {
		return kv.Corruptf(r.file.Name(), "a block is wrong")
	}
	raw, err := r.take(b.size())
	if err != nil {
		return err
	}
	r.keys = block(raw[:len(raw)+padding]).appendKeys(r.keys[:0])
	r.rest = r.keys
	if r.left < r.end {
		return kv.Corruptf(r.file.Name(), "a block is wrong")
	}
	return nil
}

// finish reads the rest of the file after the blocks and checks the checksum.
func (r *listReader) finish() error {
	for r.left > 0 {
		if _, err := r.take(uint64(min(r.left, 1<<16))); err != nil {
			return err
		}
	}
	var want [4]byte
	if _, err := io.ReadFull(r.in, want[:]); err != nil {
		return fmt.Errorf("read %s: %w", r.file.Name(), err)
	}
	if r.crc != le.Uint32(want[:]) {
		return kv.Corruptf(r.file.Name(), "its checksum is wrong")
	}
	r.end = -1
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
	f, err := durable.CreateLocked(d.path(stateName))
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(state); err != nil {
		return err
	}
	return f.Replace()
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
