package chess

import "sync"

// kingPair is the place of the two kings up to symmetry.
type kingPair struct {
	number int16 // -1: the kings are next to each other
	turn   uint8 // the symmetry that maps the kings to their representatives
	double bool  // both then stand on the diagonal, so that a second symmetry does the same
}

// kingPairs numbers the places of the kings: 462 with all 8 symmetries, 1806 with pawns, where only
// the reversal of the columns is left.
type kingPairs struct {
	pairs   [64 * 64]kingPair // of White's king and Black's
	squares [][2]uint8        // by number
	plain   int               // the numbers below it are not double
}

var (
	kingsAlone     = sync.OnceValue(func() *kingPairs { return newKingPairs(false) })
	kingsWithPawns = sync.OnceValue(func() *kingPairs { return newKingPairs(true) })
)

func newKingPairs(pawns bool) *kingPairs {
	k := &kingPairs{}
	g := boardGeometry()
	// stored reports whether kings are their own representatives.
	stored := func(a, b uint8) (yes, double bool) {
		column, row := a&7, a>>3
		switch {
		case column > 3:
			return false, false
		case pawns:
			return true, false
		case row > column, row == column && b>>3 > b&7:
			return false, false
		}
		return true, row == column && b>>3 == b&7
	}
	for _, doubles := range [2]bool{false, true} {
		for a := range uint8(64) {
			for b := range uint8(64) {
				if yes, double := stored(a, b); yes && double == doubles && a != b && g.king[a]>>b&1 == 0 {
					k.pairs[int(a)<<6|int(b)] = kingPair{number: int16(len(k.squares)), double: double}
					k.squares = append(k.squares, [2]uint8{a, b})
				}
			}
		}
		if !doubles {
			k.plain = len(k.squares)
		}
	}
	for a := range uint8(64) {
		for b := range uint8(64) {
			p := &k.pairs[int(a)<<6|int(b)]
			if a == b || g.king[a]>>b&1 != 0 {
				p.number = -1
				continue
			}
			for turn := range uint8(8) {
				if pawns && turn > 1 {
					break
				}
				to, other := g.turns[turn][a], g.turns[turn][b]
				if yes, double := stored(to, other); yes {
					*p = kingPair{k.pairs[int(to)<<6|int(other)].number, turn, double}
					break
				}
			}
		}
	}
	return k
}

// of returns the place of the two kings.
func (k *kingPairs) of(n *men) kingPair {
	return k.pairs[int(n.king(white))<<6|int(n.king(black))]
}
