package enginetest_test

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// mutantSlabs are correct slabs with one fault. A function that is set changes a correct result.
type mutantSlabs struct {
	fast.Slabs
	numbers func(n uint32) uint32
	order   func(order []uint32) []uint32
	twin    func(slab, twin uint32, ok bool) (uint32, bool)
	parts   func(parts []fast.SlabPart) []fast.SlabPart
	scratch mutantSlabScratch
}

type mutantSlabScratch struct {
	fast.SlabScratch
	slab    uint32
	fill    func(w *mutantSlabScratch, dst []uint64)
	stored  func(w *mutantSlabScratch, dst []uint64)
	marks   func(w *mutantSlabScratch, wins, any []uint64)
	dilate  func(w *mutantSlabScratch, dst, src []uint64)
	unlive  func(live []int32) []int32
	unlinks func(w *mutantSlabScratch, dst []uint64) []uint64
	live    func(live []int32) []int32
	links   func(w *mutantSlabScratch, dst []uint64, counts []uint8) ([]uint64, []uint8)
	indices func(dst []uint64) []uint64
}

func (m *mutantSlabs) Numbers() uint32 {
	if m.numbers == nil {
		return m.Slabs.Numbers()
	}
	return m.numbers(m.Slabs.Numbers())
}

func (m *mutantSlabs) Order() []uint32 {
	if m.order == nil {
		return m.Slabs.Order()
	}
	return m.order(append([]uint32(nil), m.Slabs.Order()...))
}

func (m *mutantSlabs) Twin(slab uint32) (uint32, bool) {
	twin, ok := m.Slabs.Twin(slab)
	if m.twin != nil {
		twin, ok = m.twin(slab, twin, ok)
	}
	return twin, ok
}

func (m *mutantSlabs) Parts() []fast.SlabPart {
	if m.parts == nil {
		return m.Slabs.Parts()
	}
	return m.parts(append([]fast.SlabPart(nil), m.Slabs.Parts()...))
}

func (m *mutantSlabs) NewSlabScratch() fast.SlabScratch {
	w := m.scratch
	w.SlabScratch = m.Slabs.NewSlabScratch()
	return &w
}

func (w *mutantSlabScratch) Enter(slab uint32) {
	w.slab = slab
	w.SlabScratch.Enter(slab)
}

func (w *mutantSlabScratch) Fill(dst []uint64) {
	if w.SlabScratch.Fill(dst); w.fill != nil {
		w.fill(w, dst)
	}
}

func (w *mutantSlabScratch) Stored(dst []uint64) {
	if w.SlabScratch.Stored(dst); w.stored != nil {
		w.stored(w, dst)
	}
}

func (w *mutantSlabScratch) Marks(wins, any []uint64) {
	if w.SlabScratch.Marks(wins, any); w.marks != nil {
		w.marks(w, wins, any)
	}
}

func (w *mutantSlabScratch) Dilate(dst, src []uint64) {
	from := append([]uint64(nil), src...)
	if w.SlabScratch.Dilate(dst, from); w.dilate != nil {
		w.dilate(w, dst, from)
	}
}

func (w *mutantSlabScratch) AppendUnlinks(dst, set []uint64, live []int32, from, to int) []uint64 {
	if w.unlive != nil {
		live = w.unlive(append([]int32(nil), live...))
	}
	n := len(dst)
	if dst = w.SlabScratch.AppendUnlinks(dst, set, live, from, to); w.unlinks != nil {
		dst = append(dst[:n], w.unlinks(w, append([]uint64(nil), dst[n:]...))...)
	}
	return dst
}

func (w *mutantSlabScratch) AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8) {
	if w.live != nil {
		live = w.live(append([]int32(nil), live...))
	}
	for _, c := range configurations {
		links, n := w.SlabScratch.AppendLinks(nil, nil, []uint32{c}, live)
		if w.links != nil {
			links, n = w.links(w, links, n)
		}
		dst, counts = append(dst, links...), append(counts, n...)
	}
	return dst, counts
}

