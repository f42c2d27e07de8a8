package pushfight

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// ProveOptions limit a search.
type ProveOptions struct {
	Plies   int // the greatest remoteness to look for, 0 … 254
	Workers int // 0: one per core
	// Progress, if set, is called from time to time. Calls are not concurrent.
	Progress func(ProveProgress)
}

// ProveProgress is the progress of a search.
type ProveProgress struct {
	Plies       int    // the current remoteness
	Done, Total uint64 // of the distinct successors of the position
	Positions   uint64 // positions visited so far by all steps, with repetitions
}

// Proof is the result of a search.
type Proof struct {
	Value     engine.Value // in the byte kind, meaningful where Decided
	Decided   bool         // the remoteness is at most Plies
	Positions uint64       // positions visited
}

// Prove returns the value of a position of v if its remoteness is at most o.Plies. The position may
// be unreachable, or precede the first turn. Prove tries remoteness 0, 1, 2 and so on: a position
// is won in n plies when a turn leads to one lost in n-1, and lost in n when all turns lead to
// positions won in n-1 or fewer. Two more plies take about a thousand times as long; 4 take seconds
// on the published board.
//
// Prove returns an [engine.InputError] for options out of range, and the error of ctx soon after
// ctx is done.
func Prove(ctx context.Context, v *rules.Variant, position engine.Position, o ProveOptions) (Proof, error) {
	if most := engine.Byte.MaxRemoteness(); o.Plies < 0 || o.Plies > most {
		return Proof{}, engine.InputErrorf("%d plies: want 0 to %d", o.Plies, most)
	}
	p := position.(rules.Position)
	if value, over := v.Finished(p); over {
		return Proof{Value: value, Decided: true}, nil
	}
	r := &proof{ctx: ctx, v: v, o: o, root: p, findings: newFindings()}
	r.successors = distinct(rules.NewLookahead(v).AppendSuccessors(nil, p))
	for n := 0; n <= o.Plies; n++ {
		decided, err := r.try(n)
		if err != nil {
			return Proof{Positions: r.looked.Load()}, err
		}
		if decided {
			value, err := engine.Byte.Decided(n%2 == 1, n)
			return Proof{Value: value, Decided: true, Positions: r.looked.Load()}, err
		}
	}
	return Proof{Positions: r.looked.Load()}, nil
}

// distinct removes repeated positions and keeps the order.
func distinct(list []rules.Position) []rules.Position {
	seen := make(map[rules.Position]bool, len(list))
	kept := list[:0]
	for _, p := range list {
		if !seen[p] {
			seen[p] = true
			kept = append(kept, p)
		}
	}
	return kept
}

// proof is a search from one position.
type proof struct {
	ctx        context.Context
	v          *rules.Variant
	o          ProveOptions
	root       rules.Position
	successors []rules.Position
	findings   *findings
	looked     atomic.Uint64

	mu     sync.Mutex
	idle   []*searcher
	report ProveProgress
}

// searcher returns a searcher that stops with ctx. The caller returns it with done.
func (r *proof) searcher(ctx context.Context) *searcher {
	r.mu.Lock()
	defer r.mu.Unlock()
	var s *searcher
	if n := len(r.idle); n > 0 {
		s, r.idle = r.idle[n-1], r.idle[:n-1]
	} else {
		s = &searcher{proof: r, lookahead: rules.NewLookahead(r.v), published: r.v.IsPublished()}
	}
	s.ctx, s.stopped = ctx, false
	return s
}

// done makes a searcher available again.
func (r *proof) done(s *searcher) {
	r.tell(s, 0)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, s)
}

// tell adds the positions that a searcher visited, and the number of finished successors, to the
// progress.
func (r *proof) tell(s *searcher, done uint64) {
	positions := r.looked.Add(s.looked)
	s.looked = 0
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Done += done
	r.report.Positions = max(r.report.Positions, positions)
	if r.o.Progress != nil && r.report.Total > 0 {
		r.o.Progress(r.report)
	}
}

// errAnswered ends the work of all workers when one has found the answer.
var errAnswered = errors.New("answered")

// try reports whether the position, which is not decided in fewer plies, is decided in n.
func (r *proof) try(n int) (bool, error) {
	if err := r.ctx.Err(); err != nil {
		return false, err
	}
	if n < 3 {
		s := r.searcher(r.ctx)
		defer r.done(s)
		if n == 1 {
			// On the published board play never reaches a position where only a turn without a drop
			// wins, but the root may be one.
			return s.lookahead.Wins(r.root) || slices.ContainsFunc(r.successors, s.lookahead.Stuck), s.err()
		}
		return s.lost(0, r.root, n), s.err()
	}
	// One successor can answer: a lost one proves a win, and one that is not won proves
	// that the position is not lost.
	win := n%2 == 1
	r.report = ProveProgress{Plies: n, Total: uint64(len(r.successors)), Positions: r.looked.Load()}
	ctx, stop := context.WithCancelCause(r.ctx)
	defer stop(nil)
	err := share(ctx, r.o.Workers, len(r.successors), func() func(int) {
		return func(i int) {
			s := r.searcher(ctx)
			answer := false
			if q := r.successors[i]; win {
				answer = s.lost(0, q, n-1)
			} else {
				answer = !s.won(0, q, n-1)
			}
			if answer && s.err() == nil {
				stop(errAnswered)
			}
			r.tell(s, 1)
			r.done(s)
		}
	})
	switch {
	case errors.Is(context.Cause(ctx), errAnswered):
		return win, nil
	case err != nil:
		return false, err
	}
	return !win, nil
}
