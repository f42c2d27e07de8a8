// Package lichess answers from chess databases in the JSON of the public endgame server of
// lichess.org (lichess-org/lila-tablebase), so that clients of that server work unchanged.
//
//	GET /standard?fen=FEN     blanks may be written as underscores
//
//	{"checkmate":false,"stalemate":false,"variant_win":false,"variant_loss":false,"insufficient_material":false,
//	 "dtz":null,"precise_dtz":null,"dtm":5,"dtw":null,"dtc":null,"category":"win",
//	 "moves":[{"uci":"d1d2","san":"Qd2","zeroing":false,"conversion":false,…,"dtm":-4,"category":"loss"}…]}
//
// Everything is seen by the player to move; a move's fields by the player who moves next. So the
// best move of a won position is a "loss". The best move is first. dtm counts plies to mate,
// negative for the loser; it is 0 for a draw, and null after mate, for unknown values and in a table with
// metric=conversion. The databases do not count plies to a capture or pawn move: dtz is null.
//
// The category is win, draw, loss or unknown. It leaves the fifty-move rule out, so it is never
// cursed-win or blessed-loss, and the move counters of the FEN are ignored.
//
// A position may have any men: the first database that has it answers, and the same for each move. A
// position that no database has follows from its moves, if the databases have enough of them, such as the
// winning capture. Otherwise it is unknown. A right to castle gives 404; a right without king and rook on
// their squares and a wrong en passant square are ignored. Errors are plain text.
//
// The class Tablebase of berserk, the client library of lichess.org in Python, reads it unmodified
// (github.com/lichess-org/berserk, 3d074f9): Tablebase(requests.Session(), tablebase_url="http://127.0.0.1:8080").standard(FEN).
package lichess

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

// state is the fields that positions and moves have in common. Pointers are null if unknown.
type state struct {
	Checkmate    bool   `json:"checkmate"`
	Stalemate    bool   `json:"stalemate"`
	VariantWin   bool   `json:"variant_win" doc:"Always false in chess."`
	VariantLoss  bool   `json:"variant_loss" doc:"Always false in chess."`
	Insufficient bool   `json:"insufficient_material"`
	DTZ          *int   `json:"dtz" doc:"Always null: the databases do not count plies to a capture or pawn move."`
	PreciseDTZ   *int   `json:"precise_dtz" doc:"Always null."`
	DTM          *int   `json:"dtm" doc:"The plies to mate, negative for the loser; 0 for a draw."`
	DTW          *int   `json:"dtw" doc:"Always null."`
	DTC          *int   `json:"dtc" doc:"Always null."`
	Category     string `json:"category" enum:"win,draw,loss,unknown" doc:"For the player to move, without the fifty-move rule."`
}

// move is a legal move, with the state after it.
type move struct {
	UCI        string `json:"uci"`
	SAN        string `json:"san"`
	Zeroing    bool   `json:"zeroing" doc:"A capture or a pawn move."`
	Conversion bool   `json:"conversion" doc:"A capture or a promotion."`
	state
	legal chess.Legal
}

// lookup is the answer.
type lookup struct {
	state
	Moves []move `json:"moves" doc:"All legal moves, the best first; each is seen by the player who moves next."`
}

var fenParam = serve.Parameter{Name: "fen", Required: true, Help: "The position; underscores may stand for blanks."}

// Tables is the [serve.Protocol]. It has no routes if no database of chess is served.
func Tables(served []*serve.Game) []serve.Route {
	var t tables
	for _, g := range served {
		if _, ok := g.DB().Game().(*chess.Variant); ok {
			t.games = append(t.games, g)
		}
	}
	if t.games == nil {
		return nil
	}
	return []serve.Route{{
		Pattern: "/standard", Method: http.MethodGet, Listing: true, Plain: true, Handle: t.answer,
		Query: []serve.Parameter{fenParam}, OthersPass: true, Returns: lookup{},
		Summary: "A chess position and its moves, in the JSON of the endgame server of lichess.org.",
	}}
}

// tables are the databases of chess.
type tables struct{ games []*serve.Game }

func (t tables) answer(c *serve.Call) (serve.Answer, error) {
	p, err := position(c.Text(fenParam))
	if err != nil {
		return serve.Answer{}, err
	}
	var tags []string // they change with each database
	for _, g := range t.games {
		tags = append(tags, strings.Trim(g.Tag(), `"`))
	}
	return serve.Listed(c, `"`+strings.Join(tags, "-")+`"`, func(ctx context.Context) (lookup, error) { return t.look(ctx, p) })
}

// position reads a FEN as the public server does.
func position(fen string) (chess.Position, error) {
	fields := strings.Fields(strings.ReplaceAll(fen, "_", " "))
	if len(fields) > 2 && fields[2] != "-" {
		if castles(fields[0], fields[2]) {
			return chess.Position{}, serve.Errorf(http.StatusNotFound, "position with the right to castle %q: castling is not in these tables", fields[2])
		}
		fields[2] = "-"
	}
	p, err := chess.ReadFEN(strings.Join(fields, " "))
	if err != nil && len(fields) > 3 {
		fields[3] = "-"
		p, err = chess.ReadFEN(strings.Join(fields, " "))
	}
	return p, err
}

