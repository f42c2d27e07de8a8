package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/lookup"
)

// pass holds as many of the positions to check as have room for their lookups in memory.
//
// Each position has a place, and two items in the batch: its own value, and the best of its successors.
// If exits end the count of turns, it has a third item, the best of its exits.
type pass struct {
	*verification
	batch   *lookup.Batch
	indices []uint64      // by place
	ends    []engine.Ends // by place, with complete
	items   int           // of a place
	places  atomic.Int64  // taken
	listed  atomic.Int64  // positions

	mu   sync.Mutex
	next uint64 // positions that this pass or an earlier one started with
	left []span // of these, the positions that had no room
}

// span is a range of the positions to check, by number.
type span struct{ first, end uint64 }

// complete, in a place's ends, marks a position whose lookups are all in the batch.
const complete engine.Ends = 1 << 7

// passSpan is how many positions a worker takes at a time.
const passSpan = 64

// checkBatched checks positions in passes.
func (v *verification) checkBatched(ctx context.Context, room uint64) error {
	// An item takes four bytes of at least 64 of the batch, a place nine more.
	const successors = 1 << 12 // positions with more only make passes shorter
	items := 2
	if v.converts {
		items = 3
	}
	batch := lookup.New(v.table, v.merits, room/15*14, min(v.size, 1<<40)*successors, v.options.Workers)
	places := batch.Items() / items
	p := &pass{verification: v, batch: batch, items: items, indices: make([]uint64, places), ends: make([]engine.Ends, places)}
	for p.next < v.size || len(p.left) > 0 {
		if err := p.list(ctx); err != nil {
			return err
		}
		if p.listed.Load() == 0 {
			return engine.InputErrorf("%d MiB of memory do not hold the successors of a position of %s", v.options.Memory>>20, v.game.Spec())
		}
		if err := p.answer(ctx); err != nil {
			return err
		}
		if err := p.compareAll(ctx); err != nil {
			return err
		}
		used := p.used()
		batch.Reset(items * used)
		clear(p.ends[:used])
		p.places.Store(0)
		p.listed.Store(0)
	}
	return nil
}

// used returns the number of places that may be taken.
func (p *pass) used() int { return min(int(p.places.Load()), len(p.ends)) }

// take returns positions that are not listed yet, or none if all are.
func (p *pass) take() span {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.left) - 1; last >= 0 {
		s := p.left[last]
		p.left = p.left[:last]
		return s
	}
	s := span{p.next, min(p.next+passSpan, p.size)}
	p.next = s.end
	return s
}

// giveBack leaves positions to the next pass.
func (p *pass) giveBack(s span) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = append(p.left, s)
}

// list lists lookups of positions until it runs out of room or positions.
func (p *pass) list(ctx context.Context) error {
	return p.crew.Each(ctx, len(p.crew.Workers), func(ctx context.Context, w *crew.Worker, _ int) error {
		l := &lister{pass: p, Worker: w, writer: p.batch.Writer(w.ID)}
		if p.scans && w.Scanner != nil {
			l.wins = fast.NewSet(0, 1)
		}
		for ctx.Err() == nil {
			s := p.take()
			if s.first == s.end {
				return nil
			}
			n := l.list(s)
			p.listed.Add(int64(n))
			p.add(0, n, nil)
			if s.first += n; s.first < s.end {
				p.giveBack(s)
				return nil
			}
		}
		return ctx.Err()
	})
}

// lister lists lookups. It belongs to one goroutine.
type lister struct {
	*pass
	*crew.Worker
	writer *lookup.Writer
	wins   *fast.Set // of one index; nil: successors show immediate wins
}

// list lists the lookups of positions and returns how many positions had room.
func (l *lister) list(s span) (n uint64) {
	place := int(l.places.Add(int64(s.end-s.first))) - int(s.end-s.first)
	for ; s.first+n < s.end && place < len(l.ends); n++ {
		i := s.first + n
		if l.chosen != nil {
			i = l.chosen[i]
		}
		ends, ok := l.position(i, place)
		if !ok {
			return n
		}
		l.indices[place], l.ends[place] = i, ends|complete
		place++
	}
	return n
}

// position lists the lookups of a position, and reports whether it had room.
func (l *lister) position(i uint64, place int) (engine.Ends, bool) {
	place *= l.items
	if !l.writer.Add(place, i) {
		return 0, false
	}
	if l.wins != nil {
		l.wins.Move(i)
		if l.Scanner.ScanWins(l.wins, i, 1); l.wins.Has(i) {
			return engine.WinsNow, true
		}
	}
	var ends engine.Ends
	l.Indices, ends = l.Scratch.AppendSuccessors(l.Indices[:0], i)
	if ends&engine.WinsNow != 0 {
		return ends, true
	}
	if !l.converts {
		return ends, l.writer.Add(place+1, l.Indices...)
	}
	inside, exits := l.part(i)
	return ends, l.writer.Add(place+1, inside...) && l.writer.Add(place+2, exits...)
}

// part sorts the successors of position i: those in its slice first, then its exits.
func (l *lister) part(i uint64) (inside, exits []uint64) {
	sl := l.slices[engine.SliceOf(l.slices, i)]
	at := 0
	for n, j := range l.Indices {
		if j-sl.First < sl.Size {
			l.Indices[at], l.Indices[n] = j, l.Indices[at]
			at++
		}
	}
	return l.Indices[:at], l.Indices[at:]
}

// answer looks the values up.
func (p *pass) answer(ctx context.Context) error {
	halves, buckets := uint64(p.listed.Load()), uint64(p.batch.Buckets())
	var done atomic.Uint64
	return p.batch.Answer(ctx, func() {
		n := done.Add(1)
		p.add(0, halves*n/buckets-halves*(n-1)/buckets, nil)
	})
}

// compareAll compares the stored values with the recomputed ones.
func (p *pass) compareAll(ctx context.Context) error {
	places := p.used()
	return p.crew.Each(ctx, (places+verifyRun-1)/verifyRun, func(_ context.Context, w *crew.Worker, unit int) error {
		var failures []VerifyFailure
		checked := uint64(0)
		for place := unit * verifyRun; place < min(unit*verifyRun+verifyRun, places); place++ {
			if p.ends[place]&complete == 0 {
				continue
			}
			checked++
			stored, best := p.batch.Best(p.items*place), p.batch.Best(p.items*place+1)
			if p.converts {
				best = max(best, converted(p.batch.Best(p.items*place+2)))
			}
			f, ok, err := p.compare(w, p.indices[place], stored, best, p.ends[place]&^complete)
			if err != nil {
				return err
			}
			if !ok {
				failures = append(failures, f)
			}
		}
		p.add(checked, 0, failures)
		return nil
	})
}
