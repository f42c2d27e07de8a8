// Package party owns what several machines that solve a game together say to each other,
// as far as the rooms above care: units of work and their outcomes, both values with a
// form in bytes, and the interface through which a step is shared ([Party]).
//
// Every machine is a replica: it goes through the same stages in the same order, from the
// same state to the same state. A stage (the scan of a slice, a phase, a layer) ends in a
// list of outcomes, which all replicas take in. One of them leads: it decides how a stage
// is done and hands out units. An outcome depends on the state before the stage, on the
// unit, and on nothing else: whoever does the unit finds the same bytes, and to take them
// in twice is to do so once.
package party

import (
	"context"
	"errors"
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// ErrState is returned where what a machine has from before does not suit the others: it is
// to be dropped, and the machine begins from the start.
var ErrState = errors.New("what was found here before does not suit the other machines")

// Unit is a run of the tasks of a step: what one machine does at a time.
type Unit struct {
	Slice int         `json:"slice"`
	Phase phase.Phase `json:"phase"`
	Kind  task.Kind   `json:"-"`
	From  int         `json:"from"` // the first chunk
	To    int         `json:"to"`   // the one after the last
	// Decided is how many positions of the slice are decided before the stage. A replica
	// that has another number is wrong.
	Decided uint64 `json:"decided"`
	// Needs are outcomes of a step before in the same stage that are to be taken in first.
	Needs []Object `json:"needs,omitempty"`
}

// Object names something in the store, and says what it is.
type Object struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

// Tasks returns the tasks of a unit.
func (u *Unit) Tasks() []task.Task {
	list := make([]task.Task, 0, u.To-u.From)
	for chunk := u.From; chunk < u.To; chunk++ {
		list = append(list, task.Task{Slice: u.Slice, Phase: u.Phase, Kind: u.Kind, Chunk: chunk})
	}
	return list
}

// String returns kind-slice-phase-from-to.
func (u *Unit) String() string {
	return fmt.Sprintf("%v-%d-%d-%d-%d", u.Kind, u.Slice, u.Phase, u.From, u.To)
}

// Stage is what all replicas do between two states that they have in common.
type Stage struct {
	Name    string // the same on all machines, such as phase-0-7
	Slice   int
	Phase   phase.Phase
	Chunks  int
	Decided uint64
	// Weigh returns how much work a chunk is in a step, in any measure, so that units are
	// much the same; nil: all are alike.
	Weigh func(kind task.Kind, chunk int) uint64
	// Lead decides how the stage is done, shares its steps, and returns the outcomes that
	// make up its result. It leaves no trace of that in what Do reads.
	Lead func(ctx context.Context, l Lead) ([]Object, error)
	// Do does a unit. It may be called for any unit of the stage, and again, one call at
	// a time.
	Do func(ctx context.Context, u *Unit) (*Outcome, error)
	// Need takes in what a unit needs.
	Need func(o *Outcome) error
	// Ready makes the replica ready for the result.
	Ready func() error
	// Take takes in a part of the result.
	Take func(o *Outcome) error
}

// Lead is what a stage's Lead works with.
type Lead interface {
	// Share has a step done and returns the outcomes of its units, in the order of chunks.
	// needs says what a unit needs; it may be nil.
	Share(ctx context.Context, kind task.Kind, needs func(from, to int) []Object) ([]Object, error)
	// Put stores an outcome that the leader found itself. It may be called by several
	// goroutines at once.
	Put(ctx context.Context, o *Outcome) (Object, error)
	// Each reads outcomes and hands them to use, one by one and in their order.
	Each(ctx context.Context, objects []Object, use func(o *Outcome) error) error
	// Runs divides the chunks as the units of a step are divided, the same each time.
	Runs(ctx context.Context, kind task.Kind) ([][2]int, error)
}

// Party is the machines that solve a game together, as one of them sees it.
type Party interface {
	// Follows reports whether another machine leads, and makes the table.
	Follows() bool
	// Alone returns the number of positions up to which work is not shared: every
	// replica does it, which costs less than to wait for each other.
	Alone() uint64
	// Stage brings a stage to its end. When it returns nil the result is taken in.
	Stage(ctx context.Context, s Stage) error
	// Publish makes known the result of a stage that the leader has from a run before, on
	// this machine alone. parts returns the outcomes that make it up, and is not called
	// where the result is known. Those who follow have none.
	Publish(ctx context.Context, s Stage, parts func(ctx context.Context, l Lead) ([]Object, error)) error
}
