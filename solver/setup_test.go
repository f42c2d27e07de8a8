package solver

import (
	"context"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// altered is a solve whose setup a test changes in some parts.
type altered struct {
	Options
	working uint64                        // bytes for working arrays; the solve is not by slabs or sweeps
	disk    vfs.FS                        // where the store and the files of slices are; the solve is not by slabs
	arrange func([]task.Task) []task.Task // the order of tasks; the solve is not by slabs or sweeps
	often   bool                          // saves an unfinished slice whenever that is possible
}

// setup returns the setup of Options or altered ones.
func setupOf(o any) setup {
	a, ok := o.(altered)
	if !ok {
		return newSetup(o.(Options))
	}
	s := newSetup(a.Options)
	s.working = a.working
	s.Shareable = s.Shareable || a.working > 0 || a.arrange != nil
	if a.disk != nil {
		s.disk = a.disk
	}
	if a.arrange != nil {
		s.order = a.arrange
	}
	if a.often {
		s.saveEvery = 0
	}
	return s
}

func (a altered) solve(ctx context.Context, g engine.Game) (Summary, error) {
	return setupOf(a).solve(ctx, g)
}
