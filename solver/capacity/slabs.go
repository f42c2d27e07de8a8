package capacity

import (
	"fmt"
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// Slabs is the plan of a solve by slabs.
type Slabs struct {
	Live uint64 `json:"live"` // slabs with a position that is not won at once, by the sample
	Way
}

// slabRates are measured times, in seconds on one core.
type slabRates struct {
	class  float64 // the test whether a slab is live: its marks and one rearrangement
	dilate float64 // the rearrangement of a set of a live slab
	unlink float64 // the unlinks of a position that is not won at once
	links  float64 // the links of a configuration
	index  float64 // the index of a position
	live   float64 // share of the slabs
}

const (
	slabSamples = 300
	// sweepsOfSlab is the number of rearrangements of a live slab after its immediate wins are
	// known: two in a phase of losses and one in a phase of wins. Late phases involve few
	// slabs. Members of the Push Fight family took ten to thirty.
	sweepsOfSlab = 30
	// recordTime is the time to write and to read the record of an unlink, in seconds.
	recordTime = 15e-9
	// liveUnlinks is the mean number of unlinks of a position into live slabs.
	liveUnlinks = 1.5
)

// slabMeter times the steps of turns on random slabs.
type slabMeter struct {
	*meter
	slabs            fast.Slabs
	scratch          fast.SlabScratch
	reach, wins, any []uint64
	next             int
	live             []uint32 // of the sample, those with a position that is not won at once
}

// class finds the positions of a slab and those won at once.
func (m *slabMeter) class(slab uint32) {
	m.scratch.Enter(slab)
	m.scratch.Reach(m.reach)
	m.scratch.Marks(m.wins, m.any)
	m.scratch.Dilate(m.wins, m.wins)
}

// timed returns the seconds of work on a live slab. m.reach holds the positions not won at once,
// and work receives their number.
func (m *slabMeter) timed(work func(positions int)) float64 {
	return m.median(func() int {
		m.class(m.live[m.next%len(m.live)])
		m.next++
		work(open(m.reach, m.wins))
		return 1
	})
}

// per returns the seconds of work for each position. without is the time of a slab without the
// work.
func (m *slabMeter) per(without float64, work func()) float64 {
	positions, times := 0.0, 0.0
	seconds := m.timed(func(n int) {
		work()
		positions += float64(n)
		times++
	})
	return max(0, seconds-without) * times / max(positions, 1)
}

// measureSlabs times the steps of turns.
func (m *meter) measureSlabs(s fast.Slabs) (r slabRates) {
	set := func() []uint64 { return make([]uint64, s.Words()) }
	t := &slabMeter{meter: m, slabs: s, scratch: s.NewSlabScratch(), reach: set(), wins: set(), any: set()}
	order := s.Order()
	sample := make([]uint32, min(slabSamples, len(order)))
	for i := range sample {
		sample[i] = order[m.rng.IntN(len(order))]
		t.class(sample[i])
		if open(t.reach, t.wins) > 0 {
			t.live = append(t.live, sample[i])
		}
	}
	if len(t.live) == 0 {
		m.err = fmt.Errorf("no slab of a sample of %d has a position that is not won at once", len(sample))
		return r
	}
	r.live = float64(len(t.live)) / float64(len(sample))
	r.class = m.median(func() int {
		t.class(sample[t.next%len(sample)])
		t.next++
		return 1
	})
	t.steps(&r)
	return r
}

// steps times what live slabs take.
func (m *slabMeter) steps(r *slabRates) {
	whole := m.timed(func(int) {})
	const times = 4
	repeated := m.timed(func(int) {
		for range times {
			m.scratch.Dilate(m.any, m.reach)
		}
	})
	r.dilate = max(0, repeated-whole) / times
	number := make([]int32, m.slabs.Numbers()) // all live, where some of the unlinks would be dropped
	var links, indices []uint64
	var counts []uint8
	var list []uint32
	r.unlink = m.per(whole, func() {
		links = m.scratch.AppendUnlinks(links[:0], m.reach, number, 0, len(m.slabs.Order()))
		m.sink += uint64(len(links))
	})
	r.links = m.per(whole, func() {
		list = list[:0]
		for i, x := range m.reach {
			for ; x != 0; x &= x - 1 {
				list = append(list, uint32(i*64+bits.TrailingZeros64(x)))
			}
		}
		links, counts = m.scratch.AppendLinks(links[:0], counts[:0], list, number)
		m.sink += uint64(len(links))
	})
	r.index = m.per(whole, func() {
		indices = m.scratch.AppendIndices(indices[:0], m.reach)
		m.sink += uint64(len(indices))
	})
}

// open removes the won configurations from the positions and returns the number left.
func open(reach, won []uint64) (n int) {
	for i := range reach {
		reach[i] &^= won[i]
		n += bits.OnesCount64(reach[i])
	}
	return n
}

// planSlabs computes the cost of a solve by slabs.
func planSlabs(s fast.Slabs, counts Counts, r slabRates, edges rates, cores int) *Slabs {
	c := totalsOf(counts.Values)
	all, live := float64(len(s.Order())), r.live*float64(len(s.Order()))
	unwon, losses, wins := float64(c.positions-c.inOne), float64(c.losses), float64(c.wins)
	p := &Slabs{Live: uint64(live), Way: Way{Measured: []Rate{
		rate("a slab: positions, marks, wins at once", "slab", r.class),
		rate("rearrangement of a live slab", "slab", r.dilate),
		rate("unlinks", "position", r.unlink),
		rate("links", "configuration", r.links),
		rate("index of a position of a slab", "position", r.index),
	}}}
	add := func(name string, units float64, unit string, each float64, formula string) {
		p.add(Step{Name: name, Units: units, Unit: unit, Formula: formula}, units*each, cores)
	}
	unlink := r.unlink + liveUnlinks*recordTime
	add("live slabs", all, "slabs", r.class, "all slabs × positions, marks, wins at once")
	add("lost and won at once", live, "slabs", 2*r.class, "live slabs × the same, twice")
	add("open configurations", unwon, "positions", unlink, "positions not won at once × (unlinks + 1.5 records of 15 ns)")
	add("losses to wins", losses, "losses", unlink, "losses in two plies or more × the same")
	add("wins to losses", wins, "wins", unlink+liveUnlinks*r.links, "wins in three plies or more × (the same + links of 1.5 configurations)")
	add("rearrangements", sweepsOfSlab*live, "slabs", r.dilate, fmt.Sprintf("live slabs × %d", sweepsOfSlab))
	add("table", float64(c.positions), "positions", edges.compress+r.index*unwon/float64(c.positions), "all positions × time to compress and count a value + positions not won at once × index")
	e := slabs.EstimateFor(s, 0, 1)
	packed := uint64(edges.tableBytes * float64(c.positions))
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
