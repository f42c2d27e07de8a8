package progress

import "github.com/foregone-db/foregone/solver/internal/phase"

// StepName names a step in events, status files and notes. Code that depends on the step compares
// these constants.
type StepName string

// Steps before and after the phases.
const (
	Discovery    StepName = "discovery"
	Scan         StepName = "scan"
	ReverseGraph StepName = "reverse graph"
	Compaction   StepName = "compaction"
	Spread       StepName = "where values are"
)

// Steps that find the positions of a phase.
const (
	Seeds          StepName = "seeds" // the phase has no others
	LossesToWins   StepName = "losses to wins"
	WinsToLosses   StepName = "wins to losses"
	WinsCounted    StepName = "wins to losses, counting"
	WinsConfirmed  StepName = "wins to losses, confirmed"
	LossesSpilled  StepName = "losses to wins, spilling"
	WinsSpilled    StepName = "wins to losses, spilling"
	Farther        StepName = "one move farther" // of one player
	FartherSpilled StepName = "one move farther, spilling"
	Together       StepName = "together" // shared among machines
)

// Steps of other ways of solving a slice.
const (
	Layer   StepName = "layer"
	Exits   StepName = "exits"
	Scores  StepName = "scores"
	Sweep   StepName = "sweep"
	Writing StepName = "writing"
	Chance  StepName = "chance"
)

// Steps of a solve by slabs, in addition to the phases.
const (
	LostAtOnce         StepName = "lost at once"
	WonAtOnce          StepName = "won at once"
	SlabLosses         StepName = "losses"
	LiveSlabs          StepName = "live slabs"
	OpenConfigurations StepName = "open configurations"
	SlabsWonAtOnce     StepName = "slabs won at once"
)

// Step is a part of a solve that takes some time.
type Step struct {
	Phase    phase.Phase
	Name     StepName
	Strategy string // "" where there is no choice
}
