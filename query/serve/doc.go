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
// A [Server] is also an [http.Handler] that answers the whole of /, for programs with their own
// server.
//
// # Protocol
//
//	GET  /v1/games                                    [{"game","slug","positions","table_sha256"}…]
//	GET  /v1/{game}/value?position=P                  the value object
//	POST /v1/{game}/values                            a JSON array of at most 10,000 positions, answered in order
//	GET  /v1/{game}/moves?position=P&detail=0|1       the moves object; tricky=1: how hard each is to answer
//	GET  /v1/{game}/line?position=P                   the line object
//	GET  /v1/{game}/stats                             the stats object
//	GET  /v1/{game}/play?position=P&strength=0-15&aggressive=0|1&seed=N
//	                                                  the move that an opponent of package opponent plays
//	GET  /v1/{game}/game?position=P&turns=T+T+…&part=0|1
//	                                                  a game turn by turn; with part=1 up to the first turn that is not legal
//	POST /v1/{game}/review                            whole games as text, judged: see package review
//	GET  /v1/{game}/sample?value=V&n=0-100&seed=N     random stored positions of a value: value objects
//	GET  /v1/{game}/puzzle?day=2026-11-22             the puzzle of a day, by default today's: see package puzzle
//	GET  /v1/{game}/board[?position=P]                how to show positions
//	GET  /v1/{game}/near?value=V&from=N&back=0|1      the next position of a value above an index, or below it
//	GET  /v1/{game}/picture.png?position=P&ply=N      a position, drawn as after N turns
//	GET  /v1/{game}/plot.svg                          the number of positions of each remoteness, drawn
//	GET  /v1/openapi.json                             OpenAPI 3.1: parameters with their bounds, members of every answer
//	GET  /uwapi/…                                     the protocol of the GamesmanUni front end
//	GET  /healthz  GET /metrics                       health, Prometheus
//	GET  /  GET /?g=GAME&p=P&t=T+T+…                  the page: all games, or a game, drawn and judged without a script
//
// {game} is the slug or the canonical spec of a database. The bare name of a game stands for all
// its databases: the first one that has the position answers. Routes without a required position
// refuse a bare name. Objects are those of the command line, see [query.DB]. P is a position in any
// notation of the game. In a URL "#" is written %23 and "+" %2B; a "+" at the beginning needs no
// escape, since no position begins with a blank.
//
// Errors have status 400 (wrong input), 404 (unknown game or path), 405 (method),
// 413 (too much in a request), 415 (a compressed body), 500 or 503 (overloaded or too slow: try again) and the
// body {"error":"…"}. The server refuses parameters that a route does not declare.
//
// Answers carry an ETag, which changes with the database and with the program, and Cache-Control.
// Pages of any origin may read all answers (CORS). The server compresses long answers (gzip) for
// clients that accept it.
//
// In UWAPI, all databases of one name form a game, and each database is a variant. Their names in
// paths are those of [Options.Faces], or slugs, which always work. A position begins with 1_ or 2_,
// the player to move; players keep their colours, and the text needs no escapes in a URL. Any
// notation of the game works, too. If a turn ends the game without a stored successor, the result
// is written as the position before and the turn: P~TURN. The steps of a Push Fight turn are separate
// moves, with positions P~STEPS in between; of several orders of steps the one of the listed turn counts. Draws have remoteness -200. A draw is
// called a tie if every line of play that keeps the draw ends. Values without plies have remoteness
// -100. If a game has no start, UWAPI begins with its longest win, or the first stored position.
//
// A program can add further routes, such as those of the public program for a game: see [Protocol].
// Package lichess adds /standard for chess, package query/pushfight those of the Push Fight Analyzer.
//
// # Limits
//
// The server limits concurrent requests, concurrent listings of moves, connections, the size of
// requests, the time for an answer and the bytes of pending answers. These limits bound its memory:
// see [Options]. Excess requests get 503 at once, excess listings after two seconds; excess
// connections wait unaccepted.
//
// # Concurrency
//
// A [Server] is safe for concurrent use. The caller keeps the databases open until
// [Server.Serve] has returned, and closes them.
package serve
