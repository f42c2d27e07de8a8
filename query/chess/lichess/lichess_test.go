package lichess_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/chess/lichess"
	"github.com/foregone-db/foregone/query/querytest"
	"github.com/foregone-db/foregone/query/serve"
)

// info and answer are what clients of the protocol read: each field must be there, and no other.
type info struct {
	Checkmate            *bool
	Stalemate            *bool
	VariantWin           *bool `json:"variant_win"`
	VariantLoss          *bool `json:"variant_loss"`
	InsufficientMaterial *bool `json:"insufficient_material"`
	DTZ, DTM, DTW, DTC   *int
	PreciseDTZ           *int `json:"precise_dtz"`
	Category             string
}

type answer struct {
	info
	Moves []struct {
		info
		UCI, SAN            string
		Zeroing, Conversion *bool
	}
}

func (i info) dtm() int {
	if i.DTM == nil {
		return 0
	}
	return *i.DTM
}

func get(s *serve.Server, fen string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/standard?fen="+url.QueryEscape(fen), nil))
	return w
}

// look asks as a strict client does.
func look(t *testing.T, s *serve.Server, fen string) (a answer) {
	t.Helper()
	w := get(s, fen)
	d := json.NewDecoder(w.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&a); w.Code != 200 || err != nil || a.Moves == nil {
		t.Fatalf("%s: status %d, %v", fen, w.Code, err)
	}
	for n := -1; n < len(a.Moves); n++ {
		i := a.info
		if n >= 0 {
			i = a.Moves[n].info
		}
		if i.Checkmate == nil || i.Stalemate == nil || i.InsufficientMaterial == nil || *i.VariantWin || *i.VariantLoss || i.DTZ != nil || i.PreciseDTZ != nil || i.DTW != nil || i.DTC != nil {
			t.Fatalf("%s, move %d: %+v", fen, n, i)
		}
	}
	return a
}

