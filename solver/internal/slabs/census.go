package slabs

import (
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Census counts the configurations of the slabs in Order by value, stored positions or not.
type Census struct {
	Decided []uint64 // by remoteness
	Drawn   uint64
}

// census counts the configurations of the slabs that are not live. The log has the counts of
// live slabs. If each configuration of a slab is won at once, the census ignores its other
// links.
//
// In the remaining slabs, a configuration has the value of the best link that it can be
// rearranged to. Links lead to stored positions. So the census unlinks every stored position
// that is not won at once and sends the value of the link. A configuration that receives
// nothing has only links that win or that lead to positions won at once. Values of links are
// levels, the best first: links to losses, the shortest first (level 0 also stands for wins
// at once); links to draws; links to wins, the longest first.
type census struct {
	*run
	undecided []uint64 // bitmap by place in Order: of slabs neither live nor all won at once
	wonAtOnce uint64   // configurations of the others that are not live
	to        targets
	number    []int32 // by number of any slab: its place in to, or its twin's, or -1
	draws     int     // the level of links to draws; those to wins are above
	levels    int
	atOnce    []uint64 // configurations of live slabs with a link to a position lost at once
	counters  map[*worker]*counter

	mu     sync.Mutex
	done   int      // chunks
	counts []uint64 // of these, by level; the last: lost at once
}

// counter is the memory of one worker for a census.
type counter struct {
	entries []uint32    // of a chunk: configurations
	runs    [][]stretch // by place in the chunk
	best    []byte      // by configuration of a chunk: the best level received
	near    []uint64    // bitmap: configurations that may be rearranged to undecided ones
	order   []uint32    // configurations by level
	counts  []uint64    // by level
}

// stretch is a run of entries of one remoteness.
type stretch struct{ remoteness, from, to int }

// CountAll counts the configurations of all slabs, from the log that a finished solve left
// in the folder. It resumes an earlier call in the same folder.
func CountAll(ctx context.Context, s fast.Slabs, o Options) (_ Census, err error) {
	r, err := newRun(s, o)
	if err != nil {
		return Census{}, err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if len(r.log.ends) < 3 || !r.log.complete(0) {
		return Census{}, engine.InputErrorf("%s has no log of a finished solve by slabs", o.Dir)
	}
	if err := r.classify(ctx); err != nil {
		return Census{}, err
	}
	c := &census{run: r}
	if err := c.findUndecided(ctx); err != nil {
		return Census{}, err
	}
	if err := c.prepare(); err != nil {
		return Census{}, err
	}
	defer c.release()
	if err := c.findAtOnce(ctx); err != nil {
		return Census{}, err
	}
	if err := c.load(); err != nil {
		return Census{}, err
	}
	sources := uint64(0) // all stored positions that are not won at once
	for _, part := range s.Parts() {
		sources += part.Size
	}
	err = r.gather(ctx, gathering{
		name: "configurations", sources: sources - r.log.ends[1].Stored, to: c.to, first: c.done,
		send: c.send, use: c.use, ended: c.save,
	})
	return c.sum(), err
}

// findUndecided finds the slabs that are not live and have a configuration that is not won
// at once. It counts the configurations of all other slabs that are not live.
func (c *census) findUndecided(ctx context.Context) error {
	order := c.slabs.Order()
	c.undecided = make([]uint64, (len(order)+63)/64)
	counter := c.begin(progress.SlabsWonAtOnce, len(order))
	var won atomic.Uint64
	err := c.each(ctx, len(c.undecided), func(_ context.Context, w *worker, unit int) error {
		for place := unit * 64; place < min(unit*64+64, len(order)); place++ {
			if c.live.number[order[place]] < 0 {
				if n, all := w.wonAtOnce(order[place]); all {
					won.Add(n)
				} else {
					c.undecided[unit] |= 1 << (place % 64)
				}
			}
			counter.Done()
		}
		return nil
	})
	c.wonAtOnce = won.Load()
	return err
}

// wonAtOnce returns how many configurations a slab has, and whether all are won at once.
func (w *worker) wonAtOnce(slab uint32) (n uint64, all bool) {
	w.scratch.Enter(slab)
	w.scratch.Marks(w.a, w.b)
	w.scratch.Dilate(w.a, w.a)
	w.scratch.Fill(w.b)
	n = size(w.b)
	return n, !subtract(w.b, w.a)
}

// prepare numbers the slabs whose configurations are counted, and plans the memory.
func (c *census) prepare() error {
	order := c.slabs.Order()
	c.number = make([]int32, c.slabs.Numbers())
	for i := range c.number {
		c.number[i] = -1
	}
	for place, slab := range order {
		if c.undecided[place/64]>>(place%64)&1 != 0 {
			c.number[slab] = int32(len(c.to.place))
			c.to.place = append(c.to.place, uint32(place))
		}
	}
	for slab := range c.slabs.Numbers() {
		if twin, ok := c.slabs.Twin(slab); ok {
			c.number[slab] = c.number[twin]
		}
	}
	phases := len(c.log.ends)
	c.draws = (phases + 1) / 2
	c.levels = phases + 1
	c.counts = make([]uint64, c.levels+1)

	c.plan.confBits = uint(bits.Len(uint(64*c.words - 1)))
	c.plan.shift = uint(c.log.shift)
	c.plan.chunks = chunks(len(c.live.slabs), c.plan.shift)
	c.to.shift = min(8, 32-c.plan.confBits-uint(bits.Len(uint(c.levels-1))))
	if c.options.Chunk > 0 {
		c.to.shift = min(c.to.shift, uint(bits.Len(uint(c.options.Chunk-1))))
	}
	size := uint64(64 * c.words)
	// A worker holds the levels of a chunk, some bitmaps, and the log's configurations of a
	// chunk of live slabs: most of these slabs' configurations, four bytes each.
	need := uint64(len(c.workers)) * (size<<c.to.shift + size + 4*size + 4*size<<c.plan.shift)
	blocks := uint64(len(c.workers)*c.to.chunks()) * blockWords * 8
	least := need + blocks + 8*size<<c.to.shift
	if least > c.options.Memory {
		return engine.InputErrorf("counting configurations needs at least %d MiB of memory in addition to the process: got %d MiB", least>>20+1, c.options.Memory>>20)
	}
	c.plan.exchange = (c.options.Memory - need) / 8
	most := uint64(len(c.to.place))*size*2 + blocks/8
	c.plan.exchange = max(min(c.plan.exchange, most), (least-need)/8) / blockWords * blockWords
	if c.options.Records > 0 {
		c.plan.exchange = max(c.options.Records, least-need) / 8 / blockWords * blockWords
	}
	return c.allocate()
}

func (c *census) allocate() error {
	arena, err := newArena(c.plan.exchange)
	if err != nil {
		return err
	}
	c.x = newExchange(arena, c.to.chunks(), c.plan.confBits)
	c.counters = map[*worker]*counter{}
	for _, w := range c.workers {
		w.sender = c.x.sender()
		k := &counter{
			runs:   make([][]stretch, 1<<c.plan.shift),
			best:   make([]byte, 64*c.words<<c.to.shift),
			near:   make([]uint64, c.words),
			counts: make([]uint64, len(c.counts)),
		}
		c.counters[w] = k
	}
	return nil
}

func (c *census) release() {
	for w := range c.counters {
		w.sender = nil
	}
	if c.x != nil {
		freeArena(c.x.memory)
		c.x = nil
	}
}

// findAtOnce finds the configurations of live slabs with a link to a position that is lost
// at once. Such positions are few.
func (c *census) findAtOnce(ctx context.Context) error {
	err := c.each(ctx, c.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		first, _ := c.span(chunk)
		return c.log.each(0, chunk, &w.read, func(place int, configurations []uint32) error {
			w.enterStored(first+place, configurations)
			w.links = w.scratch.AppendUnlinks(w.links[:0], w.b, c.live.number, 0, len(c.slabs.Order()))
			c.mu.Lock()
			defer c.mu.Unlock()
			c.atOnce = append(c.atOnce, w.links...)
			return nil
		})
	})
	slices.Sort(c.atOnce)
	return err
}

// level returns the level of links to positions that are decided with a remoteness.
func (c *census) level(remoteness int) int {
	if remoteness%2 == 0 {
		return remoteness / 2
	}
	return c.levels - 1 - remoteness/2
}

// remoteness is the inverse of level. Links to draws have none.
func (c *census) remoteness(level int) int {
	if level < c.draws {
		return 2 * level
	}
	return 2*(c.levels-1-level) + 1
}

// send sends the values of links to the positions of a chunk of live slabs.
func (c *census) send(w *worker, chunk, from, to int) error {
	k := c.counters[w]
	first, n := c.span(chunk)
	k.entries = k.entries[:0]
	for place := range n {
		k.runs[place] = k.runs[place][:0]
	}
	for remoteness := range c.log.ends {
		err := c.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			begin := len(k.entries)
			k.entries = append(k.entries, configurations...)
			k.runs[place] = append(k.runs[place], stretch{remoteness, begin, len(k.entries)})
			return nil
		})
		if err != nil {
			return err
		}
	}
	for place := range n {
		c.enterDraws(w, first+place, k.runs[place])
		c.sendLevel(w, w.b, c.draws, from, to)
		clear(w.b)
		for _, run := range k.runs[place] {
			for _, conf := range k.entries[run.from:run.to] {
				w.b[conf/64] |= w.a[conf/64] & (1 << (conf % 64))
			}
			c.sendLevel(w, w.b, c.level(run.remoteness), from, to)
			remove(w.b, k.entries[run.from:run.to])
		}
	}
	return nil
}

