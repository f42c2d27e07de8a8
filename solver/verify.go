package solver

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// VerifyOptions says what [Verify] looks at.
type VerifyOptions struct {
	Sample      uint64 // random positions to check; 0: all
	Seed        int64  // of the sample
	Workers     int    // goroutines; default: one per core
	MaxFailures int    // failures kept in the report; default 10
	Memory      uint64 // bytes that values may take in memory; default: half of [DefaultMemory]
	// Progress, when set, is told the number of positions checked. Calls are not
	// concurrent.
	Progress func(done, total uint64)
}

// VerifyReport is what [Verify] found.
type VerifyReport struct {
	Checked  uint64
	Failed   uint64
	Failures []VerifyFailure // the first ones by index, at most MaxFailures
}

// VerifyFailure is a stored value that its successors contradict.
type VerifyFailure struct {
	Index            uint64
	Stored, Computed engine.Value
}

// verifyRun is how many positions a worker checks at a time.
const verifyRun = 1 << 12

// verifier checks positions; it belongs to one goroutine.
type verifier struct {
	*crew.Worker
	kind     engine.Kind
	maxPhase int
	table    *table.Reader
	loaded   []byte // all values, where there is memory for them and each is a byte
	values   []engine.Value
}

// Verify recomputes values from the values of their successors and compares. It
// uses nothing of the solver's phases: only the rules and the table.
//
// A table in which every position agrees with its successors is exact: were some
// positions wrong, one of them whose true remoteness is least, or whose stored one
// is, would have only right successors to go by.
//
// The error is about reading the table or ctx; wrong values are in the report.
func Verify(ctx context.Context, g engine.Game, t *table.Reader, o VerifyOptions) (VerifyReport, error) {
	if err := t.CheckGame(g.Spec()); err != nil {
		return VerifyReport{}, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxFailures <= 0 {
		o.MaxFailures = 10
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory() / 2
	}
	v := &verification{options: o, size: g.Size()}
	var loaded []byte
	if o.Sample > 0 && o.Sample < g.Size() {
		v.indices, v.size = sample(g.Size(), o), o.Sample
	} else if g.Size() <= o.Memory && g.Kind().Width() == 1 {
		loaded = pages.New[byte](g.Size())
		if err := t.ReadValues(loaded, 0); err != nil {
			return VerifyReport{}, err
		}
	}
	workers := crew.New(o.Workers, g)
	err := workers.Each(ctx, int((v.size+verifyRun-1)/verifyRun), func(ctx context.Context, w *crew.Worker, unit int) error {
		return v.run(ctx, &verifier{Worker: w, kind: g.Kind(), maxPhase: t.Header().MaxPhase, table: t, loaded: loaded}, unit)
	})
	return v.report, err
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

// verification is what the verifiers of a table have in common.
type verification struct {
	options VerifyOptions
	size    uint64   // positions to check
	indices []uint64 // sampled; nil: all
	mu      sync.Mutex
	report  VerifyReport
}

// run checks some positions and reports what was found.
func (v *verification) run(ctx context.Context, by *verifier, unit int) error {
	first := uint64(unit) * verifyRun
	n := min(verifyRun, v.size-first)
	var failures []VerifyFailure
	for i := first; i < first+n; i++ {
		if i&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		index := i
		if v.indices != nil {
			index = v.indices[i]
		}
		f, ok, err := by.check(index)
		if err != nil {
			return err
		}
		if !ok {
			failures = append(failures, f)
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	r := &v.report
	r.Checked += n
	r.Failed += uint64(len(failures))
	r.Failures = append(r.Failures, failures...)
	slices.SortFunc(r.Failures, func(a, b VerifyFailure) int { return int(int64(a.Index - b.Index)) })
	r.Failures = r.Failures[:min(len(r.Failures), v.options.MaxFailures)]
	if v.options.Progress != nil {
		v.options.Progress(r.Checked, v.size)
	}
	return nil
}

// check compares the stored value of a position with what its successors make it.
func (v *verifier) check(i uint64) (VerifyFailure, bool, error) {
	if err := v.load(i); err != nil {
		return VerifyFailure{}, false, err
	}
	stored := v.values[0]
	computed, err := v.compute(i)
	if err != nil {
		return VerifyFailure{}, false, err
	}
	ok := computed == stored
	if plies, decided := v.kind.Plies(computed); !ok && v.maxPhase > 0 && stored == engine.Tie && decided {
		ok = plies > v.maxPhase // undecided when the solve stopped
	}
	return VerifyFailure{i, stored, computed}, ok, nil
}

// load stores the values of some positions in values.
func (v *verifier) load(indices ...uint64) (err error) {
	v.values = v.values[:0]
	if v.loaded != nil {
		for _, i := range indices { // nothing else, so that many are on their way at once
			v.values = append(v.values, engine.Value(v.loaded[i]))
		}
		return nil
	}
	for _, i := range indices {
		value, err := v.table.Get(i)
		if err != nil {
			return err
		}
		v.values = append(v.values, value)
	}
	return nil
}

// compute returns the value of a position by the stored values of its successors.
// Unknown ones count as draws. It does on purpose not use the fold by which the solver
// finds values of values (package phase): it is to find that one's mistakes, too.
func (v *verifier) compute(i uint64) (engine.Value, error) {
	var ends engine.Ends
	v.Indices, ends = v.Scratch.AppendSuccessors(v.Indices[:0], i)
	if ends&engine.WinsNow == 0 {
		if err := v.load(v.Indices...); err != nil {
			return 0, err
		}
	}
	if v.kind == engine.Score {
		return v.score(i)
	}
	switch {
	case ends&engine.WinsNow != 0:
		return v.kind.Decided(true, 1)
	case ends&engine.IsWon != 0:
		return v.kind.Decided(true, 0)
	case ends&engine.IsDrawn != 0:
		return engine.Tie, nil
	}
	win, loss := -1, 0 // plies of the quickest win and the slowest loss
	drawn := ends&engine.DrawsNow != 0
	if ends&engine.LosesNow != 0 {
		loss = 1
	}
	for _, s := range v.values {
		plies, decided := v.kind.Plies(s)
		switch {
		case !decided:
			drawn = true
		case v.kind.Outcome(s) == engine.Win:
			loss = max(loss, plies+1)
		case win < 0 || plies+1 < win:
			win = plies + 1
		}
	}
	switch {
	case win >= 0:
		return v.kind.Decided(true, win)
	case drawn:
		return engine.Tie, nil
	}
	return v.kind.Decided(false, loss)
}

// score returns the score of a position by the stored scores of its successors,
// whose indices are listed.
func (v *verifier) score(i uint64) (engine.Value, error) {
	if len(v.Indices) == 0 {
		return v.kind.FromPoints(v.Scorer.Score(i))
	}
	best := -1 << 15
	for _, s := range v.values {
		best = max(best, -v.kind.Points(s))
	}
	return v.kind.FromPoints(best)
}
