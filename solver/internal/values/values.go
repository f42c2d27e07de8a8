// Package values owns the values of solved slices: their places, the parts of them in memory, and
// the lookup of the value behind an exit.
//
// A way of solving leaves the values of a slice in one of two places: in the ledger, as the
// frontiers of its phases ([Values.SolvedByPhases]), or in a file ([Values.SolvedInFile]). Both are
// read back in the form of a table, for exits and for the table itself; readers cannot tell them
// apart.
package values

import (
	"context"
	"slices"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Values are the values of the solved slices of a game. The exported fields are set before the
// first call and never changed.
type Values struct {
	Slices []engine.Slice
	Codec  phase.Codec
	Shift  uint // log2 of positions per chunk
	// KeepAll says that memory has room for all values that are ever needed: loaded values stay
	// until no later slice exits there.
	KeepAll  bool
	Ledger   *ledger.Ledger
	Crew     *crew.Crew
	Reporter progress.Reporter
	Disk     vfs.FS // of the files
	Folder   string // of the files

	solved  []solved   // by slice
	loaded  []loaded   // by slice
	gates   gates      // of the current slice, ascending
	layer   bool       // the current slice is one
	spare   []byte     // array of a slice that is no longer needed; layers only
	counts  bool       // exits count by their outcome alone
	storing chan error // of a slice that is stored in the background, else nil
}

// New returns v, ready for the first slice.
func New(v Values) *Values {
	v.solved, v.loaded = make([]solved, len(v.Slices)), make([]loaded, len(v.Slices))
	return &v
}

// solved is the place of a solved slice's values.
type solved struct {
	inFile bool
	last   phase.Phase // else: the last phase that decided anything
}

// loaded holds the values of a finished slice in memory: all, a range, or none.
type loaded struct {
	first  uint64 // index of the first value
	values []byte
	own    bool // the array is not shared
}

// gates are ascending by first.
type gates []gate

// gate is a slice that the current one exits into.
type gate struct {
	first  uint64 // its lowest index
	loaded *loaded
	sign   int // of a score there, for the player who moves here
	gain   int // points that the move adds
}

// Enter makes sl the current slice, and its exits the gates.
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
		below := int64(i-g[at+half].first) >> 63 // all ones or 0: a branch would be mispredicted
		at += half &^ int(below)
		n -= half
	}
	return &g[at]
}

// BestScore returns the greatest worth of exits, in points, to the player who moves in the current
// slice; false if the value of one is not in memory. It is for games of scores.
func (v *Values) BestScore(exits []uint64) (best int, ok bool) {
	best = phase.WorstScore
	if len(v.gates) == 0 {
		return best, len(exits) == 0
	}
	for _, i := range exits {
		g := v.gates.to(i)
		value := v.Codec.At(g.loaded.values, i-g.loaded.first)
		if value == phase.Missing {
			return best, false
		}
		best = v.Codec.MoreScore(best, engine.Value(value), g.sign, g.gain)
	}
	return best, true
}

// AppendExits appends the values of positions that the current slice exits into, or
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

// SolvedByPhases records that the frontiers in the ledger have the values of a slice, up to the
// last phase that decided anything.
func (v *Values) SolvedByPhases(slice int, last phase.Phase) { v.solved[slice] = solved{last: last} }

// Put makes values the in-memory values of a finished slice, from an offset on. The caller owns the
// array.
func (v *Values) Put(slice int, offset uint64, values []byte) {
	v.loaded[slice] = loaded{v.Slices[slice].First + offset, values, false}
}

// drop removes the values of a slice from memory.
func (v *Values) drop(slice int) {
	if v.loaded[slice].own {
		v.GiveBack(v.loaded[slice].values)
	}
	v.loaded[slice] = loaded{}
}

// New returns an array of zeros for the values of a slice. It reuses an array that was given back,
// if that is large enough, because the system has mapped its pages.
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

// GiveBack gives back an array that [Values.New] returned. Values keeps it for the next layer only:
// phases need the memory for other things.
func (v *Values) GiveBack(values []byte) {
	if v.layer && cap(values) > cap(v.spare) {
		v.spare = values
	}
}

// All returns the values in memory, by slice.
func (v *Values) All() [][]byte {
	all := make([][]byte, len(v.Slices))
	for n := range all {
		all[n] = v.loaded[n].values
	}
	return all
}

// Bytes returns the size of the values in memory.
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
	v.loaded[slice] = loaded{sl.First, all, true}
	return nil
}

// Keeps reports whether the values of a slice stay in memory once it is solved.
func (v *Values) Keeps(slice int) bool {
	return v.KeepAll && slices.ContainsFunc(v.Slices, func(sl engine.Slice) bool { return slices.Contains(sl.Exits, slice) })
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
	if v.solved[at.Slice].inFile {
		return v.readFile(ctx, at, values)
	}
	first, size := int(at.From>>v.Shift), v.Codec.Width()<<v.Shift
	chunks := int((at.To-1)>>v.Shift) - first + 1
	return v.Crew.Each(ctx, chunks, func(_ context.Context, _ *crew.Worker, unit int) error {
		part := values[size*uint64(unit):]
		return v.fill(part[:min(size, uint64(len(part)))], at.Slice, first+unit)
	})
}

// fill writes the values of a chunk of a slice that is solved by phases into zeros.
func (v *Values) fill(values []byte, slice, chunk int) error {
	for p := phase.Phase(0); p <= v.solved[slice].last; p++ {
		b, err := v.Ledger.Get(ledger.Key{Record: ledger.Frontier, Slice: slice, Phase: p, Chunk: chunk})
		if err != nil {
			return err
		}
		if b != nil {
			ledger.EachRun(b, func(offsets []uint32) { v.Codec.Mark(values, offsets, p) })
		}
	}
	return nil
}
