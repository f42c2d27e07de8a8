package cluster

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
)

// Estimate is what a solve on several machines is expected to take.
type Estimate struct {
	Nodes       int     `json:"nodes"`
	Cores       int     `json:"cores"` // of each
	CoreHours   float64 `json:"core_hours"`
	Hours       float64 `json:"hours"`
	HoursAlone  float64 `json:"hours_alone"`  // on one of the machines, by the way that it takes then
	MemoryLeast uint64  `json:"memory_least"` // bytes that every machine needs
	Store       uint64  `json:"store"`        // bytes; at most, unless they are measured
	Traffic     uint64  `json:"traffic"`      // bytes between machines and store, likewise
	Measured    bool    `json:"measured"`     // store and traffic: solves of this game had these, up to a fifth
	Fits        bool    `json:"fits"`         // in the memory of a machine
	Worth       bool    `json:"worth"`        // it is faster than one machine
}

const (
	// efficiency is the share of the machines' time that is spent on units.
	efficiency = 0.85
)

// EstimateFor says what solving g on some machines, of so many cores and bytes of memory each, is expected to
// take; keyed: its positions have keys, since it brings only its rules.
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
