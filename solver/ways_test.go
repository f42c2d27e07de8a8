package solver

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// fifth is a way of solving that copies values from a list into files. It suits solves with one
// worker.
type fifth struct{ *copied }

type copied struct {
	values           []engine.Value // of all positions
	solved, recalled []int          // slices
	stop             func(solved int)
}

func (fifth) Name() string                                            { return "fifth" }
func (fifth) Suits(q *way.Request, slice int) bool                    { return q.Workers == 1 && slice%2 == 1 }
func (fifth) Needs(*way.Request) budget.Needs                         { return budget.Phases{} }
func (fifth) Estimate(*way.Request, *budget.Plan, []int) way.Estimate { return way.Estimate{} }
func (f fifth) Start(e *way.Environment) way.Solver                   { return copying{f.copied, e} }

type copying struct {
	*copied
	*way.Environment
}

func (c copying) Solve(ctx context.Context, l region.Layout, _ []int) (r way.Result, err error) {
	_, done, err := c.Values.Recall(ctx, l.Number, false)
	if err != nil {
		return r, err
	}
	if done {
		c.recalled = append(c.recalled, l.Number)
	} else {
		values := c.Values.New(l.Number)
		for o := range l.Slice.Size {
			c.Codec.Put(values, o, c.values[l.Slice.First+o])
		}
		if err := c.Values.Store(l.Number, fifth{}.Name(), values, time.Now(), false); err != nil {
			return r, err
		}
		c.copied.solved = append(c.copied.solved, l.Number)
		c.stop(len(c.copied.solved))
	}
	c.Values.SolvedInFile(l.Number, nil)
	return r, nil
}

// A slice that a way stored in a file is resumed by that way, although phases would suit, and the
// planner would choose another way for the options of the later run.
func TestFifthWay(t *testing.T) {
	g := open(t, "quixo:marks=4,size=3", "")
	want, values := solveValues(t, g, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	c := &copied{values: values, stop: func(solved int) {
		if solved == 3 {
			cancel()
		}
	}}
	defer func(before []way.Way) { ways = before }(ways)
	ways = append([]way.Way{fifth{c}}, ways...)
	dir := t.TempDir()
	if _, err := Solve(ctx, g, Options{Dir: dir, Workers: 1, Strategy: Forward}); err == nil || len(c.solved) != 3 {
		t.Fatalf("slices %v are solved, %v", c.solved, err)
	}
	s, _ := solveValues(t, g, Options{Dir: dir, Workers: 2, Strategy: Forward})
	if s.SHA256 != want.SHA256 || len(c.solved) != 3 || !slices.Equal(c.solved, c.recalled) {
		t.Errorf("slices %v are solved, %v are recalled; digest %s, want %s", c.solved, c.recalled, s.SHA256, want.SHA256)
	}
}

// Notes of older versions do not say that sweeps solved a slice. It stays solved even in a run whose
// planner chooses phases.
func TestNamelessNotes(t *testing.T) {
	g := open(t, "quixo:marks=4,size=3", "")
	want, _ := solveValues(t, g, Options{})
	dir := t.TempDir()
	if !interrupted(t, g, Options{Dir: dir}, 60) {
		t.Fatal("the solve was not interrupted")
	}
	l, err := ledger.OpenExisting(dir)
	if err != nil {
		t.Fatal(err)
	}
	solved := map[string]bool{}
	for n, sl := range g.Slices() {
		var note ledger.ValuesNote
		found, err := l.Note(ledger.ValuesName(n), &note)
		if err == nil && found {
			solved[sl.Name] = note.Way == "sweeps"
			note.Way = ""
			_, err = l.Commit(ledger.Change{Notes: map[string]any{ledger.ValuesName(n): note}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if len(solved) == 0 {
		t.Fatal("no slice was solved")
	}
	s, _ := solveValues(t, g, Options{Dir: dir, Strategy: Forward, Events: func(e Event) {
		if e.Kind == EventPhase && solved[e.Slice] {
			t.Errorf("slice %s is solved again", e.Slice)
		}
	}})
	if s.SHA256 != want.SHA256 {
		t.Errorf("digest %s, want %s", s.SHA256, want.SHA256)
	}
}
