package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
)

// windows divides the values that a slice exits into in groups of ranges that fit
// into so many bytes each, or nearly.
func (s *sliceRun) windows(budget uint64) (groups [][]span) {
	chunk := uint64(1) << s.shift
	room := uint64(0)
	for _, e := range s.slice.Exits {
		size := s.slices[e].Size
		for from := uint64(0); from < size; {
			if room < chunk*s.plan.value {
				groups = append(groups, nil)
				room = max(budget, chunk*s.plan.value)
			}
			n := min(size-from, room/s.plan.value>>s.shift<<s.shift)
			last := len(groups) - 1
			groups[last] = append(groups[last], span{e, from, from + n})
			room -= min(room, n*s.plan.value)
			from += n
		}
	}
	return groups
}

// scanWindows scans chunks when not all values that the slice exits into fit into
// memory. It takes some chunks at a time, and looks at their positions once for each
// group of ranges of values that does.
func (s *sliceRun) scanWindows(ctx context.Context, todo []int, step *steps) error {
	if len(todo) == 0 {
		return nil
	}
	groups := s.windows(s.exitWindow)
	file, err := s.newExitFile()
	if err != nil {
		return err
	}
	defer file.close()
	if err := s.hold(ctx, nil); err != nil {
		return err
	}
	var most uint64
	for _, group := range groups {
		var sum uint64
		for _, at := range group {
			sum += s.plan.value * (at.to - at.from)
		}
		most = max(most, sum)
	}
	window := newArray[byte](most)
	before := make([][]exits, max(len(s.crew), int(s.exitWindow/4/(exitsBytes<<s.shift))))
	surveys := make([]*survey, len(before))
	for len(todo) > 0 {
		part := todo[:min(len(before), len(todo))]
		todo = todo[len(part):]
		for g, group := range groups {
			room := window
			for _, at := range group {
				n := s.plan.value * (at.to - at.from)
				if err := file.read(ctx, at, room[:n]); err != nil {
					return err
				}
				s.setHeld(at.slice, held{s.slices[at.slice].First + at.from, room[:n]})
				room = room[n:]
			}
			err := s.crew.each(ctx, len(part), func(ctx context.Context, w *worker, unit int) error {
				if g == 0 {
					surveys[unit] = s.newSurvey(w, part[unit])
					if before[unit] == nil {
						before[unit] = make([]exits, uint64(1)<<s.shift)
					}
					clear(before[unit])
				}
				if err := s.scanWindow(ctx, w, surveys[unit], before[unit], g == len(groups)-1); err != nil || g < len(groups)-1 {
					return err
				}
				step.done()
				err := surveys[unit].commit()
				surveys[unit] = nil
				return err
			})
			if err != nil {
				return err
			}
			for _, at := range group {
				s.setHeld(at.slice, held{})
			}
		}
	}
	return nil
}

// scanWindow adds to what is known of a chunk what the exits tell that are held. The last
// time the outlooks are complete.
func (s *sliceRun) scanWindow(ctx context.Context, w *worker, v *survey, known []exits, last bool) error {
	first, n := s.span(v.chunk)
	w.lookout.begin()
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if v.wins.Has(first + offset) {
			continue
		}
		if err := s.look(w, first+offset, offset, last); err != nil {
			return err
		}
		if w.lookout.full() {
			if err := v.enterAll(w, known, last); err != nil {
				return err
			}
		}
	}
	return v.enterAll(w, known, last)
}

// exits is what the exits of a position looked at so far tell of its outlook. Spilling
// runs are of the byte kind: exits have at most 254 plies, and phases fit into a byte.
type exits struct {
	least, most uint8
	saved       bool
}

const exitsBytes = 3

// merge makes both what the exits of either tell.
func (e *exits) merge(o *outlook) {
	if e.least > 0 && (o.least == 0 || int(e.least) < o.least) {
		o.least = int(e.least)
	}
	o.most = max(o.most, int(e.most))
	o.saved = o.saved || e.saved
	*e = exits{uint8(o.least), uint8(o.most), o.saved}
}

// exitFile keeps the values of the slices that a slice exits into as the scan needs them
// time and again: they are gathered from the records of all phases once. It is worth
// nothing after a crash.
type exitFile struct {
	*sliceRun
	file  *os.File
	begin map[int]int64    // by slice: where its values are
	sums  map[int][]uint32 // by slice and chunk: the checksum of its values, 0: not in the file
}

func (s *sliceRun) newExitFile() (*exitFile, error) {
	f, err := os.Create(filepath.Join(s.scratch, "exits"))
	if err != nil {
		return nil, err
	}
	x := &exitFile{s, f, map[int]int64{}, map[int][]uint32{}}
	var end uint64
	for _, e := range s.slice.Exits {
		x.begin[e] = int64(end)
		x.sums[e] = make([]uint32, s.slices[e].Size>>s.shift+1)
		end += s.plan.value * s.slices[e].Size
	}
	return x, nil
}

// read reads a range of values. Ranges begin at chunks, and end at them or with the slice.
func (x *exitFile) read(ctx context.Context, at span, values []byte) error {
	sums := x.sums[at.slice]
	place := func(chunk int) int64 { return x.begin[at.slice] + int64(x.plan.value)*int64(chunk)<<x.shift }
	if sums[at.from>>x.shift] != 0 {
		return x.eachChunk(ctx, at, values, func(chunk int, part []byte) error {
			if _, err := x.file.ReadAt(part, place(chunk)); err != nil {
				return fmt.Errorf("read the values of exits from %s: %w", x.file.Name(), err)
			}
			if checksum(part) != sums[chunk] {
				return fmt.Errorf("%s %w: a checksum is wrong", x.file.Name(), table.ErrCorrupt)
			}
			return nil
		})
	}
	clear(values)
	if err := x.run.read(ctx, at, values); err != nil {
		return err
	}
	return x.eachChunk(ctx, at, values, func(chunk int, part []byte) error {
		if _, err := x.file.WriteAt(part, place(chunk)); err != nil {
			return fmt.Errorf("write the values of exits: %w", err)
		}
		sums[chunk] = checksum(part)
		return nil
	})
}

// checksum returns a checksum that is not 0.
func checksum(part []byte) uint32 { return max(durable.Checksum(part), 1) }

// close deletes the file.
func (x *exitFile) close() {
	x.file.Close()
	os.Remove(x.file.Name())
}
