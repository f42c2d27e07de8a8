package morris

import (
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the arrangements of men, up to symmetry, by the number of men of either side. It
// makes its tables on first use: on three rings that takes a while, and most commands do not need
// them.
type ranking struct {
	*rules
	orbits [mostHalf + 1]orbits
}

const mostHalf = 11 // men of a side

// orbits lists the sets of a given number of points. Of symmetric sets it lists the least.
type orbits struct {
	once    sync.Once
	plain   []uint32 // sets that no symmetry leaves unchanged, ascending
	special []uint32 // sets that some symmetry leaves unchanged, ascending
	by      []uint16 // by special set: the symmetries that leave it unchanged
}

// frame numbers the arrangements of given numbers of men. In the first ones no symmetry leaves the
// own men unchanged. They are numbered by own men, then by the opponent's men among the free
// points. Of the other arrangements, a set marks the least of their twins.
type frame struct {
	ranking       *ranking
	own, opponent int
	size          uint64
	each          uint64 // ways to place the opponent's men
	orbits        *orbits
	once          sync.Once
	special       *placement.Set
}

// frame makes the frame of the given numbers of men.
func (k *ranking) frame(own, opponent int) *frame {
	return &frame{
		ranking: k, own: own, opponent: opponent, size: k.count(own, opponent),
		each: placement.Choose(k.points-own, opponent), orbits: &k.orbits[own],
	}
}

// count returns the number of arrangements by Burnside's lemma: the average number that a symmetry
// leaves unchanged. In these, the men fill whole cycles of the symmetry.
func (k *ranking) count(own, opponent int) (n uint64) {
	for s := range k.symmetries {
		var ways [mostHalf + 1][mostHalf + 1]uint64
		ways[0][0] = 1
		for seen, p := uint32(0), 0; p < k.points; p++ {
			length := 0
			for q := p; seen>>q&1 == 0; q = k.turned(q, s) {
				seen |= 1 << q
				length++
			}
			if length == 0 {
				continue
			}
			for a := own; a >= 0; a-- {
				for b := opponent; b >= 0; b-- {
					if a >= length {
						ways[a][b] += ways[a-length][b]
					}
					if b >= length {
						ways[a][b] += ways[a][b-length]
					}
				}
			}
		}
		n += ways[own][opponent]
	}
	return n / uint64(k.symmetries)
}

// ready makes the tables for rank and at.
func (f *frame) ready() {
	o := f.orbits
	o.once.Do(func() { f.ranking.findOrbits(o, f.own) })
	f.once.Do(f.findSpecial)
}

// findOrbits lists the sets of n points that are the least of their symmetric images: plain ones,
// which only the identity leaves unchanged, and special ones, with the symmetries that do.
func (k *ranking) findOrbits(o *orbits, n int) {
	for set := uint32(1)<<n - 1; set <= k.all; {
		if least, by := k.least(set); least == set {
			if by&(by-1) == 0 {
				o.plain = append(o.plain, set)
			} else {
				o.special = append(o.special, set)
				o.by = append(o.by, uint16(by))
			}
		}
		if set == 0 {
			return
		}
		set = following(set)
	}
}

// findSpecial finds the stored arrangements whose own men some symmetry leaves unchanged. It takes
// the opponent's men in ascending order as sets of the free points. The table spread maps these to
// sets of all points.
func (f *frame) findSpecial() {
	f.special = placement.NewSet(uint64(len(f.orbits.special)) * f.each)
	var spread [maxPoints / ringPoints][1 << ringPoints]uint32
	for i, own := range f.orbits.special {
		_, by := f.ranking.least(own)
		left := f.ranking.all &^ own
		for part := range spread {
			size := 1
			for range ringPoints {
				for set := range size {
					spread[part][size+set] = spread[part][set] | left&-left
				}
				left &= left - 1
				size *= 2
			}
		}
		set := uint32(1)<<f.opponent - 1
		for n := range f.each {
			opponent := spread[0][set&255] | spread[1][set>>8&255] | spread[2][set>>16&255]
			if f.ranking.leastBy(by, opponent) == opponent {
				f.special.AddRun(uint64(i)*f.each+n, 1)
			}
			set = following(set)
		}
	}
	f.special.Count()
}

// following returns the next greater set of the same size.
func following(set uint32) uint32 { return uint32(placement.Next(uint64(set), ^uint64(0))) }

// rank returns the number of an arrangement, or false if it is not the least of its twins.
func (f *frame) rank(own, opponent uint32) (uint64, bool) {
	f.ready()
	if own&opponent != 0 || (own|opponent)&^f.ranking.all != 0 {
		return 0, false
	}
	n := placement.Rank(uint64(opponent), uint64(f.ranking.all&^own))
	if i, ok := slices.BinarySearch(f.orbits.plain, own); ok {
		return uint64(i)*f.each + n, true
	}
	i, ok := slices.BinarySearch(f.orbits.special, own)
	if !ok {
		return 0, false
	}
	n, ok = f.special.Rank(uint64(i)*f.each + n)
	return uint64(len(f.orbits.plain))*f.each + n, ok
}

// at returns the arrangement of a number.
func (f *frame) at(n uint64) (own, opponent uint32) {
	f.ready()
	plain := uint64(len(f.orbits.plain)) * f.each
	list := f.orbits.plain
	if n >= plain {
		reader := placement.Reader{Set: f.special}
		n, list = reader.Place(n-plain), f.orbits.special
	}
	own = list[n/f.each]
	return own, uint32(placement.Unrank(n%f.each, f.opponent, uint64(f.ranking.all&^own)))
}
