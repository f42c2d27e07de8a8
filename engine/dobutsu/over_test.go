//go:build long

package dobutsu

import (
	"math/bits"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// over counts positions that are over: the mover can take the lion, or has lost to one that
// came across. They are numbered as stored positions are, with all pairs of lions.
type over struct {
	*Variant
	seen      []uint64
	won, lost uint64
}

// add counts a position, whose mirror image is the same.
func (o *over) add(n *men) {
	m := *n
	m.mirror(o.board)
	number := min(o.number(n), o.number(&m))
	if bit := uint64(1) << (number & 63); o.seen[number>>6]&bit == 0 {
		o.seen[number>>6] |= bit
		if n.attacked(o.board, n.lions[1]) {
			o.won++
		} else {
			o.lost++
		}
	}
}

func (o *over) number(n *men) uint64 {
	return uint64(int(n.lions[0])*o.squares+int(n.lions[1]))*o.unit + o.place(n, 0)
}

// addAfter counts the positions that moves of a player lead to, as the opponent sees them.
func (o *over) addAfter(f *men) {
	add := func(n *men) {
		if n.attacked(o.board, n.lions[1]) || o.board.first>>n.lions[1]&1 != 0 {
			o.add(n)
		}
	}
	each := func(squares uint16, f func(s int, bit uint16)) {
		for ; squares != 0; squares &= squares - 1 {
			f(bits.TrailingZeros16(squares), squares&-squares)
		}
	}
	stay := f.others() | 1<<f.lions[1]
	each(o.down[lion][f.lions[1]]&^stay, func(to int, bit uint16) {
		n := *f
		n.remove(bit)
		n.lions[1] = uint8(to)
		add(&n)
	})
	for kind := range kinds {
		each(f.at[kind]&f.others(), func(from int, piece uint16) {
			as := kind
			if f.hens&piece != 0 {
				as = hen
			}
			each(o.down[as][from]&^stay, func(_ int, bit uint16) {
				n := *f
				n.remove(bit | piece)
				n.at[kind] |= bit
				if as == hen || as == chick && bit&o.board.first != 0 {
					n.hens |= bit
				}
				add(&n)
			})
		})
		if f.away(kind, int(o.counts[kind])) > 0 {
			each(o.all&^f.occupied(), func(_ int, bit uint16) {
				n := *f
				n.at[kind] |= bit
				add(&n)
			})
		}
	}
}

// TestOver counts the reachable positions as the publication does, those that are over
// included.
func TestOver(t *testing.T) {
	v := open(t, "dobutsu")
	o := &over{Variant: v, seen: make([]uint64, (uint64(v.squares*v.squares)*v.unit+63)/64)}
	reached, done := engine.NewSet(0, v.Size()), make([]uint64, (v.Size()+63)/64)
	start, _ := v.Start()
	i, _ := v.Index(start)
	reached.Add(i)
	done[v.hanging()>>6] |= 1 << (v.hanging() & 63)
	w := v.NewScratch().Generator.(*scratch)
	var next []uint64
	for again := true; again; {
		again = false
		for k := range done {
			for open := reached.Words()[k] &^ done[k]; open != 0; open = reached.Words()[k] &^ done[k] {
				again = true
				done[k] |= open & -open
				next, _ = w.AppendSuccessors(next[:0], uint64(k<<6+bits.TrailingZeros64(open)))
				o.addAfter(&w.frame)
				for _, j := range next {
					reached.Add(j)
				}
			}
		}
	}
	if n := reached.Count() - 1; n != 99_485_568 { // but for the index of those that are over
		t.Errorf("%d positions that are not over are reachable, want 99,485,568", n)
	}
	if o.won != 196_773_087-56_474_473 || o.lost != 47_347_380-40_328_395 {
		t.Errorf("%d reachable positions are over and won, %d lost, want 140,298,614 and 7,018,985", o.won, o.lost)
	}
}
