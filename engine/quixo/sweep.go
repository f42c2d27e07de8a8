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
	steps  []steps // of the pulls
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

// Ended implements [fast.SweepScratch].
func (w *sweepScratch) Ended(won, lost []uint64, slice, block int) {
	l := w.levels[slice]
	l.ready()
	clear(won)
	clear(lost)
	blank := l.sets[block]
	for _, line := range w.lines {
		cells := w.arrange(0, line)
		if cells&blank != 0 {
			continue
		}
		set := multiset.Squeeze(cells, blank)
		high, within := int(set>>wordBits), ^uint64(0)
		for low := set & (1<<wordBits - 1); low != 0; low &= low - 1 {
			within &= slotMask(bits.TrailingZeros32(low))
		}
		without := ^uint64(0)
		for low := set & (1<<wordBits - 1); low != 0; low &= low - 1 {
			without &^= slotMask(bits.TrailingZeros32(low))
		}
		if l.cubes < wordBits {
			without &= 1<<(1<<l.cubes) - 1
			within &= 1<<(1<<l.cubes) - 1
		}
		for n := range won {
			if n&high == high {
				won[n] |= within
			}
			if n&high == 0 {
				lost[n] |= without
			}
		}
	}
	for n := range won {
		lost[n] &^= won[n]
	}
}

// AppendLeads implements [fast.SweepScratch].
func (w *sweepScratch) AppendLeads(dst [][2]int, slice, block int) [][2]int {
	w.levels[slice].ready()
	blank := w.unarrange(w.levels[slice].sets[block])
	for n := range w.shoves {
		to, at, _ := w.leadsTo(&w.shoves[n], slice, blank)
		dst = append(dst, [2]int{to, at})
	}
	return dst
}

// leadsTo returns the slice and block that a push leads to from a set of neutral cubes, and the
// symmetry.
func (w *sweepScratch) leadsTo(s *shove, slice int, blank uint32) (to, block int, by uint8) {
	if blank>>s.cell&1 != 0 {
		slice++
	}
	l := w.levels[slice]
	l.ready()
	block, by = l.blockOf(s.move(blank))
	return slice, block, by
}

// Before implements [fast.SweepScratch]. The mover's marks after a push are the opponent's for the
// next player. Before finds bits from the next player's view and turns them round at the end.
func (w *sweepScratch) Before(dst, among []uint64, slice, block int, sets func(slice, block int) ([]uint64, uint64)) {
	l := w.levels[slice]
	l.ready()
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
	if l.cubes < wordBits {
		dst[0] = bits.Reverse64(w.turned[0]) >> (64 - 1<<l.cubes) & among[0]
		return
	}
	for n, x := range w.turned {
		last := len(dst) - 1 - n
		dst[last] = bits.Reverse64(x) & among[last]
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
		w.steps = make([]steps, len(w.shoves))
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
	blank := w.unarrange(l.sets[block])
	var bitOf [maxCells]int // by cell
	n := 0
	for _, cell := range w.order {
		if blank>>cell&1 == 0 {
			bitOf[cell] = n
			n++
		}
	}
	w.led = w.led[:0]
	for n := range w.shoves {
		to, at, by := w.leadsTo(&w.shoves[n], slice, blank)
		w.led = append(w.led, led{to, at, by, n})
	}
	slices.SortFunc(w.led, func(a, b led) int { return cmp.Or(a.slice-b.slice, a.block-b.block, a.shove-b.shove) })
	w.pulls = w.pulls[:0]
	for _, to := range w.led {
		if src, count := sets(to.slice, to.block); count > 0 {
			w.pulls = append(w.pulls, setPull{w.pullOf(&w.shoves[to.shove], l, w.levels[to.slice], to.block, to.by, &bitOf), src, count})
		}
	}
}

// led is the result of a push.
type led struct {
	slice, block int
	by           uint8
	shove        int
}

// pullOf returns the pull of a push by a symmetry, from a block of l to a block of to. bitOf maps
// the cells of the first block to its bits.
func (w *sweepScratch) pullOf(s *shove, l, to *level, block int, by uint8, bitOf *[maxCells]int) pull {
	p := pull{bits: l.cubes, still: l.cubes}
	if l == to {
		p.still = bitOf[s.cell]
	}
	there := to.sets[block]
	for place := range w.order {
		if there>>place&1 != 0 {
			continue
		}
		cell := int(w.back[by][place])
		switch before := cell - s.step; {
		case cell == s.end:
			p.append(p.still)
		case before >= 0 && s.keep>>before&1 != 0:
			p.append(bitOf[before])
		default:
			p.append(bitOf[cell])
		}
	}
	return p
}
