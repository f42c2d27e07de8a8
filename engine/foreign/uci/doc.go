// Package uci makes games from the variants of Fairy-Stockfish, a UCI engine: the built-in
// variants, and those in a file of variants. The rules are the moves and the ends of games that the
// engine reports for a position. The package does not use the results of the engine's search.
//
// "uci:NAME" names the game of a built-in variant, "uci:FILE.ini#NAME" that of a file of variants.
// The parameter fen sets the start. Positions are written as FEN without move counters, and moves
// as in UCI. This file has a variant, hexapawn, which "foregone solve uci:variants.ini#hexapawn" solves:
//
//	[hexapawn:chess]
//	maxRank = 3
//	maxFile = c
//	king = -
//	queen = -
//	rook = -
//	bishop = -
//	knight = -
//	castling = false
//	doubleStep = false
//	startFen = ppp/3/PPP w - - 0 1
//	promotionPieceTypes = -
//	flagPiece = p
//	whiteFlag = *3
//	blackFlag = *1
//	stalemateValue = loss
//
// The options are those of the installed engine: the file variants.ini of its version explains them.
// Some have other names in later versions, such as flagRegionWhite for whiteFlag in 11.
//
// # Questions to the engine
//
// For each position the package asks three questions in the UCI protocol: how the engine reads the
// FEN ("d"), the moves ("go perft 1"), and the FEN after each move ("position fen … moves …", "d").
// It sends the commands for many positions at once. A position without moves is finished. The
// engine tells its outcome in the XBoard protocol ("setboard", "go"), where the result names the
// winner. So mate, stalemate, flags, lines and extinct pieces follow the engine's own rules.
//
// # What is left out
//
// The games leave out rules that depend on more than a FEN: repetition, and the number of moves
// without progress. Play without end is a draw. The package refuses variants in which a move
// depends on the one before, such as two passes in a row, or on another board. The rules text of a
// game names all other omissions (file notes.go). In some variants the result of a checkmate
// depends on the mating move, for example on whether it drops a pawn. There the mating move itself
// ends the game.
//
// # Keys
//
// A key is the packed FEN (file packing.go). The package refuses games whose positions do not fit
// into 64 bits.
package uci