// enterDraws enters a live slab. It stores in w.a the stored positions, and in w.b the stored
// positions that are neither won at once nor in the log.
func (c *census) enterDraws(w *worker, n int, runs []stretch) {
	w.scratch.Enter(c.live.slabs[n])
	w.scratch.Reach(w.a)
	w.scratch.Marks(w.b, w.c)
	at, _ := slices.BinarySearch(c.atOnce, uint64(n)<<32)
	for ; at < len(c.atOnce) && int(c.atOnce[at]>>32) == n; at++ {
		conf := uint32(c.atOnce[at])
		w.b[conf/64] |= 1 << (conf % 64)
	}
	w.scratch.Dilate(w.b, w.b)
	for i, x := range w.a {
		w.b[i] = x &^ w.b[i]
	}
	for _, run := range runs {
		remove(w.b, c.counters[w].entries[run.from:run.to])
	}
}

// sendLevel sends the level of links to a set of positions.
func (c *census) sendLevel(w *worker, set []uint64, level, from, to int) {
	w.links = w.scratch.AppendUnlinks(w.links[:0], set, c.number, from, to)
	for i := range w.links {
		w.links[i] |= uint64(level) << (c.plan.confBits + c.to.shift)
	}
	w.sender.send(w.links, c.to.shift)
}

