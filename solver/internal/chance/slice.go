// Package chance solves slices of games of chance. The value of a position is the mean, over the rolls, of
// the best move that the roll allows.
//
// A layer takes one pass. In a slice that play can stay in, sweeps improve the numbers of all positions
// until they hardly change. A small change proves nothing: then one more sweep shows that the numbers plus
// and minus a half-width are bounds that map into themselves. That proves them, because play leaves the
// slice with probability one, which the solver checks as well. If the sweep shows it not, a greater
// half-width is tried. The half-width of a slice includes those of its exits.
//
// Numbers are whole ([Scale]) and every sweep has a fixed order, so that the values depend on the game
// alone. The package owns the lists of rolls of the current slice, kept as far as memory has room, and the
// file of the numbers of an unfinished slice. The numbers of a solved slice are in a file of package
// values; its note has the half-width.
package chance

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// solver solves the slices of a run.
type solver struct {
	*way.Environment
	kind    engine.Kind
	scale   Scale
	mean    mean
	size    uint64 // of the game
	within  uint64 // places within a turn
	workers []*worker
}

// worker belongs to one goroutine.
type worker struct {
	*crew.Worker
	rolls   fast.Rolls
	program program
	quick   program // of a unit, without moves that cannot be best
	places  []place // of the turn of the current position
	base    uint64  // the index of the first of them
	gate    int     // the last of the gates of the slice that had a position
}

// slice is a slice that is being solved.
type slice struct {
	*solver
	region.Layout
	order
	gates    []gate
	exits    uint64   // the greatest half-width of the slices behind exits
	values   []byte   // numbers, 8 bytes each, the low byte first
	work     []uint64 // by offset: numbers, or slacks of a proof; then those of the group that is being computed
	programs []*program
	quick    []*program   // without moves that cannot be best, see [pruning]
	room     atomic.Int64 // bytes for programs
	sweeps   sweeps
	pruning  pruning
	steps    steps
	saved    time.Time
	started  time.Time
}

// Solve implements [way.Solver].
func (s *solver) Solve(ctx context.Context, at region.Layout, rest []int) (way.Result, error) {
	if err := s.Values.LoadOnly(ctx, at.Slice.Exits); err != nil {
		return way.Result{}, err
	}
	values, done, err := s.Values.Recall(ctx, at.Number, s.Values.Keeps(at.Number))
	if err == nil && !done {
		values, err = s.solve(ctx, at)
	}
	if err != nil {
		return way.Result{}, err
	}
	s.Reporter.Done(progress.Step{Name: progress.Chance}, at.Slice.Size, 0)
	s.Values.SolvedInFile(at.Number, values)
	return way.Result{}, nil
}

// open prepares a slice.
func (s *solver) open(at region.Layout) (*slice, error) {
	l := &slice{
		solver: s, Layout: at, order: s.order(at.Slice), values: s.Values.New(at.Number), started: time.Now(), saved: time.Now(),
	}
	l.programs, l.quick = make([]*program, len(l.units)), make([]*program, len(l.units))
	for _, n := range at.Slice.Exits {
		var note ledger.ValuesNote
		if _, err := s.Ledger.Note(ledger.ValuesName(n), &note); err != nil {
			return nil, err
		}
		l.exits = max(l.exits, note.Half)
		l.gates = append(l.gates, gate{s.Plan.Slices[n].First, s.Values.All()[n]})
	}
	slices.SortFunc(l.gates, func(a, b gate) int { return cmp.Compare(a.first, b.first) })
	arrays := needs{}.Arrays(s.Plan, at.Number)
	l.room.Store(int64(s.Plan.Working) - int64(s.Values.Bytes()+arrays))
	return l, nil
}

func (s *solver) solve(ctx context.Context, at region.Layout) ([]byte, error) {
	l, err := s.open(at)
	if err != nil {
		return nil, err
	}
	half := uint64(0)
	switch {
	case at.Slice.Layer:
		half, err = l.pass(ctx)
	case s.scale.Doubles:
		return nil, fmt.Errorf("slice %s: moves double values, and some stay in the slice", at.Slice.Name)
	default:
		half, err = l.iterate(ctx)
	}
	if err != nil {
		return nil, err
	}
	l.programs, l.quick = nil, nil
	if err := l.store(half); err != nil {
		return nil, err
	}
	if err := s.Values.DropSaved(at.Number, 2); err != nil {
		s.Reporter.Warn("a file is left", at.Slice.Name, err)
	}
	return l.values, nil
}

