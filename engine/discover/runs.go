package discover

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// keyRun is a list of sorted, distinct keys, in memory or in a file.
type keyRun struct {
	keys []uint64    // nil if the keys are in the file
	bits *familyBits // of the keys in memory, or nil
	Name string      // of the file
	Size uint64      // keys
}

func runOf(keys []uint64) keyRun { return keyRun{keys: keys, Size: uint64(len(keys))} }

// bytes returns the memory of a run in bytes.
func (r keyRun) bytes() uint64 {
	bytes := 8 * uint64(len(r.keys))
	if r.bits != nil {
		bytes += r.bits.bytes()
	}
	return bytes
}

// keySet returns the keys of a run in memory.
func (r keyRun) keySet() KeySet { return &keyIndex{keys: r.keys, bits: r.bits} }

// inMemory reports whether a run can be read without a file.
func (r keyRun) inMemory() bool { return r.keys != nil || r.Size == 0 }

// readBuffer is the number of keys read from a file at a time.
const readBuffer = 1 << 13

// reader returns a reader of the run that starts at key number from.
func (s *searchKeys) reader(r keyRun, from uint64) (Reader, error) {
	if r.inMemory() {
		return &memoryReader{r.keys[from:]}, nil
	}
	in, err := s.options.Files.Open(r.Name)
	if err != nil {
		return nil, err
	}
	for skip := make([]uint64, readBuffer); from > 0; {
		n, err := in.Next(skip[:min(from, readBuffer)])
		if err == nil && n == 0 {
			err = fmt.Errorf("%s ends too early", r.Name)
		}
		if err != nil {
			in.Close()
			return nil, err
		}
		from -= uint64(n)
	}
	return in, nil
}

// memoryReader reads keys in memory.
type memoryReader struct{ keys []uint64 }

func (m *memoryReader) Next(buf []uint64) (int, error) {
	n := copy(buf, m.keys)
	m.keys = m.keys[n:]
	return n, nil
}

func (*memoryReader) Close() error { return nil }

// cursor is a reader that buffers keys; rest[0] is the current key.
type cursor struct {
	in     Reader
	buffer []uint64
	rest   []uint64 // unread keys of the buffer
}

// next advances to the next key. It returns false at the end.
func (c *cursor) next() (bool, error) {
	if len(c.rest) > 1 {
		c.rest = c.rest[1:]
		return true, nil
	}
	return c.fill()
}

func (c *cursor) fill() (bool, error) {
	n, err := c.in.Next(c.buffer)
	c.rest = c.buffer[:n]
	return n > 0, err
}

// cursors opens runs. closeAll closes all of them.
func (s *searchKeys) cursors(runs []keyRun) (list []*cursor, closeAll func(), err error) {
	closeAll = func() {
		for _, c := range list {
			c.in.Close()
		}
	}
	for _, r := range runs {
		in, err := s.reader(r, 0)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		list = append(list, &cursor{in: in, buffer: make([]uint64, readBuffer)})
	}
	return list, closeAll, nil
}

// mostRuns is the maximum number of runs read at a time. Each takes a file and a third of a MiB.
const mostRuns = 24

// unite is union for runs that have no other users. It releases runs in memory while it merges
// them.
func (s *searchKeys) unite(runs *[]keyRun) (keyRun, error) {
	lists, ok := inMemory(*runs)
	if !ok || len(lists) < 2 {
		return s.union(*runs)
	}
	*runs = nil
	return runOf(mergeRuns(lists)), nil
}

// union returns the distinct keys of runs.
func (s *searchKeys) union(runs []keyRun) (keyRun, error) {
	if len(runs) == 1 {
		return runs[0], nil
	}
	if lists, ok := inMemory(runs); ok {
		return runOf(mergeRuns(lists)), nil
	}
	for len(runs) > mostRuns {
		merged, err := s.union(runs[:mostRuns])
		if err != nil {
			return keyRun{}, err
		}
		runs = append(slices.Clone(runs[mostRuns:]), merged)
	}
	list, closeAll, err := s.cursors(runs)
	if err != nil {
		return keyRun{}, err
	}
	defer closeAll()
	out := s.newSink(runs...)
	open := list[:0:0]
	for _, c := range list {
		more, err := c.fill()
		if err != nil {
			return keyRun{}, err
		}
		if more {
			open = append(open, c)
		}
	}
	for len(open) > 0 {
		least := uint64(math.MaxUint64)
		for _, c := range open {
			least = min(least, c.rest[0])
		}
		if err := out.add(least); err != nil {
			return keyRun{}, err
		}
		for n := 0; n < len(open); n++ {
			c := open[n]
			if c.rest[0] != least {
				continue
			}
			more, err := c.next()
			if err != nil {
				return keyRun{}, err
			}
			if !more {
				open = append(open[:n], open[n+1:]...)
				n--
			}
		}
	}
	return out.end()
}

