package pushfight_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/querytest"
	"github.com/foregone-db/foregone/query/serve"
)

var registry = games.NewRegistry(tictactoe.Definition(), rules.Definition())

// database returns an open database of a game with one-byte values, solved naively.
func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return databaseOf(t, enginetest.OpenIn(t, registry, text))
}

func databaseOf(t *testing.T, g engine.Game) *query.DB {
	t.Helper()
	return querytest.Open(t, registry, g, 0)
}

// ask answers a request without a network.
func ask(s *serve.Server, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	return w
}

type analysis struct {
	Status     string
	Successors []struct {
		Status  string
		Moves   []string
		Details []string
	}
}

func analyse(t *testing.T, s *serve.Server, position, parameters string) analysis {
	t.Helper()
	w := ask(s, "/lookup/perms/"+position+parameters)
	var a analysis
	if err := json.Unmarshal(w.Body.Bytes(), &a); w.Code != 200 || err != nil {
		t.Fatalf("%s: %d %s", position, w.Code, w.Body)
	}
	return a
}

// TestAnalyzer checks answers in the Analyzer's protocol against the game's own rules
// and the database, position by position.
func TestAnalyzer(t *testing.T) {
	db := database(t, small)
	s, err := serve.New([]*query.DB{db}, serve.Options{Protocols: []serve.Protocol{pushfight.Analyzer}})
	if err != nil {
		t.Fatal(err)
	}
	g := db.Game()
	rng := rand.New(rand.NewPCG(1, 1))
	positions := 60
	if testing.Short() {
		positions = 20
	}
	for range positions {
		p := g.At(rng.Uint64N(g.Size()))
		checkAnalysis(t, s, db, p)
	}
	for _, text := range []string{"oO......................xX", "oO......................xY"} { // started, unreachable
		p, err := db.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		checkAnalysis(t, s, db, p)
	}
	askAtOnce(t, s, g, uint64(positions)*3/2)
}

// askAtOnce asks for replies at different positions concurrently: every request gets them.
func askAtOnce(t *testing.T, s *serve.Server, g engine.Game, n uint64) {
	t.Helper()
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			if w := ask(s, "/lookup/perms/"+g.Text(g.At(i*g.Size()/n))+"?d=1"); w.Code != http.StatusOK {
				t.Errorf("request %d: %d %s", i, w.Code, w.Body)
			}
		})
	}
	wait.Wait()
}

