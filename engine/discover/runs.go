package discover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// keyRun is a list of sorted, distinct keys, in memory or in a file.
type keyRun struct {
	keys []uint64 // nil if the keys are in the file
	Name string   // of the file
	Size uint64   // keys
}

func runOf(keys []uint64) keyRun { return keyRun{keys: keys, Size: uint64(len(keys))} }

// bytes returns the memory of a run in bytes.
func (r keyRun) bytes() uint64 { return 8 * uint64(len(r.keys)) }

// inMemory reports whether a run can be read without a file.
func (r keyRun) inMemory() bool { return r.keys != nil || r.Size == 0 }

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

// stream reads the keys of a run in order.
type stream struct {
	in     Reader // nil if the keys are in memory
	name   string
	buffer []uint64
	rest   []uint64 // keys in memory that are not taken yet
}

// open returns a stream of the run that starts at key number from.
func (s *searchKeys) open(r keyRun, from uint64) (*stream, error) {
	if r.inMemory() {
		return &stream{rest: r.keys[from:]}, nil
	}
	in, err := s.options.Files.Open(r.Name)
	if err != nil {
		return nil, err
	}
	c := &stream{in: in, name: r.Name}
	for from > 0 {
		skipped, err := c.take(min(from, readBuffer))
		if err != nil {
			c.close()
			return nil, err
		}
		from -= uint64(len(skipped))
	}
	return c, nil
}

// take returns the next keys, at most the given number. They are valid until the next call. It
// fails if a file has none left.
func (c *stream) take(most uint64) ([]uint64, error) {
	if c.in == nil {
		n := min(most, uint64(len(c.rest)))
		keys := c.rest[:n]
		c.rest = c.rest[n:]
		return keys, nil
	}
	keys, err := c.read(most)
	if err == nil && len(keys) == 0 {
		err = fmt.Errorf("%s ends too early", c.name)
	}
	return keys, err
}

// read reads keys of the file into the buffer, none at the end.
func (c *stream) read(most uint64) ([]uint64, error) {
	c.buffer = slices.Grow(c.buffer[:0], int(most))[:most]
	for n := 0; ; {
		more, err := c.in.Next(c.buffer[n:])
		if n += more; err != nil || more == 0 || n == len(c.buffer) {
			return c.buffer[:n], err
		}
	}
}

func (c *stream) close() {
	if c.in != nil {
		c.in.Close()
	}
}

const (
	// readBuffer is the number of keys read from a file at a time.
	readBuffer = 1 << 13
	// mostRuns is the maximum number of runs read at a time. Each takes a file and a third of a
	// MiB.
	mostRuns = 24
)

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
	if _, ok := inMemory(runs); !ok && len(runs) > mostRuns {
		merged, err := s.union(runs[:mostRuns])
		if err != nil {
			return keyRun{}, err
		}
		return s.union(append(slices.Clone(runs[mostRuns:]), merged))
	}
	return s.combine(runs, mergeRuns)
}

// minus returns the keys of r that no run of others contains. It may change the keys of r.
func (s *searchKeys) minus(r keyRun, others []keyRun) (keyRun, error) {
	return s.combine(append([]keyRun{r}, others...), func(lists [][]uint64) []uint64 {
		keys := lists[0]
		for _, list := range lists[1:] {
			keys = subtract(keys, list)
		}
		return keys
	})
}

// combine applies f to the keys of runs and returns the result as a run. If a run is in a file,
// combine calls f for one range of keys after the other, with the keys of each run in the range. f
// may change these lists.
func (s *searchKeys) combine(runs []keyRun, f func(lists [][]uint64) []uint64) (_ keyRun, err error) {
	lists, ok := inMemory(runs)
	if ok {
		return runOf(f(lists)), nil
	}
	streams, most := make([]*stream, len(runs)), uint64(0)
	for n, r := range runs {
		if streams[n], err = s.open(r, 0); err != nil {
			return keyRun{}, err
		}
		defer streams[n].close()
		most += r.Size
	}
	var out keyRun
	var file Writer // nil if the keys stay in memory
	if s.keyBytes()+8*most > s.room() {
		out.Name = s.newName()
		if file, err = s.options.Files.Create(out.Name); err != nil {
			return keyRun{}, err
		}
		defer func() { err = cmp.Or(err, file.Close()) }() // Close may repeat the error of a write
	}
	lists = make([][]uint64, len(runs))
	for {
		bound, more := uint64(math.MaxUint64), false // of the range
		for _, c := range streams {
			if c.in != nil && len(c.rest) == 0 {
				if c.rest, err = c.read(readBuffer); err != nil {
					return keyRun{}, err
				}
			}
			more = more || len(c.rest) > 0
			if c.in != nil && len(c.rest) > 0 {
				bound = min(bound, c.rest[len(c.rest)-1])
			}
		}
		if !more {
			return out, nil
		}
		for n, c := range streams {
			at, found := slices.BinarySearch(c.rest, bound)
			if found {
				at++
			}
			lists[n], c.rest = c.rest[:at], c.rest[at:]
		}
		keys := f(slices.Clone(lists))
		out.Size += uint64(len(keys))
		if file == nil {
			out.keys = append(out.keys, keys...)
		} else if err = errors.Join(file.Write(keys), context.Cause(s.ctx)); err != nil { // an interruption loses the merge
			return keyRun{}, err
		}
	}
}
