// Package query opens finished databases read-only and answers from them: the
// value of a position, its moves, the line of best play, samples and statistics. It
// also writes values to files ([DB.Export]) and makes databases of such files
// ([Import], [ImportInPlace]).
//
//	db, err := query.Open("foregone-data/tictactoe-height-3-line-3-width-3", registry, query.Options{})
//	if err != nil {
//		return err
//	}
//	defer db.Close()
//	p, err := db.Parse("XO..X....")
//	if err != nil {
//		return err
//	}
//	a, err := db.Value(p)
//	fmt.Println(a.Text, a.Verdict, a.Verdict.Sentence())
//
// Results marshal to the JSON of the command line and the HTTP service, compact
// and with their fields in a fixed order.
//
// # Words
//
// A value is always that of the player to move, except where a [Move] says what
// it is worth to the player who makes it. Remoteness and the lengths of lines are
// counted in turns of either side (plies).
//
// # Concurrency
//
// A [DB] is safe for concurrent use by any number of goroutines until it is
// closed. Results belong to the caller.
//
// # Caveats
//
// Only the table file is opened, never the store of a solve. A table that was
// solved to a limited remoteness ([DB.MaxPhase]) does not tell draws from what is
// decided later: both are unknown there.
//
// A published file that is used in place may hold a part of the values only
// ([DB.Known]); all others are unknown, and what follows from them is: a position
// computed from its successors is decided only where all of them are known or it is
// won with this turn, any other win could be quicker. Stored positions are never
// computed from their successors.
package query
