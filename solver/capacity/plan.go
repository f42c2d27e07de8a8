package capacity

import (
	"fmt"
	"math"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
)

// Plan is the cost of solving a game on one big machine, computed from the rates measured on
// this machine and the counts per value.
type Plan struct {
	Game      string `json:"game"`
	Positions uint64 `json:"positions"`
	Machine   string `json:"machine"` // the measured machine
	Rounds    int    `json:"rounds"`
	Cores     int    `json:"cores"` // of the machine that the plan is for
	Way
	Notes []string `json:"notes"` // extrapolations and omissions
	// BySlabs is the cost of a solve by slabs, if the game has slabs.
	BySlabs *Slabs `json:"by_slabs,omitempty"`
}

// Way is the cost of one way of solving.
type Way struct {
	Measured  []Rate    `json:"measured"`
	Steps     []Step    `json:"steps"`
	CoreHours float64   `json:"core_hours"` // of all steps
	WallHours float64   `json:"wall_hours"` // on all cores, without contention
	Memory    []Storage `json:"memory"`
	Disk      []Storage `json:"disk"`
}

// add adds a step that takes the given seconds on one core.
func (w *Way) add(s Step, seconds float64, cores int) {
	s.CoreHours = seconds / 3600
	s.WallHours = s.CoreHours / float64(cores)
	if !s.Alternative {
		w.CoreHours += s.CoreHours
		w.WallHours += s.WallHours
	}
	w.Steps = append(w.Steps, s)
}

// rate returns a rate from the seconds that a unit takes.
func rate(name, unit string, seconds float64) Rate {
	return Rate{Name: name, Unit: unit, Nanoseconds: 1e9 * seconds, PerSecond: 1 / max(seconds, 1e-12)}
}

// Rate is the CPU time of a kind of work: the median of some rounds of random samples.
type Rate struct {
	Name        string  `json:"name"`
	Unit        string  `json:"unit"`        // position, set, access
	Nanoseconds float64 `json:"nanoseconds"` // per unit
	PerSecond   float64 `json:"per_second"`  // units
	Edges       float64 `json:"edges,omitempty"`
	PerEdge     float64 `json:"nanoseconds_per_edge,omitempty"`
}

// Step is a part of a solve.
type Step struct {
	Name      string  `json:"name"`
	Units     float64 `json:"units"`
	Unit      string  `json:"unit"`
	CoreHours float64 `json:"core_hours"`
	WallHours float64 `json:"wall_hours"`
	Formula   string  `json:"formula"` // in words
	// Alternative means that the step could replace an earlier one. The sum leaves it out.
	Alternative bool `json:"alternative,omitempty"`
}

// Storage is memory or disk space of a solve.
type Storage struct {
	Name    string `json:"name"`
	Bytes   uint64 `json:"bytes"`
	Formula string `json:"formula"`
}

// rates are the measured times, in seconds on one core, and other figures.
type rates struct {
	scan       float64 // win-in-1 test, per position of a run of indices
	random     float64 // the same at a random index
	look       perSet  // forward search: all successors of a position that is not won at once
	looked     float64 // successors until one is not won at once, mean over positions not won at once
	successors perSet  // of positions that are neither won at once nor lost in two plies
	ofLosses   perSet  // predecessors of positions lost in two plies
	ofOpen     perSet  // predecessors of the others that are not won at once
	read       float64 // a bit at random from memory
	write      float64 // the same, set
	decrement  float64 // a counter of two bytes
	packed     float64 // a look-up in a compressed table
	plain      float64 // the same, stored as it is
	unrank     float64 // position of an index
	rank       float64 // index of a position
	winBytes   float64 // of the frontier log, per position, for the wins in one
	tableBytes float64 // of a compressed table, per position
	compress   float64 // writing a compressed table, per position
}

// perSet is the seconds for a set of edges, and the number of edges in it.
type perSet struct{ seconds, edges float64 }

func (p perSet) perEdge() float64 { return p.seconds / max(p.edges, 1) }

func (r *rates) list() []Rate {
	sets := func(name string, p perSet) Rate {
		c := rate(name, "set", p.seconds)
		c.Edges, c.PerEdge = p.edges, 1e9*p.perEdge()
		return c
	}
	return []Rate{
		rate("win-in-1 test, runs of indices", "position", r.scan),
		rate("win-in-1 test, random positions", "position", r.random),
		sets("forward search, all successors looked at", r.look),
		sets("complete successor sets with their indices", r.successors),
		sets("complete predecessor sets of losses", r.ofLosses),
		sets("complete predecessor sets of open positions", r.ofOpen),
		rate("position of an index", "position", r.unrank),
		rate("index of a position", "position", r.rank),
		rate("table look-up, compressed", "position", r.packed),
		rate("table look-up, uncompressed", "position", r.plain),
		rate("writing a compressed table", "position", r.compress),
		rate("random read of a bit in memory", "access", r.read),
		rate("random write of a bit in memory", "access", r.write),
		rate("random decrement of a counter in memory", "access", r.decrement),
	}
}

