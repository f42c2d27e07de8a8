// Package moves owns the log of the moves within a slice, from which its reverse graph is sorted. It
// knows no rules: a move is a pair of offsets. A [Log] takes moves as the scan finds them, and returns
// them by the chunk that they lead into.
//
// A log is a set of append-only files in the scratch folder, one for each run of a solve. A chunk
// of positions is in the log when all its moves and the counters of its positions are. A resumed
// run scans only the other chunks. The ledger does not mention the log: a run reads each file up to
// the first torn record, and finds lost moves again.
//
// # Format
//
// All numbers are little-endian. The file moves-S-N of slice S and run N has a head
// and records:
//
//	head     "movelog", a byte with the version of the format, 1; four bytes S, eight bytes
//	         the positions of the slice, a byte with the binary logarithm of the positions
//	         of a chunk, a byte with the bytes of a counter, and crc(all before)
//	record   a byte with its kind, four bytes with its group, chunk and length each, as many
//	         bytes as the length says, and crc(all before in the record)
//
// where crc is the CRC-32C. The kinds:
//
//	1        moves into a chunk. For each, the offset in the chunk of the position that it
//	         leads to, in as many whole bytes as the offset of any needs, and then, as an
//	         unsigned varint, the offset in the slice of the position that it comes from, minus
//	         that of the move before, modulo 2^32; before the first is 0
//	2        the counters of a chunk; empty if a position has too many successors
//	3        the end of a group: four bytes for each chunk whose moves and counters it has
//
// One worker writes all records of a group. A group without its end does not count, and neither
// does a group with a chunk that is in the log already.
package moves

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/files"
)

const (
	version    = 1
	magic      = "movelog"
	headSize   = len(magic) + 1 + 4 + 8 + 1 + 1 + durable.ChecksumSize
	recordHead = 1 + 3*4
	// syncEvery is the time between syncs of the file.
	syncEvery = 10 * time.Second
)

const (
	movesRecord byte = iota + 1
	countersRecord
	endRecord
)

// Shape identifies the slice and layout of a log. A run deletes a log of another shape.
type Shape struct {
	Slice   int
	Size    uint64 // positions of the slice
	Shift   uint   // log2 of the positions of a chunk
	Chunks  int
	Counter int // bytes of a counter
}

// Log has the moves of a slice. It is safe for concurrent use; a writer or reader is not.
type Log struct {
	Shape
	disk    vfs.FS
	dir     string
	writers []*Writer
	group   time.Duration // for which a worker gathers chunks for a group

	mu      sync.Mutex
	file    vfs.File // nil before the first record of this run
	end     int64    // of the file
	synced  time.Time
	paths   []string   // of the files, those of earlier runs first
	readers []vfs.File // by file
	state   []chunkState
	moves   [][]place // by chunk: the records of moves into it
	count   []place   // by chunk: its counters
	next    int       // number of the next file
}

type chunkState uint8

const (
	absent chunkState = iota
	taken             // a writer has begun it
	whole
)

// place is the place of a record's payload.
type place struct {
	at     int64
	file   int32
	length uint32
}

// Open opens the log of a slice in a folder; it writes nothing yet. It deletes a log of another
// shape. A worker gathers chunks for a group for the time given.
func Open(disk vfs.FS, dir string, s Shape, workers int, group time.Duration) (*Log, error) {
	l := &Log{
		Shape: s, disk: disk, dir: dir, group: group, synced: time.Now(),
		state: make([]chunkState, s.Chunks), moves: make([][]place, s.Chunks), count: make([]place, s.Chunks),
	}
	for n := range workers {
		l.writers = append(l.writers, &Writer{log: l, number: uint32(n)})
	}
	numbers, err := runs(disk, dir, s.Slice)
	if err != nil {
		return nil, err
	}
	for _, n := range numbers {
		l.next = n + 1
		if err := l.load(l.path(n)); err != nil {
			l.Close()
			return nil, err
		}
	}
	return l, nil
}

func (l *Log) path(run int) string {
	return l.disk.PathJoin(l.dir, fmt.Sprintf("%s%d-%d", kv.MovesFile, l.Slice, run))
}

