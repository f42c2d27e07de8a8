package capacity

import (
	"fmt"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// Plan is the cost of solving a game by slabs on one big machine, computed from the rates measured
// on this machine and the counts per value.
type Plan struct {
	Game      string    `json:"game"`
	Positions uint64    `json:"positions"`
	Machine   string    `json:"machine"` // the measured machine
	Rounds    int       `json:"rounds"`
	Cores     int       `json:"cores"` // of the machine that the plan is for
	Live      uint64    `json:"live"`  // slabs with a position that is not won at once, by the sample
	Measured  []Rate    `json:"measured"`
	Steps     []Step    `json:"steps"`
	CoreHours float64   `json:"core_hours"` // of all steps
	WallHours float64   `json:"wall_hours"` // on all cores, without contention
	Memory    []Storage `json:"memory"`
	Disk      []Storage `json:"disk"`
	Notes     []string  `json:"notes"` // assumptions and omissions
}

// Rate is the CPU time of a kind of work: the median of some rounds of random samples.
type Rate struct {
	Name        string  `json:"name"`
	Unit        string  `json:"unit"`        // slab, position, configuration
	Nanoseconds float64 `json:"nanoseconds"` // per unit
	PerSecond   float64 `json:"per_second"`  // units
}

// rate returns a rate from the seconds that a unit takes.
func rate(name, unit string, seconds float64) Rate {
	return Rate{Name: name, Unit: unit, Nanoseconds: 1e9 * seconds, PerSecond: 1 / max(seconds, 1e-12)}
}

// Step is a part of a solve.
type Step struct {
	Name      string  `json:"name"`
	Units     float64 `json:"units"`
	Unit      string  `json:"unit"`
	CoreHours float64 `json:"core_hours"`
	WallHours float64 `json:"wall_hours"`
	Formula   string  `json:"formula"` // in words
}

// Storage is memory or disk space of a solve.
type Storage struct {
	Name    string `json:"name"`
	Bytes   uint64 `json:"bytes"`
	Formula string `json:"formula"`
}

const (
	// sweepsOfSlab is the number of rearrangements of a live slab after its immediate wins are
	// known: two in a phase of losses and one in a phase of wins. Late phases involve few
	// slabs. Members of the Push Fight family took ten to thirty.
	sweepsOfSlab = 30
	// recordTime is the time to write and to read the record of an unlink, in seconds.
	recordTime = 15e-9
	// liveUnlinks is the mean number of unlinks of a position into live slabs.
	liveUnlinks = 1.5
	// compress is the CPU time of counting a value and compressing it into the table, in seconds, as
	// measured on runs of Push Fight. Its whole table has tableBits a position.
	compress  = 20e-9
	tableBits = 0.53
)

// planFor computes the cost of a solve.
func planFor(s fast.Slabs, counts Counts, r rates, cores int) Plan {
	t := counts.totals()
	all, live := float64(len(s.Order())), r.live*float64(len(s.Order()))
	positions, unwon := float64(t.positions), float64(t.positions-t.inOne)
	p := Plan{
		Game: counts.Game, Positions: t.positions, Cores: cores, Live: uint64(live),
		Measured: []Rate{
			rate("a slab: positions, marks, wins at once", "slab", r.class),
			rate("rearrangement of a live slab", "slab", r.dilate),
			rate("unlinks", "position", r.unlink),
			rate("links", "configuration", r.links),
			rate("index of a position of a slab", "position", r.index),
		},
		Notes: []string{
			fmt.Sprintf("Counts per value are the published ones (%s); times are CPU times of one core of this machine, and wall time assumes that all cores keep that pace.", counts.Source),
			"Not measured: how often a slab is rearranged, its records, and the table; these are as in the solves of the Push Fight family.",
			"Not counted: reading and writing open sets where memory does not hold them.",
		},
	}
	add := func(name string, units float64, unit string, each float64, formula string) {
		hours := units * each / 3600
		p.Steps = append(p.Steps, Step{name, units, unit, hours, hours / float64(cores), formula})
		p.CoreHours += hours
		p.WallHours += hours / float64(cores)
	}
	unlink := r.unlink + liveUnlinks*recordTime
	add("live slabs", all, "slabs", r.class, "all slabs × positions, marks, wins at once")
	add("lost and won at once", live, "slabs", 2*r.class, "live slabs × the same, twice")
	add("open configurations", unwon, "positions", unlink, "positions not won at once × (unlinks + 1.5 records of 15 ns)")
	add("losses to wins", float64(t.losses), "losses", unlink, "losses in two plies or more × the same")
	add("wins to losses", float64(t.wins), "wins", unlink+liveUnlinks*r.links, "wins in three plies or more × (the same + links of 1.5 configurations)")
	add("rearrangements", sweepsOfSlab*live, "slabs", r.dilate, fmt.Sprintf("live slabs × %d", sweepsOfSlab))
	add("table", positions, "positions", compress+r.index*unwon/positions, "all positions × 20 ns to count and compress a value + positions not won at once × index")
	e := slabs.EstimateFor(s, 0, 1)
	bitmap := p.Live * uint64(s.Words()) * 8
	p.Memory = []Storage{
		{"won sets", bitmap, "live slabs × bits of a slab / 8"},
		{"at least", e.Least, "these, and room for a chunk and its records"},
		{"with open sets", e.Best, "twice the won sets, and records: nothing but the log and the table is written"},
	}
	p.Disk = []Storage{
		{"log", uint64(1.5 * (unwon - float64(counts.Values[0]))), "positions decided later than at once × 1.5 bytes (other configurations of their slabs included)"},
		{"open sets", bitmap, "as the won sets, where memory does not hold them"},
		{"table", uint64(tableBits / 8 * positions), "all positions × 0.53 bits"},
	}
	return p
}
