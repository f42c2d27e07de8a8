// Package values owns the values of finished slices: where they lie, which of them are in
// memory, and how one that an exit leads to is looked up.
//
// The values of a slice solved by phases are in the ledger, as its frontiers; those of a
// layer are in a file of their own ([Layers]). Both are read back as a table stores them,
// for exits and for the table.
package values

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Values are the values of the finished slices of a game.
type Values struct {
	Slices []engine.Slice
	Codec  phase.Codec
	Shift  uint // log2 of positions per chunk
	// KeepAll says that there is room for all values that are ever needed: what is loaded
	// stays until no slice exits there any more.
	KeepAll bool
	Ledger  ledger.Ledger
	Crew    *crew.Crew
	Layers  *Layers
	// Filed says, by slice, that the values of a solved slice are in a file though it is no
	// layer. Begin makes it.
	Filed []bool

	last   []phase.Phase // by slice: the last phase that decided anything
	loaded []loaded      // by slice
	gates  gates         // of the present slice, ascending
	layer  bool          // the present slice is one
	spare  []byte        // an array that was of a slice not needed any more; layers only
	counts bool          // what exits lead to counts by its outcome alone

	storing chan error // of a slice whose values are being stored, else nil
}

// loaded is what is in memory of the values of a finished slice: all, a range, or
// nothing.
type loaded struct {
	first  uint64 // index of the first value
	values []byte
	own    bool // the array is nobody else's
}

// gates are in the order of the lowest indices.
type gates []gate

// gate is a slice that the present one exits into.
type gate struct {
	first  uint64 // its lowest index
	loaded *loaded
	sign   int // of what a score there is worth to who moves there
	gain   int // what the move is worth besides
}

// Begin makes the values ready for the first slice.
func (v *Values) Begin() {
	v.last, v.loaded, v.Filed = make([]phase.Phase, len(v.Slices)), make([]loaded, len(v.Slices)), make([]bool, len(v.Slices))
}

// InFile reports whether the values of a slice are in a file.
func (v *Values) InFile(slice int) bool { return whole(v, slice) || v.Filed[slice] }

// Enter makes sl the present slice, and its exits those that AppendExits knows.
func (v *Values) Enter(sl engine.Slice) {
	if v.layer = sl.Layer; !sl.Layer {
		v.spare = nil
	}
	v.gates, v.counts = v.gates[:0], sl.Converts
	for _, e := range slices.Sorted(slices.Values(sl.Exits)) {
		to := &v.Slices[e]
		gain := sl.Worth(to, 0)
		v.gates = append(v.gates, gate{to.First, &v.loaded[e], sl.Worth(to, 1) - gain, gain})
	}
}

// to returns the gate that an exit goes through. There must be one.
func (g gates) to(i uint64) *gate {
	at := 0
	for n := len(g); n > 1; {
		half := n / 2
		below := int64(i-g[at+half].first) >> 63 // all ones or 0: a branch would be guessed wrong
		at += half &^ int(below)
		n -= half
	}
	return &g[at]
}

// AppendExits appends the values of positions that the present slice exits into, or
// [phase.Missing] for those that are not in memory.
func (v *Values) AppendExits(dst []uint32, exits []uint64) []uint32 {
	if len(v.gates) == 0 {
		for range exits {
			dst = append(dst, phase.Missing)
		}
		return dst
	}
	codec, from := v.Codec, len(dst)
	for _, i := range exits {
		l := v.gates.to(i).loaded
		dst = append(dst, codec.At(l.values, i-l.first))
	}
	if v.counts {
		for n, value := range dst[from:] {
			if value != phase.Missing {
				dst[from+n] = uint32(codec.Kind().Converted(engine.Value(value)))
			}
		}
	}
	return dst
}

// Solved says which phase of a slice was the last to decide anything.
func (v *Values) Solved(slice int, last phase.Phase) { v.last[slice] = last }

// Put makes values, from an offset on, what is in memory of a finished slice. The array
// stays the caller's.
func (v *Values) Put(slice int, offset uint64, values []byte) {
	v.loaded[slice] = loaded{v.Slices[slice].First + offset, values, false}
}

// Hand is Put of all values of a slice, in an array of [Values.New] that becomes v's own.
func (v *Values) Hand(slice int, values []byte) {
	v.loaded[slice] = loaded{v.Slices[slice].First, values, true}
}

// drop takes what there is of a slice out of memory.
func (v *Values) drop(slice int) {
	if v.loaded[slice].own {
		v.GiveBack(v.loaded[slice].values)
	}
	v.loaded[slice] = loaded{}
}

