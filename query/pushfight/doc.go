// Package pushfight answers in the forms of the public Push Fight solution
// (maksverver/pushfight), from databases of the family: the protocol of its Analyzer
// ([Analyzer]), and its merged files ([Merged]).
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
package pushfight
