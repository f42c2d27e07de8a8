// Package tupitu is Tupitu on boards of up to 25 tiles, solved a whole layer at a
// time.
//
// # Rules
//
// Two players stand on tiles of a board. A turn: step like a chess king to an
// adjacent tile that still stands and is not the opponent's, then clear one
// standing tile that holds no player, which may be the one just left. A cleared
// tile is gone for good. Who cannot step has lost. After a step there is always a
// tile to clear, the one just left, so that a player can move if he can step.
//
// # Indices
//
// A board of t tiles has t(t-1)·C(t-2, n) positions with n tiles cleared, 2^(t-2)
// times t(t-1) in all. The symmetries of the board, 8 of a square and 4 of another
// rectangle, move the ordered pair (mover, opponent) to one pair of its class: 85
// classes on 5×5 instead of 600 pairs. The cleared tiles are then any n of the
// t-2 others. A slice holds the positions with n tiles cleared:
//
//	index = first(n) + class·C(t-2, n) + rank(cleared tiles)
//
// where the rank is the place in ascending order of the sets as binary numbers,
// with the two players' tiles left out. A position shares its index with as many
// positions as its class has pairs. Where both players of a pair stand on an axis
// of the board, the mirror twin has the same pair and an index of its own; on 5×5
// this is 13 % more than one index for each set of twins would be, and the index needs
// no tables.
//
// # How a layer is solved
//
// Every turn leads into the next layer. The mover on a, against an opponent on b,
// with the tiles C cleared, chooses a tile a' next to a and a tile t to clear:
//
//	value(a, b, C) = best over a' and t of value(b, a', C ∪ {t}), turned round
//
// Values become keys of seven bits of which the mover wants the greatest, so that
// the best is a maximum, taken of eight positions in one word. For one class of
// pairs this is two steps (layer.go): first the best over a', for all sets with
// one tile more; then the best over t, where sets that differ in one tile lie a
// fixed distance apart for whole runs.
//
// The first step reads positions of other classes, moved by a symmetry. The cells
// of the board are numbered such that the first ones, about half of them, are a
// union of orbits, which every symmetry maps to itself. A block, all sets with
// the same high cells and the same number of low ones, is therefore a contiguous
// run before and after, and within it every set goes the same way for all blocks
// of a size: a gather with one small table within the first-level cache.
package tupitu
