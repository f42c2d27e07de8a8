//go:build !js

package web

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/foregone-db/foregone/kv/durable"
)

// The disk cache has a file for each version of each remote file. A file is a list of records: offset,
// eight bytes; length, four bytes; CRC-32C of offset, length and bytes, four bytes; the bytes. Numbers are
// little-endian. A reader stops at the first damaged record and begins the file anew.
const (
	recordHead = 16
	recordMost = 16 << 20 // bytes of a record
	cacheEnd   = ".blocks"
)

var le = binary.LittleEndian

// disk is a folder with the disk cache. It is safe for concurrent use, by several processes, too.
type disk struct {
	folder string
	most   int64
}

func openDisk(folder string, most int64) (*disk, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, fmt.Errorf("disk cache: %w", err)
	}
	return &disk{folder, most}, nil
}

// place is where a record has its bytes in a file of the cache.
type place struct {
	at int64
	n  int
}

// keep is the cached bytes of one file. A nil keep has none.
type keep struct {
	disk   *disk
	mu     sync.Mutex
	file   *os.File // nil after a failure
	size   int64
	places map[int64]place // by offset in the remote file
	fresh  int64           // bytes written since the cache was trimmed
}

// open returns what the cache has of a file. The cache is only a help, so that a cache that cannot
// be read or written is the same as none.
func (d *disk) open(url string, length int64, s stamp) *keep {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s\n%s", url, length, s.tag, s.modified))
	path := filepath.Join(d.folder, hex.EncodeToString(sum[:16])+cacheEnd)
	k := &keep{disk: d, places: map[int64]place{}}
	var err error
	if k.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // the oldest files go first
	if !k.load() {
		k.file.Close()
		os.Remove(path)
		if k.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
			return nil
		}
		k.size, k.places = 0, map[int64]place{}
	}
	d.trim(path)
	return k
}

// load reads the heads of all records, and reports whether they fit the file.
func (k *keep) load() bool {
	info, err := k.file.Stat()
	if err != nil {
		return false
	}
	var head [recordHead]byte
	for k.size < info.Size() {
		if _, err := k.file.ReadAt(head[:], k.size); err != nil {
			return false
		}
		n := int(le.Uint32(head[8:]))
		if n == 0 || n > recordMost || k.size+recordHead+int64(n) > info.Size() {
			return false
		}
		k.places[int64(le.Uint64(head[:]))] = place{k.size, n}
		k.size += recordHead + int64(n)
	}
	return true
}

// has reports whether the cache has the bytes of a span.
func (k *keep) has(at int64, n int) bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.places[at].n == n
}

// read fills dst from the cache, and reports whether it has the bytes.
func (k *keep) read(dst []byte, at int64) bool {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.places[at]
	if k.file == nil || p.n != len(dst) {
		return false
	}
	var head [recordHead]byte
	_, err := k.file.ReadAt(head[:], p.at)
	if err == nil {
		_, err = k.file.ReadAt(dst, p.at+recordHead)
	}
	if err != nil || le.Uint64(head[:]) != uint64(at) || durable.Update(durable.Checksum(head[:12]), dst) != le.Uint32(head[12:]) {
		delete(k.places, at)
		return false
	}
	return true
}

// write adds bytes to the cache, unless it has them or they do not fit. Other processes may append
// to the same file, so the place of the record is not known to this one until it opens the file
// again; it is read once more to see that.
func (k *keep) write(at int64, b []byte) {
	if k == nil || len(b) == 0 || int64(len(b)) > min(recordMost, k.disk.most/4) || k.has(at, len(b)) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file == nil {
		return
	}
	if k.size+int64(len(b)) > k.disk.most/2 { // this file alone takes half of the cache: begin it anew
		if k.file.Truncate(0) != nil {
			k.file.Close()
			k.file = nil
			return
		}
		k.size, k.places = 0, map[int64]place{}
	}
	record := make([]byte, 0, recordHead+len(b))
	record = le.AppendUint64(record, uint64(at))
	record = le.AppendUint32(record, uint32(len(b)))
	record = le.AppendUint32(record, durable.Update(durable.Checksum(record), b))
	record = append(record, b...)
	if _, err := k.file.Write(record); err != nil {
		k.file.Close()
		k.file = nil
		return
	}
	end, err := k.file.Seek(0, io.SeekCurrent) // after a write in append mode: the end of this record
	if err != nil {
		return
	}
	k.places[at], k.size = place{end - int64(len(record)), len(b)}, end
	if k.fresh += int64(len(record)); k.fresh > k.disk.most/16 {
		k.fresh = 0
		k.disk.trim(k.file.Name())
	}
}

// drop forgets the bytes at an offset.
func (k *keep) drop(at int64) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.places, at)
}

func (k *keep) close() error {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file == nil {
		return nil
	}
	err := k.file.Close()
	k.file = nil
	return err
}

// trim removes the files used longest ago until the cache fits its size. It keeps the file at own.
func (d *disk) trim(own string) {
	for {
		entries, err := os.ReadDir(d.folder)
		if err != nil {
			return
		}
		var total int64
		var oldest fs.FileInfo
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || filepath.Ext(e.Name()) != cacheEnd {
				continue
			}
			total += info.Size()
			if e.Name() != filepath.Base(own) && (oldest == nil || info.ModTime().Before(oldest.ModTime())) {
				oldest = info
			}
		}
		if total <= d.most || oldest == nil {
			return
		}
		if err := os.Remove(filepath.Join(d.folder, oldest.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}
