package rpsw

import (
	"cmp"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
)

// matter is the sets of pieces of both sides: the part of a slice with a given side to move.
type matter struct {
	ownPieces, oppPieces kindSet
	ownKinds, oppKinds   [kinds]kind // in order
	first                uint64      // the lowest index
	*shape                           // of the placements
}

// pair is an unordered pair of sets of pieces, a slice. The first set has more pieces, or equally
// many and bits that are not greater.
type pair [2]kindSet

// pairs lists the pairs with at most the given number of pieces a side, in ascending order of all
// pieces. The target of a capture thus comes before its source.
func pairs(pieces int) (list []pair) {
	for a := kindSet(1); a < 1<<kinds; a++ {
		for b := kindSet(1); b < 1<<kinds; b++ {
			if a.len() <= pieces && (a.len() > b.len() || a.len() == b.len() && a <= b) {
				list = append(list, pair{a, b})
			}
		}
	}
	slices.SortStableFunc(list, func(p, q pair) int {
		return cmp.Or(cmp.Compare(p[0].len()+p[1].len(), q[0].len()+q[1].len()), cmp.Compare(p[0].len(), q[0].len()))
	})
	return list
}

// numbering maps positions to indices.
type numbering struct {
	board    *board
	pieces   int // most pieces of a side
	size     uint64
	slices   []engine.Slice
	matters  []*matter // in order of their indices
	matterOf [1 << kinds][1 << kinds]*matter
}

// number numbers the positions, slice by slice.
func (v *numbering) number() {
	var shapes [kinds + 1][kinds + 1]*shape
	slice := map[pair]int{}
	for _, p := range pairs(v.pieces) {
		m, n := p[0].len(), p[1].len()
		if shapes[m][n] == nil {
			shapes[m][n], shapes[n][m] = newShape(v.board, m, n), newShape(v.board, n, m)
		}
		if shapes[m][n].size == 0 {
			continue // the board has too few squares for these pieces
		}
		s := engine.Slice{Name: p[0].String() + " v " + p[1].String(), First: v.size}
		switch {
		case v.board.middle == 0:
			s.Weight = 2
		case v.board.middle == v.board.all:
			s.Weight = 1
		}
		v.add(p[0], p[1], shapes[m][n])
		if p[0] != p[1] {
			v.add(p[1], p[0], shapes[n][m])
		}
		s.Size = v.size - s.First
		for _, e := range v.exits(p) {
			s.Exits = append(s.Exits, slice[e])
		}
		slices.Sort(s.Exits)
		slice[p] = len(v.slices)
		v.slices = append(v.slices, s)
	}
}

// add numbers the positions with one side to move.
func (v *numbering) add(own, opp kindSet, s *shape) {
	m := &matter{ownPieces: own, oppPieces: opp, first: v.size, shape: s}
	copy(m.ownKinds[:], own.list())
	copy(m.oppKinds[:], opp.list())
	v.matters = append(v.matters, m)
	v.matterOf[own][opp] = m
	v.size += s.size
}

// exits returns the slices that captures lead to, each once: an opposing piece takes a piece that
// is not the last of its side.
func (v *numbering) exits(p pair) (list []pair) {
	for side := range p {
		taker, loser := p[side], p[1-side]
		// A capture that does not end the game happens below the last row and off
		// row 1, by a piece that comes from another square of the own rows.
		if v.board.height < 3 || taker.len() >= v.board.width*(v.board.height-1) || loser.len() == 1 {
			continue
		}
		for k := range kind(kinds) {
			if loser.has(k) && taker.prey().has(k) {
				e := pair{taker, loser &^ setOf(k)}
				if e[0].len() < e[1].len() || e[0].len() == e[1].len() && e[0] > e[1] {
					e[0], e[1] = e[1], e[0]
				}
				if !slices.Contains(list, e) {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// matterAt returns the pieces at index i and the rank of the placement.
func (v *numbering) matterAt(i uint64) (m *matter, rank uint64) {
	n := sort.Search(len(v.matters), func(n int) bool { return v.matters[n].first > i })
	m = v.matters[n-1]
	return m, i - m.first
}
