package solver

import (
	"log/slog"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Strategy says how a solve finds new values.
type Strategy = budget.Strategy

// The strategies.
const (
	Auto     = budget.Auto
	Forward  = budget.Forward
	Backward = budget.Backward
	Slabs    = budget.Slabs
)

// Options of a solve. The zero value of every field means its default.
type Options struct {
	Dir      string   // the database folder; required
	Memory   uint64   // budget in bytes for the whole process; default: most of what the machine or container has
	Workers  int      // goroutines; default: one per core
	Strategy Strategy // default Auto
	MaxPhase int      // stop after this phase, that is remoteness; 0 or less: solve completely
	Chunk    uint64   // positions per chunk; default: chosen for the game; rounded up to a power of two
	Keep     bool     // keep the frontier log after compaction
	Version  string   // written into the status file
	Disk     uint64   // bytes; Solve refuses a game that may take more; 0: no limit but the free disk

	// Events, if set, receives progress. Calls are not concurrent and must not block for long.
	Events func(Event)
	Log    *slog.Logger // structured log; default: JSON lines appended to solve.log in Dir

	// Party is the machines that solve the game together (package cluster); nil: this machine
	// alone. The table is the same.
	Party Party
	// Shareable says that a Party may take over the solve: the solver then works position by
	// position, never by slabs or sweeps.
	Shareable bool
}

// Party is the machines that solve a game together, as one of them sees it.
type Party = party.Party

// StepName names a step of a solve.
type StepName = progress.StepName

// Steps that the command line explains.
const (
	StepDiscovery    = progress.Discovery
	StepScan         = progress.Scan
	StepReverseGraph = progress.ReverseGraph
)

// EventKind is the kind of an [Event].
type EventKind string

const (
	EventDiscover EventKind = "discover" // positions are being discovered; at most twice a second
	EventEstimate EventKind = "estimate" // before anything is done
	EventResume   EventKind = "resume"   // an interrupted solve resumes
	EventScan     EventKind = "scan"     // the seed scan of a slice is done
	EventProgress EventKind = "progress" // units of a step are done; at most twice a second
	EventPhase    EventKind = "phase"    // a phase is done
	EventCompact  EventKind = "compact"  // the table is being written
	EventDone     EventKind = "done"     // the table is finished
)

// Event is a report of progress. Fields that do not apply are zero.
type Event struct {
	Kind     EventKind    `json:"event"`
	Slice    string       `json:"slice,omitempty"`
	Phase    int          `json:"phase"`
	Step     StepName     `json:"step,omitempty"`     // the step under way
	Strategy Strategy     `json:"strategy,omitempty"` // of the step
	New      uint64       `json:"new"`                // positions that the phase decided
	Decided  uint64       `json:"decided"`            // positions decided so far, in the whole game
	Size     uint64       `json:"positions"`          // positions of the whole game
	Done     uint64       `json:"done,omitempty"`     // units of the step done
	Total    uint64       `json:"total,omitempty"`    // units of the step
	Rate     float64      `json:"rate,omitempty"`     // positions that the step visits in a second, as measured; 0: unknown
	Spilled  uint64       `json:"spilled,omitempty"`  // bytes of updates written to disk in this phase
	Seconds  float64      `json:"seconds,omitempty"`  // wall time since the solve began, of all its runs
	ETA      float64      `json:"eta,omitempty"`      // seconds until the step is done, at the measured rate; 0: unknown
	Percent  float64      `json:"percent,omitempty"`  // of the time of the whole solve that is over, discovery included
	Left     float64      `json:"left,omitempty"`     // predicted seconds until the solve is done; 0: unknown
	SHA256   string       `json:"table_sha256,omitempty"`
	Verified *kv.Verified `json:"verified,omitempty"` // of EventDone on the command line
	Estimate *Estimate    `json:"estimate,omitempty"` // of EventEstimate
}

// Summary is the result of a finished solve.
type Summary struct {
	Spec      string
	Positions uint64
	SHA256    string        // digest of the value bytes
	Elapsed   time.Duration // wall time of all runs
	Spilled   uint64        // bytes of updates written to disk in this run
	Table     string        // path of the table file
	Already   bool          // the table was finished before, nothing was done
}

// Estimate is the expected cost of a solve.
type Estimate struct {
	Positions   uint64  `json:"positions"`
	Chunks      int     `json:"chunks"`
	Chunk       uint64  `json:"chunk"`        // positions
	MemoryLeast uint64  `json:"memory_least"` // bytes below which the solve refuses to start
	MemoryBest  uint64  `json:"memory_best"`  // bytes that let it run without spilling
	Disk        uint64  `json:"disk"`         // bytes, at most, while solving
	DiskLeast   uint64  `json:"disk_least"`   // bytes that suffice if files of values are removed while the table is written
	Seconds     float64 `json:"seconds"`      // wall time by a measured sample, 0 where not measured
	CPU         float64 `json:"cpu"`          // seconds of CPU time by the same sample
	Table       float64 `json:"table"`        // those of them that writing the table takes
	// Slower is how many times longer the solve takes without room for a reverse graph, 0 if there is
	// room or none is needed. MemoryReverse bytes would suffice for one.
	Slower        float64 `json:"slower,omitempty"`
	MemoryReverse uint64  `json:"memory_reverse,omitempty"`
}

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
