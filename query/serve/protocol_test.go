package serve_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

// sizes is a protocol with one route: the number of positions of a game.
func sizes(games []*serve.Game) []serve.Route {
	return []serve.Route{{Pattern: "/size/{game}", Method: http.MethodGet, Plain: true, Handle: func(c *serve.Call) (serve.Answer, error) {
		for _, g := range games {
			if g.DB().Game().Spec().Name() != c.PathValue("game") {
				continue
			}
			if c.Fresh(g.Tag()) {
				return serve.Answer{Tag: g.Tag()}, nil
			}
			return serve.Answer{Body: fmt.Append(nil, g.DB().Game().Size()), Tag: g.Tag()}, nil
		}
		if c.PathValue("game") == "broken" {
			return serve.Answer{}, errors.New("a secret")
		}
		return serve.Answer{}, serve.Errorf(http.StatusNotFound, "no such game")
	}}}
}

// TestProtocol asks by a protocol that a program adds.
func TestProtocol(t *testing.T) {
	s, err := serve.New(open(t, "tictactoe"), serve.Options{Protocols: []serve.Protocol{sizes}})
	if err != nil {
		t.Fatal(err)
	}
	w := ask(s, "GET", "/size/tictactoe", "")
	if w.Code != 200 || w.Body.String() != "5478" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w = ask(s, "GET", "/size/tictactoe", "", "If-None-Match", w.Header().Get("ETag")); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("asked again: %d %s", w.Code, w.Body)
	}
	if w = ask(s, "GET", "/size/go", ""); w.Code != 404 || w.Body.String() != "no such game\n" {
		t.Errorf("another game: %d %s", w.Code, w.Body)
	}
	if w = ask(s, "POST", "/size/tictactoe", ""); w.Code != 405 {
		t.Errorf("another method: %d %s", w.Code, w.Body)
	}
	if w = ask(s, "GET", "/size/broken", ""); w.Code != 500 || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("an error of ours: %d %s", w.Code, w.Body)
	}
	if w = ask(s, "GET", "/metrics", ""); !strings.Contains(w.Body.String(), `foregone_http_requests_total{route="/size/{game}",status="200"} 1`) {
		t.Error("the route is not counted")
	}
	if w = ask(s, "GET", "/lookup/perms/....................xOY..o", ""); w.Code != 404 || !strings.HasPrefix(w.Body.String(), "{") {
		t.Errorf("a protocol that was not asked for: %d %s", w.Code, w.Body)
	}
}

// TestProtocolsClash adds invalid and duplicate routes.
func TestProtocolsClash(t *testing.T) {
	for _, pattern := range []string{"/v1/games", "/size/{", "/{game}/size/tictactoe"} {
		clash := func([]*serve.Game) []serve.Route {
			return []serve.Route{{Pattern: pattern, Handle: serve.NotFound}}
		}
		if _, err := serve.New(open(t, "tictactoe"), serve.Options{Protocols: []serve.Protocol{sizes, clash}}); err == nil {
			t.Errorf("%s is served", pattern)
		}
	}
}

// TestDamaged serves a table with a wrong byte: requests fail, and the messages have no paths.
func TestDamaged(t *testing.T) {
	content, err := os.ReadFile(kv.TablePath(solve(t, "tictactoe")))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	content[len(content)/2] ^= 1 // within the only block
	if err := os.WriteFile(kv.TablePath(dir), content, 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := serve.New([]*query.DB{db}, serve.Options{}); err == nil { // the start's value is read
		t.Error("a damaged table is served")
	}
}