// minus returns the keys of r that no run of others contains.
func (s *searchKeys) minus(r keyRun, others []keyRun) (keyRun, error) {
	if lists, ok := inMemory(append(others[:len(others):len(others)], r)); ok {
		keys := r.keys
		for _, list := range lists[:len(others)] {
			keys = subtract(keys, list)
		}
		return runOf(keys), nil
	}
	list, closeAll, err := s.cursors(append([]keyRun{r}, others...))
	if err != nil {
		return keyRun{}, err
	}
	defer closeAll()
	list = slices.Clone(list) // the loop reorders it, closeAll needs the original
	for n := len(list) - 1; n >= 0; n-- {
		if more, err := list[n].fill(); err != nil {
			return keyRun{}, err
		} else if !more && n > 0 {
			list = append(list[:n], list[n+1:]...)
		}
	}
	out := s.newSink(r)
	for keep, rest := list[0], list[1:]; len(keep.rest) > 0; {
		key := keep.rest[0]
		found := false
		for n := 0; n < len(rest) && !found; n++ {
			c := rest[n]
			more := true
			for more && c.rest[0] < key {
				if more, err = c.next(); err != nil {
					return keyRun{}, err
				}
			}
			if !more {
				rest = append(rest[:n], rest[n+1:]...)
				n--
				continue
			}
			found = c.rest[0] == key
		}
		if !found {
			if err := out.add(key); err != nil {
				return keyRun{}, err
			}
		}
		if _, err := keep.next(); err != nil {
			return keyRun{}, err
		}
	}
	return out.end()
}

// inMemory returns the keys of the runs, or false if a run is in a file.
func inMemory(runs []keyRun) (lists [][]uint64, ok bool) {
	for _, r := range runs {
		if !r.inMemory() {
			return nil, false
		}
		lists = append(lists, r.keys)
	}
	return lists, true
}

// sink collects the keys of a new run, in memory if they fit, else in a file.
type sink struct {
	search *searchKeys
	name   string
	out    Writer // nil if the keys stay in memory
	keys   []uint64
	size   uint64
	err    error
}

// newSink returns a sink for at most as many keys as the runs have together.
func (s *searchKeys) newSink(runs ...keyRun) *sink {
	most := uint64(0)
	for _, r := range runs {
		most += r.Size
	}
	k := &sink{search: s}
	if s.options.Files == nil || s.keyBytes()+8*most <= s.room() {
		k.keys = make([]uint64, 0, min(most, 1<<16))
		return k
	}
	k.keys = make([]uint64, 0, readBuffer)
	k.name = s.newName()
	k.out, k.err = s.options.Files.Create(k.name)
	return k
}

func (k *sink) add(key uint64) error {
	k.keys = append(k.keys, key)
	if k.name != "" && len(k.keys) == readBuffer {
		k.flush()
		if k.err == nil && k.search.ctx.Err() != nil { // the work of the merge is lost
			k.err = context.Cause(k.search.ctx)
		}
	}
	return k.err
}

func (k *sink) flush() {
	if k.err == nil {
		k.err = k.out.Write(k.keys)
	}
	k.size += uint64(len(k.keys))
	k.keys = k.keys[:0]
}

// end completes the run and returns it.
func (k *sink) end() (keyRun, error) {
	if k.name == "" {
		return runOf(k.keys), nil
	}
	k.flush()
	if k.out != nil {
		if err := k.out.Close(); k.err == nil {
			k.err = err
		}
	}
	return keyRun{Name: k.name, Size: k.size}, k.err
}
