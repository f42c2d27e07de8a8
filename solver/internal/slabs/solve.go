package slabs

import (
	"context"
	"errors"
	"math/bits"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
)

// Options of a solve.
type Options struct {
	Dir      string // where the log and working files are; it must exist
	Memory   uint64 // bytes for all that this package takes
	Workers  int
	MaxPhase int // stop after this remoteness; 0: do not
	// For tests.
	Chunk   int    // slabs in a chunk; default: chosen
	Records uint64 // bytes for records, or what one chunk needs where that is more; default: what memory there is
	InFile  bool   // open configurations are in a file whatever memory there is

	// Progress, when set, is told of finished units of a step. It may be called by
	// several goroutines.
	Progress func(Progress)
}

// Progress is how far a step is, or, with Phase set, what a phase found.
type Progress struct {
	Step        string
	Remoteness  int
	Done, Total int
	Phase       bool
	New         uint64 // stored positions that the phase decided
	Others      uint64 // other configurations of the slabs that take part
}

// Counts are what a solve found of a value.
type Counts struct {
	Stored uint64 // stored positions
	Others uint64 // configurations, not stored, of the slabs that took part
}

// run is a solve.
type run struct {
	slabs   engine.Slabs
	options Options
	words   int
	plan    plan
	live    live
	workers []*worker
	log     *log
	won     []uint64 // by live slab: bitmaps of what is known to be won
	open    *bitmaps // configurations with a link to a position that is not
	x       *exchange
	factor  float64 // records for each position unlinked, as measured last
	wins    end     // won at once
}

// plan is how a solve uses its memory.
type plan struct {
	shift    uint // log2 of slabs in a chunk
	chunks   int
	inMemory bool   // the bitmaps of open configurations
	exchange uint64 // words
	confBits uint   // bits of a configuration
}

// Solve solves a game by slabs, or goes on where an earlier call in the same folder
// stopped, and calls write with the values, in order of their indices. It returns what it
// found by value byte.
func Solve(ctx context.Context, s engine.Slabs, o Options, write func(values []byte) error) (counts []Counts, err error) {
	r := &run{slabs: s, options: o, words: s.Words(), factor: 1.5}
	for range o.Workers {
		set := func() []uint64 { return make([]uint64, r.words) }
		r.workers = append(r.workers, &worker{run: r, scratch: s.NewSlabScratch(), a: set(), b: set(), c: set(), d: set()})
	}
	if r.log, err = openLog(o.Dir); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.log.close()) }()
	if err := r.classify(ctx); err != nil {
		return nil, err
	}
	if r.plan, err = planFor(len(r.live.slabs), r.words, o); err != nil {
		return nil, err
	}
	if r.won, err = newArena(uint64(len(r.live.slabs)) * uint64(r.words)); err != nil {
		return nil, err
	}
	defer func() { freeArena(r.won) }()
	if err := r.phases(ctx); err != nil {
		return nil, err
	}
	return r.table(ctx, write)
}

