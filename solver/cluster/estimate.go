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
	StoreHours  float64 `json:"store_hours,omitempty"`  // of these, the least that Traffic takes through the link of the store; 0: no link is given
	HoursAlone  float64 `json:"hours_alone"`            // on one of the machines, by its own way of solving
	MemoryLeast uint64  `json:"memory_least"`           // bytes that every machine needs
	Parts       int     `json:"parts,omitempty"`        // of which each machine has some; 0: every machine has the whole state
	Coordinator uint64  `json:"coordinator,omitempty"`  // bytes that the coordinator of a solve in parts needs
	Making      float64 `json:"making_hours,omitempty"` // hours of the coordinator's one thread, beside the units
	Store       uint64  `json:"store"`                  // bytes, an upper bound
	Traffic     uint64  `json:"traffic"`                // bytes between machines and store, an upper bound
	Measured    bool    `json:"measured"`               // false: Store and Traffic are bounds
	Fits        bool    `json:"fits"`                   // in the memory of a machine
	Worth       bool    `json:"worth"`                  // it is faster than one machine
	Refused     string  `json:"refused,omitempty"`      // why several machines cannot solve the game; then the other fields are 0
}

// efficiency is the share of the machines' time that is spent on units.
const efficiency = 0.85

// Shape is some machines.
type Shape struct {
	Nodes, Cores int    // machines, and cores of each
	Memory       uint64 // bytes of each
	Link         uint64 // bits a second between the store and all machines together; 0: it never delays them
}

// EstimateFor returns the expected cost of solving g on several machines. keyed says that
// the positions have keys, because the game brings only its rules.
func EstimateFor(g engine.Game, keyed bool, s Shape) (Estimate, error) {
	e := Estimate{Nodes: s.Nodes, Cores: s.Cores}
	if err := solver.Shareable(g); err != nil {
		e.Refused = err.Error()
		return e, nil
	}
	o := solver.Options{Workers: s.Cores, Memory: s.Memory}
	one, err := solver.EstimateFor(g, o)
	if err != nil {
		return e, err
	}
	e.HoursAlone = one.Seconds / 3600
	if p, ok := solver.SharesOf(g, o, s.Nodes); ok {
		e.Parts, e.MemoryLeast, e.Coordinator, e.CoreHours = p.Parts, p.Memory, p.Coordinator, p.CPU/3600
		e.Making = p.Making / 3600
		e.Store = p.Links + p.Results
		e.Traffic = e.Store + 2*p.Results + uint64(min(s.Nodes, p.Parts))*p.Links
		busy := float64(p.Parts) / float64((p.Parts+s.Nodes-1)/s.Nodes*s.Nodes)
		e.conclude(s, efficiency*busy)
		return e, nil
	}
	all, err := solver.EstimateFor(g, solver.Options{Workers: s.Cores, Memory: s.Memory, Party: &follower{}})
	if err != nil {
		return e, err
	}
	e.CoreHours, e.MemoryLeast = all.CPU/3600, all.MemoryLeast
	e.Store, e.Traffic = volume(g, keyed, s.Nodes)
	e.conclude(s, efficiency)
	return e, nil
}

// conclude derives the time and what follows. busy is the share of the time that machines work.
func (e *Estimate) conclude(s Shape, busy float64) {
	e.Hours = max(e.CoreHours/float64(s.Nodes*s.Cores)/busy, e.Making)
	if s.Link > 0 {
		e.StoreHours = 8 * float64(e.Traffic) / float64(s.Link) / 3600
		e.Hours = max(e.Hours, e.StoreHours)
	}
	e.Fits = max(e.MemoryLeast, e.Coordinator) <= s.Memory
	e.Worth = e.Fits && e.Hours < e.HoursAlone
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
