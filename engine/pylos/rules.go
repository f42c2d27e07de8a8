package pylos

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// rules are the rules of a variant. They are safe for concurrent use.
type rules struct {
	*geometry
	spheres int  // of each player
	taking  bool // who completes a shape takes spheres back
}

// nowhere is no place.
const nowhere = -1

// turn is a turn of the mover that does not end the game.
type turn struct {
	spheres uint32 // the mover's spheres after it
	from    int8   // the place that the sphere was raised from, or nowhere: from the reserve
	to      int8
	taken   [2]int8 // in this order, or nowhere
}

func newRules(name string, size, spheres int) *rules {
	return &rules{geometry: newGeometry(size, name != "children", name == "mature"), spheres: spheres, taking: name != "children"}
}

// appendTurns appends the turns of a player with spheres own against other. It reports whether some
// turn wins at once, on the top.
func (r *rules) appendTurns(dst []turn, own, other uint32) ([]turn, engine.Ends) {
	var ends engine.Ends
	occupied := own | other
	top := uint32(1) << (r.places - 1)
	put := func(from int8, left uint32, to uint32) {
		if to&top != 0 {
			ends = engine.WinsNow
			to &^= top
		}
		for ; to != 0; to &= to - 1 {
			p := bits.TrailingZeros32(to)
			t := turn{left | 1<<p, from, int8(p), [2]int8{nowhere, nowhere}}
			if !r.taking || !r.completes(t.spheres, p) {
				dst = append(dst, t)
				continue
			}
			dst = r.appendTaken(dst, t, other)
		}
	}
	if bits.OnesCount32(own) < r.spheres {
		put(nowhere, own, r.open(occupied))
	}
	for raise := own & r.free(occupied); raise != 0; raise &= raise - 1 {
		a := bits.TrailingZeros32(raise)
		left := own &^ (1 << a)
		put(int8(a), left, r.higher[a]&r.open(occupied&^(1<<a)))
	}
	return dst, ends
}

// appendTaken appends the ways to take back one or two spheres after a turn that completed a shape.
func (r *rules) appendTaken(dst []turn, t turn, other uint32) []turn {
	free := t.spheres & r.free(t.spheres|other)
	for one := free; one != 0; one &= one - 1 {
		a := bits.TrailingZeros32(one)
		u := t
		u.spheres &^= 1 << a
		u.taken[0] = int8(a)
		dst = append(dst, u)
		second := u.spheres & r.free(u.spheres|other)
		for two := second &^ (free & (1<<a - 1)); two != 0; two &= two - 1 {
			v := u
			v.taken[1] = int8(bits.TrailingZeros32(two))
			v.spheres &^= two & -two
			dst = append(dst, v)
		}
	}
	return dst
}

// appendBefore appends the sets of spheres from which a turn leads to last, against the opponent's other:
// each once, and ascending where a turn can take spheres back.
func (r *rules) appendBefore(dst []uint32, last, other uint32) []uint32 {
	first := len(dst)
	dst = r.appendUnput(dst, last, other, false)
	if r.taking && r.near(last, other) {
		occupied := last | other
		for one := r.open(occupied) &^ (1 << (r.places - 1)); one != 0; one &= one - 1 {
			a := one & -one
			with := last | a
			dst = r.appendUnput(dst, with, other, true)
			rest := r.open(with|other) &^ (1 << (r.places - 1))
			for two := rest &^ (r.open(occupied) & (a - 1)); two != 0; two &= two - 1 {
				dst = r.appendUnput(dst, with|two&-two, other, true)
			}
		}
		list := dst[first:]
		slices.Sort(list)
		dst = dst[:first+len(slices.Compact(list))]
	}
	return dst
}

// near reports whether two more spheres could complete a shape.
func (r *rules) near(spheres, other uint32) bool {
	return slices.ContainsFunc(r.shapes, func(shape uint32) bool {
		return shape&other == 0 && bits.OnesCount32(shape&^spheres) <= 2
	})
}

// appendUnput appends the sets before a sphere was put on the board, without what was taken after it;
// taken says that it completed a shape.
func (r *rules) appendUnput(dst []uint32, spheres, other uint32, taken bool) []uint32 {
	n := bits.OnesCount32(spheres)
	if n > r.spheres {
		return dst
	}
	for put := spheres & r.free(spheres|other); put != 0; put &= put - 1 {
		b := bits.TrailingZeros32(put)
		if (r.taking && r.completes(spheres, b)) != taken {
			continue
		}
		left := spheres &^ (1 << b)
		dst = append(dst, left)
		for from := r.lower[b] & r.open(left|other); from != 0; from &= from - 1 {
			dst = append(dst, left|from&-from)
		}
	}
	return dst
}
