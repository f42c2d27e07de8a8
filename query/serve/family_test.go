package serve_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query/serve"
)

// TestFamily: the name of a game accepts positions of any of its databases.
func TestFamily(t *testing.T) {
	s, err := serve.New(open(t, "tictactoe:height=2,width=2,line=2", "tictactoe", small), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string, status int, want string) {
		t.Helper()
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
		if w.Code != status || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s %s: %d %s, want %d and %q", method, path, w.Code, w.Body, status, want)
		}
	}
	ask("GET", "/v1/tictactoe/value?position=XO..", "", http.StatusOK, `"game":"tictactoe:height=2,line=2,width=2"`)
	ask("GET", "/v1/tictactoe/value?position=XO..X....", "", http.StatusOK, `"game":"tictactoe:height=3,line=3,width=3"`)
	ask("GET", "/v1/tictactoe/moves?position=XO..X....", "", http.StatusOK, `"moves":[`)
	ask("GET", "/v1/tictactoe/line?position=XO..X....", "", http.StatusOK, `"end":`)
	ask("POST", "/v1/tictactoe/values", `["XO..","XO..X....","Z"]`, http.StatusOK, `"error":"none of 2 databases of tictactoe takes the position`)
	ask("GET", "/v1/tictactoe/value?position=Z", "", http.StatusBadRequest, "none of 2 databases of tictactoe takes the position")
	ask("GET", "/v1/tictactoe/value?position=%231", "", http.StatusBadRequest, "name one of them")
	ask("GET", "/v1/tictactoe/stats", "", http.StatusNotFound, "no game")
	ask("GET", "/v1/teeko/value?position=Z", "", http.StatusNotFound, "no game")
}