// runs returns the numbers of the runs that have files of a slice, ascending.
func runs(disk vfs.FS, dir string, slice int) (list []int, err error) {
	names, err := disk.List(dir)
	if err != nil {
		return nil, nil // there is no such folder yet
	}
	for _, name := range names {
		var s, n int
		if _, err := fmt.Sscanf(name, kv.MovesFile+"%d-%d", &s, &n); err == nil && s == slice && name == fmt.Sprintf("%s%d-%d", kv.MovesFile, s, n) {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list, nil
}

// Delete deletes the log of a slice, if there is one.
func Delete(disk vfs.FS, dir string, slice int) error {
	list, err := runs(disk, dir, slice)
	for _, n := range list {
		err = errors.Join(err, disk.Remove((&Log{disk: disk, dir: dir, Shape: Shape{Slice: slice}}).path(n)))
	}
	return err
}

// head returns the head of a file.
func (l *Log) head() []byte {
	h := append([]byte(magic), version)
	h = binary.LittleEndian.AppendUint32(h, uint32(l.Slice))
	h = binary.LittleEndian.AppendUint64(h, l.Size)
	h = append(h, byte(l.Shift), byte(l.Counter))
	return binary.LittleEndian.AppendUint32(h, durable.Checksum(h))
}

// Has reports whether a chunk is in the log.
func (l *Log) Has(chunk int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state[chunk] == whole
}

// Writer returns a worker's end of the log.
func (l *Log) Writer(worker int) *Writer { return l.writers[worker] }

// write appends a record and returns the place of its payload.
func (l *Log) write(record []byte) (place, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		if err := l.create(); err != nil {
			return place{}, err
		}
	}
	p := place{l.end + int64(recordHead), int32(len(l.paths) - 1), uint32(len(record) - recordHead - durable.ChecksumSize)}
	if _, err := l.file.Write(record); err != nil {
		return place{}, fmt.Errorf("write %s: %w", l.paths[p.file], err)
	}
	l.end += int64(len(record))
	return p, nil
}

// create makes the file of this run.
func (l *Log) create() error {
	err := l.disk.MkdirAll(l.dir, 0o777)
	path := l.path(l.next)
	if err == nil {
		l.file, err = l.disk.Create(path, vfs.WriteCategoryUnspecified)
	}
	var reader vfs.File
	if err == nil {
		_, err = l.file.Write(l.head())
	}
	if err == nil {
		reader, err = l.disk.Open(path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	l.paths, l.readers, l.end = append(l.paths, path), append(l.readers, reader), int64(headSize)
	return nil
}

// accept adds the records of a complete group.
func (l *Log) accept(g *group) {
	for _, chunk := range g.chunks {
		l.state[chunk] = whole
	}
	for _, r := range g.records {
		if r.kind == movesRecord {
			l.moves[r.chunk] = append(l.moves[r.chunk], r.place)
		} else {
			l.count[r.chunk] = r.place
		}
	}
}

// sync syncs the file every syncEvery. The caller holds the lock.
func (l *Log) sync() error {
	if time.Since(l.synced) < syncEvery {
		return nil
	}
	err := l.file.SyncData()
	if err == nil {
		err = files.SyncFolder(l.disk, l.dir)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", l.disk.PathJoin(l.dir, kv.MovesFile), err)
	}
	l.synced = time.Now()
	return nil
}

// read reads a record. It reuses memory, and leaves padding bytes behind the record.
func (l *Log) read(p place, memory []byte) ([]byte, error) {
	n := recordHead + int(p.length) + durable.ChecksumSize
	memory = slices.Grow(memory[:0], n+padding)[:n]
	l.mu.Lock()
	f := l.readers[p.file]
	l.mu.Unlock()
	if _, err := f.ReadAt(memory, p.at-int64(recordHead)); err != nil && !(errors.Is(err, io.EOF)) {
		return nil, fmt.Errorf("read %s: %w", l.paths[p.file], err)
	}
	if !intact(memory) {
		return nil, fmt.Errorf("read %s: the record at %d is damaged", l.paths[p.file], p.at)
	}
	return memory, nil
}

// intact reports whether the checksum of a record matches.
func intact(record []byte) bool {
	at := len(record) - durable.ChecksumSize
	return durable.Checksum(record[:at]) == binary.LittleEndian.Uint32(record[at:])
}

// Close closes the files, and leaves them on disk.
func (l *Log) Close() error {
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	for _, f := range l.readers {
		err = errors.Join(err, f.Close())
	}
	l.file, l.readers = nil, nil
	return err
}
