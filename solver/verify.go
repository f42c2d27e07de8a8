package solver

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/lookup"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// VerifyOptions are the options of [Verify].
type VerifyOptions struct {
	Sample      uint64 // random positions to check
	Slabs       int    // random slabs ([fast.Slabs]) whose positions are all checked, instead of a sample
	Seed        int64  // of the sample, or of the slabs
	Workers     int    // goroutines; default: one per core
	MaxFailures int    // failures kept in the report; default 10
	Memory      uint64 // bytes to stay below; default: half of [DefaultMemory]
	// Progress, if set, receives the number of positions done: a position whose successors are listed
	// counts half. Calls are not concurrent.
	Progress func(done, total uint64)
}

// VerifyReport is the result of [Verify].
type VerifyReport struct {
	Checked  uint64
	Failed   uint64
	Failures []VerifyFailure // the first ones by index, at most MaxFailures
	Slabs    []uint32        // the numbers of the slabs that were checked, ascending
}

// VerifyFailure is a stored value that its successors contradict.
type VerifyFailure struct {
	Index            uint64
	Stored, Computed engine.Value
}

// verifyRun is how many positions a worker checks at a time.
const verifyRun = 1 << 12

// verifyOverhead is the memory of the process beyond values and lookups.
const verifyOverhead = 96 << 20

// Verify recomputes values from the values of their successors and compares. It uses only the rules
// and the table, and shares no code with the solver's phases.
//
// Without a sample or slabs it checks all positions. A table in which every position agrees with its
// successors is exact. Proof: suppose some positions are wrong. Take one whose true or stored
// remoteness is the least. All its decisive successors are right, so its value would be right, too.
//
// In a sample, the game's [fast.WinScanner], if it has one, finds positions with an immediate win:
// nothing is quicker, so their successors do not matter. All else rests on [engine.Generator] alone.
//
// If memory does not hold the values, Verify gathers lookups and makes them in the order of their
// indices, in as many passes as memory requires.
//
// In games of scores whose play need not end, only a check of all positions, with all values in
// memory, is a proof. A sample shows that scores agree with those of their successors, and scores that
// justify each other in a loop do that, too.
//
// The error is about the options, reading the table, or ctx. The report has the wrong values.
func Verify(ctx context.Context, g engine.Game, t *table.Reader, o VerifyOptions) (VerifyReport, error) {
	if err := t.CheckGame(g.Spec()); err != nil {
		return VerifyReport{}, err
	}
	o.Workers = pool.Workers(o.Workers)
	if o.MaxFailures <= 0 {
		o.MaxFailures = 10
	}
	o.Memory = cmp.Or(o.Memory, DefaultMemory()/2)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory)))
	v := &verification{game: g, table: t, options: o, kind: g.Kind(), merits: meritsOf(g.Kind()), size: g.Size(), slices: g.Slices()}
	v.converts = engine.Conversion(v.slices)
	if err := v.choose(); err != nil {
		return VerifyReport{}, err
	}
	room, err := v.room()
	if err != nil {
		return VerifyReport{}, err
	}
	v.crew = crew.New(o.Workers, g, crew.AsListed)
	switch {
	case g.Kind().Uncertain():
		err = v.checkChance(ctx, room)
	case gaining(g):
		err = v.checkGaining(ctx, room)
	case v.chosen == nil && v.loads(room):
		err = v.checkLoaded(ctx)
	default:
		err = v.checkBatched(ctx, room)
	}
	if err != nil {
		return VerifyReport{}, err
	}
	for i := range v.report.Failures {
		f := &v.report.Failures[i]
		if f.Stored, err = t.Get(f.Index); err != nil {
			return VerifyReport{}, err
		}
	}
	return v.report, nil
}

