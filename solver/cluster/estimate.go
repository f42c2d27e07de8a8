package cluster

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
)

// Estimate is the expected cost of a solve on several machines.
type Estimate struct {
	Nodes       int     `json:"nodes"`
	Cores       int     `json:"cores"` // of each
	CoreHours   float64 `json:"core_hours"`
	Hours       float64 `json:"hours"`
	HoursAlone  float64 `json:"hours_alone"`       // on one of the machines, by its own way of solving
	MemoryLeast uint64  `json:"memory_least"`      // bytes that every machine needs
	Store       uint64  `json:"store"`             // bytes, an upper bound
	Traffic     uint64  `json:"traffic"`           // bytes between machines and store, an upper bound
	Measured    bool    `json:"measured"`          // false: Store and Traffic are bounds
	Fits        bool    `json:"fits"`              // in the memory of a machine
	Worth       bool    `json:"worth"`             // it is faster than one machine
	Refused     string  `json:"refused,omitempty"` // why several machines cannot solve the game; then the other fields are 0
}

// efficiency is the share of the machines' time that is spent on units.
const efficiency = 0.85

// EstimateFor returns the expected cost of solving g on nodes machines, each with cores and memory bytes. keyed says that
// the positions have keys, because the game brings only its rules.
func EstimateFor(g engine.Game, keyed bool, nodes, cores int, memory uint64) (Estimate, error) {
	e := Estimate{Nodes: nodes, Cores: cores}
	if err := solver.Shareable(g); err != nil {
		e.Refused = err.Error()
		return e, nil
	}
	one, err := solver.EstimateFor(g, solver.Options{Workers: cores, Memory: memory})
	if err != nil {
		return e, err
	}
	all, err := solver.EstimateFor(g, solver.Options{Workers: cores, Memory: memory, Party: &follower{}})
	if err != nil {
		return e, err
	}
	e.HoursAlone = one.Seconds / 3600
	e.CoreHours = all.CPU / 3600
	e.Hours = e.CoreHours / float64(nodes*cores) / efficiency
	e.MemoryLeast, e.Fits = all.MemoryLeast, all.MemoryLeast <= memory
	e.Store, e.Traffic = volume(g, keyed, nodes)
	e.Worth = e.Fits && e.Hours < e.HoursAlone
	return e, nil
}

// volume returns upper bounds on the bytes in the store, and on the traffic of nodes machines. The
// values of a layer are stored once. Elsewhere a position of a sparse set takes two bytes, in a
// frontier and, if the scan decides it, as a seed; the steps before the last of a phase take twice
// as much again. The coordinator writes or reads each outcome when it arrives, and again when its
// step is done. The other machines read the outcomes of finished stages, and the keys.
func volume(g engine.Game, keyed bool, nodes int) (store, traffic uint64) {
	var kept, sent, keys uint64
	for _, sl := range g.Slices() {
		if sl.Layer {
			kept += uint64(g.Kind().Width()) * sl.Size
			sent += uint64(g.Kind().Width()) * sl.Size
		} else {
			kept += 4 * sl.Size
			sent += 12 * sl.Size
		}
	}
	if keyed {
		keys = 9 * g.Size()
	}
	others := uint64(max(nodes-1, 0))
	return kept + keys, 3*sent + others*kept + (1+others)*keys
}