// New returns an array of zeros for the values of a slice: one that was given back, where
// it is large enough, since the system has its pages ready.
func (v *Values) New(slice int) []byte {
	n := v.Codec.Width() * v.Slices[slice].Size
	values := v.spare
	v.spare = nil
	if uint64(cap(values)) < n {
		return pages.New[byte](n)
	}
	values = values[:n]
	clear(values)
	return values
}

// GiveBack gives an array back that [Values.New] returned. It is kept for the next layer:
// phases need the memory for other things.
func (v *Values) GiveBack(values []byte) {
	if v.layer && cap(values) > cap(v.spare) {
		v.spare = values
	}
}

// All returns, by slice, the values of those that are in memory whole.
func (v *Values) All() [][]byte {
	all := make([][]byte, len(v.Slices))
	for n := range all {
		all[n] = v.loaded[n].values
	}
	return all
}

// Bytes returns what the values in memory take.
func (v *Values) Bytes() (n uint64) {
	for _, l := range v.loaded {
		n += uint64(len(l.values))
	}
	return n
}

// LoadOnly loads all values of some finished slices, and drops others unless KeepAll is set.
func (v *Values) LoadOnly(ctx context.Context, numbers []int) error {
	if !v.KeepAll {
		wanted := make([]bool, len(v.Slices))
		for _, n := range numbers {
			wanted[n] = true
		}
		for n := range v.loaded {
			if !wanted[n] || uint64(len(v.loaded[n].values)) < v.Codec.Width()*v.Slices[n].Size {
				v.drop(n)
			}
		}
	}
	for _, n := range numbers {
		if v.loaded[n].values == nil && v.Slices[n].Size > 0 {
			if err := v.Load(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// Load loads all values of a finished slice.
func (v *Values) Load(ctx context.Context, slice int) error {
	sl := v.Slices[slice]
	all := v.New(slice)
	if err := v.read(ctx, Range{slice, 0, sl.Size}, all); err != nil {
		return err
	}
	v.Hand(slice, all)
	return nil
}

// Needed reports whether another slice exits into a slice.
func (v *Values) Needed(slice int) bool {
	return slices.ContainsFunc(v.Slices, func(sl engine.Slice) bool { return slices.Contains(sl.Exits, slice) })
}

// Release frees the values of slices that no slice of rest exits into.
func (v *Values) Release(rest []int) {
	needed := make([]bool, len(v.Slices))
	for _, n := range rest {
		for _, e := range v.Slices[n].Exits {
			needed[e] = true
		}
	}
	for n := range v.loaded {
		if !needed[n] {
			v.drop(n)
		}
	}
}

// Range is a range of the positions of a finished slice. It begins at a chunk.
type Range struct {
	Slice    int
	From, To uint64 // offsets
}

// read reads a range of values into zeros.
func (v *Values) read(ctx context.Context, at Range, values []byte) error {
	if v.InFile(at.Slice) {
		return v.Layers.read(at, values)
	}
	return v.eachChunk(ctx, at, values, func(chunk int, part []byte) error { return v.Fill(part, at.Slice, chunk) })
}

// eachChunk calls f for the chunks of a range and the part of its values that belongs to
// each.
func (v *Values) eachChunk(ctx context.Context, at Range, values []byte, f func(chunk int, part []byte) error) error {
	first, size := int(at.From>>v.Shift), v.Codec.Width()<<v.Shift
	chunks := int((at.To-1)>>v.Shift) - first + 1
	return v.Crew.Each(ctx, chunks, func(_ context.Context, _ *crew.Worker, unit int) error {
		part := values[size*uint64(unit):]
		return f(first+unit, part[:min(size, uint64(len(part)))])
	})
}

// Fill writes the values of a chunk of a slice whose phases are done into zeros.
func (v *Values) Fill(values []byte, slice, chunk int) error {
	for p := phase.Phase(0); p <= v.last[slice]; p++ {
		b, err := v.Ledger.Get(ledger.Key{Record: ledger.Frontier, Slice: slice, Phase: p, Chunk: chunk})
		if err != nil {
			return err
		}
		if b != nil {
			v.mark(values, b, p)
		}
	}
	return nil
}

// mark writes the value of a phase to the positions of a bitmap.
func (v *Values) mark(values []byte, b *roaring.Bitmap, p phase.Phase) {
	ledger.EachRun(b, func(offsets []uint32) { v.Codec.Mark(values, offsets, p) })
}
