package phases

import (
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// env is the part of a slice's state that does not change.
type env struct {
	*way.Environment
	region.Layout
	mode      budget.Mode
	searches  bool // the game itself finds positions that are lost at once
	winsFirst bool // the scan finds all immediate wins before anything else
	inParts   bool // the machines solve the slice in parts
}

// newEnv chooses how to scan the slice, or takes the choice of an earlier run: all chunks of a
// slice are scanned in the same way.
func newEnv(run *way.Environment, l region.Layout, m budget.Mode) (*env, error) {
	e := &env{Environment: run, Layout: l, mode: m, inParts: run.Plan.InParts(l.Slice)}
	w := run.Crew.Workers[0]
	if e.inParts { // machines know the immediate wins of their parts alone
		e.winsFirst = w.Scanner != nil && w.Seeder != nil && !run.Codec.LossesSettleLate() && !run.Codec.Single()
		return e, nil
	}
	// If the game also counts moves (Seeder), the scan sets the counters, if there is room for
	// them. That is worth more than the search.
	e.searches = !run.Codec.Single() && w.Searches && w.Scanner != nil && (w.Seeder == nil || !m.Counting) && len(l.Slice.Exits) == 0 && !run.Codec.LossesSettleLate()
	usual := m.Spilling || w.Scanner != nil && !e.searches && !run.Codec.LossesSettleLate()
	name := ledger.ScanName(l.Number)
	e.winsFirst = usual
	known, err := run.Ledger.Note(name, &e.winsFirst)
	if err == nil && !known {
		_, err = run.Ledger.Commit(ledger.Change{Notes: map[string]any{name: usual}})
	}
	if err == nil && e.winsFirst != usual && e.shares(l.Slice.Size) {
		err = fmt.Errorf("%s was scanned in another way: %w", l.Slice.Name, party.ErrState)
	}
	return e, err
}

// tasks returns a task of a step for each chunk that is not done. done may be nil.
func (e *env) tasks(kind task.Kind, p phase.Phase, done []bool) []task.Task {
	return task.Of(kind, e.Number, p, e.Chunks, done)
}

// shares reports whether the machines share a step with that number of positions. All machines get
// the same answer.
func (e *env) shares(positions uint64) bool { return e.Party != nil && positions > e.Party.Alone() }