func checkAnalysis(t *testing.T, s *serve.Server, db *query.DB, p engine.Position) {
	t.Helper()
	g := db.Game()
	text := g.Text(p)
	own, err := db.Value(p)
	if err != nil {
		t.Fatal(err)
	}
	plain, detailed := analyse(t, s, text, ""), analyse(t, s, text, "?d=1")
	if plain.Status != own.Verdict.String() || detailed.Status != plain.Status || len(plain.Successors) != len(detailed.Successors) {
		t.Fatalf("%s: %s and %s, want %v", text, plain.Status, detailed.Status, own.Verdict)
	}
	want := map[engine.Position]bool{}
	for _, r := range g.AppendResults(nil, p) {
		want[r.To] = true
	}
	got := map[engine.Position]bool{}
	last := query.Verdict{}
	for i, group := range detailed.Successors {
		v, err := db.ParseVerdict(group.Status)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && query.Compare(last, v) >= 0 {
			t.Errorf("%s: %v stands before %v", text, last, v)
		}
		last = v
		if fmt.Sprint(group.Moves) != fmt.Sprint(plain.Successors[i].Moves) || plain.Successors[i].Details != nil {
			t.Errorf("%s: without details the moves are others, or there are details", text)
		}
		if without := group.Status == "W1" || group.Status == "L1"; without != (group.Details == nil) || !without && len(group.Details) != len(group.Moves) {
			t.Errorf("%s: %s has %d details to %d moves", text, group.Status, len(group.Details), len(group.Moves))
		}
		for j, turn := range group.Moves {
			r, err := g.Play(p, turn)
			if err != nil {
				t.Fatal(err)
			}
			got[r.To] = true
			if group.Details == nil {
				continue
			}
			replies := 0
			for _, part := range strings.Split(group.Details[j], ",") {
				_, n, _ := strings.Cut(part, "*")
				count, err := strconv.Atoi(n)
				if err != nil {
					t.Fatalf("%s: details %q", text, group.Details[j])
				}
				replies += count
			}
			if n := len(g.AppendResults(nil, r.To)); n != replies {
				t.Errorf("%s %s: %d replies, want %d", text, turn, replies, n)
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: %d different results, want %d", text, len(got), len(want))
	}
}

// TestPartial serves a published file that holds the first half of the values.
func TestPartial(t *testing.T) {
	whole := database(t, small)
	g := whole.Game()
	dir := t.TempDir()
	file := filepath.Join(dir, "part.bin")
	values := make([]byte, g.Size()/2)
	if err := whole.Table().ReadValues(values, 0); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, values, 0o666); err != nil {
		t.Fatal(err)
	}
	known, err := raw.ParseRanges(fmt.Sprintf("0-%d", len(values)-1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := query.ImportInPlace(g, file, filepath.Join(dir, "db"), known); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(filepath.Join(dir, "db"), registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := serve.New([]*query.DB{db}, serve.Options{Protocols: []serve.Protocol{pushfight.Analyzer}})
	if err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "/lookup/perms/"+g.Text(g.At(g.Size()-1))+"?d=1"); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "does not have the value") {
		t.Errorf("a position outside the file: %d %s", w.Code, w.Body)
	}
	a, err := whole.At(1)
	if err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "/lookup/perms/"+a.Text); w.Code == http.StatusOK {
		if b := analyse(t, s, a.Text, ""); b.Status != a.Verdict.String() || b.Successors[0].Status != b.Status {
			t.Errorf("a position in the file has status %s and moves %+v, want %v", b.Status, b.Successors, a.Verdict)
		}
	} else if w.Code != http.StatusNotFound {
		t.Errorf("a position in the file: %d %s", w.Code, w.Body)
	}
	checkPartial(t, s, whole, len(values))
	if w := ask(s, "/v1/"+g.Spec().Slug()+"/stats"); w.Code != 200 || strings.Contains(w.Body.String(), dir) || !strings.Contains(w.Body.String(), `"file":"part.bin"`) {
		t.Errorf("stats: %d %s", w.Code, w.Body)
	}
	if w := ask(s, "/v1/games"); !strings.Contains(w.Body.String(), `"table_sha256":null`) {
		t.Errorf("games: %s", w.Body)
	}
}

// checkPartial asks about positions of a table of which the first values are held. An answer has the
// value and begins with moves of that value; without any such move there is none.
func checkPartial(t *testing.T, s *serve.Server, whole *query.DB, held int) {
	t.Helper()
	g := whole.Game()
	answers, lacking := 0, 0
	for k := range uint64(60) {
		i := k * g.Size() / 60
		text := g.Text(g.At(i))
		w := ask(s, "/lookup/perms/"+text+"?d=1")
		if w.Code == http.StatusNotFound {
			if i < uint64(held) {
				lacking++
			}
			continue
		}
		a, err := whole.At(i)
		if err != nil {
			t.Fatal(err)
		}
		b := analyse(t, s, text, "?d=1")
		if i >= uint64(held) || b.Status != a.Verdict.String() || strings.Contains(w.Body.String(), "unknown") {
			t.Fatalf("#%d: %d %.300s, want %v", i, w.Code, w.Body, a.Verdict)
		}
		if len(b.Successors) > 0 && b.Successors[0].Status != b.Status {
			t.Fatalf("#%d is %s, and its best moves are %s", i, b.Status, b.Successors[0].Status)
		}
		answers++
	}
	if answers == 0 || lacking == 0 {
		t.Errorf("%d answers, and %d positions of known value whose moves are not known", answers, lacking)
	}
}

const small = "pushfight:movers=1,pushers=1"

// TestNoPushFight serves another game.
func TestNoPushFight(t *testing.T) {
	s, err := serve.New([]*query.DB{database(t, "tictactoe")}, serve.Options{Protocols: []serve.Protocol{pushfight.Analyzer}})
	if err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "/lookup/perms/....................xOY..o"); w.Code != 404 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestAnalyzerForms asks in the forms that the public server accepts.
func TestAnalyzerForms(t *testing.T) {
	s, err := serve.New([]*query.DB{database(t, small)}, serve.Options{Protocols: []serve.Protocol{pushfight.Analyzer}})
	if err != nil {
		t.Fatal(err)
	}
	plain, detailed := ask(s, "/lookup/perms/....................xOY..o").Body.String(), ask(s, "/lookup/perms/....................xOY..o?d=1").Body.String()
	if plain == detailed || !strings.Contains(detailed, "details") {
		t.Fatalf("details %.200s", detailed)
	}
	for target, want := range map[string]string{
		"....................xOY..o?d=": plain, "....................xOY..o?d=1&d=0": plain, "....................xOY..o?d=0&d=1": detailed, "....................xOY..o?x=1": plain,
	} {
		if w := ask(s, "/lookup/perms/"+target); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s: %d %.200s", target, w.Code, w.Body)
		}
	}
	for _, number := range []string{"1", "+1", "-1", "5"} {
		w := ask(s, "/lookup/perms/"+number)
		text := ask(s, "/v1/pushfight-board-full-movers-1-pushers-1/value?position="+strings.Replace(number, "+", "%2B", 1))
		if text.Code == http.StatusOK && w.Code != http.StatusOK {
			t.Errorf("%s: %d %.200s, its value is %s", number, w.Code, w.Body, text.Body)
		}
	}
	for _, bad := range []string{"+", "-", "+-1", "1x", strings.Repeat("9", 40)} {
		if w := ask(s, "/lookup/perms/"+bad); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %.200s", bad, w.Code, w.Body)
		}
	}
}