// verification is a run of [Verify].
type verification struct {
	game     engine.Game
	table    *table.Reader
	options  VerifyOptions
	kind     engine.Kind
	merits   []merit  // by value
	size     uint64   // positions to check
	chosen   []uint64 // their indices; nil: all
	slices   []engine.Slice
	converts bool // exits end the count of turns
	scans    bool // the game's scanner finds immediate wins
	crew     *crew.Crew

	mu     sync.Mutex
	halves uint64 // of positions done
	report VerifyReport
}

// choose selects the positions to check.
func (v *verification) choose() error {
	o := v.options
	switch {
	case o.Slabs > 0:
		if err := v.chooseSlabs(); err != nil {
			return err
		}
	case o.Sample == 0 || o.Sample >= v.size:
		return nil
	case o.Sample > o.Memory/16:
		return engine.InputErrorf("a sample of %d positions is too large for %d MiB of memory", o.Sample, o.Memory>>20)
	default:
		v.chosen, v.scans = sample(v.size, o), true
	}
	v.size = uint64(len(v.chosen))
	return nil
}

// sample returns random indices in ascending order.
func sample(size uint64, o VerifyOptions) []uint64 {
	indices := make([]uint64, o.Sample)
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0))
	for n := range indices {
		indices[n] = rng.Uint64N(size)
	}
	slices.Sort(indices)
	return indices
}

// room returns the memory for values and lookups, in bytes.
func (v *verification) room() (uint64, error) {
	h := v.table.Header()
	fixed := verifyOverhead + crew.Resident(v.game) + table.DefaultCache + 16*(h.Positions/h.Block+1) + 8*uint64(len(v.chosen))
	least := fixed + 2*lookup.Least(v.table, v.options.Workers)
	if v.options.Memory < least {
		return 0, engine.InputErrorf("to verify that much of %s takes at least %d MiB of memory, and the budget is %d MiB",
			v.game.Spec(), least>>20+1, v.options.Memory>>20)
	}
	return v.options.Memory - fixed, nil
}

// loads reports whether all values fit into memory, a byte each. Wide values fit into a byte if at
// most 256 occur and the game has no conversions.
func (v *verification) loads(room uint64) bool {
	few := v.kind.Width() == 1 || len(v.table.Summary().Counts) <= 1<<8 && !v.converts
	return few && v.size <= room
}

// load reads all values, a byte each, and returns the merit of each byte.
func (v *verification) load(ctx context.Context) (loaded []byte, merits []merit, err error) {
	loaded = pages.New[byte](v.size)
	if v.kind.Width() == 1 {
		return loaded, v.merits, v.table.ReadValues(loaded, 0)
	}
	places := make([]int16, 1<<16) // by value; 0: it does not occur
	for _, c := range v.table.Summary().Counts {
		merits = append(merits, v.merits[c.Value])
		places[c.Value] = int16(len(merits))
	}
	const run = 1 << 16
	buffers := make([][]byte, v.options.Workers)
	err = v.crew.Each(ctx, int((v.size+run-1)/run), func(ctx context.Context, w *crew.Worker, unit int) error {
		first := uint64(unit) * run
		part := loaded[first:min(first+run, v.size)]
		buffers[w.ID] = slices.Grow(buffers[w.ID][:0], 2*run)[:2*len(part)]
		wide := buffers[w.ID]
		if err := v.table.ReadValues(wide, first); err != nil || ctx.Err() != nil {
			return cmp.Or(err, ctx.Err())
		}
		for o := range part {
			place := places[binary.LittleEndian.Uint16(wide[2*o:])]
			if place == 0 {
				return fmt.Errorf("%s %w: its counts lack a value that a position has", v.table.Path(), kv.ErrCorrupt)
			}
			part[o] = byte(place - 1)
		}
		return nil
	})
	return loaded, merits, err
}

// checkLoaded checks all positions with all values in memory.
func (v *verification) checkLoaded(ctx context.Context) error {
	loaded, merits, err := v.load(ctx)
	if err != nil {
		return err
	}
	return v.eachPosition(ctx, func(w *crew.Worker, i uint64) (VerifyFailure, bool, error) {
		var ends engine.Ends
		w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
		best := noSuccessor
		if ends&engine.WinsNow == 0 {
			for _, s := range w.Indices { // nothing else, so that the reads overlap
				best = max(best, merits[loaded[s]])
			}
		}
		return v.compare(w, i, merits[loaded[i]], best, ends)
	})
}

