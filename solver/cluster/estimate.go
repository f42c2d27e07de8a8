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
	HoursAlone  float64 `json:"hours_alone"`  // on one of the machines, by its own way of solving
	MemoryLeast uint64  `json:"memory_least"` // bytes that every machine needs
	Store       uint64  `json:"store"`        // bytes; an upper bound unless measured
	Traffic     uint64  `json:"traffic"`      // bytes between machines and store, the same
	Measured    bool    `json:"measured"`     // store and traffic were measured for this game, within a fifth
	Fits        bool    `json:"fits"`         // in the memory of a machine
	Worth       bool    `json:"worth"`        // it is faster than one machine
}

const (
	// efficiency is the share of the machines' time that is spent on units.
	efficiency = 0.85
)

// EstimateFor returns the expected cost of solving g on nodes machines, each with cores and memory bytes. keyed says that
// the positions have keys, because the game brings only its rules.
func EstimateFor(g engine.Game, keyed bool, nodes, cores int, memory uint64) (Estimate, error) {
	e := Estimate{Nodes: nodes, Cores: cores}
	one, err := solver.EstimateFor(g, solver.Options{Workers: cores, Memory: memory})
	if err != nil {
		return e, err
	}
	all, err := solver.EstimateFor(g, solver.Options{Workers: cores, Memory: memory, Party: &follower{}})
	if err != nil {
		return e, err
	}
	e.HoursAlone = one.Seconds / 3600
	e.CoreHours = all.Seconds * float64(cores) / 3600
	e.Hours = e.CoreHours / float64(nodes*cores) / efficiency
	e.MemoryLeast, e.Fits = all.MemoryLeast, all.MemoryLeast <= memory
	var bytes volume
	bytes, e.Measured = volumeOf(g.Spec(), keyed)
	e.Store, e.Traffic = bytes.of(all.Positions, nodes)
	e.Worth = e.Fits && e.Hours < e.HoursAlone
	return e, nil
}
