package solver

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// held is what is in memory of the values of a finished slice: all, a range, or
// nothing.
type held struct {
	first  uint64 // index of the first value
	values []byte // as a table stores them
}

// gate is a slice that the present one exits into.
type gate struct {
	first uint64 // its lowest index
	held  *held  // of its values
}

// openGates makes the exits of sl those that appendExitValues knows.
func (r *run) openGates(sl engine.Slice) {
	r.gates = r.gates[:0]
	for _, e := range slices.Sorted(slices.Values(sl.Exits)) {
		r.gates = append(r.gates, gate{r.slices[e].First, &r.finished[e]})
	}
}

// notHeld stands for a value that is not in memory.
const notHeld = 1 << 31

// appendExitValues appends the values of positions that the present slice exits into, or
// notHeld.
func (r *run) appendExitValues(dst []uint32, exits []uint64) []uint32 {
	if len(r.gates) == 0 {
		for range exits {
			dst = append(dst, notHeld)
		}
		return dst
	}
	for _, i := range exits {
		at := 0
		for n := len(r.gates); n > 1; {
			half := n / 2
			below := int64(i-r.gates[at+half].first) >> 63 // all ones or 0: a branch would be guessed wrong
			at += half &^ int(below)
			n -= half
		}
		h := r.gates[at].held
		o, v := i-h.first, uint32(notHeld)
		if r.wide {
			if o *= 2; o < uint64(len(h.values)) {
				v = uint32(binary.LittleEndian.Uint16(h.values[o:]))
			}
		} else if o < uint64(len(h.values)) {
			v = uint32(h.values[o])
		}
		dst = append(dst, v)
	}
	return dst
}

// setHeld makes h what is held of a slice.
func (r *run) setHeld(slice int, h held) { r.finished[slice] = h }

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
		if err := r.load(ctx, n); err != nil {
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

// load makes all values of a finished slice what is held of it.
func (r *run) load(ctx context.Context, slice int) error {
	sl := r.slices[slice]
	values := newArray[byte](r.plan.value * sl.Size)
	if err := r.read(ctx, span{slice, 0, sl.Size}, values); err != nil {
		return err
	}
	r.setHeld(slice, held{sl.First, values})
	return nil
}

// read reads a range of the values of a finished slice into values, which are zero.
func (r *run) read(ctx context.Context, at span, values []byte) error {
	if r.slices[at.slice].Layer {
		return r.loadLayer(at, values)
	}
	return r.eachChunk(ctx, at, values, func(chunk int, part []byte) error { return r.fill(part, at.slice, chunk) })
}

// eachChunk calls f for the chunks of a range and the part of its values that belongs to
// each.
func (r *run) eachChunk(ctx context.Context, at span, values []byte, f func(chunk int, part []byte) error) error {
	first, size := int(at.from>>r.shift), r.plan.value<<r.shift
	chunks := int((at.to-1)>>r.shift) - first + 1
	return r.crew.each(ctx, chunks, func(_ context.Context, _ *worker, unit int) error {
		part := values[size*uint64(unit):]
		return f(first+unit, part[:min(size, uint64(len(part)))])
	})
}

// fill writes the values of a chunk of a slice whose phases are done, as a table stores
// them.
func (r *run) fill(values []byte, slice, chunk int) error {
	for phase := 0; phase <= r.lastPhases[slice]; phase++ {
		b, ok, err := r.store.Get(store.Key{Record: store.Frontier, Slice: slice, Phase: phase, Chunk: chunk})
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
