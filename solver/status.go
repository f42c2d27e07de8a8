package solver

import (
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/clock"
)

// Status is the content of the status file, which a running solve replaces by rename twice a second, so
// that it can be read at any time.
type Status struct {
	Game        string            `json:"game"`
	Version     string            `json:"version,omitempty"`
	PID         int               `json:"pid"`
	Running     bool              `json:"running"` // false once the solve stopped by itself; a killed solve leaves it true
	Finished    bool              `json:"finished"`
	Slice       string            `json:"slice"`
	Phase       int               `json:"phase"`
	Step        StepName          `json:"step"`
	ChunksDone  uint64            `json:"chunks_done"` // of the step
	ChunksTotal uint64            `json:"chunks_total"`
	Positions   uint64            `json:"positions"`
	Decided     uint64            `json:"decided"`
	Values      map[string]uint64 `json:"values"`            // decided positions per value so far
	Seconds     float64           `json:"seconds"`           // wall time of all runs
	CPU         float64           `json:"cpu,omitempty"`     // CPU seconds of all runs
	Peak        uint64            `json:"peak,omitempty"`    // bytes: the greatest memory of any run
	ETA         float64           `json:"eta"`               // seconds until the step is done; 0: unknown
	Rate        float64           `json:"rate,omitempty"`    // positions that the step visits in a second; 0: unknown
	Percent     float64           `json:"percent,omitempty"` // of the time of the whole solve that is over
	Left        float64           `json:"left,omitempty"`    // seconds until the solve is done; 0: unknown
	Updated     time.Time         `json:"updated"`
}

// costs returns what all runs took.
func (s Status) costs() clock.Costs { return clock.Costs{Seconds: s.Seconds, CPU: s.CPU, Peak: s.Peak} }

// setCosts sets what all runs took.
func (s *Status) setCosts(c clock.Costs) { s.Seconds, s.CPU, s.Peak = c.Seconds, c.CPU, c.Peak }

// unfinished returns the status of an unfinished solve of a game in a folder, as its last run wrote
// it, or the zero status if there is none.
func unfinished(dir, game string) (s Status) {
	if err := kv.ReadStatus(dir, &s); err != nil || s.Game != game || s.Finished {
		return Status{}
	}
	return s
}
