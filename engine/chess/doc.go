// Package chess implements the endings of chess: all positions of two kings and at most three other
// men.
//
// # Rules
//
// White and Black move in turns by the rules of chess, without castling. En passant captures are
// allowed. A player who is checkmated loses. Stalemate and two bare kings are draws. There is
// neither a fifty-move rule nor a repetition rule.
//
// # Positions
//
// A material is the set of men on the board, such as KQvKR. Symmetric positions count as one
// position. The board has 8 symmetries. With pawns only the left-right reflection remains. Each
// symmetry combines with exchanging the colors and turning the board upside down. So KRvKQ is
// KQvKR, and in KRvKR White is always to move.
//
// The tables store the legal positions. Two men never share a square, and the kings are not
// adjacent. No pawn stands in the first or last row, and the player not to move is not in check. A
// position need not be reachable by play.
//
// A position in which a pawn has just made two steps and can be captured en passant is a separate
// position. It requires that the capture is legal and that the two steps were legal. An en passant
// right without a legal capture does not make a separate position.
//
// # Slices
//
// A slice is a material. Captures and promotions lead to slices with fewer men or fewer pawns, and
// a game contains all of these. A slice lists the positions with White to move, then those with
// Black to move, then those with an en passant capture.
//
// # Indices
//
// A position has a place, a number in mixed radix. Its digits are the pair of kings (462 pairs up
// to symmetry, 1806 with pawns) and, for each color and kind, the squares of these men. Identical
// men share a digit. The digits are independent of each other. A move of a piece thus changes one
// digit by one multiplication, and the next moves of the same piece change nothing else.
//
// Many places are not positions. A set marks the positions, at one and one seventh bits per place.
// The index of a position is the number of positions at lower places (package placement), one read
// of memory. The same read tells whether a move was legal. It also tells whether a king is in
// check: in that case the same men with the other player to move are not a position. So move
// generation needs no separate check test.
//
// The digits of the player to move are the high ones. After a move the high digits are those of the
// player who has not moved. All moves except the king's therefore lead to places close to each
// other.
//
// If both kings stand on the long diagonal, two places can be the same position, and a position can
// be its own twin. The set stores the lower place, and an edge between twins counts once from
// either end. These positions come last among those with the same player to move.
//
// # Figures
//
// The tests compare the published tables (Syzygy, as counted by syzygy-tables.info) of up to three
// men, and with -tags long those of four. The published sizes show how the publication counts:
// symmetric positions once, for either color to move; legal positions as above; none with an en
// passant right; and identical men as distinct. KQQvK has 353,793 positions with White to move here
// and 707,175 there. That is twice as many, less the 411 in which a symmetry exchanges the queens
// and nothing else.
//
// The published distances are to the next capture, promotion or mate by either player:
// metric=conversion here (TestChessConversion). They differ from distances to mate as soon as White
// has a man to give away. In KRNvK White wins 11,476 positions in 2 plies. The number is even
// because Black must then capture a man, and still loses. If White has one man besides the king, as
// in KQvK, the two metrics agree. All 460 published histogram rows agree: 158 of three and four
// men, and 302 of ten materials of five men, including three identical men.
//
// The longest wins are 28 moves of KPvK, 35 of KQvKR, and 43 of all with four men. With five they
// are 107 moves of KBNvKN, 65 of KRBvKR, 74 of KRPvKR and 124 of KQPvKQ (FOREGONE_CHESS,
// TestChessTables of package solver). In KQRvKR White wins in at most 34 moves, and Black in 20:
// with Kb1, Qe4 and Rd4 against Kc3 and Rf1 White must give up the rook, which leads to KQvKR. A
// win counts however many moves it takes, because there is no fifty-move rule.
//
// In KBNvKN with White to move, White wins 26,289,636 positions and loses 104, and 55,557,606 are
// drawn. With Black to move, Black wins 533 and loses 3,617,022, and 90,398,125 are drawn. In
// KRPvKR with White to move, White wins 158,650,355 positions and loses 972,793, and 78,681,546 are
// drawn. With Black to move, Black wins 49,187,154 and loses 62,586,644, and 133,273,976 are drawn.
// The five-man counts of KRRvKR, KQQvKQ, KQQRvK, KRRvKB, KNNNvK, KBBNvK and KRRBvK equal the
// published ones.
//
// The 35 tables of three and four men take 32.5 MB here in one table, and 4.3 MB in Syzygy's
// format. Of these, 1.3 MB hold the outcomes and 3.1 MB the distances to the next capture or pawn
// move. Syzygy's distances cover one side to move; those of the other side follow from them. KBNvKN
// and all materials that its captures lead to take 30.8 MB; Syzygy's KBNvKN takes 5.4 MB, and all
// its five-man tables 984 MB. This package's tables store the plies to mate for both players to
// move.
package chess