// store reports the positions by value, and stores the numbers with their half-width.
func (s *slice) store(half uint64) error {
	counts, wide := map[int]uint64{}, 0.0
	for o := 0; o < len(s.values); o += 8 {
		x := s.scale.Float(binary.LittleEndian.Uint64(s.values[o:]))
		v := s.kind.FromFloat(x)
		counts[int(s.kind.Bucket(v))]++
		wide = max(wide, s.kind.Float(v)-x, x-s.kind.Float(v))
	}
	for bucket, n := range counts {
		s.Reporter.Decided(s.kind.BucketText(uint16(bucket)), n)
	}
	bound := s.scale.Width(half) // on the sum of two widths
	if wide != 0 {
		bound = math.Nextafter(bound+math.Nextafter(wide, math.Inf(1)), math.Inf(1))
	}
	note := ledger.ValuesNote{Way: Way{}.Name(), Counts: counts, Half: half, Error: bound}
	return s.Values.StoreNumbers(s.Number, note, s.values, s.started)
}

// putNumbers copies the numbers to values, by offset.
func (s *slice) putNumbers() {
	for at, u := range s.work[:s.Slice.Size] {
		binary.LittleEndian.PutUint64(s.values[8*s.offset(uint64(at)):], u)
	}
}

// iterate computes the numbers of a slice that play can stay in, and returns their half-width.
func (s *slice) iterate(ctx context.Context) (half uint64, err error) {
	if s.Slice.Size > maxSlice {
		return 0, fmt.Errorf("slice %s has %d positions, and at most %d can be solved together", s.Slice.Name, s.Slice.Size, maxSlice)
	}
	if err := s.checkEnd(ctx); err != nil {
		return 0, err
	}
	s.work = pages.New[uint64](s.Slice.Size + group)
	if err := s.resume(); err != nil {
		return 0, err
	}
	for !s.sweeps.Settled {
		s.Reporter.Begin(progress.Step{Name: progress.Chance}, 1)
		change, err := s.improve(ctx)
		if err != nil {
			return 0, err
		}
		s.sweeps.add(change)
		far := s.leap()
		s.sweeps.Next += 2 * far
		s.pruning.add(change + far)
		if err := s.saveSometimes(); err != nil {
			return 0, err
		}
	}
	for at, u := range s.work[:s.Slice.Size] { // by place, for proofs
		binary.LittleEndian.PutUint64(s.values[8*at:], s.scale.round(u))
	}
	b := &bounds{exits: s.exits}
	for more := uint64(leastMore); more < mostMore; more *= 2 {
		b.half = s.exits + more
		if proved, err := s.prove(ctx, b); err != nil || proved {
			for at := range s.work[:s.Slice.Size] {
				s.work[at] = binary.LittleEndian.Uint64(s.values[8*at:])
			}
			s.putNumbers()
			return b.half, err
		}
	}
	return 0, fmt.Errorf("slice %s: the bounds of its values do not close", s.Slice.Name)
}

const (
	// maxSlice is the number of positions of the largest slice that is not a layer.
	maxSlice = places - group
	// The half-width of a slice exceeds that of its exits by leastMore at least, to make room for the
	// rounding of numbers, and by less than mostMore. A proof that fails costs as much as some ten sweeps,
	// and leastMore almost always serves.
	leastMore, mostMore = 1 << 17, 1 << 28
)

// sweeps is what the next sweep depends on, besides the numbers.
type sweeps struct {
	Done    int
	Least   uint64 // the least change of a sweep so far
	Since   int    // sweeps since then
	Settled bool
	Next    uint64 // an upper bound on the change of the next sweep, which changes no number; not stored
}

const (
	// A slice has settled once no number changes by more than still in a sweep, or the changes have not
	// become less for some sweeps.
	still, patience = 1 << 9, 40
)

// add counts a sweep.
func (s *sweeps) add(change uint64) {
	s.Done++
	s.Since++
	if s.Done == 1 || change < s.Least {
		s.Least, s.Since = change, 0
	}
	s.Next = change
	s.Settled = change <= still || s.Since >= patience
}
