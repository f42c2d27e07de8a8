package capacity

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// Slabs is the plan of a solve by slabs, which is not edge by edge.
type Slabs struct {
	Live      uint64    `json:"live"` // slabs with a position that is not won at once, by the sample
	Measured  []Rate    `json:"measured"`
	Steps     []Step    `json:"steps"`
	CoreHours float64   `json:"core_hours"`
	WallHours float64   `json:"wall_hours"`
	Memory    []Storage `json:"memory"`
	Disk      []Storage `json:"disk"`
}

// slabRates are measured times, in seconds on one core.
type slabRates struct {
	class  float64 // to find out whether a slab is live: its marks, and what is rearranged into them
	dilate float64 // the rearrangement of a set of a live slab
	unlink float64 // the unlinks of a position that is not won at once
	links  float64 // the links of a configuration
	index  float64 // the index of a position
	live   float64 // share of the slabs
}

const (
	slabSamples = 300
	// sweepsOfSlab is how often a live slab is rearranged after its immediate wins are
	// known: twice in a phase of losses and once in one of wins, in which few slabs take
	// part in the end. Members of the Push Fight family took ten to thirty.
	sweepsOfSlab = 30
	// recordTime is what it takes to write an unlink and to take it in, in seconds.
	recordTime = 15e-9
	// liveUnlinks is how many of the unlinks of a position lead into live slabs.
	liveUnlinks = 1.5
)

// measureSlabs times the steps of turns on random slabs.
func (m *meter) measureSlabs(s engine.Slabs) (r slabRates, err error) {
	order, w := s.Order(), s.NewSlabScratch()
	set := func() []uint64 { return make([]uint64, s.Words()) }
	reach, wins, any := set(), set(), set()
	var live []uint32
	next := 0
	class := func(slab uint32) {
		w.Enter(slab)
		w.Reach(reach)
		w.Marks(wins, any)
		w.Dilate(wins, wins)
	}
	sample := make([]uint32, min(slabSamples, len(order)))
	for i := range sample {
		sample[i] = order[m.rng.IntN(len(order))]
		class(sample[i])
		if open(reach, wins) > 0 {
			live = append(live, sample[i])
		}
	}
	if len(live) == 0 {
		return r, fmt.Errorf("no slab of a sample of %d has a position that is not won at once", len(sample))
	}
	r.live = float64(len(live)) / float64(len(sample))
	if r.class, err = m.median(func() int {
		class(sample[next%len(sample)])
		next++
		return 1
	}); err != nil {
		return r, err
	}
	enter := func() (positions int) {
		class(live[next%len(live)])
		next++
		return open(reach, wins)
	}
	number := make([]int32, s.Numbers()) // all live: some of the unlinks are dropped
	var links, indices []uint64
	var counts []uint8
	var list []uint32
	timed := func(work func(positions int) int) (float64, error) {
		return m.median(func() int {
			n := enter()
			return work(n)
		})
	}
	whole, err := timed(func(int) int { return 1 })
	if err != nil {
		return r, err
	}
	if r.dilate, err = timed(func(int) int {
		for range 4 {
			w.Dilate(any, reach)
		}
		return 1
	}); err != nil {
		return r, err
	}
	r.dilate = max(0, r.dilate-whole) / 4
	per := func(work func(positions int)) (float64, error) {
		positions := 0.0
		slabsDone := 0.0
		seconds, err := timed(func(n int) int {
			work(n)
			positions += float64(n)
			slabsDone++
			return 1
		})
		return max(0, seconds-whole) * slabsDone / max(positions, 1), err
	}
	if r.unlink, err = per(func(int) {
		links = w.AppendUnlinks(links[:0], reach, number, 0, len(order))
		m.sink += uint64(len(links))
	}); err != nil {
		return r, err
	}
	if r.links, err = per(func(int) {
		list = list[:0]
		for i, x := range reach {
			for ; x != 0; x &= x - 1 {
				list = append(list, uint32(i*64+bits.TrailingZeros64(x)))
			}
		}
		links, counts = w.AppendLinks(links[:0], counts[:0], list, number)
		m.sink += uint64(len(links))
	}); err != nil {
		return r, err
	}
	r.index, err = per(func(int) {
		indices = w.AppendIndices(indices[:0], reach)
		m.sink += uint64(len(indices))
	})
	return r, err
}

// open takes the won configurations from the positions and returns how many are left.
func open(reach, won []uint64) (n int) {
	for i := range reach {
		reach[i] &^= won[i]
		n += bits.OnesCount64(reach[i])
	}
	return n
}

// planSlabs reckons what a solve by slabs takes.
func planSlabs(s engine.Slabs, counts Counts, r slabRates, compress, tableBytes float64, cores int) *Slabs {
	c := totalsOf(counts.Values)
	all, live := float64(len(s.Order())), r.live*float64(len(s.Order()))
	unwon, losses, wins := float64(c.positions-c.inOne), float64(c.losses), float64(c.wins)
	p := &Slabs{Live: uint64(live), Measured: []Rate{
		slabRate("a slab: positions, marks, wins at once", "slab", r.class),
		slabRate("rearrangement of a live slab", "slab", r.dilate),
		slabRate("unlinks", "position", r.unlink),
		slabRate("links", "configuration", r.links),
		slabRate("index of a position of a slab", "position", r.index),
	}}
	add := func(name string, units float64, unit string, each float64, formula string) {
		step := Step{Name: name, Units: units, Unit: unit, CoreHours: units * each / 3600, Formula: formula}
		step.WallHours = step.CoreHours / float64(cores)
		p.CoreHours += step.CoreHours
		p.WallHours += step.WallHours
		p.Steps = append(p.Steps, step)
	}
	unlink := r.unlink + liveUnlinks*recordTime
	add("live slabs", all, "slabs", r.class, "all slabs × positions, marks, wins at once")
	add("lost and won at once", live, "slabs", 2*r.class, "live slabs × the same, twice")
	add("open configurations", unwon, "positions", unlink, "positions not won at once × (unlinks + 1.5 records of 15 ns)")
	add("losses to wins", losses, "losses", unlink, "losses in two plies or more × the same")
	add("wins to losses", wins, "wins", unlink+liveUnlinks*r.links, "wins in three plies or more × (the same + links of 1.5 configurations)")
	add("rearrangements", sweepsOfSlab*live, "slabs", r.dilate, fmt.Sprintf("live slabs × %d", sweepsOfSlab))
	add("table", float64(c.positions), "positions", compress+r.index*unwon/float64(c.positions), "all positions × time to compress and count a value + positions not won at once × index")
	e := slabs.EstimateFor(s, 0, 1)
	packed := uint64(tableBytes * float64(c.positions))
	bitmap := uint64(live) * uint64(s.Words()) * 8
	p.Memory = []Storage{
		{"won sets", bitmap, "live slabs × bits of a slab / 8"},
		{"at least", e.Least, "these, and room for a chunk and its records"},
		{"with open sets", e.Best, "twice the won sets, and records: nothing but the log and the table is written"},
	}
	p.Disk = []Storage{
		{"log", uint64(1.5 * (float64(c.positions-c.inOne) - float64(counts.Values[0]))), "positions decided later than at once × 1.5 bytes (other configurations of their slabs included)"},
		{"open sets", bitmap, "as the won sets, where memory does not hold them"},
		{"table, compressed", packed, "as edge by edge"},
	}
	return p
}

func slabRate(name, unit string, seconds float64) Rate {
	return Rate{Name: name, Unit: unit, Nanoseconds: 1e9 * seconds, PerSecond: 1 / max(seconds, 1e-12)}
}
