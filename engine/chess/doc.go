// Package chess is the endings of chess: all positions of some men, two kings and at most
// three others.
//
// # Rules
//
// White and Black move in turns by the rules of chess, but for castling. Pawns are taken in
// passing. Who is mated has lost; a stalemate is a draw, and so are kings alone. There is no
// rule of fifty moves and none of repetition.
//
// # Positions
//
// A material is what men there are, such as KQvKR. Positions are the same that are so by
// symmetry: 8 symmetries of the board, or the reversal of its columns alone where there are
// pawns, each with the colors exchanged and the board upside down as well. So KRvKQ is
// KQvKR, and in KRvKR White is always to move. Stored are the legal positions: two men never
// stand on one square, the kings not next to each other, no pawn in the first or last row,
// and who is not to move is not in check. Whether play could lead there makes no difference.
//
// Where a pawn has just made two steps and may be taken in passing, that is another position.
// It is one only if taking is legal, and if the player who made the steps could have: the
// right to take what cannot be taken changes nothing.
//
// # Slices
//
// A slice is a material. Captures and promotions lead to slices with fewer men, or with
// fewer pawns; all of these are a part of a game. In a slice come the positions with White to
// move, those with Black to move, and then those in which a pawn may be taken in passing.
//
// # Indices
//
// A position has a place: a number in mixed radix of the pair of kings (462 pairs by
// symmetry, 1806 with pawns) and of the squares of all men of a color and kind, men that are
// alike in one digit. Digits do not depend on each other, so that a move changes one of them
// by one multiplication, and half a dozen moves of a piece change nothing else. Many places are
// no position. A set says which are, one bit and a seventh each, and the index is how many
// are below (package places): one read of memory. The same read tells whether a move was
// legal, and whether a king is in check: then the men with the other player to move are no
// position. So no move is ever looked at as to whether it leaves the king in check.
//
// Digits of the men of who is to move are the high ones. After a move they are those of who
// stays where he is, and all moves but the king's lead to places close to each other.
//
// Where both kings are on the long diagonal two places can be the same position, and a
// position can be its own twin. The lower place is stored, and an edge between twins counts
// once from either end. These positions are the last of those with the same player to move.
//
// # Figures
//
// Of the published tables (Syzygy, as syzygy-tables.info counts them) the tests compare those of
// up to three men, and with -tags long those of four. How they count is found from the sizes: symmetric positions once and for either color to move; legal
// positions as above; none with the right to take in passing; and men that are alike as
// different men. KQQvK has 353,793 positions with White to move here and 707,175 there: twice
// as many, less the 411 in which a symmetry exchanges the queens and nothing else.
//
// The published distances are to the next capture, promotion or mate, whoever makes it:
// metric=conversion here (TestChessConversion). They are no distances to mate as soon as White
// has a man to give away: in KRNvK White wins 11,476 positions in 2 plies, an even number,
// because Black then has to take a man and is lost without it. Where he has one man beside the
// king, as in KQvK, the two are the same. All 460 published rows of histograms agree: 158 of
// three and four men, and 302 of ten materials of five, among them three men that are alike.
//
// The longest wins are 28 moves of KPvK, 35 of KQvKR, and 43 of all
// with four men. With five they are 107 moves of KBNvKN, 65 of KRBvKR, 74 of KRPvKR and 124 of
// KQPvKQ (FOREGONE_CHESS, TestChessTables of package solver). In KQRvKR White wins in
// at most 34 moves, and Black in 20: with Kb1, Qe4 and Rd4 against Kc3 and Rf1 White has to
// give the rook, and is left with KQvKR. A win counts however many moves it takes: there is no
// rule of fifty moves.
//
// Of KBNvKN White wins 26,289,636 positions with White to move and loses 104, 55,557,606 are
// drawn; with Black to move Black wins 533 and loses 3,617,022, and 90,398,125 are drawn. Of KRPvKR White wins 158,650,355 positions with White to move and loses
// 972,793, 78,681,546 are drawn; with Black to move Black wins 49,187,154 and loses 62,586,644,
// and 133,273,976 are drawn. Of five men the counts of KRRvKR, KQQvKQ, KQQRvK,
// KRRvKB, KNNNvK, KBBNvK and KRRBvK are the published ones.
//
// The 35 tables of three and four men are one of 32.5 MB here, and 4.3 MB in Syzygy's format: 1.3 MB for who wins and
// 3.1 MB for the distance to the next capture or pawn move, with one side to move and
// without what the other player to move tells. KBNvKN with all that captures lead to is 30.8 MB,
// Syzygy's KBNvKN 5.4 MB, and all five men 984 MB there. Here the plies to mate are kept for both
// players to move.
package chess