// planFor makes the plan, or refuses what does not fit.
func planFor(slabs, words int, o Options) (p plan, err error) {
	p.confBits = uint(bits.Len(uint(64*words - 1)))
	bitmap := uint64(slabs) * uint64(words) * 8
	const least = 64 << 20
	for p.shift = 8; ; p.shift-- {
		p.chunks = (slabs + 1<<p.shift - 1) >> p.shift
		perWorker := uint64(words)*8<<p.shift + uint64(words)*64 + uint64(p.chunks)*8*blockWords
		need := bitmap + uint64(o.Workers)*perWorker + least
		// Records of a chunk: a configuration has few links, four at most on average.
		room := uint64(16*64*words) << p.shift
		if need+room <= o.Memory {
			p.exchange = (o.Memory - need) / 8
			if p.exchange*8 >= bitmap+room+o.Memory/8 {
				p.inMemory = true
				p.exchange -= bitmap / 8
			}
			p.exchange = min(p.exchange, uint64(slabs)*uint64(words)*64*2, 1<<31*blockWords/2)
			p.exchange = max(p.exchange, room/8) / blockWords * blockWords
			break
		}
		if p.shift == 0 {
			return p, engine.InputErrorf("solving by slabs needs at least %d MiB of memory besides what the process needs, and there are %d MiB", (need+room)>>20+1, o.Memory>>20)
		}
	}
	if o.Chunk > 0 {
		p.shift = uint(bits.Len(uint(o.Chunk - 1)))
	}
	p.shift = min(p.shift, 32-p.confBits)
	p.chunks = (slabs + 1<<p.shift - 1) >> p.shift
	if o.Records > 0 {
		// A worker has a block open for each chunk.
		least := uint64(16*64*words)<<p.shift/8 + uint64(o.Workers*p.chunks)*blockWords
		p.exchange = max(least, o.Records/8) / blockWords * blockWords
	}
	p.inMemory = p.inMemory && !o.InFile
	return p, nil
}

// span returns the live slabs of a chunk.
func (r *run) span(chunk int) (first, n int) {
	first = chunk << r.plan.shift
	return first, min(1<<r.plan.shift, len(r.live.slabs)-first)
}

func (r *run) wonOf(n int) []uint64 { return r.won[n*r.words : (n+1)*r.words] }

// steps begins a step of n units and returns what counts one.
func (r *run) steps(name string, n int) func() {
	if r.options.Progress == nil {
		return func() {}
	}
	var done atomic.Int64
	remoteness := len(r.log.ends)
	return func() {
		r.options.Progress(Progress{Step: name, Remoteness: remoteness, Done: int(done.Add(1)), Total: n})
	}
}

// phases finds all positions that are won or lost.
func (r *run) phases(ctx context.Context) error {
	arena, err := newArena(r.plan.exchange)
	if err != nil {
		return err
	}
	r.x = newExchange(arena, r.plan.chunks, r.plan.confBits)
	for _, w := range r.workers {
		w.sender = r.x.sender()
		w.chunk = make([]uint64, r.words<<r.plan.shift)
		w.touched = make([]bool, 1<<r.plan.shift)
	}
	defer func() {
		freeArena(arena)
		r.x = nil
		for _, w := range r.workers {
			w.sender, w.chunk, w.touched = nil, nil, nil
		}
	}()
	if err := r.recall(ctx); err != nil || r.complete() {
		return err
	}
	if r.open, err = newBitmaps(len(r.live.slabs), r.words, r.plan.inMemory, r.options.Dir); err != nil {
		return err
	}
	err = r.advance(ctx)
	return errors.Join(err, r.open.close())
}

// recall finds what is decided at once, and reads from the log what else was won.
func (r *run) recall(ctx context.Context) error {
	if len(r.log.ends) == 0 {
		if err := r.scan(ctx, "lost at once", (*worker).loseAtOnce); err != nil {
			return err
		}
	}
	if err := r.winAtOnce(ctx); err != nil {
		return err
	}
	for remoteness := 3; remoteness < len(r.log.ends); remoteness += 2 {
		if err := r.reload(ctx, remoteness); err != nil {
			return err
		}
	}
	return nil
}

