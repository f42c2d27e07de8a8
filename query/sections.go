package query

import (
	"context"
	"encoding/binary"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/query/count"
)

// SectionCounts is the counts of one section of the table.
type SectionCounts struct {
	Name             string
	Positions        uint64  // stored ones
	Won, Drawn, Lost uint64  // of scores: above 0, at 0, below
	Counts           []Count // as in [Stats], without twins
	// All counts symmetric twins too, in games that tell weights in runs; else nil.
	All *SectionAll
}

// SectionAll is the counts of a section with each position as often as it has symmetric
// twins, itself included.
type SectionAll struct {
	Positions uint64 `json:"positions"`
	Won       uint64 `json:"won"`
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`
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
		counts := countsOf(db, section.Name, byValue)
		if counts.All, err = withTwins(ctx, db, section); err != nil {
			return nil, err
		}
		list = append(list, counts)
	}
	return list, nil
}

// Reachable counts the values of the stored positions that play from the start can lead to,
// which [count.Reachable] finds within a limit of memory in bytes.
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
		switch verdict.Result() {
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

// tallyRun is how many positions are read at a time.
const tallyRun = 1 << 16

// tally counts the values of a section, by value, those of the positions in a set alone if
// there is one.
func tally(ctx context.Context, db *DB, s engine.Section, in *fast.Set) ([]uint64, error) {
	counts := make([]uint64, 1<<(8*db.kind.Width()))
	return counts, tallyInto(ctx, db, s, in, counts, nil)
}

// tallyInto is tally that adds to counts. A buffer is made unless there is one.
func tallyInto(ctx context.Context, db *DB, s engine.Section, in *fast.Set, counts []uint64, buffer []byte) error {
	width := uint64(db.kind.Width())
	if buffer == nil {
		buffer = make([]byte, width*min(tallyRun, s.Size))
	}
	for done := uint64(0); done < s.Size; done += tallyRun {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		values := buffer[:width*min(tallyRun, s.Size-done)]
		if err := db.values.ReadValues(values, s.First+done); err != nil {
			return err
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
	return nil
}

// withTwins counts a section by weights, which come in runs, or not at all.
func withTwins(ctx context.Context, db *DB, s engine.Section) (*SectionAll, error) {
	weightRun := db.game.Parts().WeightRun
	if weightRun == nil {
		return nil, nil
	}
	width := db.kind.Width()
	byWeight, buffer := map[uint64][]uint64{}, make([]byte, tallyRun*width)
	var all SectionAll
	for i := s.First; i < s.First+s.Size; {
		weight, end := weightRun(i)
		end = min(end, s.First+s.Size)
		if byWeight[weight] == nil {
			byWeight[weight] = make([]uint64, 1<<(8*width))
		}
		if err := tallyInto(ctx, db, engine.Section{First: i, Size: end - i}, nil, byWeight[weight], buffer); err != nil {
			return nil, err
		}
		i = end
	}
	for weight, byValue := range byWeight {
		c := countsOf(db, s.Name, byValue)
		all.Positions += weight * c.Positions
		all.Won += weight * c.Won
		all.Drawn += weight * c.Drawn
		all.Lost += weight * c.Lost
	}
	return &all, nil
}
