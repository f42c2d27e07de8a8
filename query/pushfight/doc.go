// Package pushfight answers in the forms of the public Push Fight solution
// (maksverver/pushfight), from databases of the family: the protocol of its Analyzer
// ([Analyzer]), and its merged files ([Merged]). From the same databases it computes the values
// of all set-ups ([FindOpenings]), which the publication does not have.
//
// # The Analyzer's protocol
//
//	GET  /lookup/perms/{26 characters}[?d=0|1]   also /perms/…
//
//	{"status":"T","successors":[{"status":"T","moves":["c4-d3,…"],"details":["W2*1,T*15"]}…]}
//
// The answer has one turn for each distinct result, grouped by value for the player who moves, the
// best first. With d=1 it has the opponent's replies to each turn, the best for him first, as
// VALUE*COUNT. Turns that win at once or let the opponent win at once have no details. The protocol
// serves databases on the full board, with any number of pieces. Errors are plain text.
//
// # Openings
//
// The table has no positions before the first turn, and the value of one pair of set-ups takes
// thousands of lookups. So FindOpenings reads the table once, front to back. It undoes the
// first player's push from each position that is not won at once. For each set-up of the second
// player and each placement of the first's pieces, one byte keeps the best push. Then, for each
// set-up of the second player, it dilates all placements of equal value together by at most two
// moves.
package pushfight
