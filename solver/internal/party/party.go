// Package party owns the contract between a solve and the machines that share it: units of
// work and their outcomes, both values with a form in bytes, and the interface through which
// a step is shared ([Party]).
//
// Every machine is a replica: it goes through the same stages in the same order, from the
// same state to the same state. A stage (the scan of a slice, a phase, a layer) ends in a
// list of outcomes, which all replicas apply. One replica leads: it divides a stage and hands
// out units. An outcome depends only on the state before the stage and on the unit, so every
// machine finds the same bytes. Applying an outcome is idempotent.
//
// A solve that began on one machine alone goes on with others: the leader publishes the stages that it
// has finished, that is, stores their outcomes as if the machines had found them together
// ([Party].Publish).
package party

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"

	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// ErrState is returned when the ledger of a machine does not suit the others. The caller drops
// the ledger and begins from the start.
var ErrState = errors.New("the ledger of this machine does not suit the other machines")

// Unit is a run of the tasks of a step, the work that one machine does at a time.
type Unit struct {
	Slice int         `json:"slice"`
	Phase phase.Phase `json:"phase"`
	Kind  task.Kind   `json:"kind"`
	From  int         `json:"from"` // the first chunk
	To    int         `json:"to"`   // the one after the last
	// Decided is the number of positions of the slice that are decided before the stage. A
	// replica with another number is wrong.
	Decided uint64 `json:"decided"`
	// Needs are outcomes of an earlier step of the stage that must be applied first.
	Needs []Object `json:"needs,omitempty"`
}

// Object names an object in the store, with its digest and its size in bytes.
type Object struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
	// Result is that of the outcome in the object; nil: it has none, or the object is no outcome.
	Result *Result `json:"result,omitempty"`
}

// Result is what other machines must know of the outcome of a unit without reading it. Units that own a part
// of a game, and hold the state of that part alone, have one.
type Result struct {
	Found  uint64    `json:"found"`            // positions
	Latest int       `json:"latest,omitempty"` // the last stage that must be done even if the stages before find nothing
	Sent   []Message `json:"sent,omitempty"`   // to units of a later stage
}

// Message is an object for the units of the chunks From ≤ chunk < To of a later stage.
type Message struct {
	From int `json:"from"`
	To   int `json:"to"`
	Object
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

// Stage is the work of all replicas between two states that they have in common.
type Stage struct {
	Name    string // the same on all machines, such as phase-0-7
	Slice   int
	Phase   phase.Phase
	Chunks  int
	Decided uint64
	// Weigh returns the work of a chunk in a step, in any measure, so that units can be of
	// similar size; nil: all chunks are alike.
	Weigh func(kind task.Kind, chunk int) uint64
	// Lead divides the stage into steps, shares them, and returns the outcomes that make up
	// the result. It does not change the state that Do reads.
	Lead func(ctx context.Context, l Lead) ([]Object, error)
	// Do does a unit. It may be called for any unit of the stage, and again, one call at
	// a time.
	Do func(ctx context.Context, u *Unit) (*Outcome, error)
	// Need applies an outcome that a unit needs.
	Need func(o *Outcome) error
	// Ready prepares the replica for the calls of Take.
	Ready func() error
	// Take applies a part of the result.
	Take func(o *Outcome) error
	// Accept, if set, applies the result in place of Ready and Take. It gets the outcomes, by chunk, without
	// their contents.
	Accept func(ctx context.Context, outcomes []Object) error
}

// Lead gives a stage's Lead access to the machines and the store.
type Lead interface {
	// Share divides a step among the machines and returns the outcomes of its units, in the order of
	// chunks.
	// needs returns the Needs of a unit; it may be nil.
	Share(ctx context.Context, kind task.Kind, needs func(from, to int) []Object) ([]Object, error)
	// Put stores an outcome that the leader found itself. It may be called by several
	// goroutines at once.
	Put(ctx context.Context, o *Outcome) (Object, error)
	// Each reads outcomes and hands them to use, one by one and in their order.
	Each(ctx context.Context, objects []Object, use func(o *Outcome) error) error
	// Runs returns the chunks of the units of a step, as [from, to), the same each time.
	Runs(ctx context.Context, kind task.Kind) ([][2]int, error)
}

// Party is the set of machines that solve a game together, as seen from one of them.
type Party interface {
	// Follows reports whether another machine leads and makes the table.
	Follows() bool
	// Alone returns the number of positions up to which work is not shared: every replica does it,
	// which costs less than to wait for others.
	Alone() uint64
	// Parts returns the number of positions from which slices are solved in parts where that is possible; 0: never.
	Parts() uint64
	// Stage finishes a stage. When it returns nil the result is applied.
	Stage(ctx context.Context, s Stage) error
	// Publish publishes the result of a stage that the leader found in an earlier run, on
	// this machine alone. parts returns the outcomes of the result, and is not called if the
	// result is published already. Followers have none.
	Publish(ctx context.Context, s Stage, parts func(ctx context.Context, l Lead) ([]Object, error)) error
	// Objects returns access to the objects of units.
	Objects() Objects
	// AwaitSpace waits until the full disk of a folder has space. It returns false when ctx is done, or where the
	// space of the disk is not known.
	AwaitSpace(ctx context.Context, dir string) bool
}

// Objects is access to what units store beside their outcomes.
type Objects interface {
	// Put stores an object. The digest of the content completes its name.
	Put(ctx context.Context, name string, raw []byte) (Object, error)
	// Get returns the content of an object of a finished stage. It may be called by several goroutines at once.
	Get(ctx context.Context, stage string, o Object) ([]byte, error)
	// Outcome returns the outcome in an object of a finished stage.
	Outcome(ctx context.Context, stage string, o Object) (*Outcome, error)
}

// PanicError is a panic of a game while it did a task.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Guard calls f, which does a task of a unit, and turns a panic into a [PanicError], so that the
// machine survives and another one can try the unit.
func Guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	return f()
}

type progressKey struct{}

// WithProgress returns a context in which each finished task calls done.
func WithProgress(ctx context.Context, done func()) context.Context {
	return context.WithValue(ctx, progressKey{}, done)
}

// Progress reports that a task of a unit is done.
func Progress(ctx context.Context) {
	if done, ok := ctx.Value(progressKey{}).(func()); ok {
		done()
	}
}

// putters is the number of objects that the leader puts at once: a store may be slow.
const putters = 4

// PutUnits computes and stores the outcomes of all units of a step. The leader calls find for one
// unit after the other, with the chunks of the unit set in u. PutUnits returns the objects in the
// order of their chunks.
func PutUnits(ctx context.Context, l Lead, u Unit, find func(u *Unit) (*Outcome, error)) ([]Object, error) {
	runs, err := l.Runs(ctx, u.Kind)
	if err != nil {
		return nil, err
	}
	list := make([]Object, len(runs))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(putters)
	for n, run := range runs {
		var o *Outcome
		unit := u
		unit.From, unit.To = run[0], run[1]
		if o, err = find(&unit); err != nil || inner.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			list[n], err = l.Put(inner, o)
			return err
		})
	}
	return list, errors.Join(err, group.Wait(), ctx.Err())
}
