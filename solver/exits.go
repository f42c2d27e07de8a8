package solver

import (
	"context"
	"encoding/binary"
	"fmt"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// held is what is in memory of the values of a finished slice: all, a range, or
// nothing.
type held struct {
	first  uint64 // index of the first value
	values []byte // as a table stores them
}

// exit returns the value of a position of a finished slice, or false where it is not
// held. Mostly it is in the slice that the worker asked for last.
func (r *run) exit(w *worker, i uint64) (engine.Value, bool) {
	if r.wide {
		if o := 2 * (i - w.exits.first); o < uint64(len(w.exits.values)) {
			return engine.Value(binary.LittleEndian.Uint16(w.exits.values[o:])), true
		}
	} else if o := i - w.exits.first; o < uint64(len(w.exits.values)) {
		return engine.Value(w.exits.values[o]), true
	}
	n := sort.Search(len(r.slices), func(n int) bool { return r.slices[n].First > i }) - 1
	h := r.finished[n]
	i -= h.first
	if r.wide {
		if 2*i >= uint64(len(h.values)) {
			return 0, false
		}
		w.exits = h
		return engine.Value(binary.LittleEndian.Uint16(h.values[2*i:])), true
	}
	if i >= uint64(len(h.values)) {
		return 0, false
	}
	w.exits = h
	return engine.Value(h.values[i]), true
}

// setHeld makes h what is held of a slice.
func (r *run) setHeld(slice int, h held) {
	r.finished[slice] = h
	for _, w := range r.crew {
		w.exits = held{}
	}
}

// exitBytes returns what the values of all slices that sl exits into take.
func (p plan) exitBytes(list []engine.Slice, sl engine.Slice) (n uint64) {
	for _, e := range sl.Exits {
		n += p.value * list[e].Size
	}
	return n
}

// hold loads all values of some finished slices. Others are dropped, unless there is
// room for all values that are ever needed.
func (r *run) hold(ctx context.Context, numbers []int) error {
	if !r.keeping {
		keep := make([]bool, len(r.slices))
		for _, n := range numbers {
			keep[n] = true
		}
		for n := range r.finished {
			if !keep[n] || uint64(len(r.finished[n].values)) < r.plan.value*r.slices[n].Size {
				r.setHeld(n, held{})
			}
		}
	}
	for _, n := range numbers {
		if r.finished[n].values != nil || r.slices[n].Size == 0 {
			continue
		}
		if err := r.load(ctx, span{n, 0, r.slices[n].Size}); err != nil {
			return err
		}
	}
	return nil
}

// span is a range of the positions of a finished slice. It begins at a chunk.
type span struct {
	slice    int
	from, to uint64 // offsets
}

// load makes a range of the values of a finished slice what is held of it.
func (r *run) load(ctx context.Context, at span) error {
	sl := r.slices[at.slice]
	h := held{sl.First + at.from, newArray[byte](r.plan.value * (at.to - at.from))}
	if sl.Layer {
		if err := r.loadLayer(at, h.values); err != nil {
			return err
		}
	} else {
		first := int(at.from >> r.shift)
		chunks := int((at.to-1)>>r.shift) - first + 1
		err := r.crew.each(ctx, chunks, func(_ context.Context, _ *worker, unit int) error {
			return r.fill(h.values[r.plan.value*uint64(unit)<<r.shift:], at.slice, first+unit)
		})
		if err != nil {
			return err
		}
	}
	r.setHeld(at.slice, h)
	return nil
}

// fill writes the values of a chunk of a slice whose phases are done, as a table stores
// them.
func (r *run) fill(values []byte, slice, chunk int) error {
	for phase := 0; phase <= r.lastPhases[slice]; phase++ {
		b, ok, err := r.store.Get(kv.Key{Record: kv.Frontier, Slice: slice, Phase: phase, Chunk: chunk})
		if err != nil {
			return err
		}
		if ok {
			r.fillPhase(values, b, phase)
		}
	}
	return nil
}

// fillPhase writes the value of a phase to the positions of a bitmap.
func (r *run) fillPhase(values []byte, b *roaring.Bitmap, phase int) {
	eachRun(b, func(offsets []uint32) {
		if r.wide {
			for _, o := range offsets {
				binary.LittleEndian.PutUint16(values[2*o:], uint16(phase+1))
			}
			return
		}
		for _, o := range offsets {
			values[o] = byte(phase + 1)
		}
	})
}

// windows divides the values that a slice exits into in groups of ranges that fit
// into so many bytes each, or nearly.
func (s *sliceRun) windows(budget uint64) (groups [][]span) {
	chunk := uint64(1) << s.shift
	room := uint64(0)
	for _, e := range s.slice.Exits {
		size := s.slices[e].Size
		for from := uint64(0); from < size; {
			if room < chunk*s.plan.value {
				groups = append(groups, nil)
				room = max(budget, chunk*s.plan.value)
			}
			n := min(size-from, room/s.plan.value>>s.shift<<s.shift)
			last := len(groups) - 1
			groups[last] = append(groups[last], span{e, from, from + n})
			room -= min(room, n*s.plan.value)
			from += n
		}
	}
	return groups
}

// outlook is what the successors of a position tell before the phases run.
type outlook struct {
	wins   bool // a move wins at once
	saved  bool // a draw or an exit keeps it from being lost
	least  int  // the phase of the quickest winning exit, 0: none
	most   int  // the phase of the slowest losing exit, 0: none
	inside int  // successors within the slice
	left   int  // of these, the ones not known to win at once, if that was asked
}

// look looks at the successors of position i. Exits that are not held are passed over,
// and those within the slice are counted only if count is set: most of the time goes
// into finding out whether they win at once.
func (s *sliceRun) look(w *worker, i uint64, count bool) (o outlook, err error) {
	kind := s.game.Kind()
	var ends engine.Ends
	w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i)
	if ends&(engine.LosesNow|engine.IsWon) != 0 && !s.wide {
		return o, fmt.Errorf("position #%d is finished and won for its mover, or a move loses at once: the byte kind has no value for that", i)
	}
	switch {
	case ends&engine.IsWon != 0:
		return outlook{least: s.winPhase(0), saved: true}, nil
	case ends&engine.WinsNow != 0:
		return outlook{wins: true}, nil
	case ends&engine.LosesNow != 0:
		o.most = s.lossPhase(1)
	}
	o.saved = ends&(engine.DrawsNow|engine.IsDrawn) != 0
	for _, j := range w.indices {
		if j-s.slice.First < s.slice.Size {
			o.inside++
			if count && !s.won.Has(j) {
				o.left++
			}
			continue
		}
		v, ok := s.exit(w, j)
		if !ok {
			continue
		}
		plies, _ := kind.Plies(v)
		switch kind.Outcome(v) {
		case engine.Loss:
			o.saved = true
			if phase := s.winPhase(plies + 1); o.least == 0 || phase < o.least {
				o.least = phase
			}
		case engine.Win:
			o.most = max(o.most, s.lossPhase(plies+1))
		default:
			o.saved = true
		}
	}
	return o, nil
}