// planFor computes the cost of a solve of g, edge by edge, from counts and rates.
func planFor(g engine.Game, counts Counts, r rates, cores int) Plan {
	c := totalsOf(counts.Values)
	p := Plan{Game: g.Spec().String(), Positions: c.positions, Cores: cores, Way: Way{Measured: r.list()}}
	add := func(step Step, seconds float64) { p.add(step, seconds, cores) }
	positions, unwon := float64(c.positions), float64(c.positions-c.inOne)
	open := float64(c.open[min(4, len(c.open)-1)])
	losses, wins := float64(c.losses), float64(c.wins)
	lookAt := r.look.perEdge() + r.read
	add(Step{
		Name: "phases 0 and 1: seed scan", Units: positions, Unit: "positions",
		Formula: "all positions × win-in-1 test in runs of indices",
	}, positions*r.scan)
	add(Step{
		Name: "phase 2: forward search for losses", Units: unwon, Unit: "positions",
		Formula: fmt.Sprintf("positions not won at once × %.0f successors looked at until one is not won × (a successor with its index + a random read of a bit)", r.looked),
	}, unwon*r.looked*lookAt)
	add(Step{
		Name: "phases 3, 5, …: wins from losses", Units: losses, Unit: "losses",
		Formula: "losses in two plies or more × (predecessor set of a loss + a random write of a bit for each)",
	}, losses*(r.ofLosses.seconds+r.ofLosses.edges*r.write))
	add(Step{
		Name: "before phase 4: counting successors", Units: open, Unit: "positions",
		Formula: "positions open after phase 3 × (complete successor set + a random read of a bit for each)",
	}, open*(r.successors.seconds+r.successors.edges*r.read))
	add(Step{
		Name: "phases 4, 6, …: losses by counters", Units: wins, Unit: "wins",
		Formula: "wins in three plies or more × (predecessor set of an open position + a random decrement of a counter for each)",
	}, wins*(r.ofOpen.seconds+r.ofOpen.edges*r.decrement))
	// Without counters every loss phase looks forward from all that is open.
	again := 0.0
	for phase := 4; phase < len(c.open); phase += 2 {
		again += float64(c.open[phase])
	}
	add(Step{
		Name: "instead of counters, at least", Units: again, Unit: "positions", Alternative: true,
		Formula: "positions open before each of the phases 4, 6, … × as in phase 2",
	}, again*r.looked*lookAt)
	add(Step{
		Name: "instead of counters, at most", Units: again, Unit: "positions", Alternative: true,
		Formula: "the same × all successors looked at",
	}, again*r.look.edges*lookAt)
	add(Step{
		Name: "table", Units: positions, Unit: "positions",
		Formula: "all positions × time to compress and count a value",
	}, positions*r.compress)
	p.Memory, p.Disk = storage(g, counts.Values, c, r)
	p.Notes = notes(counts, r)
	return p
}

// bitSets is the number of bit sets over all positions in a solve in memory.
const bitSets = 5

// storage computes memory and disk.
func storage(g engine.Game, values []uint64, c totals, r rates) (memory, disk []Storage) {
	width := budget.CounterWidth(crew.MaxSuccessors(g))
	bits := bitSets * ((c.positions + 7) / 8)
	memory = []Storage{
		{"bit sets", bits, "five sets × positions / 8: won, lost, rescued, frontier, found"},
		{"counters", width * c.positions, fmt.Sprintf("positions × %d bytes; not needed where every loss phase looks forward", width)},
		{"with counters", bits + width*c.positions, "the sum"},
		{"without counters", bits, "bit sets alone"},
	}
	log := r.winBytes * float64(c.positions)
	for phase, n := range c.phases {
		if phase != 1 {
			log += roaringBytes(float64(c.positions), float64(n))
		}
	}
	entropy := 0.0
	for _, n := range values {
		if share := float64(n) / float64(c.positions); n > 0 {
			entropy -= share * math.Log2(share)
		}
	}
	packed := uint64(r.tableBytes * float64(c.positions))
	disk = []Storage{
		{"frontier log", uint64(log), fmt.Sprintf("positions × %.4f bytes for the wins in one (measured) + two bytes a position for the other phases (roaring arrays of positions evenly spread)", r.winBytes)},
		{"table, compressed", packed, fmt.Sprintf("positions × %.3f bytes (measured on true wins in one with the other values drawn at random by their published shares; these have %.2f bits of entropy a position)", r.tableBytes, entropy)},
		{"table, uncompressed", c.positions, "positions × 1 byte"},
		{"log and compressed table", uint64(log) + packed, "the sum, until the log is deleted"},
	}
	return memory, disk
}

// roaringBytes returns the size of roaring bitmaps of n positions evenly spread
// among all: per 65,536 positions a header of 8 bytes and two bytes a position, at
// most 8 KiB.
func roaringBytes(positions, n float64) float64 {
	containers := math.Ceil(positions / (1 << 16))
	used := containers * -math.Expm1(-n/containers)
	return used*8 + min(2*n, used*(8<<10))
}

func notes(c Counts, r rates) []string {
	return []string{
		fmt.Sprintf("Counts per value are the published ones (%s); times are processor times of one core of this machine, and wall time supposes that all cores keep that pace.", c.Source),
		fmt.Sprintf("Phase 2 was sampled in the order of the move generator: %.0f of %.0f successors looked at on average. A search that tries likely answers first looks at fewer.", r.looked, r.look.edges),
		"Extrapolated: the rates of random memory accesses come from an array of much less than the sets and counters of the full game; updates gathered per chunk replace them by accesses in cache and sequential ones.",
		"Extrapolated: predecessor sets of wins in three plies or more were timed on open positions, which these wins are among, and those of all losses on losses in two plies.",
		"Extrapolated: how many successors the phases after the second look at without counters lies between the two figures given.",
		"Table look-ups were timed on a small table in the page cache: a disk's own time comes on top.",
		"Not counted: writing the log, and confirming or spilling where memory is short.",
	}
}
