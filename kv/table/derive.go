package table

import (
	"cmp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// mostDerived is the number of values that are derived at a time.
const mostDerived = 1 << 12

// noMove stands for the value that a position without a move would leave to the opponent.
const noMove = ^engine.Value(0)

// derivation has the buffers for deriving values.
type derivation struct {
	engine.Scratch
	indices []uint64
	ends    []engine.Ends  // by position
	worst   []engine.Value // by position: of those that moves lead to the worst for the opponent, or noMove
	list    []wanted
}

// Derives reports whether the table has no value for index i, so that the reader computes it.
func (r *Reader) Derives(i uint64) bool { return r.header.leftOut(i / r.block) }

// derive fills dst with values that the table leaves out, from index first on.
func (r *Reader) derive(dst []byte, first uint64) error {
	if r.game == nil {
		return engine.InputErrorf("%s leaves out the value of index %d, which follows from others by the rules of its game", r.path, first)
	}
	d := r.derivations.Get().(*derivation)
	defer r.derivations.Put(d)
	kind := r.Kind()
	for len(dst) > 0 {
		n := min(len(dst), mostDerived)
		d.ends, d.worst, d.list = d.ends[:0], d.worst[:0], d.list[:0]
		for at := range uint64(n) {
			var ends engine.Ends
			d.indices, ends = d.AppendSuccessors(d.indices[:0], first+at)
			d.ends, d.worst = append(d.ends, ends), append(d.worst, noMove)
			for _, i := range d.indices {
				d.list = append(d.list, wanted{i, at})
			}
		}
		err := r.each(d.list, func(at uint64, value []byte) {
			if v := engine.Value(value[0]); d.worst[at] == noMove || kind.Less(v, d.worst[at]) {
				d.worst[at] = v
			}
		})
		for at := range dst[:n] {
			v, wrong := derived(kind, d.worst[at], d.ends[at])
			if dst[at] = byte(v); wrong != nil && err == nil {
				err = kv.Corruptf(r.path, "index %d follows from impossible values: %v", first+uint64(at), wrong)
			}
		}
		if err != nil {
			return err
		}
		dst, first = dst[n:], first+uint64(n)
	}
	return nil
}

// derived returns the value of a position of the kind byte.
func derived(kind engine.Kind, worst engine.Value, ends engine.Ends) (engine.Value, error) {
	if ends&engine.DrawsNow != 0 && (worst == noMove || kind.Less(engine.Tie, worst)) {
		worst = engine.Tie
	}
	switch {
	case ends&engine.WinsNow != 0:
		return kind.Decided(true, 1)
	case ends&engine.IsDrawn != 0:
		return engine.Tie, nil
	case worst == noMove:
		return kind.Decided(false, 0)
	}
	return kind.Back(worst)
}

// leads reports whether a move leads from slice n to one of a list, or stays within slice n.
func leads(all []engine.Slice, n int, list []int) bool {
	return !all[n].Layer || slices.ContainsFunc(all[n].Exits, func(to int) bool { return slices.Contains(list, to) })
}

// derivable returns the slices that a table can do without: layers of a game of the kind byte none of which leads to
// another of them, each with whole blocks of so many positions. It prefers those that take most bytes.
func (r *Reader) derivable(g engine.Game, block uint64) (list []int, err error) {
	all := g.Slices()
	if g.Kind() != engine.Byte || r.header.MaxPhase > 0 || engine.Conversion(all) || !engine.Plain(all) {
		return nil, nil
	}
	stored := make([]uint64, len(all))
	order := make([]int, len(all))
	for b := range r.blocks {
		e, err := r.entry(b)
		if err != nil {
			return nil, err
		}
		stored[engine.SliceOf(all, b*r.block)] += uint64(e.length)
	}
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(stored[b], stored[a]) })
	for _, n := range order {
		before := func(l int) bool { return leads(all, l, []int{n}) }
		if all[n].Size >= 2*block && !leads(all, n, list) && !slices.ContainsFunc(list, before) {
			list = append(list, n)
		}
	}
	return list, nil
}
