package ledger

import (
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Notes of the whole solve.
const (
	ElapsedNote = "elapsed" // seconds of wall time so far
	LimitNote   = "limit"   // the last phase to be solved, of the last run; 0: all
)

// PhaseNote is the note of a finished phase.
type PhaseNote struct {
	New      uint64            `json:"new"`
	Step     progress.StepName `json:"step"`
	Strategy string            `json:"strategy,omitempty"`
	Seconds  float64           `json:"seconds"`
	Spilled  uint64            `json:"spilled,omitempty"`
}

// ValuesNote is the note of a solved slice whose values are in a file.
type ValuesNote struct {
	Way     string         `json:"way,omitempty"`    // the name of the way that solved it; "" in notes of older versions
	CRC     uint32         `json:"crc32c"`           // of the values
	Packed  bool           `json:"packed,omitempty"` // the file is a zstd frame of the values
	Counts  map[int]uint64 `json:"counts"`           // positions by value
	Seconds float64        `json:"seconds"`
	// Half and Error are of games of chance: the half-width of the numbers in the file, in their unit, and
	// that of the values in the table.
	Half  uint64  `json:"half,omitempty"`
	Error float64 `json:"error,omitempty"`
}

// PhaseName names the [PhaseNote] of a phase.
func PhaseName(slice int, p phase.Phase) string { return fmt.Sprintf("phase/%d/%d", slice, p) }

// SolvedName names the note that a slice is solved: the last phase that decided anything.
func SolvedName(slice int) string { return fmt.Sprintf("solved/%d", slice) }

// ScanName names the note that says how a slice is scanned: true if the scan finds all immediate
// wins first.
func ScanName(slice int) string { return fmt.Sprintf("scan/%d", slice) }

// SourcesName names the note of the rounds of a phase in a spilling run: the number of source
// chunks that are done.
func SourcesName(slice int, p phase.Phase) string { return fmt.Sprintf("sources/%d/%d", slice, p) }

// ValuesName names the [ValuesNote] of a slice.
func ValuesName(slice int) string { return fmt.Sprintf("layer/%d", slice) }

// ScoresNote is the note of a slice of scores that is being solved. A file has the decided
// positions.
type ScoresNote struct {
	Score int    `json:"score"`  // all positions worth more, to either player, are decided
	File  int    `json:"file"`   // which of the two files it is
	CRC   uint32 `json:"crc32c"` // of the file
}

// ScoresName names the [ScoresNote] of a slice.
func ScoresName(slice int) string { return fmt.Sprintf("scores/%d", slice) }

// SweepsNote is the note of the log of a slice that sweeps solve. Files have the sets of positions that each
// phase decided.
type SweepsNote struct {
	Plies int      `json:"plies"`   // the files have the phases 0 to Plies
	Parts []uint32 `json:"crc32cs"` // of the files, in order
	Whole bool     `json:"whole"`   // no later phase decides anything
}

// SweepsName names the [SweepsNote] of a slice.
func SweepsName(slice int) string { return fmt.Sprintf("log/%d", slice) }

// ChanceNote is the note of a slice of a game of chance that is being solved. A file has the numbers of
// its positions. The next sweep depends on them and on the note alone.
type ChanceNote struct {
	Done    int    `json:"done"`    // sweeps
	Least   uint64 `json:"least"`   // the least change of a sweep
	Since   int    `json:"since"`   // sweeps since that one
	Settled bool   `json:"settled"` // no more sweeps improve the numbers
	File    int    `json:"file"`    // which of the two files it is
	CRC     uint32 `json:"crc32c"`  // of the file
}

// ChanceName names the [ChanceNote] of a slice.
func ChanceName(slice int) string { return fmt.Sprintf("chance/%d", slice) }