// castles reports whether one of the rights has its king and a rook on their first squares.
func castles(placement, rights string) bool {
	for digit := '1'; digit <= '8'; digit++ {
		placement = strings.ReplaceAll(placement, string(digit), strings.Repeat(".", int(digit-'0')))
	}
	rows := strings.Split(placement, "/")
	home := func(row int, king, rook byte, letters string) bool {
		return row < len(rows) && len(rows[row]) == 8 && rows[row][4] == king &&
			(strings.Contains(rights, letters[:1]) && rows[row][7] == rook || strings.Contains(rights, letters[1:]) && rows[row][0] == rook)
	}
	return home(7, 'K', 'R', "KQ") || home(0, 'k', 'r', "kq")
}

// look answers for a position.
func (t tables) look(ctx context.Context, p chess.Position) (lookup, error) {
	l := lookup{Moves: []move{}}
	for _, legal := range p.Legal() {
		if err := ctx.Err(); err != nil {
			return l, err
		}
		m := move{UCI: legal.UCI, SAN: legal.SAN, Conversion: legal.Captured|legal.Promoted != 0, legal: legal}
		m.Zeroing = legal.Captured != 0 || legal.Pawn
		var err error
		if m.state, err = t.state(legal.To); err != nil {
			return l, err
		}
		l.Moves = append(l.Moves, m)
	}
	slices.SortFunc(l.Moves, compare)
	var err error
	if l.state, err = t.state(p); err == nil && l.Category == unknown && len(l.Moves) > 0 {
		l.follow(l.Moves[0].state)
	}
	return l, err
}

// The categories.
const (
	win     = "win"
	draw    = "draw"
	loss    = "loss"
	unknown = query.Unknown
)

// state returns what the rules and the databases say of a position.
func (t tables) state(p chess.Position) (s state, err error) {
	stuck := p.Stuck()
	s.Checkmate, s.Stalemate, s.Insufficient = stuck && p.Check(), stuck && !p.Check(), p.Insufficient()
	switch {
	case s.Checkmate:
		s.Category = loss
		return s, nil
	case s.Stalemate, s.Insufficient:
		s.Category, s.DTM = draw, new(int)
		return s, nil
	}
	s.Category = unknown
	for _, g := range t.games {
		i, ok := g.DB().Game().Index(p)
		if !ok {
			continue
		}
		a, err := g.DB().At(i)
		if err != nil {
			return s, err
		}
		if a.Verdict.Known {
			s.set(a.Verdict, g.DB().Game().Kind() == engine.Wide)
			return s, nil
		}
	}
	return s, nil
}

// set takes the value of a database.
func (s *state) set(v query.Verdict, toConversion bool) {
	plies, _ := v.Plies()
	switch v.Outcome() {
	case engine.Win:
		s.Category = win
	case engine.Loss:
		s.Category, plies = loss, -plies
	default:
		s.Category = draw
	}
	if !toConversion || s.Category == draw {
		s.DTM = &plies
	}
}

// follow takes the value that the best move gives to a position that no database has. A win is not
// known to be the quickest.
func (s *state) follow(best state) {
	s.Category = map[string]string{loss: win, draw: draw, win: loss}[best.Category]
	switch {
	case s.Category == "":
		s.Category = unknown
	case best.Checkmate:
		s.DTM = new(1)
	case s.Category == draw:
		s.DTM = new(int)
	case s.Category == loss && best.DTM != nil:
		s.DTM = new(-*best.DTM - 1)
	}
}

// compare orders moves as the public server does: by the category of the result, then mates, dead
// draws, the quicker win and the slower loss, conversions and other irreversible moves in front, unless
// they lose, and the more valuable man. Equal moves have the order of their UCI notation.
func compare(a, b move) int {
	rank := func(m move) int { return slices.Index([]string{loss, unknown, draw, win}, m.Category) }
	plies := func(m move) int { // an unknown number counts as the greatest
		switch {
		case m.DTM != nil:
			return *m.DTM
		case m.Category == win:
			return math.MaxInt
		}
		return math.MinInt
	}
	losing := func(m move, irreversible bool) bool { return irreversible == (m.Category == win) }
	return cmp.Or(cmp.Compare(rank(a), rank(b)),
		first(a.Checkmate, b.Checkmate), first(a.Stalemate, b.Stalemate), first(a.Insufficient, b.Insufficient),
		cmp.Compare(plies(b), plies(a)),
		-first(losing(a, a.Conversion), losing(b, b.Conversion)), -first(losing(a, a.Zeroing), losing(b, b.Zeroing)),
		cmp.Compare(worth(b.legal.Captured), worth(a.legal.Captured)), cmp.Compare(worth(b.legal.Promoted), worth(a.legal.Promoted)),
		strings.Compare(a.UCI, b.UCI))
}

// first orders what is true in front.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// worth orders men; none is 0.
func worth(letter byte) int { return strings.IndexByte("\x00PNBRQ", letter) }
