package pushfight

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// SetupScratch finds values of set-ups. It belongs to one goroutine.
type SetupScratch struct {
	setups  *Setups
	slab    *slabScratch
	wins    []uint64
	any     []uint64
	level   []uint64
	reached []uint64
	ends    [256]int // by merit: the end of its placements in sorted
	sorted  []uint32 // placements by merit
	open    []target // set-ups of the first player that have no value yet
}

// target is a set-up of the first player.
type target struct {
	number int
	bit    uint32
}

// NewScratch returns the working memory of one worker.
func (s *Setups) NewScratch() *SetupScratch {
	set := func() []uint64 { return make([]uint64, s.slabs.space.Size) }
	return &SetupScratch{
		setups: s, slab: s.slabs.NewSlabScratch().(*slabScratch),
		wins: set(), any: set(), level: set(), reached: set(), sorted: make([]uint32, s.Placements()),
	}
}

// Values stores in dst the values, for the first player, of all his set-ups against set-up n of
// the second, whose links must be complete. It goes from the best pushes to the worst: a set-up
// has the value of the best push that at most two moves lead to.
func (w *SetupScratch) Values(dst []byte, n int, l *SetupLinks) error {
	s := w.setups
	t := s.second[n]
	w.slab.enter(t.movers, t.pushers, 0)
	w.slab.Marks(w.wins, w.any)
	theirs := t.movers | t.pushers
	w.open = w.open[:0]
	for i, f := range s.first {
		row, col := s.slabs.configuration(f.movers, f.pushers, theirs)
		w.open = append(w.open, target{i, row*s.slabs.unit + col})
	}
	w.sort(l, n-l.from)
	const won, lost = 2, 1 // the bytes of W1 and L0
	copy(w.level, w.wins)
	w.fill(255)
	w.settle(dst, won)
	for merit := uint32(254); merit > 0; merit-- {
		if w.ends[merit] == w.ends[merit-1] || len(w.open) == 0 {
			continue
		}
		v, err := engine.Byte.Back(engine.Value(valueOf(merit)))
		if err != nil {
			return fmt.Errorf("value of %s against %s: %w", s.First(w.open[0].number), s.Second(n), err)
		}
		clear(w.level)
		w.fill(merit)
		w.settle(dst, byte(v))
	}
	if len(w.open) > 0 { // pushes to positions won at once by the opponent
		copy(w.level, w.any)
		w.settle(dst, 3)
	}
	for _, o := range w.open { // no push at all
		dst[o.number] = lost
	}
	return nil
}

// sort sorts the placements of a set-up by merit. It leaves out those without a push.
func (w *SetupScratch) sort(l *SetupLinks, at int) {
	words := l.words[at*int(l.stride/4) : (at+1)*int(l.stride/4)]
	w.ends = [256]int{}
	for i := range words {
		for x := words[i].Load(); x != 0; x >>= 8 {
			if x&255 != 0 {
				w.ends[x&255]++
			}
		}
	}
	next := 0
	for merit, n := range w.ends {
		w.ends[merit] = next
		next += n
	}
	for i := range words {
		for at, x := i*4, words[i].Load(); x != 0; at, x = at+1, x>>8 {
			if x&255 != 0 {
				w.sorted[w.ends[x&255]] = uint32(at)
				w.ends[x&255]++
			}
		}
	}
}

// fill adds the placements of a merit to level.
func (w *SetupScratch) fill(merit uint32) {
	for _, p := range w.sorted[w.ends[merit-1]:w.ends[merit]] {
		bit := w.setups.bitOf[p]
		w.level[bit/64] |= 1 << (bit % 64)
	}
}

// settle assigns the value to the open set-ups from which at most two moves lead into level.
func (w *SetupScratch) settle(dst []byte, value byte) {
	w.slab.Dilate(w.reached, w.level)
	open := w.open[:0]
	for _, o := range w.open {
		if w.reached[o.bit/64]>>(o.bit%64)&1 != 0 {
			dst[o.number] = value
		} else {
			open = append(open, o)
		}
	}
	w.open = open
}