func (w *mutantSlabScratch) AppendIndices(dst, set []uint64) []uint64 {
	n := len(dst)
	if dst = w.SlabScratch.AppendIndices(dst, set); w.indices != nil {
		dst = append(dst[:n], w.indices(append([]uint64(nil), dst[n:]...))...)
	}
	return dst
}

// lowestOf returns a set's lowest configuration as a set of one word, and the word's number.
func lowestOf(set []uint64) (word int, bit uint64) {
	for i, x := range set {
		if x != 0 {
			return i, x & -x
		}
	}
	return 0, 0
}

// rarely reports whether the current slab has the fault, one in five.
func (w *mutantSlabScratch) rarely() bool { return w.slab%5 == 0 }

// liveAnyway makes all slabs live. Those that were not get the place 0.
func liveAnyway(live []int32) []int32 {
	for i, n := range live {
		live[i] = max(n, 0)
	}
	return live
}

// deadAnyway makes some live slabs not live.
func deadAnyway(live []int32) []int32 {
	for i, n := range live {
		if n > 0 && n%6 == 0 {
			live[i] = -1
		}
	}
	return live
}

// TestMutantSlabsAreFound plants each fault of slabs in games whose steps are optional and whose
// slabs have twins.
func TestMutantSlabsAreFound(t *testing.T) {
	registry := games.NewRegistry(pushfight.Definition())
	for _, spec := range []string{"pushfight:movers=0,pushers=2"} {
		g := enginetest.OpenIn(t, registry, spec)
		right := g.Parts().Slabs()
		check := func(s fast.Slabs) error { return enginetest.CheckSlabs(g, s, 40, 10, 1) }
		if err := check(&mutantSlabs{Slabs: right}); err != nil {
			t.Fatalf("%s: right slabs are wrong: %v", spec, err)
		}
		for fault, m := range faults(right) {
			m.Slabs = right
			if err := check(m); err == nil {
				t.Errorf("%s: not found: %s", spec, fault)
			} else {
				t.Logf("%s: %s: %v", spec, fault, err)
			}
		}
		// A smaller sample finds a lost link, too.
		if err := enginetest.CheckSlabs(g, &mutantSlabs{Slabs: right, scratch: mutantSlabScratch{links: lose}}, 12, 6, 0); err == nil {
			t.Errorf("%s: a lost link is not found in a sample", spec)
		}
	}
}

// lose drops the first link of the first configuration, if there are several links.
func lose(_ *mutantSlabScratch, links []uint64, counts []uint8) ([]uint64, []uint8) {
	if len(links) > 1 {
		links, counts[0] = links[1:], counts[0]-1
	}
	return links, counts
}

