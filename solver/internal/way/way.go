// Package way is the interface between a solve and its ways of solving slices. A way is a package
// that implements [Way], and one line in the list of package solver. The interface has everything
// that the solver needs of a way: whether it suits a slice, its memory and disk, its time, and the
// solving itself. Package values knows where the values are afterwards.
package way

import (
	"context"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/values"
)

// Way is a way of solving slices. Implementations have no state and are comparable.
type Way interface {
	// Name tells the way from the others. Notes of solved slices have it, so it never changes.
	Name() string
	// Suits reports whether the way can solve a slice and the request permits it. The planner
	// takes the first way of the solver's list that suits. A way that cannot stop at a remoteness
	// refuses a request with a Limit, one that cannot share its work a request that is not Single,
	// unless no other way suits the slice: for each slice some way suits every request.
	Suits(q *Request, slice int) bool
	// Needs returns what the way needs for each slice.
	Needs(q *Request) budget.Needs
	// Estimate returns how long the way takes for some slices, from a sample of their positions.
	Estimate(q *Request, p *budget.Plan, slices []int) Estimate
	// Start returns what solves the slices of a run, before the way's first slice.
	Start(e *Environment) Solver
}

// Solver solves the slices of one run that are its way's ([Environment].Ways). One goroutine calls it.
type Solver interface {
	// Solve solves a slice, resumes an interrupted solve of it, or recalls the result of an earlier
	// run, and records in Values where its values are. rest lists the slices that this run solves
	// later. It returns the cause when ctx is done.
	Solve(ctx context.Context, l region.Layout, rest []int) (Result, error)
}

// Result has the results of solving a slice that the run needs.
type Result struct {
	Bounded bool   // the limit may have left positions undecided
	Spilled uint64 // bytes of updates written to disk
}

// Request is a game and the options of a solve that has not begun.
type Request struct {
	Game     engine.Game
	Slices   []engine.Slice // of the game
	Strategy budget.Strategy
	Limit    int    // the greatest remoteness to solve, in plies; 0: all
	Memory   uint64 // bytes of the whole process
	Workers  int
	// Single says that this machine alone solves the game, and that no other may join.
	Single bool
}

// Estimate is the expected time of a way.
type Estimate struct {
	Seconds float64 // CPU time
	// Slower is the factor of the time without room for a reverse graph, or 0 if there is room or
	// none is needed.
	Slower float64
}

// Environment has the data that all slices of a run share. It does not change.
type Environment struct {
	Game     engine.Game
	Plan     *budget.Plan
	Ways     []Way // by slice: the one that solved it in an earlier run, or else the planner's choice
	Strategy budget.Strategy
	Limit    int // the greatest remoteness to solve, in plies; 0: all
	Codec    phase.Codec
	Ledger   *ledger.Ledger
	Crew     *crew.Crew
	Values   *values.Values
	Reporter progress.Reporter
	Party    party.Party // the machines that solve the game together; nil: this one alone
	Disk     vfs.FS
	Scratch  string // folder of the run's other files on disk
	// SaveEvery is the least time between saves of an unfinished slice.
	SaveEvery time.Duration
}
