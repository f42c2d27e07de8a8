package puzzle

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query"
)

const (
	// defaultMost is the default of Options.Most.
	defaultMost = 1_000_000
	// unit is the number of positions that a worker takes at a time.
	unit = 256
	// throughoutPositions bounds the search for a second winning move at later turns.
	throughoutPositions = 4096
)

// Options of [Find]. The zero value of every field means its default.
type Options struct {
	N int // puzzles; default: 10
	// Turns is the number of turns that the winner, who is to move, needs; default: two or more. In
	// games of scores it must be 0.
	Turns int
	// By orders the puzzles of one player; default: [ByMoves]. Turns is then the number of moves.
	By Order
	// Throughout restricts the search to puzzles with one winning move at each later turn, too.
	Throughout bool
	// Most bounds the positions that Find examines; default: 1,000,000. If there are
	// more, it chooses at random.
	Most    uint64
	Seed    int64 // of that choice
	Workers int   // default: one per core. The result does not depend on it
	// Progress, if set, gets the number of examined positions. Calls are not concurrent.
	Progress func(done, total uint64)
}

// Found is the result of a search.
type Found struct {
	Puzzles  []Puzzle // hardest first
	Stored   uint64   // stored positions with a win of that length
	Looked   uint64   // of these, the examined ones
	Puzzling uint64   // of these, the puzzles
}

// Find finds puzzles. It needs some megabytes of memory in addition to the database's cache. A
// database without counts, and a number of turns in which no position is won, are
// [engine.InputError]s.
func Find(ctx context.Context, db *query.DB, o Options) (*Found, error) {
	o.N = cmp.Or(max(o.N, 0), 10)
	o.Most = cmp.Or(o.Most, defaultMost)
	values, err := lengths(db, o)
	if err != nil {
		return nil, err
	}
	s := &search{db: db, o: o}
	indices, total, err := db.Pick(ctx, values, o.Most, o.Seed)
	if err != nil {
		return nil, err
	}
	if err := s.examine(ctx, indices); err != nil {
		return nil, err
	}
	s.Stored = total
	s.Puzzles, err = s.pick(ctx)
	return &s.Found, err
}

// lengths returns the values of wins that take the given number of the winner's turns, or at least
// two if turns is 0. In games of scores it returns the positive values.
func lengths(db *query.DB, o Options) (values []query.Verdict, err error) {
	stats, err := db.Stats()
	if err != nil {
		return nil, err
	}
	turns := o.Turns
	switch single := db.Game().Kind().Single(); {
	case single && db.Table() != nil:
		return longest(stats, o)
	case !single && o.By != "":
		return nil, engine.InputErrorf("%s has two players: an order of puzzles is for one", stats.Game)
	}
	scores := db.Game().Kind() == engine.Score
	if scores && turns != 0 {
		return nil, engine.InputErrorf("%s has scores, so no player wins in %d turns: leave the length out", stats.Game, turns)
	}
	longest := 0
	for _, c := range stats.Counts {
		if c.Verdict.Result() != engine.Win {
			continue
		}
		plies, _ := c.Verdict.Plies()
		own := (plies + 1) / 2
		longest = max(longest, own)
		if scores || own == turns && plies > 0 || turns == 0 && own >= 2 {
			values = append(values, c.Verdict)
		}
	}
	if len(values) > 0 || db.Table() == nil {
		return values, nil // Pick reports databases without counts
	}
	return nil, engine.InputErrorf("no position of %s is won in %d own turns: the longest win takes %d", stats.Game, cmp.Or(turns, 2), longest)
}

// search examines positions.
type search struct {
	db *query.DB
	o  Options
	mu sync.Mutex // guards the fields below
	Found
	best []Puzzle // candidates: the hardest found so far
}

// worker has the memory of one goroutine of a search.
type worker struct {
	*search
	scratch    engine.Scratch
	successors []uint64
}

