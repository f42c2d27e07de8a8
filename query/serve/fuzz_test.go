package serve_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	analyzer "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
)

// FuzzRequest sends arbitrary requests: none may fail with an internal error, and every error has
// the form of its path.
func FuzzRequest(f *testing.F) {
	const tiny = "pushfight:movers=0,pushers=2"
	s, err := serve.New(open(f, "tictactoe", tiny), serve.Options{Protocols: []serve.Protocol{analyzer.Analyzer}})
	if err != nil {
		f.Fatal(err)
	}
	pf := "/v1/pushfight-board-full-movers-0-pushers-2"
	for _, seed := range [][4]string{
		{"GET", ttt + "/value", "position=XO..X....", ""},
		{"GET", ttt + "/moves", "position=%2353&detail=1", ""},
		{"GET", ttt + "/play", "position=%2353&strength=3&aggressive=1&seed=7", ""},
		{"POST", ttt + "/values", "", `["XO..X....","#53",""]`},
		{"GET", pf + "/moves", "position=+12", ""},
		{"GET", pf + "/line", "position=-12", ""},
		{"GET", "/lookup/perms/OX.......................OY", "d=1", ""},
		{"GET", "/perms/OY.......................OX", "", ""},
		{"GET", "/uwapi/tictactoe/height-3-line-3-width-3/positions/", "p=XOX.OXX.O~b1", ""},
		{"GET", "/uwapi/pushfight/board-full-movers-0-pushers-2/positions/", "p=0~a1-a2", ""},
		{"HEAD", "/v1/games", "", ""},
		{"GET", ttt + "/game", "position=%230&turns=a1+b2", ""},
		{"GET", ttt + "/sample", "value=W3&n=2&seed=1", ""},
		{"GET", ttt + "/board", "position=XO..X....", ""},
		{"GET", ttt + "/puzzle", "day=2026-11-22", ""},
		{"GET", ttt + "/value", "position=%2353&position=%2354", ""},
		{"GET", ttt + "/value", "position=%zz", ""},
		{"OPTIONS", ttt + "/values", "", ""},
		{"POST", ttt + "/values", "", `[null]`},
		{"POST", ttt + "/review", "", "[FEN \"x\"]\n1. b2 {a} (a1) c1!? 1-0\nposition: #5\n{\"moves\":[\"\"]}"},
		{"GET", "//v1/./games", "", ""},
		{"POST", ttt + "/values", "", `["XO..X....`},
		{"POST", ttt + "/values", "", strings.Repeat("[", 2000)},
		{"POST", ttt + "/values", "", "[\"\\ud800\",\"\xff\"]"},
		{"GET", ttt + "/value", "position=%2318446744073709551616", ""},
		{"GET", ttt + "/value", "position=%2353;detail=1", ""},
		{"GET", ttt + "/moves", "position=%00&detail=2", ""},
		{"GET", ttt + "/play", "position=%2353&strength=-1&seed=18446744073709551615", ""},
		{"GET", ttt + "/game", "position=%230&turns=a1+a1+%2B", ""},
		{"GET", ttt + "/sample", "value=W200&n=101&seed=-1", ""},
		{"GET", "/v1/tictactoe:height=3,line=3,width=3/stats", "", ""},
		{"GET", "/lookup/perms/OX.......................OY", "d=2", ""},
		{"GET", "/lookup/perms/OX..", "", ""},
		{"GET", "/uwapi/tictactoe/height-3-line-3-width-3/positions/", "p=XOX.OXX.O~~", ""},
		{"GET", ttt + "/plot.svg", "x=1", ""},
		{"DELETE", ttt + "/values", "", "[]"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	f.Fuzz(func(t *testing.T, method, path, query, body string) {
		r := &http.Request{
			Method: method, URL: &url.URL{Path: path, RawQuery: query}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{}, Body: http.NoBody, Host: "x", RemoteAddr: "127.0.0.1:1",
		}
		if body != "" {
			r = httptest.NewRequest("POST", "/", strings.NewReader(body))
			r.Method, r.URL = method, &url.URL{Path: path, RawQuery: query}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		switch w.Code {
		case 200, 204:
			return
		case 400, 404, 405, 413:
		default:
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		var failed struct{ Error *string }
		plain := strings.HasPrefix(path, "/lookup") || strings.HasPrefix(path, "/perms")
		err := json.Unmarshal(w.Body.Bytes(), &failed)
		if method != http.MethodHead && !plain && (err != nil || failed.Error == nil) {
			t.Fatalf("error in the wrong form: %d %s", w.Code, w.Body)
		}
		if w.Body.Len() > 20_000 {
			t.Fatalf("an error of %d bytes", w.Body.Len())
		}
	})
}

// FuzzParameters sends an arbitrary text as each declared parameter of each route, the others as
// they should be: no request may fail with an internal error.
func FuzzParameters(f *testing.F) {
	s, err := serve.New(open(f, "tictactoe"), serve.Options{})
	if err != nil {
		f.Fatal(err)
	}
	good := map[string]string{
		"position": "XO..X....", "detail": "1", "strength": "3", "aggressive": "1", "seed": "7", "turns": "a1", "value": "W3",
		"n": "2", "day": "2026-11-22", "from": "5", "back": "1", "tricky": "1", "part": "1", "ply": "3",
	}
	var d description
	if err := json.Unmarshal(ask(s, "GET", "/v1/openapi.json", "").Body.Bytes(), &d); err != nil {
		f.Fatal(err)
	}
	type parameter struct {
		path, name string
		others     url.Values
	}
	var list []parameter
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		all := url.Values{}
		for _, p := range d.Paths[path]["get"].Parameters {
			if p.In == "query" {
				if good[p.Name] == "" {
					f.Fatalf("%s has the parameter %s, and the test no value for it", path, p.Name)
				}
				all.Set(p.Name, good[p.Name])
			}
		}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if path != "/v1/{game}/picture.png" || name != "position" { // as the position of other routes
				list = append(list, parameter{strings.Replace(path, "/v1/{game}", ttt, 1), name, all})
			}
		}
	}
	for n := range list {
		for _, text := range []string{"", "#53", "-1", "18446744073709551616", "W3", "2026-02-30", "a1 b1", "+", "\x00\xff"} {
			f.Add(byte(n), text)
		}
	}
	f.Fuzz(func(t *testing.T, n byte, text string) {
		p := list[int(n)%len(list)]
		values := maps.Clone(p.others)
		values.Set(p.name, text)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, &http.Request{
			Method: "GET", URL: &url.URL{Path: p.path, RawQuery: values.Encode()}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{}, Body: http.NoBody, Host: "x", RemoteAddr: "127.0.0.1:1",
		})
		picture := w.Code == 200 && strings.HasSuffix(p.path, ".png")
		if w.Code != 200 && w.Code != 400 && w.Code != 404 || !picture && !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%s?%s: status %d: %s", p.path, values.Encode(), w.Code, w.Body)
		}
	})
}

