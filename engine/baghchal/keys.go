package baghchal

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/multiset"
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
	p.tigers, p.goats = o.tigers, multiset.Spread(set, o.tigers)
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
	return engine.CanonicalMoves(n, dst, key)
}

// sections implements the Sections of [engine.Parts]: the stages.
func (n *numbering) sections() (list []engine.Section) {
	for at := range n.stages {
		st := &n.stages[at]
		list = append(list, engine.Section{Name: st.String(), First: st.first, Size: n.first[st.goats][len(n.orbits)]})
	}
	return list
}
