package puzzle

import (
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

const (
	// dayMost is the number of positions that OfDay examines. It examines fewer in games with many
	// moves, so that they have about dayMoves in all.
	dayMost    = 4000
	dayMoves   = 100_000
	dayPuzzles = 24
	// In tables of more than scatteredFrom positions OfDay examines runs of dayRun indices at random
	// places: a choice among all positions would read the whole table.
	scatteredFrom = 1 << 22
	dayRun        = 64
)

// OfDay returns the puzzle of a day, such as "2026-11-22", or nil if it finds none. A table
// has one puzzle for each day.
func OfDay(ctx context.Context, db *query.DB, day string) (*Puzzle, error) {
	h := fnv.New64a()
	h.Write([]byte(day))
	number := h.Sum64()
	o := Options{N: dayPuzzles, Most: min(dayMost, dayMoves/breadth(db.Game())+1), Seed: int64(number & math.MaxInt64)}
	find := Find
	if db.Game().Size() > scatteredFrom {
		find = findScattered
	}
	found, err := find(ctx, db, o)
	if err != nil || len(found.Puzzles) == 0 {
		return nil, err
	}
	return &found.Puzzles[number%uint64(len(found.Puzzles))], nil
}

// breadth estimates the mean number of moves of a position, by 32 of them.
func breadth(g engine.Game) uint64 {
	scratch, n := g.NewScratch(), 0
	for k := range uint64(32) {
		list, _ := scratch.AppendSuccessors(nil, g.Size()/32*k)
		n += len(list)
	}
	return uint64(n/32) + 1
}

// findScattered is Find among the positions at random places of a large table.
func findScattered(ctx context.Context, db *query.DB, o Options) (*Found, error) {
	verdicts, err := lengths(db, o)
	if err != nil {
		return nil, err
	}
	wanted := map[engine.Value]bool{}
	for _, v := range verdicts {
		wanted[v.Value] = true
	}
	r := rand.New(rand.NewPCG(uint64(o.Seed), dayRun))
	var indices []uint64
	for range 8 * o.Most / dayRun {
		first := r.Uint64N(db.Game().Size() - dayRun)
		for i := first; i < first+dayRun && uint64(len(indices)) < o.Most; i++ {
			v, known, err := db.Get(i)
			if err != nil {
				return nil, err
			}
			if known && wanted[v] {
				indices = append(indices, i)
			}
		}
	}
	slices.Sort(indices)
	s := &search{db: db, o: o}
	if err := s.examine(ctx, slices.Compact(indices)); err != nil {
		return nil, err
	}
	s.Puzzles, err = s.pick(ctx)
	return &s.Found, err
}
