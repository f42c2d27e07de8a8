package serve

import (
	"cmp"
	"math"
	"net/http"
	"path"
	"strings"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
	"github.com/foregone-db/foregone/query/puzzle"
)

// The parameters of the routes under /v1.
var (
	positionParam   = Parameter{Name: "position", Required: true, Help: "A position in any notation of the game, or #N for its index N."}
	boardParam      = Parameter{Name: "position", Help: "A position to draw in text, in any notation of the game."}
	detailParam     = Parameter{Name: "detail", Type: Flag, Help: "1: count the replies to each move by value, too."}
	trickyParam     = Parameter{Name: "tricky", Type: Flag, Help: "1: say how hard each move is to answer; of equal moves the hardest is first."}
	strengthParam   = Parameter{Name: "strength", Type: Integer, Most: opponent.Perfect, Default: opponent.Perfect, Help: "How well the opponent plays; the greatest is perfect, and the default."}
	aggressiveParam = Parameter{Name: "aggressive", Type: Flag, Help: "1: among equal moves the opponent prefers those that are hardest to answer."}
	playSeedParam   = Parameter{Name: "seed", Type: Integer, Help: "With a seed the choice is always the same."}
	sampleSeedParam = Parameter{Name: "seed", Type: Integer, Most: math.MaxInt64, Help: "With a seed the choice is always the same."}
	turnsParam      = Parameter{Name: "turns", Type: Words, Most: 1000, Help: "The turns, separated by blanks."}
	partParam       = Parameter{Name: "part", Type: Flag, Help: "1: if a turn is not legal, answer with the turns before it."}
	plyParam        = Parameter{Name: "ply", Type: Integer, Most: 10_000, Help: "The number of turns before the position, so that colours stay with their players; default: 0."}
	valueParam      = Parameter{Name: "value", Required: true, Help: "The value, as the game writes it."}
	countParam      = Parameter{Name: "n", Type: Integer, Most: 100, Default: 10, Help: "The number of positions."}
	dayParam        = Parameter{Name: "day", Help: "A day, such as 2026-11-22; by default today's, in UTC."}
	fromParam       = Parameter{Name: "from", Type: Integer, Required: true, Help: "The index."}
	backParam       = Parameter{Name: "back", Type: Flag, Help: "1: the previous position instead of the next."}
)

// routes lists the routes under /v1, without that prefix.
func (s v1) routes() []Route {
	return []Route{
		{Pattern: "games", Handle: s.listGames, Returns: gamesObject{}, Summary: "The games that are served."},
		{Pattern: "{game}/value", Handle: s.at(s.value), Query: []Parameter{positionParam}, Returns: query.Answer{}, Summary: "The value of a position."},
		{Pattern: "{game}/values", Method: http.MethodPost, Listing: true, Handle: s.values, Returns: valuesObject{}, Summary: "The values of many positions, in their order."},
		{Pattern: "{game}/moves", Listing: true, Handle: s.at(s.moves), Query: []Parameter{positionParam, detailParam, trickyParam}, Returns: query.Moves{}, Summary: "Every move with its value, best first."},
		{Pattern: "{game}/line", Listing: true, Handle: s.at(s.line), Query: []Parameter{positionParam}, Returns: query.Line{}, Summary: "Best play to the end."},
		{Pattern: "{game}/stats", Handle: s.in(s.stats), Returns: query.Stats{}, Summary: "The number of positions of each value."},
		{Pattern: "{game}/play", Listing: true, Handle: s.at(s.play), Query: []Parameter{positionParam, strengthParam, aggressiveParam, playSeedParam}, Returns: query.Move{},
			Summary: "The move that an opponent of some strength plays."},
		{Pattern: "{game}/game", Listing: true, Handle: s.at(s.replay), Query: []Parameter{positionParam, turnsParam, partParam}, Returns: gameObject{}, Summary: "A game turn by turn."},
		{Pattern: "{game}/review", Method: http.MethodPost, Listing: true, Handle: s.review, Takes: "text/plain", Returns: reviewObject{}, Summary: "Whole games, judged move by move."},
		{Pattern: "{game}/sample", Listing: true, Handle: s.in(s.sample), Query: []Parameter{valueParam, countParam, sampleSeedParam}, Returns: samplesObject{}, Summary: "Random stored positions of a value."},
		{Pattern: "{game}/puzzle", Listing: true, Handle: s.in(s.puzzle), Query: []Parameter{dayParam}, Returns: puzzle.Puzzle{}, Summary: "The puzzle of a day: a position with exactly one winning move."},
		{Pattern: "{game}/board", Listing: true, Handle: s.in(s.board), Query: []Parameter{boardParam}, Returns: boardObject{}, Summary: "How to show positions."},
		{Pattern: "{game}/near", Listing: true, Handle: s.in(s.near), Query: []Parameter{valueParam, fromParam, backParam}, Returns: query.Answer{}, Summary: "The next position of a value above an index, or below it."},
		{Pattern: "{game}/plot.svg", Handle: s.in(s.plot), ContentType: contentTypes[".svg"], Summary: "The number of positions of each remoteness, drawn."},
		{Pattern: "{game}/picture.png", Listing: true, Handle: s.at(s.picture), Query: []Parameter{positionParam, plyParam}, ContentType: contentTypes[".png"], Summary: "A position, drawn."},
	}
}

// routes makes the multiplexer.
func (s *Server) routes() (*http.ServeMux, error) {
	mux := http.NewServeMux()
	api := &openAPI{version: s.options.Version, tag: s.allTag}
	add := func(r Route) {
		mux.Handle(r.Pattern, s.wrap(&r))
		s.patterns = append(s.patterns, r.Method+" "+r.Pattern)
	}
	get := func(pattern string, handle func(*Call) (Answer, error)) {
		add(Route{Pattern: pattern, Method: http.MethodGet, Handle: handle})
	}
	described := Route{Pattern: "openapi.json", Handle: api.answer, Returns: descriptionObject{}, Summary: "This description."}
	for _, r := range append(v1{s}.routes(), described) {
		r.Pattern = "/v1/" + r.Pattern
		r.Method = cmp.Or(r.Method, http.MethodGet)
		if r.Query == nil {
			r.Query = []Parameter{}
		}
		api.routes = append(api.routes, r)
		add(r)
	}
	for _, r := range newUWAPI(s.games, s.options.Faces, s.allTag).routes() {
		add(r)
	}
	for _, path := range []string{"/v1", "/v1/{$}"} {
		get(path, func(*Call) (Answer, error) {
			return Answer{Body: []byte(`{"games":"/v1/games","description":"/v1/openapi.json"}`)}, nil
		})
	}
	get("/healthz", func(*Call) (Answer, error) { return Answer{Body: []byte(`{"status":"ok"}`)}, nil })
	page, err := s.pageRoutes()
	if err != nil {
		return nil, err
	}
	for _, r := range page {
		add(r)
	}
	s.notFound = s.wrap(&Route{Pattern: "/", Handle: NotFound})
	mux.Handle("/", s.notFound)
	if !s.options.MetricsApart {
		get("/metrics", s.metrics.write)
	}
	return mux, s.addProtocols(add)
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The multiplexer would redirect paths such as //v1/./games, and answer "*" in
	// its own way. No route here has such a path.
	if p := r.URL.Path; p == "" || p[0] != '/' || clean(p) != p {
		s.notFound.ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}

func clean(p string) string {
	q := path.Clean(p)
	if q != "/" && strings.HasSuffix(p, "/") {
		q += "/"
	}
	return q
}
