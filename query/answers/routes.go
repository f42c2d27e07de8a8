package answers

import (
	"math"

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

// Routes lists what can be asked.
func (s *Set) Routes() []Route {
	return append([]Route{
		{Pattern: "games", Answer: s.listGames, Returns: GamesObject{}, Summary: "The games that are served."},
		{Pattern: "{game}/value", Answer: s.at(s.value), Query: []Parameter{positionParam}, Returns: query.Answer{}, Summary: "The value of a position."},
		{Pattern: "{game}/values", Method: "POST", Listing: true, Answer: s.values, Returns: valuesObject{}, Summary: "The values of many positions, in their order."},
		{Pattern: "{game}/moves", Listing: true, Answer: s.at(s.moves), Query: []Parameter{positionParam, detailParam, trickyParam}, Returns: query.Moves{}, Summary: "Every move with its value, best first."},
		{Pattern: "{game}/line", Listing: true, Answer: s.at(s.line), Query: []Parameter{positionParam}, Returns: query.Line{}, Summary: "Best play to the end."},
		{Pattern: "{game}/stats", Answer: s.in(s.stats), Returns: query.Stats{}, Summary: "The number of positions of each value."},
		{Pattern: "{game}/play", Listing: true, Answer: s.at(s.play), Query: []Parameter{positionParam, strengthParam, aggressiveParam, playSeedParam}, Returns: query.Move{},
			Summary: "The move that an opponent of some strength plays."},
		{Pattern: "{game}/game", Listing: true, Answer: s.at(s.replay), Query: []Parameter{positionParam, turnsParam, partParam}, Returns: GameObject{}, Summary: "A game turn by turn."},
		{Pattern: "{game}/review", Method: "POST", Listing: true, Answer: s.review, Takes: "text/plain", Returns: reviewObject{}, Summary: "Whole games, judged move by move."},
		{Pattern: "{game}/sample", Listing: true, Answer: s.in(s.sample), Query: []Parameter{valueParam, countParam, sampleSeedParam}, Returns: samplesObject{}, Summary: "Random stored positions of a value."},
		{Pattern: "{game}/puzzle", Listing: true, Answer: s.in(s.puzzle), Query: []Parameter{dayParam}, Returns: puzzle.Puzzle{}, Summary: "The puzzle of a day: a position with exactly one winning move."},
		{Pattern: "{game}/board", Listing: true, Answer: s.in(s.board), Query: []Parameter{boardParam}, Returns: BoardObject{}, Summary: "How to show positions."},
		{Pattern: "{game}/near", Listing: true, Answer: s.in(s.near), Query: []Parameter{valueParam, fromParam, backParam}, Returns: query.Answer{}, Summary: "The next position of a value above an index, or below it."},
	}, s.pictures()...)
}
