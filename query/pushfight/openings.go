package pushfight

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
)

// Openings are the values of all pairs of set-ups, for the first player. The first player sets
// up on the left half of the board, then the second on the right half, and the first moves.
type Openings struct {
	Game   string // canonical spec
	Setups *rules.Setups
	// Counts are the numbers of pairs by value byte.
	Counts [256]uint64
	// First holds the second player's answers, by the number of the first's set-up.
	First []Answered
}

// Answered is a set-up of the first player with its best reply.
type Answered struct {
	Value            engine.Value // against the best reply, for the first player
	Reply            int          // the lowest set-up of the second player that leads to it
	Replies          int          // the number of such set-ups
	Won, Drawn, Lost int          // set-ups of the second player, by who wins against them
}

// OpeningsOptions are the options of [FindOpenings].
type OpeningsOptions struct {
	Workers int // goroutines; default: one per core
	// Memory is an upper bound on the bytes of the links, except that those of one set-up
	// always fit. FindOpenings reads the table once for each group of set-ups whose links fit.
	Memory uint64
	// Pairs, when set, receives the value bytes of all pairs: by the second player's set-up,
	// then by the first player's.
	Pairs io.Writer
	// Progress, when set, receives the progress. Calls are not concurrent.
	Progress func(OpeningsProgress)
}

// OpeningsProgress is the progress of [FindOpenings].
type OpeningsProgress struct {
	Pass, Passes int  // from 1
	Values       bool // the pass has read the table and is finding values
	Done, Total  uint64
}

// FindOpenings reads the whole table of a variant, once or, with less memory, several times. The
// result does not depend on the options. It stops when ctx is done.
//
// It fails with an [engine.InputError] if the game is not of the family or has no set-ups (see
// [rules.NewSetups]), or if some values are unknown.
func FindOpenings(ctx context.Context, db *query.DB, o OpeningsOptions) (*Openings, error) {
	v, ok := db.Game().(*rules.Variant)
	if !ok {
		return nil, engine.InputErrorf("%s is not of the Push Fight family: it has no set-ups", db.Game().Spec())
	}
	if db.MaxPhase() > 0 {
		return nil, engine.InputErrorf("%s was solved to remoteness %d only: openings need all values", v.Spec(), db.MaxPhase())
	}
	if !db.Known().Covers(0, v.Size()) {
		return nil, engine.InputErrorf("%s lacks some values: openings need all", db.Path())
	}
	setups, err := rules.NewSetups(v)
	if err != nil {
		return nil, err
	}
	f := newFinder(db, setups, o)
	for pass := range f.passes {
		from, to := pass*f.seconds/f.passes, (pass+1)*f.seconds/f.passes
		f.links.Reset(from, to)
		f.at = OpeningsProgress{Pass: pass + 1, Passes: f.passes}
		if err := f.read(ctx); err != nil {
			return nil, fmt.Errorf("openings of %s, pass %d of %d: %w", v.Spec(), pass+1, f.passes, err)
		}
		if err := f.value(ctx, from, to); err != nil {
			return nil, fmt.Errorf("openings of %s, pass %d of %d: %w", v.Spec(), pass+1, f.passes, err)
		}
	}
	return f.found, nil
}

// finder finds openings.
type finder struct {
	db              *query.DB
	options         OpeningsOptions
	kind            engine.Kind
	firsts, seconds int // set-ups
	passes          int
	links           *rules.SetupLinks
	found           *Openings
	buffers         [][]byte // by worker
	workers         []*rules.SetupScratch
	at              OpeningsProgress
}

// readUnit is the number of positions that a worker reads at a time.
const readUnit = 1 << 20

