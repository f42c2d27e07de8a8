package pushfight

import "math/bits"

// scanWins goes through the n positions from the permutation index first on and
// calls add for each longest run of them that is found won this turn, in ascending
// order, and other, if it is not nil, for each position that is not won.
func (k *Kernel) ScanWinsX(first, n uint64, add func(first, n uint64), other func(i uint64, p Position)) {
	w := &k.walk
	w.seek(k.variant.unpermute(first))
	for i, end := first, first+n; i < end; {
		run := uint64(1)
		last := w.squares - 1
		if top := k.wonBy(&w.position); top >= 0 {
			last, run = w.run(top)
			run = min(run, end-i)
			add(i, run)
		} else if other != nil {
			other(i, w.position)
		}
		i += run
		if !w.skip(last) {
			break
		}
	}
}

// wonBy returns the last of some squares, the first ones of the board, that decide
// that p is won this turn, and -1 where it is not.
func (k *Kernel) wonBy(p *Position) int {
	best := uint64(0)
	for i := range k.scan {
		t := &k.scan[i]
		if t.holds(p) && (best == 0 || t.all < best) {
			best = t.all
			Stats[0]++
			break
		}
	}
	if best == 0 {
		if !k.test.wins(*p) {
			Stats[0]++
			return -1
		}
		Stats[0]++
		b := k.variant.board
		known := b.cells
		for {
			t := k.hunter.find(p, known, 1)
			if len(t) == 0 {
				break
			}
			best = t[0].all
			k.scan[k.next] = t[0]
			known = b.cells & (1<<(63-bits.LeadingZeros64(best)) - 1)
			Stats[3]++
		}
		if best == 0 {
			Stats[4]++
			return k.walk.squares - 1
		}
		k.next = (k.next + 1) % len(k.scan)
	}
	return int(k.variant.board.squareOf[63-bits.LeadingZeros64(best)])
}

var Stats [16]uint64

type Kernel struct {
	defence
	variant *Variant
	walk    walk
	scan    [4]threat
	next    int
}

func (v *Variant) NewKernel() *Kernel {
	k := &Kernel{variant: v, defence: *newDefence(v.board)}
	for i := range k.scan {
		k.scan[i].row = 1 << 63
	}
	k.walk.suffixes = newSuffixes(v)
	return k
}
