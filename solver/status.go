package solver

import (
	"time"

	"github.com/foregone-db/foregone/kv"
)

// Status is the content of the small file by which a running or interrupted solve
// tells how far it is. The solver replaces it by rename, so that it can be read at
// any time.
type Status struct {
	Game        string            `json:"game"`
	Version     string            `json:"version,omitempty"`
	PID         int               `json:"pid"`
	Running     bool              `json:"running"` // false when the solve stopped by itself
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
	ETA         float64           `json:"eta"`               // seconds until the step is done; 0 where not known
	Rate        float64           `json:"rate,omitempty"`    // positions that the step goes through in a second; 0 where not known
	Percent     float64           `json:"percent,omitempty"` // of the whole solve that is done
	Left        float64           `json:"left,omitempty"`    // seconds until the solve is done; 0 where not known
	Updated     time.Time         `json:"updated"`
}

// unfinished returns the status of an unfinished solve of a game in a folder, as the run that ended
// last wrote it; the zero status where there is none.
func unfinished(dir, game string) (s Status) {
	if err := kv.ReadStatus(dir, &s); err != nil || s.Game != game || s.Finished {
		return Status{}
	}
	return s
}