func server(t *testing.T, dbs ...*query.DB) *serve.Server {
	t.Helper()
	s, err := serve.New(dbs, serve.Options{Protocols: []serve.Protocol{lichess.Tables}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTables looks up positions as clients of the public server do, and compares the answers with
// the rules and with one another.
func TestTables(t *testing.T) {
	kq, kr := querytest.Of(t, "chess:pieces=KQvK", chess.Definition()), querytest.Of(t, "chess:pieces=KRvK", chess.Definition())
	s := server(t, querytest.Of(t, "tictactoe", tictactoe.Definition()), kq, kr)
	t.Run("positions", func(t *testing.T) { testPositions(t, s) })
	t.Run("errors", func(t *testing.T) { testErrors(t, s) })
	t.Run("random", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 150 {
			for _, g := range []*query.DB{kq, kr} {
				checkAnswer(t, s, g.Game().Text(g.Game().At(rng.Uint64N(g.Game().Size()))))
			}
		}
	})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/v1/openapi.json", nil))
	if body := w.Body.String(); !strings.Contains(body, `"/standard":{"get"`) || !strings.Contains(body, `"text/plain"`) {
		t.Errorf("the description lacks the route: %.300s", body)
	}
	w = get(server(t, querytest.Of(t, "tictactoe", tictactoe.Definition())), "8/8/8/8/8/2k5/8/K2Q4 w")
	if w.Code != 404 {
		t.Errorf("without a table of chess: status %d", w.Code)
	}
}

// testPositions has positions whose answers follow from the rules of chess.
func testPositions(t *testing.T, s *serve.Server) {
	for _, want := range []struct {
		fen, category  string
		dtm, moves     int
		san, uci, next string // of the first move, and its category
	}{
		{"k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "win", 1, 25, "Qg8#", "g1g8", "loss"},
		{"k7/8/1K6/8/8/8/8/6Q1_w_-_-_99_150", "win", 1, 25, "Qg8#", "g1g8", "loss"},
		{"k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "loss", 0, 0, "", "", ""},
		{"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "draw", 0, 0, "", "", ""},
		{"k7/8/8/8/8/8/8/K7 w - - 0 1", "draw", 0, 3, "Ka2", "a1a2", "draw"},
		{"k7/2P5/1K6/8/8/8/8/8 w - - 0 1", "win", 1, 0, "c8=Q#", "c7c8q", "loss"}, // mate, and no database has a pawn
		{"k7/8/8/8/8/8/1r6/KQ6 w - - 0 1", "win", 0, 0, "Kxb2", "a1b2", "loss"},   // by a capture into KQvK, quickest or not
		{"1k6/8/8/8/8/8/1r6/K7 w - - 0 1", "draw", 0, 1, "Kxb2", "a1b2", "draw"},  // two bare kings
		{"k7/8/8/8/8/8/8/KNN5 w - - 0 1", unknown, 0, 0, "Ka2", "a1a2", unknown},  // no database
		{"k7/8/8/8/8/8/8/K2N4 w - - 0 1", "draw", 0, 7, "Ka2", "a1a2", "draw"},    // insufficient material
		{"k7/8/8/8/8/8/8/K1B1B3 w - - 0 1", "draw", 0, 17, "Ka2", "a1a2", "draw"}, // bishops on squares of one color
		{"8/8/8/8/8/2k5/8/K2Q4 w Q e3 0 1", "win", 11, 0, "", "", "loss"},         // rights that cannot be
		{"K7/8/2k5/8/3pP3/8/8/8 b - e3 0 1", unknown, 0, 0, "", "", unknown},      // en passant
	} {
		a := look(t, s, want.fen)
		if a.Category != want.category || a.dtm() != want.dtm || want.moves > 0 && len(a.Moves) != want.moves {
			t.Errorf("%s: %s %d, %d moves", want.fen, a.Category, a.dtm(), len(a.Moves))
		}
		if len(a.Moves) > 0 && (want.san != "" && (a.Moves[0].SAN != want.san || a.Moves[0].UCI != want.uci) || a.Moves[0].Category != want.next) {
			t.Errorf("%s: %+v", want.fen, a.Moves[0])
		}
	}
}

const unknown = "unknown"

func testErrors(t *testing.T, s *serve.Server) {
	for fen, want := range map[string]int{
		"":                               400,
		"8/8/8/8/8/2k5/8/K2Q4":           400,
		"nonsense":                       400,
		"8/8/8/8/8/2k5/8/K1Q5 w - - 0 1": 400, // Black is in check
		"r3k3/8/8/8/8/8/8/4K3 b q - 0 1": 404,
		strings.Repeat("8", 2000):        400,
	} {
		if w := get(s, fen); w.Code != want || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
			t.Errorf("%.80q: status %d %s", fen, w.Code, w.Header())
		}
	}
}

// checkAnswer compares a position with its moves, and each move with a lookup of its result.
func checkAnswer(t *testing.T, s *serve.Server, fen string) {
	t.Helper()
	a := look(t, s, fen)
	opposite := map[string]string{"win": "loss", "loss": "win", "draw": "draw"}
	if len(a.Moves) == 0 {
		if !*a.Checkmate && !*a.Stalemate || *a.Checkmate != (a.Category == "loss") {
			t.Errorf("%s: no move, and %+v", fen, a)
		}
		return
	}
	best := a.Moves[0]
	want := 0
	switch {
	case a.Category == "win":
		want = 1 - best.dtm()
	case a.Category == "loss":
		want = -1 - best.dtm()
	}
	if opposite[a.Category] != best.Category || a.DTM == nil || a.dtm() != want {
		t.Errorf("%s: %s %d, but %s leads to %s %d", fen, a.Category, a.dtm(), best.SAN, best.Category, best.dtm())
	}
	if !slices.IsSortedFunc(a.Moves, func(a, b struct {
		info
		UCI, SAN            string
		Zeroing, Conversion *bool
	}) int {
		order := map[string]int{"loss": 0, "draw": 1, "win": 2}
		if c := order[a.Category] - order[b.Category]; c != 0 || *a.Checkmate || *b.Checkmate {
			return c
		}
		return b.dtm() - a.dtm()
	}) {
		t.Errorf("%s: the moves are not sorted: %+v", fen, a.Moves)
	}
}
