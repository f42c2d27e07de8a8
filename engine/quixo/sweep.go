package quixo

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// sweeps implements [fast.Sweeps] for the game by marks. Its blocks are those of levels.
type sweeps struct{ *marks }

// Blocks implements [fast.Sweeps].
func (s sweeps) Blocks(slice int) (blocks int, size uint64) {
	l := s.levels[slice]
	return l.blocks, 1 << l.cubes
}

// Runs implements [fast.Sweeps]. A run is a block and a number of the mover's marks.
func (s sweeps) Runs(slice int) (runs []fast.SweepRun) {
	l := s.levels[slice]
	for own := range l.cubes + 1 {
		for block := range l.blocks {
			runs = append(runs, fast.SweepRun{Block: block, Size: placement.Choose(l.cubes, own)})
		}
	}
	return runs
}

// NewSweepScratch implements [fast.Sweeps].
func (s sweeps) NewSweepScratch() fast.SweepScratch { return &sweepScratch{marks: s.marks} }

// sweepScratch implements [fast.SweepScratch].
type sweepScratch struct {
	*marks
	turned []uint64 // a set of a block as the previous mover sees it
	led    []led
	pulls  []setPull
	places []uint32
	steps  []mapping[uint32] // of the pulls
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
		for bit := range wordBits {
			if set>>bit&1 != 0 {
				within &= slotMask(bit)
			}
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
	l.turn(lost, won)
	for n := range won {
		lost[n] &^= won[n]
	}
}

// turn stores in dst a set of positions of a block as the other player sees it.
func (l *level) turn(dst, set []uint64) {
	unused := 64 - min(64, 1<<l.cubes) // bits of a word
	for n, x := range set {
		dst[len(dst)-1-n] = bits.Reverse64(x) >> unused
	}
}

// AppendLeads implements [fast.SweepScratch].
func (w *sweepScratch) AppendLeads(dst [][2]int, slice, block int) [][2]int {
	for n := range w.pushes {
		to := w.leadsTo(n, slice, w.levels[slice].ready().sets[block])
		dst = append(dst, [2]int{to.slice, to.block})
	}
	return dst
}

// leadsTo returns the result of a push from a block, given by its neutral cubes.
func (w *sweepScratch) leadsTo(n, slice int, blank uint32) led {
	p, set := &w.pushes[n], w.plain.of(blank)
	to := led{slice: slice + int(set>>p.cell&1), push: n}
	to.block, to.by = w.levels[to.slice].ready().blockOf(uint32(p.move(uint64(set))))
	return to
}

// Before implements [fast.SweepScratch]. The mover's marks after a push are the opponent's for the
// next player. Before finds bits from the next player's view and turns them round at the end.
func (w *sweepScratch) Before(dst, among []uint64, slice, block int, sets func(slice, block int) ([]uint64, uint64)) {
	l := w.levels[slice].ready()
	w.findPulls(slice, block, sets)
	if few(fast.Count(among), len(among)) {
		w.test(dst, among)
		return
	}
	if cap(w.turned) < len(dst) {
		w.turned = make([]uint64, len(dst))
	}
	w.turned = w.turned[:len(dst)]
	clear(w.turned)
	for n := range w.pulls {
		p := &w.pulls[n]
		switch {
		case !few(p.count, len(p.src)):
			p.add(w.turned, p.src)
		case n == 0 || &p.src[0] != &w.pulls[n-1].src[0]:
			w.places = fast.AppendPlaces(w.places[:0], p.src)
			fallthrough
		default:
			p.addPlaces(w.turned, w.places)
		}
	}
	l.turn(dst, w.turned)
	for n, x := range among {
		dst[n] &= x
	}
}

// few reports whether single positions take less work than whole words.
func few(count uint64, words int) bool { return count < uint64(words)/2 }

// test is Before for few positions. It examines their moves one by one.
func (w *sweepScratch) test(dst, among []uint64) {
	clear(dst)
	w.places = fast.AppendPlaces(w.places[:0], among)
	if len(w.places) == 0 {
		return
	}
	if w.steps == nil {
		w.steps = make([]mapping[uint32], len(w.pushes))
	}
	for n := range w.pulls {
		w.pulls[n].makeSteps(&w.steps[n])
	}
	for _, place := range w.places {
		for n := range w.pulls {
			p := &w.pulls[n]
			z := ^place & (1<<p.bits - 1)
			if z>>p.still&1 != 0 {
				continue
			}
			if y := p.steps.of(z); p.src[y/64]>>(y%64)&1 != 0 {
				dst[place/64] |= 1 << (place % 64)
				break
			}
		}
	}
}

// setPull is a pull from a set.
type setPull struct {
	pull
	src   []uint64
	count uint64
}

// findPulls lists the pulls from nonempty sets. Pulls from the same set are adjacent.
func (w *sweepScratch) findPulls(slice, block int, sets func(slice, block int) ([]uint64, uint64)) {
	l := w.levels[slice]
	w.led = w.led[:0]
	for n := range w.pushes {
		w.led = append(w.led, w.leadsTo(n, slice, l.sets[block]))
	}
	slices.SortFunc(w.led, func(a, b led) int { return cmp.Or(a.slice-b.slice, a.block-b.block, a.push-b.push) })
	w.pulls = w.pulls[:0]
	for _, to := range w.led {
		if src, count := sets(to.slice, to.block); count > 0 {
			w.pulls = append(w.pulls, setPull{w.pullOf(to, l, l.sets[block]), src, count})
		}
	}
}

// led is the result of a push.
type led struct {
	slice, block int
	by           int // the symmetry that leads to the block
	push         int
}

// pullOf returns the pull of a push from the block of l with those neutral cubes.
func (w *sweepScratch) pullOf(to led, l *level, blank uint32) pull {
	p := pull{bits: l.cubes, wide: w.levels[to.slice].cubes, still: l.cubes}
	push, there := &w.pushes[to.push], w.levels[to.slice].sets[to.block]
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
