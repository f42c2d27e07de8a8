package solver

import (
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

// setup is all that a solve depends on besides the game: the caller's options, and the choices that
// only tests make. Outside tests these are as in newSetup.
type setup struct {
	Options
	working   uint64        // bytes for working arrays; 0: computed from Memory
	disk      vfs.FS        // has the store and the files of slices
	order     crew.Order    // of the tasks of a step
	saveEvery time.Duration // the least time between saves of unfinished slices
}

// newSetup returns the setup of a solve with the options.
func newSetup(o Options) setup {
	return setup{Options: o, disk: vfs.Default, order: crew.AsListed, saveEvery: time.Minute}
}

// grant returns the memory, chunk and strategy that the setup grants to a solve.
func (s setup) grant() budget.Grant {
	grant := s.Options.grant()
	grant.Working = s.working
	return grant
}