// advance goes from phase to phase.
func (r *run) advance(ctx context.Context) error {
	if err := r.findOpen(ctx); err != nil {
		return err
	}
	for !r.complete() {
		var err error
		switch remoteness := len(r.log.ends); {
		case remoteness == 2:
			err = r.scan(ctx, "losses", (*worker).loseFirst)
		case remoteness%2 == 1:
			err = r.solvePhase(ctx, "losses to wins", (*worker).win)
		default:
			err = r.solvePhase(ctx, "wins to losses", (*worker).lose)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// complete reports whether no phase is left. The wins of a phase come from the losses of
// the one before, and these from the wins before: one that finds nothing is the last.
func (r *run) complete() bool {
	n := len(r.log.ends)
	return r.options.MaxPhase > 0 && n > r.options.MaxPhase || n > 2 && r.log.ends[n-1].Stored == 0
}

// result is what a task found in a chunk: a payload of the log and its counts.
type result struct {
	payload []byte
	counts  end
}

// add adds what was found in a slab, by its place in the chunk.
func (res *result) add(w *worker, place, before int, set []uint64) {
	w.scratch.Reach(w.d)
	for i, x := range set {
		res.counts.Stored += uint64(bits.OnesCount64(x & w.d[i]))
		res.counts.Others += uint64(bits.OnesCount64(x &^ w.d[i]))
	}
	res.payload = appendSlab(res.payload, place, before, set)
}

// scan finds the positions of the next remoteness without those of the one before, by a
// task for each chunk.
func (r *run) scan(ctx context.Context, name string, task func(w *worker, chunk int) (result, error)) error {
	if err := r.log.begin(); err != nil {
		return err
	}
	step := r.steps(name, r.plan.chunks)
	err := r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		defer step()
		if r.log.recorded(chunk) {
			return nil
		}
		return r.commit(w, chunk, task)
	})
	if err != nil {
		return err
	}
	return r.finish(r.log.counted())
}

// commit does the task of a chunk and logs what it finds.
func (r *run) commit(w *worker, chunk int, task func(w *worker, chunk int) (result, error)) error {
	res, err := task(w, chunk)
	if err != nil || len(res.payload) == 0 {
		return err
	}
	w.payload = res.payload
	return r.log.add(chunk, res.payload, res.counts)
}

// finish ends a phase.
func (r *run) finish(counts end) error {
	remoteness := len(r.log.ends)
	if err := r.log.finish(counts); err != nil {
		return err
	}
	if r.options.Progress != nil {
		r.options.Progress(Progress{Phase: true, Remoteness: remoteness, New: counts.Stored, Others: counts.Others})
	}
	return nil
}

// solvePhase finds the positions of the next remoteness from those of the one before.
func (r *run) solvePhase(ctx context.Context, name string, task func(w *worker, chunk int) (result, error)) error {
	if err := r.log.begin(); err != nil {
		return err
	}
	remoteness := len(r.log.ends)
	wins := remoteness%2 == 1
	send, closeReaders, err := r.frontier(remoteness - 1)
	if err != nil {
		return err
	}
	defer closeReaders()
	err = r.gather(ctx, name, r.log.ends[remoteness-1].Stored, send, func(w *worker, chunk int) error {
		if r.log.recorded(chunk) {
			return nil
		}
		if err := r.commit(w, chunk, task); err != nil || !wins {
			return err
		}
		first, _ := r.span(chunk)
		for place, touched := range w.touched {
			if touched {
				for i, x := range w.chunk[place*r.words : (place+1)*r.words] {
					r.won[(first+place)*r.words+i] |= x
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wins && r.log.resumed {
		if err := r.reload(ctx, remoteness); err != nil {
			return err
		}
	}
	return r.finish(r.log.counted())
}

// frontier returns what sends the unlinks of the stored positions of a remoteness.
func (r *run) frontier(remoteness int) (send func(w *worker, chunk, from, to int) error, closeReaders func(), err error) {
	readers := make(map[*worker]*reader, len(r.workers))
	closeReaders = func() {
		for _, in := range readers {
			in.close()
		}
	}
	for _, w := range r.workers {
		if readers[w], err = r.log.reader(remoteness); err != nil {
			closeReaders()
			return nil, nil, err
		}
	}
	send = func(w *worker, chunk, from, to int) error {
		first, _ := r.span(chunk)
		var err error
		w.list, err = readers[w].each(chunk, w.list, func(place int, configurations []uint32) error {
			w.scratch.Enter(r.live.slabs[first+place])
			w.scratch.Reach(w.a)
			clear(w.b)
			for _, c := range configurations {
				w.b[c/64] |= 1 << (c % 64)
			}
			for i := range w.b {
				w.b[i] &= w.a[i]
			}
			w.links = w.scratch.AppendUnlinks(w.links[:0], w.b, r.live.number, from, to)
			w.sender.send(w.links, r.plan.shift)
			return nil
		})
		return err
	}
	return send, closeReaders, nil
}

// gather has every chunk send its unlinks, and calls use for each chunk that they lead
// to, in rounds that fit into memory. There w.chunk holds the sets and w.touched where
// they are not empty; use may change the sets. sources is about how many positions are
// unlinked.
func (r *run) gather(ctx context.Context, name string, sources uint64, send func(w *worker, chunk, from, to int) error, use func(w *worker, chunk int) error) error {
	room := float64(r.plan.exchange*2) * 0.8
	for low := 0; low < r.plan.chunks; {
		share := room / (float64(sources+1) * r.factor)
		high := min(r.plan.chunks, low+max(1, int(share*float64(r.plan.chunks))))
		r.x.begin(low, high)
		from, to := r.places(low, high)
		step := r.steps(name+", sending", r.plan.chunks)
		err := r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
			defer step()
			return send(w, chunk, from, to)
		})
		for _, w := range r.workers {
			w.sender.flush()
		}
		if err != nil {
			return err
		}
		high = int(r.x.high.Load())
		if records := r.x.records(); sources > 1<<20 && records > 0 {
			r.factor = max(0.1, float64(records)/float64(sources)*float64(r.plan.chunks)/float64(high-low))
		}
		step = r.steps(name, high-low)
		err = r.each(ctx, high-low, func(_ context.Context, w *worker, unit int) error {
			defer step()
			w.receive(low + unit)
			err := use(w, low+unit)
			for place, touched := range w.touched {
				if touched {
					clear(w.chunk[place*r.words : (place+1)*r.words])
					w.touched[place] = false
				}
			}
			return err
		})
		if err != nil {
			return err
		}
		low = high
	}
	return nil
}

// receive puts the records of a chunk into w.chunk.
func (w *worker) receive(chunk int) {
	mask := uint32(1)<<w.plan.confBits - 1
	put := func(record uint32) {
		place, conf := record>>w.plan.confBits, record&mask
		w.chunk[int(place)*w.words+int(conf>>6)] |= 1 << (conf & 63)
		w.touched[place] = true
	}
	w.x.each(chunk, func(words []uint64, records uint32) {
		for i := range records / 2 {
			put(uint32(words[i]))
			put(uint32(words[i] >> 32))
		}
		if records%2 != 0 {
			put(uint32(words[records/2]))
		}
	})
}

// places returns the places in the order that the slabs of some chunks are among.
func (r *run) places(low, high int) (from, to int) {
	if high < r.plan.chunks {
		return int(r.live.place[low<<r.plan.shift]), int(r.live.place[high<<r.plan.shift])
	}
	return int(r.live.place[low<<r.plan.shift]), len(r.slabs.Order())
}

// reload adds what the log has of a remoteness to what is won.
func (r *run) reload(ctx context.Context, remoteness int) error {
	readers := make([]*reader, len(r.workers))
	for i := range readers {
		in, err := r.log.reader(remoteness)
		if err != nil {
			return err
		}
		defer in.close()
		readers[i] = in
	}
	number := map[*worker]int{}
	for i, w := range r.workers {
		number[w] = i
	}
	return r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		first, _ := r.span(chunk)
		var err error
		w.list, err = readers[number[w]].each(chunk, w.list, func(place int, configurations []uint32) error {
			won := r.wonOf(first + place)
			for _, c := range configurations {
				won[c/64] |= 1 << (c % 64)
			}
			return nil
		})
		return err
	})
}