func newFinder(db *query.DB, setups *rules.Setups, o OpeningsOptions) *finder {
	f := &finder{db: db, options: o, kind: db.Game().Kind()}
	f.options.Workers = pool.Workers(o.Workers)
	f.firsts, f.seconds = setups.Counts()
	room := f.seconds
	if fit := o.Memory / uint64(setups.Placements()); fit < uint64(room) {
		room = max(1, int(fit))
	}
	f.passes = (f.seconds + room - 1) / room
	f.links = setups.NewLinks((f.seconds + f.passes - 1) / f.passes)
	f.found = &Openings{Game: db.Game().Spec().String(), Setups: setups, First: make([]Answered, f.firsts)}
	for range f.options.Workers {
		f.buffers = append(f.buffers, make([]byte, min(readUnit, db.Game().Size())))
		f.workers = append(f.workers, setups.NewScratch())
	}
	return f
}

// read reads the table and keeps the links of the set-ups of this pass.
func (f *finder) read(ctx context.Context) error {
	size := f.db.Game().Size()
	units := func(yield func(uint64) bool) {
		for first := uint64(0); first < size && yield(first); first += readUnit {
		}
	}
	f.at.Total = size
	work := func(worker int, first uint64) (uint64, error) {
		values := f.buffers[worker][:min(readUnit, size-first)]
		if err := f.db.ReadValues(values, first); err != nil {
			return 0, err
		}
		f.links.Add(values, first)
		return uint64(len(values)), nil
	}
	return pool.InOrder(ctx, f.options.Workers, units, work, f.tell)
}

// value finds the values of the pairs of this pass.
func (f *finder) value(ctx context.Context, from, to int) error {
	numbers := func(yield func(int) bool) {
		for n := from; n < to && yield(n); n++ {
		}
	}
	f.at.Values, f.at.Done, f.at.Total = true, 0, uint64(to-from)
	work := func(worker int, n int) ([]byte, error) {
		values := make([]byte, f.firsts)
		return values, f.workers[worker].Values(values, n, f.links)
	}
	return pool.InOrder(ctx, f.options.Workers, numbers, work, func(n int, values []byte) error {
		f.take(n, values)
		if f.options.Pairs != nil {
			if _, err := f.options.Pairs.Write(values); err != nil {
				return err
			}
		}
		return f.tell(0, 1)
	})
}

// tell adds to the progress and reports it.
func (f *finder) tell(_, more uint64) error {
	f.at.Done += more
	if f.options.Progress != nil {
		f.options.Progress(f.at)
	}
	return nil
}

// take records the values of all pairs with set-up n of the second player.
func (f *finder) take(n int, values []byte) {
	for i, b := range values {
		f.found.Counts[b]++
		a, v := &f.found.First[i], engine.Value(b)
		switch f.kind.Outcome(v) {
		case engine.Win:
			a.Won++
		case engine.Loss:
			a.Lost++
		default:
			a.Drawn++
		}
		switch {
		case a.Replies == 0 || f.kind.Less(v, a.Value):
			a.Value, a.Reply, a.Replies = v, n, 1
		case v == a.Value:
			a.Replies++
		}
	}
}

// Value returns the value, for the first player, of the game before both players set up, and his
// set-ups that lead to it. Those that win against the most replies come first, then those that
// lose against the fewest.
func (o *Openings) Value() (value engine.Value, best []int) {
	for i, a := range o.First {
		switch {
		case i == 0 || engine.Byte.Less(value, a.Value):
			value, best = a.Value, []int{i}
		case a.Value == value:
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(i, j int) int {
		a, b := o.First[i], o.First[j]
		return cmp.Or(cmp.Compare(b.Won, a.Won), cmp.Compare(a.Lost, b.Lost))
	})
	return value, best
}

// Starts returns the values of all pairs of set-ups, as the start of the game.
func (o *Openings) Starts() *query.Starts {
	known := func(v engine.Value) query.Verdict { return query.Verdict{Kind: engine.Byte, Value: v, Known: true} }
	value, _ := o.Value()
	s := &query.Starts{What: "pairs of set-ups", Value: known(value)}
	for b, n := range o.Counts {
		if n > 0 {
			s.Values = append(s.Values, query.Count{Verdict: known(engine.Value(b)), Positions: n})
		}
	}
	return s
}
