// Package pushfight answers in the forms of the public Push Fight solution
// (maksverver/pushfight), from databases of the family: the protocol of its Analyzer
// ([Analyzer]), and its merged files ([Merged]). From the same databases it finds what the
// publication leaves open, the values of all set-ups ([FindOpenings]).
//
// # The Analyzer's protocol
//
//	GET  /lookup/perms/{26 characters}[?d=0|1]   also /perms/…
//
//	{"status":"T","successors":[{"status":"T","moves":["c4-d3,…"],"details":["W2*1,T*15"]}…]}
//
// One turn for each distinct position that results, grouped by their value for the
// player who moves, the best first; with d=1 the opponent's replies to each, best for
// him first, as VALUE*COUNT. Moves that win at once or lose to the next turn have no
// details. A database on the full board, with any number of pieces, answers. Errors
// are plain text.
//
// # Openings
//
// Before the first turn the table holds nothing, and asking for a pair of set-ups means
// looking up thousands of positions. So the table is read once, front to back: each
// position in it that is not won at once is taken back to where the first player can
// have pushed from, which keeps, for each set-up of the second player and each placement
// of the first's pieces, the best push in a byte. Then, set-up by set-up of the second,
// all placements with one best value are dilated together by at most two moves.
package pushfight
