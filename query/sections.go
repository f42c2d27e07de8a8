package query

import (
	"context"
	"encoding/binary"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/count"
)

// SectionCounts says what a run of indices holds that people count apart.
type SectionCounts struct {
	Name             string
	Positions        uint64 // stored ones
	Won, Drawn, Lost uint64
	Counts           []Count // as in [Stats], without twins
}

// Sections counts the values of each section of the game ([engine.Parts.Sections]), or of
// each slice where it has none. It reads the whole table, and stops when ctx is done.
func Sections(ctx context.Context, db *DB) ([]SectionCounts, error) {
	if db.table == nil {
		return nil, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	var list []SectionCounts
	for _, section := range sectionsOf(db) {
		byValue, err := tally(ctx, db, section, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, countsOf(db, section.Name, byValue))
	}
	return list, nil
}

// Reachable counts the values of the stored positions that play from the start can lead to,
// which it finds within so many bytes of memory ([count.Reachable]).
func Reachable(ctx context.Context, db *DB, memory uint64) (SectionCounts, error) {
	if db.table == nil {
		return SectionCounts{}, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	set, err := count.Reachable(ctx, db.game, memory)
	if err != nil {
		return SectionCounts{}, err
	}
	byValue, err := tally(ctx, db, engine.Section{Size: db.game.Size()}, set)
	if err != nil {
		return SectionCounts{}, err
	}
	return countsOf(db, "reachable", byValue), nil
}

// countsOf makes counts of the positions by value.
func countsOf(db *DB, name string, byValue []uint64) SectionCounts {
	counts := SectionCounts{Name: name}
	for v, n := range byValue {
		if n == 0 {
			continue
		}
		counts.Positions += n
		verdict := db.Verdict(engine.Value(v))
		counts.Counts = append(counts.Counts, Count{Verdict: verdict, Positions: n})
		switch verdict.Outcome() {
		case engine.Win:
			counts.Won += n
		case engine.Loss:
			counts.Lost += n
		case engine.Draw:
			counts.Drawn += n
		}
	}
	return counts
}

func sectionsOf(db *DB) []engine.Section {
	if named := db.game.Parts().Sections; named != nil {
		return named()
	}
	var list []engine.Section
	for _, sl := range db.game.Slices() {
		list = append(list, engine.Section{Name: sl.Name, First: sl.First, Size: sl.Size})
	}
	return list
}

// tally counts the values of a section, by value, those of the positions in a set alone if
// there is one.
func tally(ctx context.Context, db *DB, s engine.Section, in *engine.Set) ([]uint64, error) {
	const run = 1 << 16 // positions read at a time
	width := uint64(db.kind.Width())
	counts, buffer := make([]uint64, 1<<(8*width)), make([]byte, run*width)
	for done := uint64(0); done < s.Size; done += run {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		values := buffer[:width*min(run, s.Size-done)]
		if err := db.values.ReadValues(values, s.First+done); err != nil {
			return nil, err
		}
		for o := uint64(0); o < uint64(len(values)); o += width {
			if in != nil && !in.Has(s.First+done+o/width) {
				continue
			}
			if width == 1 {
				counts[values[o]]++
			} else {
				counts[binary.LittleEndian.Uint16(values[o:])]++
			}
		}
	}
	return counts, nil
}
