// Package query opens finished databases read-only and answers from them: the value of a position,
// its moves, the line of best play, samples and statistics. It also writes values to files
// ([DB.Export]) and makes databases of such files ([Import], [ImportInPlace]). Its subpackages
// serve the answers over HTTP, play, draw boards, test rules of thumb (query/policy), and count
// games without a database (query/count).
//
//	db, err := query.Open(dir, games.NewRegistry(tictactoe.Definition()), query.Options{})
//	if err != nil {
//		return err
//	}
//	defer db.Close()
//	a, err := db.Lookup("XO..X....")
//	fmt.Println(a.Verdict, a.Verdict.Sentence(), err) // L2 a loss in 4 plies, after 2 own turns <nil>
//
// The database is a folder, a table file, or the http or https URL of one of them. A folder is the
// result of "foregone solve GAME" or solver.Solve. The registry has the games
// that the program knows. A program needs only package engine and one package for each game in
// addition to this one.
//
// # Functions
//
//	Lookup, Value, At       a position as text, in the game's own form, by its index
//	Moves, Play             every move with its result, best first; one move
//	Line                    best play to the end
//	Values, Sample, Stats   all stored values one by one, random positions, the counts
//
// The Start, Text and Play of [DB.Game] handle turns and positions in the game's own form.
// Functions that may take long have a context and stop when it is done. Sequences ([DB.Values],
// [DB.Sample]) end with their error as the last pair; the caller may leave them at any time.
//
// Results marshal to the JSON of the command line and the HTTP service, compact
// and with their fields in a fixed order.
//
// # Errors
//
// Wrong input, such as a malformed position, gives an [engine.InputError], see [engine.IsInput];
// its text states what was expected. All other errors are failures. They wrap one of the errors of
// this package if a program may need to distinguish them: [ErrNotFound], [ErrUnsolved],
// [ErrCorrupt], [ErrNewer], [ErrGameMismatch], [ErrExists].
//
// # Words
//
// A value is given for the player to move. The value of a [Move] is given for the player who makes
// it. Remoteness and the lengths of lines count turns of both sides (plies).
//
// # Concurrency
//
// A [DB] is safe for concurrent use by any number of goroutines until it is
// closed. Results belong to the caller.
//
// # Caveats
//
// Opening a database opens the table file only, never the store of a solve. A table that was solved
// to a limited remoteness ([DB.MaxPhase]) does not distinguish draws from values that are decided
// later: both are unknown.
//
// A published file that is used in place may hold a part of the values only ([DB.Known]). Other
// values are unknown. A position computed from its successors is then decided only if all of them
// are known or it is won with this turn, because any other win could be quicker. Stored positions
// are never computed from their successors.
package query
