// Package serve answers from databases over HTTP.
//
//	s, err := serve.New([]*query.DB{db}, serve.Options{})
//	if err != nil {
//		return err
//	}
//	listener, err := net.Listen("tcp", "127.0.0.1:8080")
//	if err != nil {
//		return err
//	}
//	return s.Serve(ctx, listener) // until ctx is done
//
// A [Server] is also an [http.Handler], for a program that has a server already; it
// answers the whole of / then.
//
// # Protocol
//
//	GET  /v1/games                                    [{"game","slug","positions","table_sha256"}…]
//	GET  /v1/{game}/value?position=P                  the value object
//	POST /v1/{game}/values                            a JSON array of at most 10,000 positions, answered in order
//	GET  /v1/{game}/moves?position=P&detail=0|1       the moves object
//	GET  /v1/{game}/line?position=P                   the line object
//	GET  /v1/{game}/stats                             the stats object
//	GET  /v1/{game}/play?position=P&strength=0-15&aggressive=0|1&seed=N
//	                                                  the move that an opponent of package opponent plays
//	GET  /v1/{game}/game?position=P&turns=T+T+…       a game turn by turn: {"game","steps":[{"position","value",…}…]}
//	GET  /v1/{game}/sample?value=V&n=0-100&seed=N     random stored positions of that value: value objects
//	GET  /v1/{game}/puzzle?day=2026-11-22             the puzzle of a day, today's without one: see package puzzle
//	GET  /v1/{game}/board[?position=P]                how to show positions, see below
//	GET  /v1/{game}/near?value=V&from=N&back=0|1      the next position of a value above an index, or below it
//	GET  /v1/{game}/picture.png?position=P            a position, drawn
//	GET  /v1/{game}/plot.svg                          how many positions have each remoteness
//	GET  /v1/openapi.json                             all of this for programs, in OpenAPI 3.1
//	GET  /uwapi/…                                     the protocol of the GamesmanUni front end
//	GET  /healthz  GET /metrics  GET /                health, Prometheus, the page
//
// {game} is the slug or the canonical spec of a database. Objects are those of the
// command line, see [query.DB]. P is a position in any notation of the game; in a URL
// "#" is written %23 and "+" %2B, where a "+" at the beginning is taken as it stands,
// since no position begins with a blank.
//
// A step of a game has the "move" that led there, what it was worth for its maker
// ("moved"), the "position" (null where the turn ended the game), how it is "shown"
// then, its "index", "value", "outcome" and "plies" for the player to move, and "over".
//
// Of the board, "columns" and "rows" have their names, "squares" the column and row,
// from the top left, of each character of the notation, "looks" the shape of each of
// the "symbols", as [drawing.Depiction] says it; "squares" is null where a board cannot
// be drawn that way. "start" is a position to begin with, "drawn" the position asked
// for, in text.
//
// Errors have status 400 (wrong input), 404 (unknown game or path), 405 (method),
// 413 (too much in a request), 500 or 503 (overloaded or too slow: try again) and the
// body {"error":"…"}. What is wrong with one position of a batch stands in its place,
// {"position":"…","error":"…"}.
//
// Answers carry an ETag, that changes with the database and with the program, and
// Cache-Control. All answers may be read by pages of any origin (CORS), and are packed
// (gzip) where the client takes it. Parameters that a route does not know are refused.
//
// Where a value is unknown, "at_least" says what the moves that are known show: the position is worth
// that or more. The elements of a batch do not have it.
//
// A move that has others with the same result lists them as "also".
//
// In UWAPI a game is all databases of one name, and its variants are these; names are
// those that the front end has pictures for, where it has, and slugs otherwise, which are
// always taken. Positions begin 1_ or 2_, for whose turn it is, the players keep their
// colours, and what would have to be escaped in a URL is written otherwise. Any notation of
// the game is taken, too. A position in which the game has ended and that has none is
// written as the position before and the turn: P~TURN. Draws have remoteness -200, or are
// ties where play that keeps the draw comes to an end; values whose plies are not known have -100.
// Where a game has no start, that of its longest win is given, or the first stored one.
//
// A program can add further routes, such as those of the public program for a game:
// see [Protocol].
//
// # Limits
//
// Requests at a time, listings of moves at a time, connections, the size of requests,
// the time that answering takes and the bytes of answers under way are bounded, so
// that memory is: see [Options]. What comes beyond is answered with 503 at once, or,
// for listings, after waiting two seconds; connections beyond the limit wait unaccepted.
//
// # Concurrency
//
// A [Server] is safe for concurrent use. The databases must stay open until
// [Server.Serve] has returned, and are the caller's to close.
package serve
