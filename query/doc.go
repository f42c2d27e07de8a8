// Package query opens finished databases read-only and answers from them: the
// value of a position, its moves, the line of best play, samples and statistics. It
// also writes values to files ([DB.Export]) and makes databases of such files
// ([Import], [ImportInPlace]). Packages below it serve the answers over HTTP, play, draw
// boards, test rules of thumb (query/policy), and count play where no database is needed
// (query/count).
//
//	db, err := query.Open(dir, games.NewRegistry(tictactoe.Definition()), query.Options{})
//	if err != nil {
//		return err
//	}
//	defer db.Close()
//	a, err := db.Lookup("XO..X....")
//	fmt.Println(a.Verdict, a.Verdict.Sentence(), err) // L2 a loss in 4 plies, after 2 own turns <nil>
//
// The folder is one that "foregone solve GAME" has filled, or solver.Solve. The registry
// says which games the program knows: package engine and one package a
// game are all that is needed besides this one.
//
// # What to ask
//
//	Lookup, Value, At       a position as text, in the game's own form, by its index
//	Moves, Play             every move with its result, best first; one move
//	Line                    best play to the end
//	Values, Sample, Stats   all stored values one by one, random positions, the counts
//
// Turns and positions in the game's own form come from [DB.Game]: its Start, Text and
// Play. What may take long has a context and stops when it is done; sequences ([DB.Values],
// [DB.Sample]) end with their error as the last pair, and may be left at any time.
//
// Results marshal to the JSON of the command line and the HTTP service, compact
// and with their fields in a fixed order.
//
// # Errors
//
// Wrong input, such as a text that is no position, is an [engine.InputError], see
// [engine.IsInput]; its text says what was expected. Everything else is a failure, and
// wraps one of the errors of this package where a program could want to know: [ErrNotFound],
// [ErrUnsolved], [ErrCorrupt], [ErrNewer], [ErrGameMismatch], [ErrExists].
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
