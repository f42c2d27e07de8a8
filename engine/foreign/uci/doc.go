// Package uci makes games of the variants that a UCI engine knows, Fairy-Stockfish: those
// that are built in, and those of a file of variants. From any position, what the engine says
// of moves and of the ends of games is the rules, and nothing of its search is asked.
//
// A game is named by its variant, "uci:NAME", or by a file of variants,
// "uci:FILE.ini#NAME", and the parameter fen says where it starts. Positions are written as
// FEN without the counters of moves, moves as UCI has them.
//
// # What the engine is asked
//
// Of each position, in the protocol UCI: what it reads of the FEN ("d"), the moves ("go perft
// 1"), and for each move the FEN behind it ("position fen … moves …", "d"). Commands for many
// positions are written at once. A position without moves is over, and what it is worth the
// engine says in the protocol of XBoard ("setboard", "go"), where a result names the winner:
// the mate or stalemate, the flag, the line, the piece that is extinct are its own rules.
//
// # What is left out
//
// What a FEN does not tell: repetition, the counts of moves without progress. Play without
// end is a draw. Variants in which a move depends on the move before (two passes in a row,
// boards of partners) are refused. What else a variant has that is left out stands in its
// rules, see notes.go. A mate that only the way to it forbids, as by a pawn that was dropped,
// is no such rule: it ends the game with the move.
//
// # Keys
//
// A key is the FEN, packed: see packing.go. A game whose positions do not fit 64 bits so is
// refused.
package uci