const nothing = 255 // the level of a configuration that received none

// use counts the configurations of a chunk by value.
func (c *census) use(w *worker, chunk int) error {
	k := c.counters[w]
	for i := range k.best {
		k.best[i] = nothing
	}
	size := 64 * c.words
	conf, place := uint32(1)<<c.plan.confBits-1, uint32(1)<<c.to.shift-1
	c.x.each(chunk, func(records []uint32) {
		for _, record := range records {
			best := &k.best[int(record>>c.plan.confBits&place)*size+int(record&conf)]
			*best = min(*best, byte(record>>(c.plan.confBits+c.to.shift)))
		}
	})
	first := chunk << c.to.shift
	for n := first; n < min(first+1<<c.to.shift, len(c.to.place)); n++ {
		c.countSlab(w, c.slabs.Order()[c.to.place[n]], k.best[(n-first)*size:(n-first+1)*size])
	}
	return nil
}

// countSlab counts the configurations of a slab. best has the levels they received.
func (c *census) countSlab(w *worker, slab uint32, best []byte) {
	k := c.counters[w]
	w.scratch.Enter(slab)
	w.scratch.Marks(w.a, w.b)
	w.scratch.Fill(w.c) // the undecided configurations
	only := c.levels - 1
	var ends [256]uint32 // by level: where its configurations end in order
	k.order = k.order[:0]
	for i, any := range w.b {
		for ; any != 0; any &= any - 1 {
			bit := bits.TrailingZeros64(any)
			level := best[i*64+bit]
			switch {
			case w.a[i]>>bit&1 != 0:
				level = 0
			case level == nothing:
				level = byte(only)
			}
			best[i*64+bit] = level
			if level == 0 {
				w.a[i] |= 1 << bit
			} else {
				ends[level]++
				k.order = append(k.order, uint32(i*64+bit))
			}
		}
	}
	undecided := c.decide(w, k, 0)
	if undecided == 0 {
		return
	}
	sortByLevel(k, best, &ends, c.levels)
	w.scratch.Dilate(k.near, w.c)
	fresh, begin := undecided, uint32(0)
	sorted := k.order[len(k.order)/2:]
	for level := 1; level < c.levels && undecided > 0; level++ {
		some := false
		clear(w.a)
		for _, conf := range sorted[begin:ends[level]] {
			if k.near[conf/64]>>(conf%64)&1 != 0 {
				w.a[conf/64] |= 1 << (conf % 64)
				some = true
			}
		}
		begin = ends[level]
		if !some {
			continue
		}
		if undecided = c.decide(w, k, level); undecided < fresh/2 {
			w.scratch.Dilate(k.near, w.c)
			fresh = undecided
		}
	}
	k.counts[c.levels] += undecided
}

