package sliding

import "github.com/foregone-db/foregone/engine/multiset"

// ranking numbers the positions that can be solved, by the empty square and then by the order of the
// tiles row by row. Half of the orders can occur with an empty square: those of one parity. Ranks that
// differ in the lowest bit are of different parity, so that the other bits number each half. A tile that
// slides along a row keeps the order. It implements [discover.KeySet].
type ranking struct {
	*rules
	block uint64 // orders of an empty square
}

func newRanking(r *rules) *ranking { return &ranking{r, multiset.Factorial(r.squares-1) / 2} }

// Len implements [discover.KeySet].
func (k *ranking) Len() uint64 { return uint64(k.squares) * k.block }

// order stores the tiles of a key, from 0, without the empty square, and returns that square.
func (k *ranking) order(tiles []uint8, key uint64) (empty int) {
	n := 0
	for square := range k.squares {
		if tile := tileAt(key, square); tile == 0 {
			empty = square
		} else {
			tiles[n] = uint8(tile - 1)
			n++
		}
	}
	return empty
}

// Rank implements [discover.KeySet]. The key is that of an arrangement.
func (k *ranking) Rank(key uint64) (rank uint64, ok bool) {
	var memory [16]uint8
	tiles := memory[:k.squares-1]
	empty := k.order(tiles, key)
	if multiset.IsOdd(tiles) != k.inverted[empty] {
		return 0, false
	}
	return uint64(empty)*k.block + multiset.PermutationRank(tiles)>>1, true
}

// Key implements [discover.KeySet].
func (k *ranking) Key(rank uint64) (key uint64) {
	var memory [16]uint8
	tiles := memory[:k.squares-1]
	empty := int(rank / k.block)
	multiset.Permutation(tiles, rank%k.block<<1)
	if last := len(tiles) - 1; multiset.IsOdd(tiles) != k.inverted[empty] {
		tiles[last], tiles[last-1] = tiles[last-1], tiles[last]
	}
	for n, tile := range tiles {
		square := n
		if square >= empty {
			square++
		}
		key |= uint64(tile+1) << (4 * square)
	}
	return key
}
