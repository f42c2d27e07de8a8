package baghchal

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

// keySet has the positions of a slice as keys.
type keySet struct {
	*numbering
	first, size uint64
}

// Len implements the KeySet of package discover.
func (k keySet) Len() uint64 { return k.size }

// Key implements the KeySet of package discover.
func (k keySet) Key(rank uint64) uint64 { return k.at(k.first + rank).key() }

// Rank implements the KeySet of package discover.
func (k keySet) Rank(key uint64) (uint64, bool) {
	if k.Canonical(key) != key {
		return 0, false
	}
	rank := k.index(read(key)) - k.first
	return rank, rank < k.size
}

// Canonical implements [engine.Symmetry].
func (n *numbering) Canonical(key uint64) uint64 {
	p := read(key)
	o, _, set := n.base(p)
	p.tigers, p.goats = o.tigers, spread(set, o.tigers)
	return p.key()
}

// KeyWeight implements [engine.Symmetry].
func (n *numbering) KeyWeight(key uint64) uint64 {
	o, _, set := n.base(read(key))
	same := 1
	for at := range o.images {
		if n.apply(&o.images[at], set) == set {
			same++
		}
	}
	return uint64(n.Order / same)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (n *numbering) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(moves{n}, dst, key)
}

// moves are the rules as [engine.CanonicalMoves] takes them.
type moves struct{ *numbering }

// AppendMoves implements the AppendMoves of [engine.Rules].
func (m moves) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return m.appendMoves(dst, key)
}

// name returns the name of a stage. A slice of two stages has the name of the first.
func (st *stage) name() string {
	switch {
	case st.hand == 0:
		return fmt.Sprintf("placed, %d captured", st.captured)
	case st.hunting:
		return fmt.Sprintf("tigers, %d in hand, %d captured", st.hand, st.captured)
	}
	return fmt.Sprintf("goats, %d in hand, %d captured", st.hand, st.captured)
}

// sections implements the Sections of [engine.Parts]: the stages.
func (n *numbering) sections() (list []engine.Section) {
	for at := range n.stages {
		st := &n.stages[at]
		name := st.name()
		if st.hand == 0 && st.hunting {
			name = "tigers, " + name
		} else if st.hand == 0 {
			name = "goats, " + name
		}
		list = append(list, engine.Section{Name: name, First: st.first, Size: n.first[st.goats][len(n.orbits)]})
	}
	return list
}
