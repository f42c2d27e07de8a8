package capacity

import (
	"cmp"
	"context"
	"fmt"
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

// Measure times each kind of work of a solve, on one core of this machine and on random
// samples of the game, and computes the cost of the whole solve from the counts. It takes
// some seconds and 256 MiB of memory. It returns an [engine.InputError] if the counts belong
// to another game, or if the game lacks one of the optional parts that it times.
func Measure(ctx context.Context, g engine.Game, c Counts, o Options) (Plan, error) {
	if err := c.fit(g); err != nil {
		return Plan{}, err
	}
	if o.Cores <= 0 {
		o.Cores = 64
	}
	if o.Rounds <= 0 {
		o.Rounds = 5
	}
	if o.Round <= 0 {
		o.Round = 100 * time.Millisecond
	}
	m := &meter{ctx: ctx, game: g, counts: c.Values, options: o, scratch: g.NewScratch(), total: kindsOfWork, rng: rand.New(rand.NewPCG(uint64(o.Seed), 11))}
	if m.scratch.Unmover == nil || m.scratch.WinScanner == nil || m.scratch.Searcher == nil {
		return Plan{}, engine.InputErrorf("the capacity of %s cannot be planned: that takes a game that lists predecessors, scans for wins and searches successors itself", g.Spec())
	}
	newSlabs := g.Parts().Slabs
	if newSlabs != nil {
		m.total += kindsOfSlabWork
	}
	rates := m.measure()
	p := planFor(g, c, rates, o.Cores)
	p.Machine, p.Rounds = machine(), o.Rounds
	if newSlabs != nil && m.err == nil {
		slabs := newSlabs()
		p.BySlabs = planSlabs(slabs, c, m.measureSlabs(slabs), rates, o.Cores)
	}
	if m.err != nil {
		return Plan{}, m.err
	}
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

// meter times work in one goroutine. After an error it measures nothing more.
type meter struct {
	ctx     context.Context
	err     error
	game    engine.Game
	counts  []uint64 // by value byte
	options Options
	rng     *rand.Rand
	done    uint64
	total   uint64
	sink    uint64 // keeps results alive

	scratch engine.Scratch
	indices []uint64 // a buffer
}

// kindsOfWork is the number of calls of meter.median and meter.sets.
const kindsOfWork, kindsOfSlabWork = 14, 6

// median returns the CPU seconds per unit of work, the median of the rounds. work returns the
// number of units it did; median calls it until the time of a round is over.
func (m *meter) median(work func() (units int)) float64 {
	if m.err == nil {
		work() // warm-up
	}
	var times []float64
	for range m.options.Rounds {
		if m.stopped() {
			return 0
		}
		units := 0
		start, used := time.Now(), ProcessorTime()
		for units == 0 || time.Since(start) < m.options.Round {
			units += work()
		}
		times = append(times, (ProcessorTime()-used).Seconds()/float64(units))
	}
	m.done++
	if m.options.Progress != nil {
		m.options.Progress(m.done, m.total)
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// stopped reports whether there is an error, which the context may bring.
func (m *meter) stopped() bool {
	m.err = cmp.Or(m.err, m.ctx.Err())
	return m.err != nil
}

// sets times list, which returns the number of edges of a position, on positions
// taken in turn.
func (m *meter) sets(positions []uint64, list func(i uint64) int) perSet {
	edges, sets, next := 0, 0, 0
	seconds := m.median(func() int {
		for range 4 {
			edges += list(positions[next])
			sets++
			next = (next + 1) % len(positions)
		}
		return 4
	})
	return perSet{seconds, float64(edges) / float64(max(sets, 1))}
}

// measure times everything.
func (m *meter) measure() (r rates) {
	for _, part := range []func(*rates){m.scans, m.edges, m.numbers, m.memory, m.tables} {
		if !m.stopped() {
			part(&r)
		}
	}
	return r
}

// index returns a random one.
func (m *meter) index() uint64 { return m.rng.Uint64N(m.game.Size()) }

// won reports whether a position is won at once.
func (m *meter) won(i uint64) bool {
	one := fast.NewSet(i, 1)
	m.scratch.WinScanner.ScanWins(one, i, 1)
	return one.Has(i)
}

// scans times the win-in-1 test.
func (m *meter) scans(r *rates) {
	const run = 1 << 13
	r.scan = m.median(func() int {
		first := m.rng.Uint64N(m.game.Size() - run)
		wins := fast.NewSet(first, run)
		m.scratch.WinScanner.ScanWins(wins, first, run)
		return run
	})
	r.random = m.median(func() int {
		const n = 256
		for range n {
			m.won(m.index())
		}
		return n
	})
}

// sampledPositions is the number of positions not won at once for timing edges.
const sampledPositions = 2048

// edges times successors and predecessors.
func (m *meter) edges(r *rates) {
	var unwon, losses, open []uint64
	looked := 0
	for len(unwon) < sampledPositions {
		if m.stopped() {
			return
		}
		i := m.index()
		if m.won(i) {
			continue
		}
		unwon = append(unwon, i)
		m.indices, _ = m.scratch.AppendSuccessors(m.indices[:0], i)
		lost := true
		for _, j := range m.indices {
			looked++
			if lost = m.won(j); !lost {
				break
			}
		}
		if lost {
			losses = append(losses, i)
		} else {
			open = append(open, i)
		}
	}
	r.looked = float64(looked) / float64(len(unwon))
	if len(losses) == 0 || len(open) == 0 {
		m.err = fmt.Errorf("of %d random positions that are not won at once %d are lost in two plies: cannot measure", len(unwon), len(losses))
		return
	}
	// A set that covers nothing lets no search end early.
	nothing := fast.NewSet(0, 0)
	r.look = m.sets(unwon, func(i uint64) int { m.scratch.Searcher.Outside(i, nothing); return 0 })
	edges := 0
	for _, i := range unwon {
		m.indices, _ = m.scratch.AppendSuccessors(m.indices[:0], i)
		edges += len(m.indices)
	}
	r.look.edges = float64(edges) / float64(len(unwon))
	successors := func(i uint64) int {
		m.indices, _ = m.scratch.AppendSuccessors(m.indices[:0], i)
		return len(m.indices)
	}
	predecessors := func(i uint64) int {
		m.indices = m.scratch.Unmover.AppendPredecessors(m.indices[:0], i)
		return len(m.indices)
	}
	r.successors = m.sets(open, successors)
	r.ofLosses = m.sets(losses, predecessors)
	r.ofOpen = m.sets(open, predecessors)
}

// numbers times the index.
func (m *meter) numbers(r *rates) {
	const n = 1024
	positions := make([]engine.Position, n)
	for k := range positions {
		positions[k] = m.game.At(m.index())
	}
	r.rank = m.median(func() int {
		for _, p := range positions {
			i, _ := m.game.Index(p)
			m.sink += i
		}
		return n
	})
	indices := make([]uint64, n)
	for k := range indices {
		indices[k] = m.index()
	}
	r.unrank = m.median(func() int {
		for _, i := range indices {
			if m.game.At(i) != nil {
				m.sink++
			}
		}
		return n
	})
}

// memoryWords is the size, in words of 8 bytes, of the array for timing random accesses:
// 256 MiB, larger than caches.
const memoryWords = 256 << 20 / 8

// memory times random accesses.
func (m *meter) memory(r *rates) {
	words := make([]uint64, memoryWords)
	for k := range words {
		words[k] = uint64(k) // makes the system provide the pages
	}
	const n = 1 << 14
	place := m.rng.Uint64()
	each := func(access func(bit uint64)) float64 {
		return m.median(func() int {
			for range n {
				// A linear congruential generator: no access waits for the one before.
				place = place*6364136223846793005 + 1442695040888963407
				access(place >> 20 & (memoryWords*64 - 1))
			}
			return n
		})
	}
	r.read = each(func(bit uint64) { m.sink += words[bit>>6] >> (bit & 63) & 1 })
	r.write = each(func(bit uint64) { words[bit>>6] |= 1 << (bit & 63) })
	r.decrement = each(func(bit uint64) {
		if cell := bit &^ 15; words[cell>>6]>>(cell&48)&0xffff != 0 {
			words[cell>>6] -= 1 << (cell & 48)
		}
	})
}
