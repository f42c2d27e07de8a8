package slabs

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/parts"
)

// log holds the decisions of the phases: a file for each remoteness, of a head, records by
// chunk in the order in which workers finished them, and an end. The head is
//
//	offset  size  content
//	0       8     "slablog" and the version of the format, 1
//	8       4     remoteness
//	12      4     log2 of the slabs in a chunk, the same in all files
//	16      4     CRC-32C of all before it
//
// and a record is
//
//	offset  size  content
//	0       4     chunk; 0xFFFFFFFF: the end of the phase
//	4       4     n, bytes of the payload
//	8       8     stored positions in it; in the end: of all records
//	16      8     other configurations; in the end: of all records
//	24      n     payload
//	24+n    4     CRC-32C of all before it in the record
//
// all little-endian. The payload has the sets of new configurations of the slabs in the form of package parts. A phase counts once its end is written. Opening the log cuts off a
// torn record at the end of a file.
type log struct {
	dir     string
	mu      sync.Mutex
	file    *os.File // of the current phase
	at      int64
	last    time.Time // of the last sync
	resumed bool      // an earlier run began the current phase
	ends    []Counts  // of the phases that are complete, by remoteness
	shift   int       // log2 of the slabs in a chunk; -1: not known yet
	// places holds, by remoteness and chunk, where the records begin; chunks without one
	// are absent.
	places []map[int]place
	read   map[int]*os.File // by remoteness: files that are open for reading
}

type place struct {
	at     int64
	length int
	counts Counts
}

// Counts are the numbers of configurations with one value: stored positions, and others of live slabs.
type Counts = parts.Counts

const (
	fileHead   = 20
	recordHead = 24
	endChunk   = 1<<32 - 1
	syncAfter  = 20 * time.Second
)

// magic begins a file; its last byte is the version of the format.
const magic = "slablog\x01"

// head returns the head of a phase's file.
func (l *log) head(remoteness int) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), uint32(remoteness))
	b = binary.LittleEndian.AppendUint32(b, uint32(l.shift))
	return binary.LittleEndian.AppendUint32(b, durable.Checksum(b))
}

// readHead checks the head of a phase's file. It returns false if the head is torn.
func (l *log) readHead(in io.Reader, remoteness int) (bool, error) {
	var b [fileHead]byte
	if _, err := io.ReadFull(in, b[:]); err != nil || durable.Checksum(b[:16]) != binary.LittleEndian.Uint32(b[16:]) {
		return false, nil
	}
	if string(b[:7]) == magic[:7] && b[7] > magic[7] {
		return false, fmt.Errorf("format %d is newer than this program's, %d", b[7], magic[7])
	}
	if string(b[:8]) != magic || binary.LittleEndian.Uint32(b[8:]) != uint32(remoteness) {
		return false, errors.New("it is not a log of this phase")
	}
	shift := int(binary.LittleEndian.Uint32(b[12:]))
	if l.shift >= 0 && shift != l.shift || shift > 31 {
		return false, errors.New("its chunks have another size than those of the other phases")
	}
	l.shift = shift
	return true, nil
}

func phaseFile(dir string, remoteness int) string {
	return filepath.Join(dir, fmt.Sprintf("phase-%03d", remoteness))
}

// openLog opens the log in a folder, or begins one there. It keeps the records of an unfinished
// phase.
func openLog(dir string) (*log, error) {
	l := &log{dir: dir, last: time.Now(), shift: -1, read: map[int]*os.File{}}
	for {
		file, err := os.OpenFile(phaseFile(dir, len(l.ends)), os.O_RDWR, 0)
		if errors.Is(err, os.ErrNotExist) {
			return l, nil
		}
		if err != nil {
			return nil, err
		}
		complete, err := l.scan(file)
		if err != nil {
			file.Close()
			return nil, fmt.Errorf("read %s: %w", file.Name(), err)
		}
		if !complete && len(l.places) > len(l.ends) {
			l.file, l.resumed = file, true
			return l, nil
		}
		if err := file.Close(); err != nil || !complete { // the head is torn: begin the file again
			return l, err
		}
	}
}

// scan reads the records of a phase.
func (l *log) scan(file *os.File) (complete bool, err error) {
	places := map[int]place{}
	l.places = append(l.places, places)
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	in := bufio.NewReaderSize(file, int(min(info.Size(), 1<<20)))
	whole, err := l.readHead(in, len(l.ends))
	if err != nil {
		return false, err
	}
	if !whole {
		l.places = l.places[:len(l.ends)]
		return false, nil
	}
	var head [recordHead]byte
	var body []byte
	at := int64(fileHead)
	for {
		if _, err := io.ReadFull(in, head[:]); err != nil {
			break
		}
		n := binary.LittleEndian.Uint32(head[4:])
		if n > 1<<30 || int64(n) > info.Size()-at {
			break
		}
		if uint32(cap(body)) < n+4 {
			body = make([]byte, n+4)
		}
		body = body[:n+4]
		if _, err := io.ReadFull(in, body); err != nil {
			break
		}
		if durable.Update(durable.Checksum(head[:]), body[:n]) != binary.LittleEndian.Uint32(body[n:]) {
			break
		}
		counts := Counts{Stored: binary.LittleEndian.Uint64(head[8:]), Others: binary.LittleEndian.Uint64(head[16:])}
		chunk := binary.LittleEndian.Uint32(head[:])
		if chunk == endChunk {
			l.ends = append(l.ends, counts)
			return true, nil
		}
		places[int(chunk)] = place{at + recordHead, int(n), counts}
		at += recordHead + int64(n) + 4
	}
	l.at = at
	if err := file.Truncate(at); err != nil {
		return false, err
	}
	_, err = file.Seek(at, io.SeekStart)
	return false, err
}

