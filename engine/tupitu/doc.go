// Package tupitu is Tupitu on boards of up to 25 tiles. The solver evaluates a whole layer at a
// time.
//
// # Rules
//
// Two players stand on tiles of a board. In a turn the mover steps like a chess king to an adjacent
// standing tile that the opponent does not occupy. Then he clears one standing tile without a
// player, which may be the one he just left. A cleared tile never returns. A player who cannot step
// has lost. The tile just left can always be cleared, so a player who can step can move.
//
// # Indices
//
// A board of t tiles has t(t-1)·C(t-2, n) positions with n tiles cleared, and t(t-1) times 2^(t-2)
// in all. A square has 8 symmetries, another rectangle has 4. They map the ordered pair (mover,
// opponent) to one pair of its class. 5×5 has 85 classes instead of 600 pairs. The cleared tiles
// are any n of the t-2 others. A slice holds the positions with n tiles cleared:
//
//	index = first(n) + class·C(t-2, n) + rank(cleared tiles)
//
// The rank is the place among the sets in ascending order as binary numbers, without the two
// players' tiles. As many positions share an index as the class has pairs. If both players of a
// pair stand on an axis of the board, the mirror twin has the same pair and a separate index. On
// 5×5 this takes 13 % more indices than one for each set of twins, and the index needs no tables.
//
// # How a layer is solved
//
// Every turn leads into the next layer. The mover stands on a, his opponent on b, and the tiles C
// are cleared. He chooses a tile a' next to a and a tile t to clear:
//
//	value(a, b, C) = best over a' and t of value(b, a', C ∪ {t}), for the other player
//
// The solver recodes values as keys of seven bits, in which the greatest key is best for the mover.
// So the best value is a maximum, computed for eight positions in one word. For one class of pairs
// this takes two steps (layer.go). The first finds the best over a' for all sets with one more
// tile. The second finds the best over t, where sets that differ in one tile lie a fixed distance
// apart for whole runs.
//
// The first step reads positions of other classes, mapped by a symmetry. The first cells, about
// half of the board, are a union of orbits, so every symmetry maps them to themselves. A block is
// all sets with the same high cells and the same number of low ones. So it is a contiguous run
// before and after the symmetry, and the symmetry permutes all blocks of a size in the same way. One
// small table in the L1 cache gathers them all.
package tupitu
