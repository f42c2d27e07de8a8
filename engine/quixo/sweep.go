package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// Blocks implements [fast.Sweeps]. The blocks are those of the level.
func (m *marks) Blocks(slice int) (blocks int, size uint64) {
	return m.levels[slice].blocks, 1 << m.levels[slice].cubes
}

// Runs implements [fast.Sweeps]. A run is a block and a number of the mover's marks.
func (m *marks) Runs(slice int) (runs []fast.SweepRun) {
	l := m.levels[slice]
	for own := range l.cubes + 1 {
		for block := range l.blocks {
			runs = append(runs, fast.SweepRun{Block: block, Size: placement.Choose(l.cubes, own)})
		}
	}
	return runs
}

// NewSweepScratch implements [fast.Sweeps].
func (m *marks) NewSweepScratch() fast.SweepScratch { return &sweepScratch{marks: m} }

// sweepScratch implements [fast.SweepScratch].
type sweepScratch struct {
	*marks
	places []uint32
	leads  []led
}

// AppendPlaces implements [fast.SweepScratch].
func (w *sweepScratch) AppendPlaces(dst []uint32, slice, run int) []uint32 {
	l := w.levels[slice]
	own := run / l.blocks
	set := uint32(1)<<own - 1
	for range placement.Choose(l.cubes, own) {
		dst = append(dst, set)
		set = following(set)
	}
	return dst
}

// Ended implements [fast.SweepScratch]. A position is lost if the position of the other owners has a
// line.
func (w *sweepScratch) Ended(won, lost []uint64, slice, block int) {
	l := w.levels[slice].ready()
	clear(won)
	for _, line := range w.lines {
		cells := w.images[0].of(line)
		if cells&l.sets[block] != 0 {
			continue
		}
		set := int(multiset.Squeeze(cells, l.sets[block]))
		within := ^uint64(0)
		for low := uint(set) % (1 << wordBits); low != 0; low &= low - 1 {
			within &= slotMask(bits.TrailingZeros(low))
		}
		for n := range won {
			if 64*n|^set|63 == -1 {
				won[n] |= within
			}
		}
	}
	if l.cubes < wordBits {
		won[0] &= 1<<(1<<l.cubes) - 1
	}
	copy(lost, won)
	l.turn(lost)
	for n := range won {
		lost[n] &^= won[n]
	}
}

// turn changes a set of positions of a block to what the other player sees.
func (l *level) turn(set []uint64) {
	slices.Reverse(set)
	unused := 64 - min(64, 1<<l.cubes) // bits of a word
	for n, x := range set {
		set[n] = bits.Reverse64(x) >> unused
	}
}

// AppendLeads implements [fast.SweepScratch].
func (w *sweepScratch) AppendLeads(dst [][2]int, slice, block int) [][2]int {
	for _, to := range w.leadsOf(slice, block) {
		dst = append(dst, [2]int{to.slice, to.block})
	}
	return dst
}

// led is the number of a push and its result: a block, and the symmetry that leads to it.
type led struct{ push, slice, block, by int }

// leadsOf returns the results of all pushes from a block. Those of the same block are adjacent.
func (w *sweepScratch) leadsOf(slice, block int) []led {
	w.leads = w.leads[:0]
	set := w.plain.of(w.levels[slice].ready().sets[block])
	for n := range w.pushes {
		p := &w.pushes[n]
		to := slice + int(set>>p.cell&1)
		at, by := w.levels[to].ready().blockOf(uint32(p.move(uint64(set))))
		w.leads = append(w.leads, led{n, to, at, by})
	}
	slices.SortFunc(w.leads, func(a, b led) int { return (a.slice-b.slice)<<32 + a.block - b.block })
	return w.leads
}

// Before implements [fast.SweepScratch]. The mover's marks after a push are the opponent's for the
// next player. Before finds bits from the next player's view and turns them round at the end, unless
// among has few positions. Then it examines their moves one by one.
func (w *sweepScratch) Before(dst, among []uint64, slice, block int, sets func(slice, block int) ([]uint64, uint64)) {
	l, tests := w.levels[slice].ready(), few(fast.Count(among), len(among))
	clear(dst)
	if tests {
		w.places = fast.AppendPlaces(w.places[:0], among)
	}
	var listed *uint64 // the set whose numbers are listed
	for _, to := range w.leadsOf(slice, block) {
		src, count := sets(to.slice, to.block)
		if count == 0 {
			continue
		}
		p := w.pullOf(to, l, l.sets[block])
		switch {
		case tests:
			p.test(dst, src, w.places)
		case few(count, len(src)) || l.cubes < wordBits:
			if listed != &src[0] {
				listed, w.places = &src[0], fast.AppendPlaces(w.places[:0], src)
			}
			p.addPlaces(dst, w.places)
		default:
			p.add(dst, src)
		}
	}
	if !tests {
		l.turn(dst)
	}
	for n, x := range among {
		dst[n] &= x
	}
}

// few reports whether single positions take less work than whole words.
func few(count uint64, words int) bool { return count < uint64(words)/2 }

// pullOf returns the pull of a push from the block of l with those neutral cubes.
func (w *sweepScratch) pullOf(to led, l *level, blank uint32) pull {
	push := &w.pushes[to.push]
	p, there := pull{bits: l.cubes, wide: w.levels[to.slice].cubes, still: l.cubes}, w.levels[to.slice].sets[to.block]
	bitOf := func(cell int) int { // of the block that the push leads to
		return bits.OnesCount32((w.images[to.by].of(1<<cell) - 1) &^ there)
	}
	n := 0
	for place, cell := range w.order {
		switch {
		case blank>>place&1 != 0:
			continue
		case cell == push.cell:
			p.still = n
		case push.keep>>cell&1 != 0:
			p.from[bitOf(cell+push.turn)] = uint8(n)
		default:
			p.from[bitOf(cell)] = uint8(n)
		}
		n++
	}
	p.from[bitOf(bits.TrailingZeros64(push.mark))] = uint8(p.still)
	return p
}