// eachPosition checks the numbers below size, on all workers, and gathers the failures.
func (v *verification) eachPosition(ctx context.Context, check func(w *crew.Worker, i uint64) (VerifyFailure, bool, error)) error {
	return v.crew.Each(ctx, int((v.size+verifyRun-1)/verifyRun), func(ctx context.Context, w *crew.Worker, unit int) error {
		first := uint64(unit) * verifyRun
		n := min(verifyRun, v.size-first)
		var failures []VerifyFailure
		for i := first; i < first+n; i++ {
			if i&63 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			f, ok, err := check(w, i)
			if err != nil {
				return err
			}
			if !ok {
				failures = append(failures, f)
			}
		}
		v.add(n, 2*n, failures)
		return nil
	})
}

// compare compares the merit of a position's stored value with the value that follows from best, the
// greatest merit of its successors. It does not fill in the failure's stored value.
func (v *verification) compare(w *crew.Worker, i uint64, stored, best merit, ends engine.Ends) (f VerifyFailure, ok bool, err error) {
	f.Index = i
	if v.kind == engine.Score && best == noSuccessor {
		f.Computed, err = v.kind.FromPoints(w.Score(i))
	} else {
		f.Computed, err = valueOf(v.kind, best, ends)
	}
	if err != nil {
		return f, false, err
	}
	if v.merits[f.Computed] == stored {
		return f, true, nil
	}
	maxPhase := v.table.Header().MaxPhase
	plies, decided := v.kind.Plies(f.Computed)
	return f, maxPhase > 0 && stored == drawnMerit && decided && plies > maxPhase, nil // undecided when the solve stopped
}

// add records checked positions, halves of positions done, and failures.
func (v *verification) add(checked, halves uint64, failures []VerifyFailure) {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := &v.report
	r.Checked += checked
	r.Failed += uint64(len(failures))
	r.Failures = append(r.Failures, failures...)
	slices.SortFunc(r.Failures, func(a, b VerifyFailure) int { return cmp.Compare(a.Index, b.Index) })
	r.Failures = r.Failures[:min(len(r.Failures), v.options.MaxFailures)]
	v.halves = min(v.halves+halves, 2*v.size)
	if v.options.Progress != nil {
		v.options.Progress(v.halves/2, v.size)
	}
}

// chooseSlabs chooses random slabs that have stored positions, and all positions of these.
//
// Verification shares only the indices of a slab's positions with solving by slabs. Their values
// come from [engine.Generator], which does not use slabs.
func (v *verification) chooseSlabs() error {
	o := v.options
	parts := v.game.Parts()
	if parts.Slabs == nil {
		return engine.InputErrorf("%s has no slabs: its turns are not made of steps; a sample of its positions can be verified", v.game.Spec())
	}
	game := parts.Slabs()
	scratch, set := game.NewSlabScratch(), make([]uint64, game.Words())
	order := slices.Clone(game.Order())
	v.chosen = []uint64{}
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0))
	for n := range order {
		if len(v.report.Slabs) == o.Slabs {
			break
		}
		other := n + rng.IntN(len(order)-n)
		order[n], order[other] = order[other], order[n]
		scratch.Enter(order[n])
		scratch.Stored(set)
		before := len(v.chosen)
		v.chosen = scratch.AppendIndices(v.chosen, set)
		if len(v.chosen) > before {
			v.report.Slabs = append(v.report.Slabs, order[n])
		}
		if uint64(len(v.chosen)) > o.Memory/16 {
			return engine.InputErrorf("the positions of %d slabs are too many for %d MiB of memory", o.Slabs, o.Memory>>20)
		}
	}
	slices.Sort(v.report.Slabs)
	slices.Sort(v.chosen)
	return nil
}