// beginPhase begins or resumes the phase after the complete ones.
func (l *log) beginPhase() (err error) {
	r := len(l.ends)
	if len(l.places) == r {
		if l.file, err = os.OpenFile(phaseFile(l.dir, r), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
			return err
		}
		if _, err := l.file.Write(l.head(r)); err != nil {
			return fmt.Errorf("write %s: %w", l.file.Name(), err)
		}
		l.places = append(l.places, map[int]place{})
		l.at = fileHead
		return durable.SyncFolder(l.dir)
	}
	return nil
}

// add appends the record of a chunk. It may be called by several goroutines.
func (l *log) add(chunk int, payload []byte, counts Counts) error {
	record := make([]byte, recordHead, recordHead+len(payload)+4)
	binary.LittleEndian.PutUint32(record, uint32(chunk))
	binary.LittleEndian.PutUint32(record[4:], uint32(len(payload)))
	binary.LittleEndian.PutUint64(record[8:], counts.Stored)
	binary.LittleEndian.PutUint64(record[16:], counts.Others)
	record = append(record, payload...)
	record = binary.LittleEndian.AppendUint32(record, durable.Checksum(record))
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := l.file.Write(record); err != nil {
		return fmt.Errorf("write %s: %w", l.file.Name(), err)
	}
	l.places[len(l.ends)][chunk] = place{l.at + recordHead, len(payload), counts}
	l.at += int64(len(record))
	if time.Since(l.last) < syncAfter {
		return nil
	}
	l.last = time.Now()
	return l.file.Sync()
}

// recorded reports whether a chunk has a record in the current phase.
func (l *log) recorded(chunk int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, ok := l.places[len(l.ends)][chunk]
	return ok
}

// backwards reports whether the current phase visits chunks from the last to the first. Every other
// phase of losses does, because the page cache still holds the chunks that the previous phase read
// last.
func (l *log) backwards() bool { return len(l.ends)%4 == 0 }

// begun returns the first chunk without a record in the current phase.
func (l *log) begun(chunks int) int {
	for chunk := range chunks {
		if !l.recorded(chunk) {
			return chunk
		}
	}
	return chunks
}

// complete reports whether no phase is left below or at a limit, 0: no limit. Each phase starts
// from the results of the one before, so a phase that finds nothing is the last.
func (l *log) complete(limit int) bool {
	n := len(l.ends)
	return limit > 0 && n > limit || n > 2 && l.ends[n-1].Stored == 0
}

// finish ends the phase.
func (l *log) finish(counts Counts) error {
	if err := l.add(endChunk, nil, counts); err != nil {
		return err
	}
	delete(l.places[len(l.ends)], endChunk)
	if err := errors.Join(l.file.Sync(), l.file.Close()); err != nil {
		return err
	}
	l.last = time.Now()
	l.file, l.resumed = nil, false
	l.ends = append(l.ends, counts)
	return nil
}

// close closes all files. The records stay.
func (l *log) close() error {
	for _, file := range l.read {
		file.Close()
	}
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Sync(), l.file.Close())
}

// each calls f with every slab in the record of a chunk, by its place in the chunk, and its
// configurations, ascending. f owns the slice during the call only.
func (l *log) each(remoteness, chunk int, b *parts.Buffer, f func(slab int, configurations []uint32) error) error {
	file, p, ok, err := l.place(remoteness, chunk)
	if err != nil || !ok {
		return err
	}
	b.Payload = slices.Grow(b.Payload[:0], p.length)[:p.length]
	if _, err := file.ReadAt(b.Payload, p.at); err != nil {
		return fmt.Errorf("read %s: %w", file.Name(), err)
	}
	if err := parts.EachSet(b.Payload, b, f); err != nil {
		return fmt.Errorf("read %s, chunk %d: %w", file.Name(), chunk, err)
	}
	return nil
}

// place returns the file of a phase and the place of a chunk's record in it, or false if there is
// none.
func (l *log) place(remoteness, chunk int) (file *os.File, p place, ok bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p, ok = l.places[remoteness][chunk]; !ok {
		return nil, p, false, nil
	}
	if file = l.read[remoteness]; file == nil {
		if file, err = os.Open(phaseFile(l.dir, remoteness)); err == nil {
			l.read[remoteness] = file
		}
	}
	return file, p, true, err
}
