// Package spread is the value index of a table: the number of positions of each value in each
// section of the table. With it a query finds rare values without reading the whole table.
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
	// Least is the size, in positions, of the smallest table with a value index. A smaller table is
	// read in seconds.
	Least = 1 << 30

	leastSection = 1 << 20 // positions
	mostSections = 1 << 14
)

// Spread is the value index of a table. It is immutable.
type Spread struct {
	positions uint64 // of the table
	section   uint64 // positions
	parts     []part // by section
}

// part has the counts of a section, ascending by value.
type part []entry

type entry struct {
	value uint16
	count uint32
}

// Of reads the whole table. Several goroutines call progress, with the positions just read.
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
		for v, n := range counts {
			if n > 0 {
				s.parts[unit] = append(s.parts[unit], entry{uint16(v), n})
			}
		}
		return nil
	})
	return s, err
}

// sections returns an empty spread of a table with that many positions.
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

// Section returns the number of positions in every section except the last.
func (s *Spread) Section() uint64 { return s.section }

// Where calls f for each section that has the value, in ascending order, until f returns false. f
// gets the first index and the size of the section, and the number of its positions with the value.
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