// sortByLevel doubles k.order: its upper half has the configurations of the lower, sorted
// by level. ends has the number of configurations of each level before the call, and the end
// of each level after it.
func sortByLevel(k *counter, best []byte, ends *[256]uint32, levels int) {
	var at [256]uint32
	for level := 1; level < levels; level++ {
		at[level] = ends[level-1]
		ends[level] += ends[level-1]
	}
	n := len(k.order)
	k.order = slices.Grow(k.order, n)[:2*n]
	for _, conf := range k.order[:n] {
		level := best[conf]
		k.order[n+int(at[level])] = conf
		at[level]++
	}
}

// decide counts the undecided configurations that can be rearranged into w.a, and removes
// them from the undecided. It returns the number left.
func (c *census) decide(w *worker, k *counter, level int) (left uint64) {
	w.scratch.Dilate(w.a, w.a)
	for i, x := range w.a {
		k.counts[level] += uint64(bits.OnesCount64(x & w.c[i]))
		w.c[i] &^= x
		left += uint64(bits.OnesCount64(w.c[i]))
	}
	return left
}

// sum returns the counts of all slabs.
func (c *census) sum() (total Census) {
	total.Decided = make([]uint64, len(c.log.ends)+1)
	total.Decided[1] = c.wonAtOnce
	all := uint64(0) // configurations of live slabs that are not in the log
	if len(c.live.slabs) > 0 {
		w := c.workers[0]
		w.scratch.Enter(c.live.slabs[0])
		w.scratch.Fill(w.a)
		all = size(w.a) * uint64(len(c.live.slabs))
	}
	for remoteness, e := range c.log.ends {
		n := e.Stored + e.Others
		if remoteness == 1 {
			n -= c.live.dead.Stored
		}
		total.Decided[remoteness] += n
		all -= n
	}
	total.Drawn = all
	for level, n := range c.counts {
		switch {
		case level == c.levels:
			total.Decided[0] += n
		case level == c.draws:
			total.Drawn += n
		default:
			total.Decided[c.remoteness(level)+1] += n
		}
	}
	return total
}

// censusName is the file with the counts so far. It holds the number of all slabs, the slabs
// in a chunk, the number of chunks counted, and the counts, eight bytes each, and a checksum.
const censusName = "configurations"

// load reads the counts of an earlier call.
func (c *census) load() error {
	data, err := readChecked(filepath.Join(c.options.Dir, censusName), 24+8*len(c.counts))
	if data == nil || err != nil {
		return err
	}
	if binary.LittleEndian.Uint64(data) != uint64(len(c.to.place)) || binary.LittleEndian.Uint64(data[8:]) != 1<<c.to.shift {
		return nil
	}
	c.done = int(binary.LittleEndian.Uint64(data[16:]))
	for i := range c.counts {
		c.counts[i] = binary.LittleEndian.Uint64(data[24+8*i:])
	}
	return nil
}

// save adds the counts of the workers and writes the file. All chunks below this one are done.
func (c *census) save(chunk int) error {
	c.done = chunk
	for _, k := range c.counters {
		for i, n := range k.counts {
			c.counts[i] += n
		}
		clear(k.counts)
	}
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(c.to.place)))
	data = binary.LittleEndian.AppendUint64(data, 1<<c.to.shift)
	data = binary.LittleEndian.AppendUint64(data, uint64(c.done))
	for _, n := range c.counts {
		data = binary.LittleEndian.AppendUint64(data, n)
	}
	err := writeChecked(filepath.Join(c.options.Dir, censusName), data)
	if c.options.Logged != nil {
		c.options.Logged()
	}
	return err
}
