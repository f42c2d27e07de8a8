package phases

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
)

// scanWins adds the positions of a chunk with an immediate win to Won.
func scanWins(ctx context.Context, e *env, b *region.Bits, w *crew.Worker, chunk int) error {
	first, n := e.Span(chunk)
	if w.Scanner != nil {
		w.Scanner.ScanWins(b.Won, first, n)
		return nil
	}
	for i := first; i < first+n; i++ {
		if i&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		var ends engine.Ends
		if w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i); ends&engine.WinsNow != 0 {
			b.Won.Add(i)
		}
	}
	return nil
}

// scanChunk scans a chunk. If the chunk was scanned before, it finds only counters and moves.
func scanChunk(ctx context.Context, s *slice, w *crew.Worker, chunk int) (none ledger.Change, err error) {
	v := newSurvey(s, w, chunk)
	reverse := s.edges.reverse
	logs := reverse != nil && reverse.log.Writer(w.ID).Begin(chunk)
	if logs {
		v.moves = s.edges.exchange.Sender(w.ID)
	}
	if s.env.searches && !s.env.winsFirst && reverse == nil {
		err = v.search(ctx)
	} else {
		err = v.list(ctx, nil, true)
	}
	if err == nil && logs {
		err = reverse.end(s.edges, w, v)
	}
	if err != nil || s.records.scanned[chunk] {
		return none, err
	}
	return v.result(s.records), nil
}

// survey is the scan of a chunk. It looks up the successors of some hundred positions
// together: all of them are listed before the first is looked up, so that the reads of memory
// overlap.
type survey struct {
	env   *env
	edges *edges
	w     *crew.Worker
	won   *fast.Set        // of the slice: immediate wins, if the scan finds them first
	moves *exchange.Sender // takes the moves of the reverse graph; nil: it needs none

	chunk    int
	first, n uint64          // the chunk's indices
	counters region.Counters // nil: there are none
	base     uint64          // the chunk's first counter

	// What was found:
	wins    *fast.Set
	seeds   byPhase
	waits   byPhase
	rescued offsets

	*batch
}

// batch is the positions of a survey that are looked up together, and successors to look up. A worker
// uses its memory for all chunks.
type batch struct {
	prospects []prospect
	inside    lookups // within the slice
	exits     lookups
	values    []uint32 // by exit: the value, or phase.Missing
}

// prospect is what the successors of a position reveal before the phases run.
type prospect struct {
	phase.Fold
	offset uint64 // of the position in its chunk
	inside int    // successors within the slice
	left   int    // of these, the ones not known to win at once
}

// lookups are successors to look up.
type lookups struct {
	indices []uint64
	of      []uint16 // by index: the place of the prospect
}

func (l *lookups) add(i uint64, place int) {
	l.indices, l.of = append(l.indices, i), append(l.of, uint16(place))
}

func (l *lookups) cut(n int) { l.indices, l.of = l.indices[:n], l.of[:n] }

// At most togetherPositions (up to 1<<16) are looked up together, or fewer if they have
// togetherMoves successors.
const (
	togetherPositions = 256
	togetherMoves     = 16 * togetherPositions
)

func newSurvey(s *slice, w *crew.Worker, chunk int) *survey {
	e, b, ed := s.env, s.bits, s.edges
	first, n := e.Span(chunk)
	v := &survey{
		env: e, edges: ed, w: w, won: b.Won, chunk: chunk, first: first, n: n, counters: ed.counters, base: e.Place(chunk),
		wins: fast.NewSet(first, n), batch: &s.batches[w.ID],
	}
	v.clear()
	if ed.reverse != nil { // they are written to the log of moves
		v.counters, v.base = region.NewCounters(n, e.Plan.Counter), 0
	}
	if e.winsFirst && !e.inParts {
		copy(v.wins.Words(), e.Words(b.Won.Words(), chunk))
	} else if w.Scanner != nil {
		w.Scanner.ScanWins(v.wins, first, n)
	}
	return v
}

