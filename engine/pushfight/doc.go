// Package pushfight is the Push Fight family: any number of movers and pushers a
// side, on the 26-square board or on any board drawn in text.
//
// # Rules
//
// A turn is 0, 1 or 2 moves of different own pieces, each to an empty square
// reached through orthogonally adjacent empty squares, and then one push: a
// pusher steps onto an occupied neighbouring square and shifts the unbroken row
// of pieces before it by one. The piece under the anchor cannot be pushed.
// Railings close the outer sides of the top and bottom rows; over any other edge
// a row can be pushed, and the owner of the piece that drops loses. The anchor then
// stands on the pusher that pushed. A player who cannot push loses. Pushing off an own
// piece is legal in the game but never useful; this package leaves such turns out.
//
// # Indices
//
// A position has a permutation index: its rank among all strings of symbols `.oOxXY` with the same
// counts. A reachable position also has a minimized index. It is reachable if one neighbour of the
// anchored pusher, where it came from, is empty and the opposite one holds the piece it pushed.
// Minimized indices number the reachable positions. Two positions that a half turn of the board
// maps to each other share an index. Tables are in the order of minimized indices. Orders,
// notations and file formats follow the public Push Fight solution (maksverver/pushfight).
//
// # How it works
//
// A board is one 64-bit word with a guard column between the rows, so that a step in any
// direction is a shift that needs no mask against wrapping. The pieces are three words:
// occupied, pusher, opponent's. A turn has two parts: a placement of the mover's pieces after
// at most two moves (placements.go), and a push from there (pushes.go). Reachability by at
// most two moves is symmetric, so the same placements serve the predecessors. An edge counts
// once for each placement and push, which gives equal multiplicities from both ends,
// whatever the order of the moves.
//
// # Looking one turn of each side ahead
//
// [Lookahead] scans positions in the order of the permutation index. The files of the public
// solution have this order, and package solver/pushfight makes such files.
//
// A win this turn depends on few squares: the row that is pushed over the edge, and the paths of at
// most two moves. A threat is a turn with these squares.
//
// All positions that agree on the squares of a threat are won. A scan takes the threat
// whose last square comes earliest, and steps over all positions that agree on the
// squares up to there (walk.go).
//
// A position is lost when a threat of the opponent answers every turn. A threat
// answers every turn whose moves and push do not touch its squares, so a few threats
// answer nearly all turns, in sets and without making them (defence.go). Neighbours in the
// order of the index differ little, so a scan keeps threats from one position to the next,
// and also the turns that proved positions not lost.
//
// # Speed
//
// The figures are per second, for one thread on the full game, next to those of the public C++
// program on this kind of machine. They are medians of five runs on two otherwise idle cores of a
// shared machine. No row allocates memory.
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
// The chunk rows are runs from all published chunks; single chunks differ. Repeat them with
//
//	go test -run '^$' -bench 'Chunk|WinInOne|Successors|Predecessors|inimize' -cpu 1 ./engine/pushfight/...
package pushfight
