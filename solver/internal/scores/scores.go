// Package scores solves a slice of a game of scores that play can stay in.
//
// A position is worth at least s > 0 if its mover can force exits that gain s points more than the
// opponent, in some number of turns. It is worth at most -s if the opponent can. Play that never leaves
// the slice gains nothing. So a position where neither player can force a gain is worth 0.
//
// The solver finds scores from the greatest down. At s, a position is worth s if it has an exit worth s,
// or a move to a position worth -s or less to the opponent. It is worth -s if no exit is worth more and
// all other moves lead to positions worth s or more to the opponent. Results propagate to predecessors
// until nothing more follows at s; then s-1 is next. Each position is decided once, with its value: each
// move is traversed backwards once, in any order.
//
// Memory holds two or three bytes a position, and the values of the slices that exits lead to. From
// time to time the solver saves the decided positions to a file; a resumed solve scans the exits of the
// others again. The package owns that file. The values of a solved slice go to package values.
package scores

import (
	"context"
	"time"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// solver solves the slices of a run.
type solver struct{ *way.Environment }

// Solve implements [way.Solver].
func (s solver) Solve(ctx context.Context, at region.Layout, _ []int) (way.Result, error) {
	if err := s.Values.LoadOnly(ctx, at.Slice.Exits); err != nil {
		return way.Result{}, err
	}
	values, done, err := s.Values.Recall(ctx, at.Number, s.Values.Keeps(at.Number))
	switch {
	case err != nil || done:
	case s.Plan.Counter == 1:
		values, err = solve[uint8](ctx, s.Environment, at)
	default:
		values, err = solve[uint16](ctx, s.Environment, at)
	}
	if err != nil {
		return way.Result{}, err
	}
	s.Reporter.Done(progress.Step{Name: progress.Scores}, at.Slice.Size, 0)
	s.Values.SolvedInFile(at.Number, values)
	return way.Result{}, nil
}

// slice is the state of the slice being solved. A count has the type C.
type slice[C uint8 | uint16] struct {
	*way.Environment
	region.Layout
	values  []int8 // of decided positions; of others the worth of the best exit
	left    []C    // successors in the slice that the opponent is not known to win; all ones once decided
	chunks  []chunk
	score   int       // the score being solved: positions worth score and -score
	resumed bool      // at this score, from a saved file: consequences are not propagated yet
	known   *fast.Set // positions that an earlier run decided, during the scan
	round   phase.Phase
	updates *exchange.Exchange // nil: the game lists no predecessors, or the strategy is forward
	saved   time.Time
	started time.Time
}

// chunk is the state of a chunk.
type chunk struct {
	gains [4]uint64 // bits: the worths, as bytes, of the best exits of undecided positions
	fresh found     // decided in the last round
	next  found     // decided in the current round
}

// found holds positions of a chunk, a bit each.
type found struct{ won, lost bitmap }

type bitmap struct {
	words []uint64
	n     int // bits set
}

func (b *bitmap) add(o uint32) {
	b.words[o>>6] |= 1 << (o & 63)
	b.n++
}

func (b *bitmap) clear() {
	if b.n > 0 {
		clear(b.words)
		b.n = 0
	}
}

// none is the worth of the best exit if there is none. No real exit is worth less.
const none = -128

func solve[C uint8 | uint16](ctx context.Context, e *way.Environment, at region.Layout) (bytes []byte, err error) {
	bytes = e.Values.New(at.Number)
	s := &slice[C]{
		Environment: e, Layout: at, values: signed(bytes), left: pages.New[C](at.Slice.Size),
		chunks: make([]chunk, at.Chunks), started: time.Now(),
	}
	for n := range s.chunks {
		words := func() bitmap { return bitmap{words: s.NewWords(n)} }
		s.chunks[n].fresh, s.chunks[n].next = found{words(), words()}, found{words(), words()}
	}
	if e.Strategy != budget.Forward && e.Crew.Workers[0].Unmover != nil {
		s.updates = exchange.New(at.Slice.First, at.Shift, at.Chunks, len(e.Crew.Workers), e.Plan.Buffers())
	}
	if err := s.scanExits(ctx); err != nil {
		return nil, err
	}
	for ; s.score > 0; s.score-- {
		if err := s.decideByExits(ctx); err != nil {
			return nil, err
		}
		s.resumed = false
		look := s.updates == nil && s.gives(-s.score) // else counts find positions with nothing left
		for s.advance() || look {
			look = false
			if err := s.saveSometimes(); err != nil {
				return nil, err
			}
			if err := s.propagate(ctx); err != nil {
				return nil, err
			}
		}
	}
	for o, left := range s.left {
		if left != ^C(0) {
			s.values[o] = 0
		}
	}
	if err := e.Values.Store(at.Number, Way{}.Name(), bytes, s.started, false); err != nil {
		return nil, err
	}
	if err := e.Values.DropSaved(at.Number, 2); err != nil {
		e.Reporter.Warn("a file is left", at.Slice.Name, err)
	}
	return bytes, nil
}

// decide decides an undecided position of a chunk.
func (s *slice[C]) decide(chunk int, o uint32, value int) {
	at := uint64(chunk)<<s.Shift + uint64(o)
	s.values[at], s.left[at] = int8(value), ^C(0)
	if next := &s.chunks[chunk].next; value > 0 {
		next.won.add(o)
	} else {
		next.lost.add(o)
	}
}

// advance makes the last round's results the next frontier, and reports whether there are any.
func (s *slice[C]) advance() (any bool) {
	s.round++
	for n := range s.chunks {
		c := &s.chunks[n]
		c.fresh, c.next = c.next, c.fresh
		c.next.won.clear()
		c.next.lost.clear()
		any = any || c.fresh.won.n+c.fresh.lost.n > 0
	}
	return any
}

// propagate finds what follows from the last round.
func (s *slice[C]) propagate(ctx context.Context) error {
	if s.updates == nil {
		return s.lookAll(ctx)
	}
	if err := s.lossesToWins(ctx); err != nil {
		return err
	}
	return s.winsToLosses(ctx)
}