// examine examines the positions in units.
func (s *search) examine(ctx context.Context, indices []uint64) error {
	units := (len(indices) + unit - 1) / unit
	workers := make([]*worker, pool.Workers(s.o.Workers))
	return pool.Each(ctx, len(workers), units, func(ctx context.Context, n, k int) error {
		if workers[n] == nil {
			workers[n] = &worker{search: s, scratch: s.db.Game().NewScratch()}
		}
		part := indices[k*unit:]
		part = part[:min(unit, len(part))]
		var found []Puzzle
		for _, i := range part {
			if p, err := workers[n].puzzle(ctx, i); err != nil {
				return err
			} else if p != nil {
				found = append(found, *p)
			}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Looked += uint64(len(part))
		s.Puzzling += uint64(len(found))
		s.best = append(s.best, found...)
		if kept := max(64*s.o.N, 2048); len(s.best) > 2*kept || s.Looked == uint64(len(indices)) {
			slices.SortFunc(s.best, harder)
			s.best = s.best[:min(kept, len(s.best))] // more than needed, since pick drops near-duplicates
		}
		if s.o.Progress != nil {
			s.o.Progress(s.Looked, uint64(len(indices)))
		}
		return nil
	})
}

// harder orders puzzles: the hardest first, equally hard ones by index.
func harder(a, b Puzzle) int {
	return cmp.Or(cmp.Compare(b.Hardness, a.Hardness), cmp.Compare(a.Index, b.Index))
}

// puzzle returns the puzzle at a position, or nil if the position is not a puzzle.
func (w *worker) puzzle(ctx context.Context, i uint64) (*Puzzle, error) {
	if one, err := w.oneWins(i); err != nil || !one {
		return nil, err
	}
	m, err := w.db.Moves(ctx, w.db.Game().At(i), false)
	if err != nil {
		return nil, err
	}
	var p *Puzzle
	if w.db.Game().Kind().Single() {
		p = poseAlone(m, w.o.By)
	} else {
		p = pose(m)
	}
	if p == nil || !w.o.Throughout {
		return p, nil
	}
	if err := w.checkThroughout(ctx, p); err != nil || !p.Throughout {
		return nil, err
	}
	return p, nil
}

// oneWins returns false for most positions in which several moves win, without listing their
// moves: it reads the values of successors until two are lost for the opponent.
func (w *worker) oneWins(i uint64) (bool, error) {
	if kind := w.db.Game().Kind(); kind == engine.Score || kind.Single() {
		return true, nil
	}
	var ends engine.Ends
	w.successors, ends = w.scratch.AppendSuccessors(w.successors[:0], i)
	first, won := uint64(math.MaxUint64), ends&engine.WinsNow != 0
	for _, to := range w.successors {
		if to == first {
			continue
		}
		v, known, err := w.db.Get(to)
		if err != nil {
			return false, err
		}
		if !known || w.db.Game().Kind().Outcome(v) != engine.Loss {
			continue
		}
		if won {
			return false, nil
		}
		first, won = to, true
	}
	return true, nil
}

// throughout reports whether the player who makes a winning move has exactly one winning move at
// each later turn, after every best reply of the opponent.
func throughout(ctx context.Context, db *query.DB, move query.Move) (bool, error) {
	open := []query.Move{move}
	for n := 0; len(open) > 0; n++ {
		if n == throughoutPositions {
			return false, nil
		}
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.Ended {
			continue
		}
		replies, err := db.Moves(ctx, at.To, false)
		if err != nil {
			return false, err
		}
		for _, reply := range replies.Moves {
			if reply.Ended || reply.Verdict != replies.Moves[0].Verdict {
				break // best first
			}
			own, err := db.Moves(ctx, reply.To, false)
			if err != nil {
				return false, err
			}
			won := winners(own.Moves)
			if len(own.Moves) > 0 && len(won) != 1 {
				return false, nil
			}
			open = append(open, won...)
		}
	}
	return true, nil
}

// pick returns the hardest puzzles of different themes without near-duplicates, with their solutions. It goes
// through the candidates in rounds: in the n-th round a theme may occur n times. A last turn occurs
// again only when nothing else is left.
func (s *search) pick(ctx context.Context) (puzzles []Puzzle, err error) {
	var faces []face
	themes, ends := map[string]int{}, map[string]bool{}
	// The hardest are often alike, so a part of the candidates are easier ones.
	candidates := make([]*candidate, min(len(s.best), max(2*s.o.N, 40)))
	place := func(i int) int { return i + (len(s.best)-len(candidates))*i*i/max(1, len(candidates)*len(candidates)) }
	for round, left := 1, 1; left > 0 && len(puzzles) < s.o.N; round++ {
		left = 0
		for i := range candidates {
			if candidates[i] == nil {
				if candidates[i], err = s.candidate(ctx, s.best[place(i)]); err != nil {
					return nil, err
				}
			}
			c := candidates[i]
			if c.done || len(puzzles) == s.o.N {
				continue
			}
			if left++; themes[c.kind] >= round || ends[c.end] && round <= s.o.N {
				continue
			}
			if c.done = true; !c.isNear(faces) {
				if !s.o.Throughout { // else it was checked
					if err := s.checkThroughout(ctx, &c.Puzzle); err != nil {
						return nil, err
					}
				}
				themes[c.kind]++
				ends[c.end] = c.end != ""
				faces, puzzles = append(faces, c.face), append(puzzles, c.Puzzle)
			}
		}
	}
	slices.SortFunc(puzzles, harder)
	return puzzles, nil
}

const (
	// dayMost is the number of positions that OfDay examines. It examines fewer in games with many
	// moves, so that they have about dayMoves in all.
	dayMost    = 4000
	dayMoves   = 50_000
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