// faults returns mutants by their fault.
func faults(right fast.Slabs) map[string]*mutantSlabs {
	of := func(s mutantSlabScratch) *mutantSlabs { return &mutantSlabs{scratch: s} }
	list := map[string]*mutantSlabs{
		"a dilation loses a configuration": of(mutantSlabScratch{dilate: func(w *mutantSlabScratch, dst, _ []uint64) {
			if i, bit := lowestOf(dst); w.rarely() {
				dst[i] &^= bit
			}
		}}),
		"a dilation adds a configuration": of(mutantSlabScratch{dilate: func(w *mutantSlabScratch, dst, _ []uint64) {
			all := make([]uint64, len(dst))
			w.SlabScratch.Fill(all)
			for i := range all {
				all[i] &^= dst[i]
			}
			i, bit := lowestOf(all)
			dst[i] |= bit
		}}),
		"a dilation inverts the bits of its source": of(mutantSlabScratch{dilate: func(_ *mutantSlabScratch, dst, src []uint64) {
			for i, x := range src {
				dst[i] ^= x
			}
		}}),
		"a link is lost": of(mutantSlabScratch{links: lose}),
		"a link is doubled": of(mutantSlabScratch{links: func(_ *mutantSlabScratch, links []uint64, counts []uint8) ([]uint64, []uint8) {
			if len(links) > 0 {
				links, counts[0] = append(links, links[0]), counts[0]+1
			}
			return links, counts
		}}),
		"links are counted wrongly": of(mutantSlabScratch{links: func(_ *mutantSlabScratch, links []uint64, counts []uint8) ([]uint64, []uint8) {
			counts[0]++
			return links, counts
		}}),
		"an unlink is lost": of(mutantSlabScratch{unlinks: func(_ *mutantSlabScratch, l []uint64) []uint64 { return l[min(len(l), 1):] }}),
		"an unlink is doubled": of(mutantSlabScratch{unlinks: func(_ *mutantSlabScratch, l []uint64) []uint64 {
			return append(l, l[:min(len(l), 1)]...)
		}}),
		"links into slabs that are not live":   of(mutantSlabScratch{live: liveAnyway}),
		"unlinks into slabs that are not live": of(mutantSlabScratch{unlive: liveAnyway}),
		"links into live slabs are left out":   of(mutantSlabScratch{live: deadAnyway}),
		"unlinks into live slabs are left out": of(mutantSlabScratch{unlive: deadAnyway}),
		"stored lacks a position": of(mutantSlabScratch{stored: func(w *mutantSlabScratch, dst []uint64) {
			if i, bit := lowestOf(dst); w.rarely() {
				dst[i] &^= bit
			}
		}}),
		"stored has a position too many": of(mutantSlabScratch{stored: func(w *mutantSlabScratch, dst []uint64) {
			all := make([]uint64, len(dst))
			w.SlabScratch.Fill(all)
			for i := range all {
				all[i] &^= dst[i]
			}
			if i, bit := lowestOf(all); w.rarely() {
				dst[i] |= bit
			}
		}}),
		"a configuration is missing": of(mutantSlabScratch{fill: func(w *mutantSlabScratch, dst []uint64) {
			i, bit := lowestOf(dst)
			dst[i] &^= bit
		}}),
		"a link wins that does not": of(mutantSlabScratch{marks: func(w *mutantSlabScratch, wins, any []uint64) {
			for i, x := range any {
				wins[i] |= x &^ wins[i]
			}
		}}),
		"links are not marked": of(mutantSlabScratch{marks: func(w *mutantSlabScratch, wins, any []uint64) { copy(any, wins) }}),
		"two indices are exchanged": of(mutantSlabScratch{indices: func(l []uint64) []uint64 {
			for i, x := range l {
				l[i] = x ^ 1
			}
			return l
		}}),
		"two positions have one index": of(mutantSlabScratch{indices: func(l []uint64) []uint64 {
			for i, x := range l {
				l[i] = max(x, 1)
			}
			return l
		}}),
		"a slab is missing":     {order: func(order []uint32) []uint32 { return order[1:] }},
		"a slab comes twice":    {order: func(order []uint32) []uint32 { order[1] = order[0]; return order }},
		"the order is another":  {order: func(order []uint32) []uint32 { slices.Reverse(order); return order }},
		"a number is too large": {numbers: func(uint32) uint32 { return right.Order()[len(right.Order())-1] }},
		"a slab of the order has a twin": {twin: func(slab, twin uint32, ok bool) (uint32, bool) {
			return right.Order()[0], ok || slab == right.Order()[1]
		}},
		"a part is too small": {parts: func(parts []fast.SlabPart) []fast.SlabPart { parts[len(parts)-1].Size--; return parts }},
		"parts begin too late": {parts: func(parts []fast.SlabPart) []fast.SlabPart {
			for i := range parts {
				parts[i].First++
			}
			return parts
		}},
		"a part has another's slab": {parts: func(parts []fast.SlabPart) []fast.SlabPart {
			parts[0].Slabs++
			parts[1].Slabs--
			return parts
		}},
	}
	for slab := range right.Numbers() {
		if _, twins := right.Twin(slab); twins {
			list["twins stand for each other crosswise"] = &mutantSlabs{twin: func(slab, twin uint32, ok bool) (uint32, bool) {
				if ok {
					twin = right.Order()[slab%uint32(len(right.Order()))]
				}
				return twin, ok
			}}
			list["no slab has a twin"] = &mutantSlabs{twin: func(uint32, uint32, bool) (uint32, bool) { return 0, false }}
			break
		}
	}
	return list
}
