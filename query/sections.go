package query

import (
	"context"
	"encoding/binary"

	"github.com/foregone-db/foregone/engine"
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
func (db *DB) Sections(ctx context.Context) ([]SectionCounts, error) {
	if db.table == nil {
		return nil, engine.InputErrorf("the values of %s are used in place, and are not counted", db.spec)
	}
	var list []SectionCounts
	for _, section := range sectionsOf(db) {
		byValue, err := tally(ctx, db, section)
		if err != nil {
			return nil, err
		}
		counts := SectionCounts{Name: section.Name, Positions: section.Size}
		for v, n := range byValue {
			if n == 0 {
				continue
			}
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
		list = append(list, counts)
	}
	return list, nil
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

// tally counts the values of a section, by value.
func tally(ctx context.Context, db *DB, s engine.Section) ([]uint64, error) {
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
		if width == 1 {
			for _, v := range values {
				counts[v]++
			}
			continue
		}
		for o := 0; o < len(values); o += 2 {
			counts[binary.LittleEndian.Uint16(values[o:])]++
		}
	}
	return counts, nil
}
