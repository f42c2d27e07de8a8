package capacity

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Options of [Measure]. The zero value of every field means its
// default.
type Options struct {
	Cores  int // of the machine that the plan is for; default 64
	Rounds int // of each kind of work; default 5
	// Round is the approximate time of a kind of work in a round; default
	// 100 ms.
	Round time.Duration
	Seed  int64
	// Progress, when set, receives the number of kinds of work timed so far.
	Progress func(done, total uint64)
}

// Measure times each kind of work of a solve by slabs, on one core of this machine and on random
// slabs of the game, and computes the cost of the whole solve from the counts. It takes some
// seconds. It returns an [engine.InputError] if the counts belong to another game, or if the game
// has no slabs.
func Measure(ctx context.Context, g engine.Game, c Counts, o Options) (Plan, error) {
	if err := c.fit(g); err != nil {
		return Plan{}, err
	}
	newSlabs := g.Parts().Slabs
	if newSlabs == nil {
		return Plan{}, engine.InputErrorf("the capacity of %s cannot be planned: its turns are not made of steps", g.Spec())
	}
	o.Cores, o.Rounds, o.Round = cmp.Or(max(o.Cores, 0), 64), cmp.Or(max(o.Rounds, 0), 5), cmp.Or(max(o.Round, 0), 100*time.Millisecond)
	game := newSlabs()
	set := func() []uint64 { return make([]uint64, game.Words()) }
	m := &meter{
		ctx: ctx, options: o, rng: rand.New(rand.NewPCG(uint64(o.Seed), 11)),
		slabs: game, scratch: game.NewSlabScratch(), reach: set(), wins: set(), any: set(),
	}
	r := m.measure()
	if m.err != nil {
		return Plan{}, m.err
	}
	p := planFor(game, c, r, o.Cores)
	p.Machine, p.Rounds = machine(), o.Rounds
	return p, nil
}

// machine describes this machine.
func machine() string {
	name := fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, runtime.Version())
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return name
	}
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value) + ", " + name
		}
	}
	return name
}

// meter times the steps of turns on random slabs, in one goroutine. After an error it measures
// nothing more.
type meter struct {
	ctx     context.Context
	err     error
	options Options
	rng     *rand.Rand
	done    uint64 // kinds of work
	sink    uint64 // keeps results alive

	slabs            fast.Slabs
	scratch          fast.SlabScratch
	reach, wins, any []uint64
	next             int
	sample           []uint32
	live             []uint32 // of the sample, those with a position that is not won at once
}

// rates are measured times, in seconds on one core.
type rates struct {
	class  float64 // the test whether a slab is live: its marks and one rearrangement
	dilate float64 // the rearrangement of a set of a live slab
	unlink float64 // the unlinks of a position that is not won at once
	links  float64 // the links of a configuration
	index  float64 // the index of a position
	live   float64 // share of the slabs
}

const (
	slabSamples = 300
	kindsOfWork = 6 // calls of meter.median
)

// median returns the CPU seconds of work, the median of the rounds. It calls work until the time of
// a round is over.
func (m *meter) median(work func()) float64 {
	if m.err == nil {
		work() // warm-up
	}
	var times []float64
	for range m.options.Rounds {
		if m.err = cmp.Or(m.err, m.ctx.Err()); m.err != nil {
			return 0
		}
		calls := 0
		start, used := time.Now(), ProcessorTime()
		for calls == 0 || time.Since(start) < m.options.Round {
			work()
			calls++
		}
		times = append(times, (ProcessorTime()-used).Seconds()/float64(calls))
	}
	m.done++
	if m.options.Progress != nil {
		m.options.Progress(m.done, kindsOfWork)
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// class finds the positions of a slab and those won at once.
func (m *meter) class(slab uint32) {
	m.scratch.Enter(slab)
	m.scratch.Reach(m.reach)
	m.scratch.Marks(m.wins, m.any)
	m.scratch.Dilate(m.wins, m.wins)
}

// open removes the positions won at once from reach and returns the number left.
func (m *meter) open() (n int) {
	for i := range m.reach {
		m.reach[i] &^= m.wins[i]
		n += bits.OnesCount64(m.reach[i])
	}
	return n
}

// onLive returns the seconds of finding the positions of a live slab that are not won at once, and
// of work on them. m.reach holds the positions, and work receives their number.
func (m *meter) onLive(work func(positions int)) float64 {
	return m.median(func() {
		m.class(m.live[m.next%len(m.live)])
		m.next++
		work(m.open())
	})
}

// each returns the seconds of work for each position. without is the time of a slab without the
// work.
func (m *meter) each(without float64, work func()) float64 {
	positions, slabs := 0.0, 0.0
	seconds := m.onLive(func(n int) {
		work()
		positions += float64(n)
		slabs++
	})
	return max(0, seconds-without) * slabs / max(positions, 1)
}

// measure times everything.
func (m *meter) measure() (r rates) {
	order := m.slabs.Order()
	for range min(slabSamples, len(order)) {
		slab := order[m.rng.IntN(len(order))]
		m.sample = append(m.sample, slab)
		if m.class(slab); m.open() > 0 {
			m.live = append(m.live, slab)
		}
	}
	if len(m.live) == 0 {
		m.err = fmt.Errorf("no slab of a sample of %d has a position that is not won at once", len(m.sample))
		return r
	}
	r.live = float64(len(m.live)) / float64(len(m.sample))
	r.class = m.median(func() {
		m.class(m.sample[m.next%len(m.sample)])
		m.next++
	})
	without := m.onLive(func(int) {})
	const times = 4
	repeated := m.onLive(func(int) {
		for range times {
			m.scratch.Dilate(m.any, m.reach)
		}
	})
	r.dilate = max(0, repeated-without) / times
	number := make([]int32, m.slabs.Numbers()) // all live, where some of the unlinks would be dropped
	var links, indices []uint64
	var counts []uint8
	var list []uint32
	r.unlink = m.each(without, func() {
		links = m.scratch.AppendUnlinks(links[:0], m.reach, number, 0, len(order))
		m.sink += uint64(len(links))
	})
	r.links = m.each(without, func() {
		list = list[:0]
		for i, x := range m.reach {
			for ; x != 0; x &= x - 1 {
				list = append(list, uint32(i*64+bits.TrailingZeros64(x)))
			}
		}
		links, counts = m.scratch.AppendLinks(links[:0], counts[:0], list, number)
		m.sink += uint64(len(links))
	})
	r.index = m.each(without, func() {
		indices = m.scratch.AppendIndices(indices[:0], m.reach)
		m.sink += uint64(len(indices))
	})
	return r
}
