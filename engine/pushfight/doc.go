// Package pushfight is the Push Fight family: any number of movers and pushers a
// side, on the 26-square board or on any board drawn in text.
//
// # Rules
//
// A turn is 0, 1 or 2 moves of different own pieces, each to an empty square
// reached through orthogonally adjacent empty squares, and then one push: a
// pusher steps onto an occupied neighbouring square and shifts the unbroken row
// of pieces before it by one. The piece under the anchor cannot be pushed, and
// the outer sides of the top and bottom rows are closed by railings; everywhere
// else a row can be pushed over the edge, and the owner of the piece that drops
// has lost. The anchor then stands on the pusher that pushed. Who cannot push has
// lost. Pushing off one's own piece is legal in the game but never useful; such
// turns are left out everywhere here.
//
// # Indices
//
// A position has a permutation index, its rank among all strings of symbols
// `.oOxXY` with the same counts, and, if it can come about in play (the anchored
// pusher must have come from a neighbouring square that is now empty, with the
// piece it pushed on the other side), a minimized index that numbers only such
// positions and one of each pair that a half turn of the board makes equal. The
// minimized index is the table's. Orders, notations and file formats follow the
// public Push Fight solution (maksverver/pushfight).
//
// # How it works
//
// A board lies in one 64-bit word, a guard column between the rows, so that a
// step in any direction is a shift and no mask is needed against wrapping. The
// pieces are three words: occupied, pusher, opponent's. A turn is found in two
// parts: the distinct placements of the mover's pieces after at most two moves
// (placements.go), and the pushes from each (pushes.go). Being reachable by at
// most two moves is symmetric, so the same placements serve the predecessors, and
// counting an edge once per placement and push gives equal multiplicities from
// both ends without looking at the order of moves.
//
// # Looking one turn of each side ahead
//
// [Lookahead] scans positions in the order of the permutation index, which is that of the
// files of the public solution; package solver/pushfight makes the files.
//
// A win this turn depends on a few squares only: those of the row that is pushed over
// the edge, and the ways of at most two moves. A threat is that turn with these
// squares. Two things follow.
//
// All positions that agree on the squares of a threat are won. Taking the threat
// whose last square comes earliest, a scan steps over all positions that agree on the
// squares up to there (walk.go).
//
// A position is lost when a threat of the opponent answers every turn. A threat
// answers every turn whose moves and push leave its squares alone, so a few threats
// answer nearly all turns, in sets and without making them (defence.go). Threats are
// kept from one position to the next, and so are the turns that showed positions
// not to be lost: neighbours in the order of the index differ little.
//
// # Speed
//
// One thread, on the full game, beside the public C++ program on this kind of machine
// (figures per second; medians of five runs on two otherwise idle cores of a shared
// machine; no allocations in any row):
//
//	work                                                  C++ program    here
//	phase 0 of a chunk, positions                              0.39 M    43 M
//	phase 1 of a chunk, positions                             0.072 M   1.6 M
//	win in one, random positions                               0.26 M    28 M
//	successor sets, minimized indices, random positions         1,240  11,800
//	predecessor sets, indices of the reachable ones               720  17,000
//	minimized index, random positions                           5.8 M    40 M
//	position of a minimized index, random                       3.5 M    16 M
//
// The chunk rows are the benchmarks' runs from all published chunks; a whole chunk is
// faster or slower by what it holds. Repeat them with
//
//	go test -run '^$' -bench 'Chunk|WinInOne|Successors|Predecessors|inimize' -cpu 1 ./engine/pushfight/...
package pushfight