// search finds, by the game's own searcher, the positions without an immediate win that are lost at
// once.
func (v *survey) search(ctx context.Context) error {
	for offset := range v.n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if i := v.first + offset; !v.wins.Has(i) {
			if _, ok := v.w.Searcher.Outside(i, v.won); !ok {
				v.seeds.add(0, offset)
			}
		}
	}
	return nil
}

// list lists the successors of all positions without an immediate win, and enters the results. In a
// scan by parts of the exits' values, known holds the results of the parts before, and only the
// last part enters them.
func (v *survey) list(ctx context.Context, known []exits, last bool) error {
	for offset := range v.n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i := v.first + offset
		if v.wins.Has(i) {
			continue
		}
		err := v.listOne(i, offset, last)
		if err == nil && v.moves != nil && !v.prospects[len(v.prospects)-1].Wins { // no phase goes back to an immediate win
			err = v.moves.SendMoves(uint32(i-v.env.Slice.First), Inside(v.env.Slice, v.w.Indices))
		}
		if err == nil && (len(v.prospects) == togetherPositions || len(v.inside.of)+len(v.exits.of) >= togetherMoves) {
			err = v.enterAll(known, last)
		}
		if err != nil {
			return err
		}
	}
	return v.enterAll(known, last)
}

// listOne lists the successors of position i. If count is set and all immediate wins are known, it
// looks up the successors within the slice; else all of them count as left.
func (v *survey) listOne(i, offset uint64, count bool) error {
	w, place := v.w, len(v.prospects)
	v.prospects = append(v.prospects, prospect{Fold: v.env.Codec.NewFold(), offset: offset})
	o := &v.prospects[place]
	var ends engine.Ends
	if w.Seeder != nil && v.edges.reverse == nil && (v.env.winsFirst || v.env.Codec.LossesSettleLate()) {
		from := len(v.exits.of)
		v.exits.indices, o.inside, o.left, ends = w.Seeder.AppendExits(v.exits.indices, i)
		if !v.env.winsFirst { // nothing is known about them
			o.left = o.inside
		}
		for range len(v.exits.indices) - from {
			v.exits.of = append(v.exits.of, uint16(place))
		}
		over, err := v.addEnds(o, ends)
		if over {
			v.exits.cut(from)
		}
		return err
	}
	w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	if over, err := v.addEnds(o, ends); over || err != nil {
		return err
	}
	first, size, look := v.env.Slice.First, v.env.Slice.Size, count && v.env.winsFirst
	for _, j := range w.Indices {
		switch {
		case j-first >= size:
			v.exits.add(j, place)
			continue
		case look:
			v.inside.add(j, place)
		default: // nothing is known about it
			o.left++
		}
		o.inside++
	}
	return nil
}

// addEnds adds the ends of a position's moves, and reports whether nothing else matters.
func (v *survey) addEnds(o *prospect, ends engine.Ends) (over bool, err error) {
	if ends == 0 {
		return false, nil
	}
	over, err = v.env.Codec.AddEnds(&o.Fold, ends)
	if err != nil {
		err = fmt.Errorf("position #%d: %w", v.first+o.offset, err)
	}
	return over, err
}

// enterAll looks up the listed successors, merges the results with known, and enters the prospects
// if it is the last part. Exits whose values are not in memory are skipped.
func (v *survey) enterAll(known []exits, last bool) error {
	won, first := v.won.Words(), v.env.Slice.First
	for n, j := range v.inside.indices {
		j -= first
		v.prospects[v.inside.of[n]].left += int(won[j>>6]>>(j&63)&1 ^ 1)
	}
	v.values = v.env.Values.AppendExits(v.values[:0], v.exits.indices)
	for n, value := range v.values {
		if value != phase.Missing {
			v.env.Codec.Add(&v.prospects[v.exits.of[n]].Fold, engine.Value(value))
		}
	}
	for n := range v.prospects {
		o := &v.prospects[n]
		if known != nil {
			known[o.offset].merge(&o.Fold)
		}
		if last {
			if err := v.enter(o); err != nil {
				return err
			}
		}
	}
	v.clear()
	return nil
}