// FuzzHeaders sends arbitrary headers: those that the server reads, and the names of hosts. No request may
// fail with an internal error, and an answer is packed only for a client that names gzip.
func FuzzHeaders(f *testing.F) {
	s, err := serve.New(open(f, "tictactoe"), serve.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`"abc", W/"d"`, "gzip;q=0.0, *", "", "x.test:80", "1.2.3.4:5")
	f.Add("*", "br, gzip ; q = 1", "gzip", "[::1]", "")
	f.Fuzz(func(t *testing.T, match, accepted, coding, host, remote string) {
		header := http.Header{"If-None-Match": {match}, "Accept-Encoding": {accepted}, "Content-Encoding": {coding}, "X-Forwarded-For": {remote}, "Range": {match}}
		for _, path := range []string{"/v1/games", ttt + "/values"} {
			r := &http.Request{
				Method: "GET", URL: &url.URL{Path: path}, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
				Header: header, Body: http.NoBody, Host: host, RemoteAddr: remote,
			}
			if path != "/v1/games" {
				r.Method, r.Body = "POST", io.NopCloser(strings.NewReader(`["XO..X...."]`))
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			packed := w.Header().Get("Content-Encoding") != ""
			if w.Code >= 500 || packed && !strings.Contains(accepted, "gzip") && !strings.Contains(accepted, "*") {
				t.Fatalf("%s: status %d, %v: %s", path, w.Code, w.Header(), w.Body)
			}
		}
	})
}
