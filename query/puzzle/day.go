package puzzle

import (
	"context"
	"hash/fnv"
	"math"

	"github.com/foregone-db/foregone/query"
)

const (
	// dayMost is the number of positions that OfDay examines. It examines fewer in large tables,
	// whose moves take longer.
	dayMost      = 4000
	dayMostLarge = 400
	large        = 1 << 30
	dayPuzzles   = 24
)

// OfDay returns the puzzle of a day, such as "2026-11-22", or nil if it finds none. A table
// has one puzzle for each day.
func OfDay(ctx context.Context, db *query.DB, day string) (*Puzzle, error) {
	h := fnv.New64a()
	h.Write([]byte(day))
	number := h.Sum64()
	o := Options{N: dayPuzzles, Most: dayMost, Seed: int64(number & math.MaxInt64)}
	if db.Game().Size() > large {
		o.Most = dayMostLarge
	}
	found, err := Find(ctx, db, o)
	if err != nil || len(found.Puzzles) == 0 {
		return nil, err
	}
	return &found.Puzzles[number%uint64(len(found.Puzzles))], nil
}