func (b *batch) clear() {
	b.prospects = b.prospects[:0]
	b.inside.cut(0)
	b.exits.cut(0)
}

// enter adds a complete prospect to the results. Of several facts the first in the list decides: a win
// at once, then through an exit; a rescue; a wait for an exit that delays the loss beyond phase 2; a
// position without moves inside, which its exits decide; one whose moves inside all lead to immediate
// wins of the opponent. All others are open.
func (v *survey) enter(o *prospect) error {
	switch {
	case o.Wins:
		v.wins.Add(v.first + o.offset)
	case o.Least > 0:
		v.seeds.add(o.Least, o.offset)
	case o.Rescued:
	case o.Most > phase.InsideLosses:
		v.waits.add(o.Most, o.offset)
	case o.inside == 0:
		v.seeds.add(o.Most, o.offset)
	case o.left == 0:
		v.seeds.add(phase.InsideLosses, o.offset)
	}
	count := o.left
	if o.Rescued && !v.env.Codec.Single() {
		v.rescued.add(o.offset)
	}
	if o.Rescued || o.Wins {
		count = region.Never
	}
	if v.counters == nil || v.edges.noCounters.Load() {
		return nil
	}
	if err := v.counters.Set(v.base+o.offset, count); err != nil && !v.edges.forgives(v.env, err) {
		return fmt.Errorf("position #%d: %w", v.first+o.offset, err)
	}
	return nil
}

// result returns the results. The record of rescued positions, which may be empty, marks the chunk
// as scanned.
func (v *survey) result(r *records) (change ledger.Change) {
	unite := func(record ledger.Record, p phase.Phase, set *roaring.Bitmap) {
		change.Unite = append(change.Unite, ledger.Set{Key: r.key(record, p, v.chunk), Bits: set})
	}
	rescued := v.rescued.set()
	if v.wins.Count() > 0 {
		wins := roaring.FromDense(v.wins.Words(), false)
		if v.env.Codec.LossesSettleLate() { // losses in one ply are change before wins in one
			rescued.Or(wins)
		}
		p := v.env.Codec.Win(1)
		if int(p) < len(v.seeds) {
			wins.Or(v.seeds[p].set())
			v.seeds[p] = offsets{}
		}
		unite(ledger.Seeds, p, wins)
	}
	v.seeds.each(func(p phase.Phase, set *roaring.Bitmap) { unite(ledger.Seeds, p, set) })
	v.waits.each(func(p phase.Phase, set *roaring.Bitmap) { unite(ledger.Waits, p, set) })
	unite(ledger.Rescued, 0, rescued)
	return change
}

// offsets is a growing set of the positions of a chunk, which come in ascending order.
type offsets struct {
	bitmap  *roaring.Bitmap
	pending []uint32 // to add together: one by one takes much longer
}

func (o *offsets) add(offset uint64) {
	if len(o.pending) == 256 {
		o.set()
	}
	o.pending = append(o.pending, uint32(offset))
}

// set returns the set.
func (o *offsets) set() *roaring.Bitmap {
	if o.bitmap == nil {
		o.bitmap = roaring.New()
	}
	o.bitmap.AddMany(o.pending)
	o.pending = o.pending[:0]
	return o.bitmap
}

// byPhase has a set for each phase up to the last that needs one.
type byPhase []offsets

func (b *byPhase) add(p phase.Phase, offset uint64) {
	for int(p) >= len(*b) {
		*b = append(*b, offsets{})
	}
	(*b)[p].add(offset)
}

// each calls f for the sets that are not empty.
func (b byPhase) each(f func(p phase.Phase, set *roaring.Bitmap)) {
	for p := range b {
		if b[p].pending != nil {
			f(phase.Phase(p), b[p].set())
		}
	}
}

// Inside filters the indices in a slice.
func Inside(sl engine.Slice, indices []uint64) []uint64 {
	kept := indices[:0]
	for _, j := range indices {
		if j-sl.First < sl.Size {
			kept = append(kept, j)
		}
	}
	return kept
}
