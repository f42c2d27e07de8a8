package serve_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/query/gamesmanuni"
	"github.com/foregone-db/foregone/query/serve"
)

// uniAPI is the address of the API in the built front end.
const uniAPI = "https://nyc.cs.berkeley.edu/universal/v1/"

// TestUniFrontEnd plays every game in GamesmanUni itself, by clicks, from the list of games to the
// end of a match. The folder of the built front end is $FOREGONE_UNI; the test changes only the
// address of its API.
func TestUniFrontEnd(t *testing.T) {
	dist := os.Getenv("FOREGONE_UNI")
	if dist == "" {
		t.Skip("FOREGONE_UNI names no build of GamesmanUni")
	}
	s, err := serve.New(open(t, "tictactoe", small, "quixo:size=3", "connect-four:width=4,height=3,line=3", "british-square:width=3,height=3",
		"rpsw:width=3,height=3,pieces=1", "tupitu:width=3,height=3", "dobutsu:pieces=1", "chess:pieces=KQvK", "morris:rings=1,men=3", "awari:stones=5", "kalah:pits=2,seeds=2"), serve.Options{Faces: gamesmanuni.Faces()})
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/uwapi/") {
			s.ServeHTTP(w, r)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/uni")
		body, err := os.ReadFile(filepath.Join(dist, filepath.FromSlash(name)))
		if err != nil { // a page of it
			name = "/index.html"
			if body, err = os.ReadFile(filepath.Join(dist, name)); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Write(bytes.ReplaceAll(body, []byte(uniAPI), []byte("http://"+r.Host+"/uwapi/")))
	}))
	defer front.Close()
	for _, game := range uni[[]struct{ ID, Name string }](t, s, "") {
		one := uni[struct{ Variants []struct{ ID string } }](t, s, game.ID+"/")
		for _, v := range one.Variants {
			t.Run(game.ID, func(t *testing.T) { playUni(t, front.URL, game.ID, game.Name, v.ID) })
		}
	}
}

func contentType(name string) string {
	kinds := map[string]string{".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json"}
	if kind, ok := kinds[path.Ext(name)]; ok {
		return kind
	}
	return "application/octet-stream"
}

// playUni plays a match, by the first button each time.
func playUni(t *testing.T, base, game, name, variant string) {
	b := newPage(t, 1280, 1000, false, base, false)
	b.do(chromedp.Navigate(base + "/uni/games"))
	b.until("the list of games", fmt.Sprintf(`document.body.innerText.includes(%q)`, name))
	b.do(chromedp.Navigate(base + "/uni/games/" + game + "/variants/" + variant))
	// Drawn on the board, or listed by name below it.
	const buttons = `[...document.querySelectorAll("#image-autogui [class*=iag-button], #custom-gui-tictactoe rect[cursor=pointer], #listed-moves .move")]`
	const message = `(document.querySelector("#app-game-body-statistics-message")?.innerText ?? "")`
	const shown = message + ` + [...document.querySelectorAll("#image-autogui [class*=iag-button]")].map((e) => e.outerHTML).join()` // a step of a turn changes the buttons alone
	b.until("a board", buttons+`.length > 0 && `+message+` !== ""`)
	b.screenshot("uni-" + game)
	moves := 0
	for ; moves < 60; moves++ {
		var before string
		b.do(chromedp.Evaluate(shown, &before))
		b.do(chromedp.Evaluate(`(`+buttons+`)[0].dispatchEvent(new MouseEvent("click", {bubbles: true}))`, nil))
		b.until("the turn", fmt.Sprintf(`%s !== %q && (%s.length > 0 || /won|wins|tie|tied|draw|lost|over/i.test(%s))`, shown, before, buttons, message))
		if b.is(buttons + `.length === 0`) {
			break
		}
	}
	var end string
	b.do(chromedp.Evaluate(message, &end))
	t.Logf("%s: %d moves, %q", game, moves+1, end)
	b.screenshot("uni-" + game + "-end")
	if moves == 0 || end == "" {
		t.Errorf("the match ends after %d moves with %q", moves+1, end)
	}
}
