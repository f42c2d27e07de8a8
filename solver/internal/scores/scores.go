// Package scores solves a slice of a game of scores that play can stay in.
//
// A position is worth at least s, s > 0, where its mover can make sure, in some number of
// turns, of s points more than the opponent by the exits that are taken, whatever the other
// does; it is worth at most -s where the opponent can. Play that never leaves the slice
// gains nothing, so what neither can make sure of is worth 0.
//
// So scores are found from the greatest to the least. At s, those positions are worth s
// that have an exit worth s, or a move to a position worth -s or less to the opponent; and
// those are worth -s all of whose exits are worth no more and all of whose other moves lead
// to positions worth s or more to the opponent. What is found goes back to predecessors
// until there is nothing more to find at s; then s-1 follows. Each position is decided once,
// with its value, so that each move is gone back once. In what order does not matter.
//
// Two or three bytes a position are in memory, and the values of the slices that exits lead
// to. From time to time what is decided is written to a file; a solve that is interrupted
// looks at the exits of the others again, and goes on. The package owns that file, and how a
// slice is solved; its values end where those of layers do (package values).
package scores

import (
	"context"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

const saveEvery = time.Minute

// solver solves the slices of a run.
type solver struct{ *way.Environment }

// Takes implements [way.Solver].
func (s solver) Takes(slice int) (bool, error) {
	return s.Codec.Kind() == engine.Score && !s.Plan.Slices[slice].Layer, nil
}

// Solve implements [way.Solver].
func (s solver) Solve(ctx context.Context, at region.Layout, _ []int) (way.Result, error) {
	if err := s.Values.LoadOnly(ctx, at.Slice.Exits); err != nil {
		return way.Result{}, err
	}
	note, found, done, err := s.Values.Recall(at.Number, s.Values.Keeps(at.Number))
	if err != nil {
		s.Reporter.Warn("a slice is solved again", at.Slice.Name, err)
	}
	if !done {
		if s.Plan.Counter == 1 {
			note, found, err = solve[uint8](ctx, s.Environment, at)
		} else {
			note, found, err = solve[uint16](ctx, s.Environment, at)
		}
		if err != nil {
			return way.Result{}, err
		}
	}
	for v, n := range note.Counts {
		s.Reporter.Decided(s.Codec.Kind().Text(engine.Value(v)), n)
	}
	s.Reporter.Done(progress.Step{Name: progress.Scores}, at.Slice.Size, 0)
	s.Values.SolvedInFile(at.Number, found)
	return way.Result{}, nil
}

// slice is the state of the slice being solved. A count has the type C.
type slice[C uint8 | uint16] struct {
	*way.Environment
	region.Layout
	values  []int8 // of what is decided; of other positions the best that an exit gives
	left    []C    // successors in the slice that are not known to be won by the opponent; decided: all ones
	chunks  []chunk
	score   int       // what is found now: positions worth score, and -score
	resumed bool      // at this score, by what an earlier run left: what follows from that is not found yet
	known   *fast.Set // what an earlier run decided, while exits are looked at
	round   phase.Phase
	updates *exchange.Exchange // nil: predecessors are not told, or not asked for
	saved   time.Time
	started time.Time
}

// chunk is what is known of a chunk.
type chunk struct {
	gains [4]uint64 // bits: the scores, as bytes, that exits of undecided positions give at best
	fresh found     // decided in the last round
	next  found     // decided in the present one
}

// found is positions of a chunk, a bit each.
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

// none stands for the best of no exit. An exit that gives no more counts as much: nothing is
// worse.
const none = -128

func solve[C uint8 | uint16](ctx context.Context, e *way.Environment, at region.Layout) (note ledger.LayerNote, bytes []byte, err error) {
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
	if err := s.begin(ctx); err != nil {
		return note, nil, err
	}
	for ; s.score > 0; s.score-- {
		if err := s.reach(ctx); err != nil {
			return note, nil, err
		}
		s.resumed = false
		look := s.updates == nil && s.gives(-s.score) // else counts say what has nothing left
		for s.advance() || look {
			look = false
			if err := s.saveSometimes(); err != nil {
				return note, nil, err
			}
			if err := s.goOn(ctx); err != nil {
				return note, nil, err
			}
		}
	}
	for o, left := range s.left {
		if left != ^C(0) {
			s.values[o] = 0
		}
	}
	note, err = e.Values.Store(at.Number, bytes, time.Since(s.started), e.Reporter.Elapsed())
	if err == nil {
		s.dropSaved()
	}
	return note, bytes, err
}

// decide decides a position of a chunk. It was undecided.
func (s *slice[C]) decide(chunk int, o uint32, value int) {
	at := uint64(chunk)<<s.Shift + uint64(o)
	s.values[at], s.left[at] = int8(value), ^C(0)
	if next := &s.chunks[chunk].next; value > 0 {
		next.won.add(o)
	} else {
		next.lost.add(o)
	}
}

// advance makes what the last round found what the next one goes on from, and reports
// whether there is any.
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

// goOn finds what follows from the last round.
func (s *slice[C]) goOn(ctx context.Context) error {
	if s.updates == nil {
		return s.lookAll(ctx)
	}
	if err := s.lossesToWins(ctx); err != nil {
		return err
	}
	return s.winsToLosses(ctx)
}
