// Package spread says where in a table each value occurs: how many positions of each value
// there are in each section of it. Rare values are found by it without reading a table of
// many gigabytes.
package spread

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/table"
)

const (
	// Least is the size of a table, in positions, from which on a spread is worth its file:
	// smaller ones are read in a moment.
	Least = 1 << 30

	leastSection = 1 << 20 // positions
	mostSections = 1 << 14
)

// Spread is the spread of a table. It is not changed once it is made.
type Spread struct {
	positions uint64 // of the table
	section   uint64 // positions
	parts     []part // by section
}

// part is what a section has, by value ascending.
type part []entry

type entry struct {
	value uint16
	count uint32
}

// Of reads a table through. It reports how many positions are done, by several goroutines.
func Of(ctx context.Context, t *table.Reader, workers int, progress func(done uint64)) (*Spread, error) {
	s := sections(t.Header().Positions)
	width := uint64(t.Kind().Width())
	buffers := make([][]byte, pool.Workers(workers))
	err := pool.Each(ctx, len(buffers), len(s.parts), func(ctx context.Context, worker, unit int) error {
		if buffers[worker] == nil {
			buffers[worker] = make([]byte, leastSection*width)
		}
		first := uint64(unit) * s.section
		end := min(first+s.section, s.positions)
		counts := make([]uint32, 1<<(8*width))
		for first < end {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			n := min(leastSection, end-first)
			if err := t.ReadValues(buffers[worker][:n*width], first); err != nil {
				return err
			}
			tally(counts, buffers[worker][:n*width], width)
			first += n
			if progress != nil {
				progress(n)
			}
		}
		s.parts[unit] = partOf(counts)
		return nil
	})
	return s, err
}

// sections returns an empty spread of so many positions.
func sections(positions uint64) *Spread {
	s := &Spread{positions: positions, section: leastSection}
	if least := positions / mostSections; least > leastSection {
		s.section = 1 << bits.Len64(least)
	}
	s.parts = make([]part, (positions+s.section-1)/s.section)
	return s
}

// tally adds values to counts.
func tally(counts []uint32, values []byte, width uint64) {
	if width == 1 {
		for v, n := range table.CountBytes(values) {
			counts[v] += uint32(n)
		}
		return
	}
	for ; len(values) > 0; values = values[2:] {
		counts[binary.LittleEndian.Uint16(values)]++
	}
}

func partOf(counts []uint32) (p part) {
	for v, n := range counts {
		if n > 0 {
			p = append(p, entry{uint16(v), n})
		}
	}
	return p
}

// Section returns how many positions a section has, but for the last one.
func (s *Spread) Section() uint64 { return s.section }

// Where calls f for each section that has a value, in ascending order, with its first
// index, its size, and how many of its positions have the value, until f returns false.
func (s *Spread) Where(value uint16, f func(first, size, count uint64) bool) {
	for n, p := range s.parts {
		at, ok := slices.BinarySearchFunc(p, value, func(e entry, v uint16) int { return int(e.value) - int(v) })
		if !ok {
			continue
		}
		first := uint64(n) * s.section
		if !f(first, min(s.section, s.positions-first), uint64(p[at].count)) {
			return
		}
	}
}
