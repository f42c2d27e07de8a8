package sweeps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// batch is about the number of positions converted at a time from places to indices, or back.
const batch = 8 << 20

// group is a range of blocks whose values fit into memory.
type group struct{ first, last int }

// groups divides the blocks of a slice into groups, of whole units, whose values take at most room bytes each.
func (s *solver) groups(number int, room uint64) (list []group) {
	blocks, size := s.game.Blocks(number)
	of, _ := units(blocks, size)
	step := of * int(max(room/(2*64*wordsOf(size)*uint64(of)), 1))
	for first := 0; first < blocks; first += step {
		list = append(list, group{first, min(first+step, blocks)})
	}
	return list
}

// storeValues makes the values of a slice of its log, whose last phase was p, and stores them. If they do not
// fit into the memory of the phases, it writes those of each group of blocks to a file first.
func (s *solver) storeValues(ctx context.Context, number int, byValue map[int]uint64, started time.Time, p phase.Phase) error {
	pages.GiveBack()
	groups := s.groups(number, needs{s.game, 0}.Arrays(s.Plan, number))
	runs := s.game.Runs(number)
	s.Reporter.Begin(progress.Step{Phase: p, Name: progress.Writing, Strategy: Strategy}, len(runs))
	counter := s.Reporter.Count(p, len(runs), 0)
	log, err := s.newReader(number)
	if err != nil {
		return err
	}
	values := func(g group) func(write func(part []byte) error) error {
		return func(write func(part []byte) error) error { return s.groupValues(ctx, number, g, counter.Done, write) }
	}
	each := values(groups[0])
	if len(groups) > 1 {
		m := merge{solver: s, number: number, runs: runs, groups: groups, parts: len(log.note.Parts)}
		for n, g := range groups {
			crc, err := files.Write(s.Disk, m.path(n), false, true, values(g))
			if err != nil {
				return err
			}
			m.sums = append(m.sums, crc)
		}
		each = func(write func(part []byte) error) error { return m.each(ctx, write) }
		defer m.drop()
	}
	return s.Values.StoreParts(number, Way{}.Name(), byValue, started, each)
}

// groupValues passes on the values of a group of blocks, in the order of indices.
func (s *solver) groupValues(ctx context.Context, number int, g group, done func(), write func(part []byte) error) error {
	codes, err := s.codes(ctx, number, g)
	if err != nil {
		return err
	}
	_, size := s.game.Blocks(number)
	slots, width := 64*wordsOf(size), s.Codec.Width()
	var chosen []int // runs
	for n, run := range s.game.Runs(number) {
		if run.Block >= g.first && run.Block < g.last {
			chosen = append(chosen, n)
		}
	}
	var parts [][]byte
	runs := s.game.Runs(number)
	for len(chosen) > 0 {
		some, positions := 0, uint64(0)
		for ; some < len(chosen) && positions < batch; some++ {
			positions += runs[chosen[some]].Size
		}
		for len(parts) < some {
			parts = append(parts, nil)
		}
		err := s.each(ctx, some, func(w *worker, n int) error {
			run := runs[chosen[n]]
			w.places = w.scratch.AppendPlaces(w.places[:0], number, chosen[n])
			if uint64(cap(parts[n])) < width*run.Size {
				parts[n] = make([]byte, width*run.Size)
			}
			parts[n] = parts[n][:width*run.Size]
			of := codes[uint64(run.Block-g.first)*slots:]
			for o, place := range w.places {
				s.Codec.Put(parts[n], uint64(o), engine.Value(of[place]))
			}
			done()
			return nil
		})
		if err != nil {
			return err
		}
		for _, part := range parts[:some] {
			if err := write(part); err != nil {
				return err
			}
		}
		chosen = chosen[some:]
	}
	return nil
}

// codes returns the values of the positions of a group of blocks by place, of its log; 0 for those that no phase
// decided.
func (s *solver) codes(ctx context.Context, number int, g group) ([]uint16, error) {
	log, err := s.newReader(number)
	if err != nil {
		return nil, err
	}
	defer log.stop()
	slots := 64 * wordsOf(log.size)
	codes := pages.New[uint16](uint64(g.last-g.first) * slots)
	skip := func(block int) bool { return block < g.first || block >= g.last }
	for !log.done() {
		win, loss := uint16(s.Codec.Win(log.phase)+1), uint16(s.Codec.Loss(log.phase)+1)
		err := log.next(ctx, skip, func(block int, won, lost []uint64) {
			of := codes[uint64(block-g.first)*slots:]
			mark(of, won, win)
			mark(of, lost, loss)
		})
		if err != nil {
			return nil, err
		}
	}
	return codes, nil
}

// mark gives the places of a set a value.
func mark(of []uint16, set []uint64, v uint16) {
	for n, x := range set {
		for ; x != 0; x &= x - 1 {
			of[n*64+bits.TrailingZeros64(x)] = v
		}
	}
}

// merge passes on the values of a slice from the files of its groups, in the order of indices.
type merge struct {
	*solver
	number int
	runs   []fast.SweepRun
	groups []group
	parts  int      // files of the log, which come before those of the groups
	sums   []uint32 // checksums
}

func (m *merge) path(group int) string { return m.Values.SavedPath(m.number, m.parts+group) }

// drop deletes the files of the groups.
func (m *merge) drop() {
	for n := range m.groups {
		if err := m.Disk.Remove(m.path(n)); err != nil {
			m.Reporter.Warn("a file is left", m.Plan.Slices[m.number].Name, err)
		}
	}
}

// each reads the files side by side: each run of indices is the next one of its group.
func (m *merge) each(ctx context.Context, write func(part []byte) error) error {
	width := m.Codec.Width()
	of, sizes := make([]int, len(m.runs)), make([]uint64, len(m.groups)) // the group of each run, the bytes of each group
	for n, run := range m.runs {
		of[n] = slices.IndexFunc(m.groups, func(g group) bool { return run.Block < g.last })
		sizes[of[n]] += width * run.Size
	}
	var reading sync.WaitGroup
	defer reading.Wait()
	var from []*io.PipeReader
	for n := range m.groups {
		r, w := io.Pipe()
		defer r.Close()
		from = append(from, r)
		reading.Go(func() {
			w.CloseWithError(files.Each(m.Disk, m.path(n), sizes[n], true, m.sums[n], func(part []byte) error {
				_, err := w.Write(part)
				return err
			}))
		})
	}
	var part []byte
	for n, run := range m.runs {
		at := len(part)
		part = append(part, make([]byte, width*run.Size)...)
		if _, err := io.ReadFull(from[of[n]], part[at:]); err != nil {
			return err
		}
		if len(part) >= 1<<20 || n == len(m.runs)-1 {
			if err := errors.Join(context.Cause(ctx), write(part)); err != nil {
				return err
			}
			part = part[:0]
		}
	}
	for _, r := range from {
		if _, err := r.Read(make([]byte, 1)); err != io.EOF {
			return err
		}
	}
	return nil
}

// ready makes sure that the log of a solved slice is there and sound.
func (s *solver) ready(ctx context.Context, number int) error {
	if s.logs[number] {
		return nil
	}
	log, err := s.newReader(number)
	if whole := err == nil && log != nil && log.note.Whole; whole {
		for err == nil && !log.done() {
			err = log.next(ctx, func(int) bool { return true }, nil)
		}
		log.stop()
	} else if err == nil {
		err = errors.New("it has none")
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("sweeps need the log of slice %s, which was solved before: %w: go on with --strategy forward", s.Plan.Slices[number].Name, err)
	}
	s.logs[number] = err == nil
	return err
}
