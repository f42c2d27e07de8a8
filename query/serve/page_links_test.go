package serve_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/foregone-db/foregone/query/serve"
)

// linked is a link to the page, and what the page must say.
type linked struct {
	query   string
	value   string // of the position shown, for the player to move; "": no verdict
	over    bool
	refused bool
	gallery bool
}

var linkGames = []string{
	"tictactoe", small, "quixo:size=3", "connect-four:width=4,height=3,line=3", "british-square:width=3,height=3",
	"tupitu:width=3,height=3", "dobutsu:pieces=1", "chess:pieces=KQvK", "awari:stones=5", "kalah:pits=2,seeds=2",
}

// hostileTexts are texts in which a page could see more than text.
var hostileTexts = []string{
	`<script>throw 1</script>`, `"><img src=x onerror=alert(1)>`, "</script><script>alert(1)</script>", "${1}", "{{.}}", "'; --", "\x00", "\xff\xfe",
	"__proto__", "constructor", "../../etc/passwd", "#-1", "#99999999999999999999", "99999999999/8", strings.Repeat("9", 500), strings.Repeat("x", 3000),
	"%", "+", "&", "=", "\u202e", "💣", "-0", "NaN", "null", "undefined", "[object Object]", "1e9", "\n\n", "9/9/9/9/9/9/9/9 w", "  ",
}

// makeLink makes a random link with what /v1 says of it.
func makeLink(t *testing.T, s *serve.Server, games []string, r *rand.Rand) linked {
	t.Helper()
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	slug := slugOf(t, pick(games))
	var found []struct{ Position string }
	if err := json.Unmarshal(ask(s, "GET", "/v1/"+slug+"/sample?value="+valueOf(t, s, slug, r)+"&n=1&seed="+fmt.Sprint(r.Uint32()), "").Body.Bytes(), &found); err != nil || len(found) == 0 {
		t.Fatal(err, found)
	}
	position, turns := found[0].Position, []string{}
	for range r.IntN(4) {
		var g struct{ Steps []struct{ Position *string } }
		query := url.Values{"position": {position}, "turns": {strings.Join(turns, " ")}}
		if err := json.Unmarshal(ask(s, "GET", "/v1/"+slug+"/game?"+query.Encode(), "").Body.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
		last := g.Steps[len(g.Steps)-1].Position
		if last == nil {
			break
		}
		type list []struct{ Move string }
		var m struct {
			Moves list
			Rolls []struct {
				Roll  string
				Moves list
			}
		}
		if err := json.Unmarshal(ask(s, "GET", "/v1/"+slug+"/moves?"+url.Values{"position": {*last}}.Encode(), "").Body.Bytes(), &m); err != nil || len(m.Moves) == 0 {
			break
		}
		if len(m.Rolls) > 0 {
			roll := m.Rolls[r.IntN(len(m.Rolls))]
			turns = append(turns, roll.Roll+":"+roll.Moves[r.IntN(len(roll.Moves))].Move)
			continue
		}
		turns = append(turns, m.Moves[r.IntN(len(m.Moves))].Move)
	}
	q := url.Values{"g": {slug}, "p": {position}}
	if len(turns) > 0 {
		q.Set("t", strings.Join(turns, " "))
	}
	switch r.IntN(6) {
	case 0: // broken: a letter changes
		text := []rune(position)
		text[r.IntN(len(text))] = []rune(".XOxoKk19 -/w#")[r.IntN(14)]
		q.Set("p", string(text))
	case 1:
		q.Set("t", strings.Join(append(turns, pick(hostileTexts), "a1"), " "))
	case 2: // hostile, anywhere
		q.Set(pick([]string{"g", "p", "t", "at", "e", "s", "a", "v", "x"}), pick(hostileTexts))
	case 3:
		q.Set("at", fmt.Sprint(r.IntN(6)-1))
	}
	if q.Get("e") != "" {
		q.Del("e") // engines would play on
	}
	l := expected(t, s, q)
	l.query = q.Encode()
	return l
}

// valueOf returns a random value that occurs in a game, escaped.
func valueOf(t *testing.T, s *serve.Server, slug string, r *rand.Rand) string {
	t.Helper()
	var stats struct{ Values map[string]uint64 }
	if err := json.Unmarshal(ask(s, "GET", "/v1/"+slug+"/stats", "").Body.Bytes(), &stats); err != nil {
		t.Fatal(err)
	}
	var values []string
	for v, n := range stats.Values {
		if n > 0 {
			values = append(values, v)
		}
	}
	return url.QueryEscape(values[r.IntN(len(values))])
}

// expected says what the page must show for a state, by /v1.
func expected(t *testing.T, s *serve.Server, q url.Values) linked {
	t.Helper()
	slug := q.Get("g")
	var board struct{ Start, Error string }
	if err := json.Unmarshal(ask(s, "GET", "/v1/"+url.PathEscape(slug)+"/board", "").Body.Bytes(), &board); err != nil || board.Error != "" {
		return linked{gallery: true}
	}
	position := q.Get("p")
	if position == "" {
		position = board.Start
	}
	w := ask(s, "GET", "/v1/"+slug+"/game?"+url.Values{"position": {position}, "turns": {q.Get("t")}, "part": {"1"}}.Encode(), "")
	if w.Code != http.StatusOK {
		return linked{refused: true}
	}
	var g struct {
		Steps []struct {
			Value, Moved string
			Over         bool
		}
		Refused *struct{}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &g); err != nil {
		t.Fatal(err)
	}
	at := len(g.Steps) - 1
	var n int
	if _, err := fmt.Sscanf(q.Get("at"), "%d", &n); err == nil && fmt.Sprint(n) == q.Get("at") && n >= 0 && n < at {
		at = n
	}
	return linked{value: g.Steps[at].Value, over: g.Steps[at].Over, refused: g.Refused != nil}
}

var verdictInHTML = regexp.MustCompile(`<p id="verdict" role="status"><strong>([^<]*)</strong>`)

// check opens a link and compares.
func (l linked) check(t *testing.T, b *browser, s *serve.Server, games []string) {
	t.Helper()
	w := ask(s, "GET", "/?"+l.query, "")
	first := html.UnescapeString(verdictInHTML.FindStringSubmatch(w.Body.String())[1])
	b.do(chromedp.Navigate(b.base + "/?" + l.query))
	b.settle()
	var now struct {
		View, Verdict, Chip, Error string
		Cards                      int
	}
	b.do(chromedp.Evaluate(`({View: document.body.dataset.view, Verdict: document.querySelector("#verdict strong")?.textContent ?? "", Chip: document.querySelector("#verdict .chip")?.textContent ?? "",
		Error: document.querySelector("#error").hidden ? "" : document.querySelector("#error").textContent, Cards: document.querySelectorAll("#cards a").length})`, &now))
	switch {
	case l.gallery:
		if now.View != "gallery" || now.Cards != len(games) || first != "" || w.Code != http.StatusNotFound && !strings.Contains(l.query, "g=&") {
			t.Errorf("?%s: %d %+v, want the list of games", l.query, w.Code, now)
		}
		return
	case l.refused != (now.Error != "") || l.refused != (w.Code == http.StatusBadRequest):
		t.Errorf("?%s: %d, error %q, refused: %v", l.query, w.Code, now.Error, l.refused)
	}
	if first != now.Verdict {
		t.Errorf("?%s: the server writes %q, the script %q", l.query, first, now.Verdict)
	}
	says := now.Verdict
	for mark, words := range map[string]string{"W": "wins in ", "L": "loses in ", "T": "a draw", "w": "wins in ", "l": "loses in ", "d": "a draw", "+": " ahead", "-": " behind", "0": "ends level"} {
		if strings.Contains(l.value, ".") { // of chance
			mark = l.value
			if _, _, share := strings.Cut(l.value, "%"); share {
				words = strings.TrimSuffix(l.value, "%")
			} else if text, loses := strings.CutPrefix(l.value, "-"); loses {
				words = "loses " + text
			} else {
				words = "gains " + text
			}
		}
		if !l.over && strings.HasPrefix(l.value, mark) && (!strings.Contains(says, words) || now.Chip != inTurns(l.value)) {
			t.Errorf("?%s: %q %s, want %q of %s", l.query, says, now.Chip, words, l.value)
		}
	}
	if l.over && !strings.HasPrefix(says, "Game over") && says != "Solved" && says != "Unsolvable" || l.value == "" && !l.over && says != "" {
		t.Errorf("?%s: %q, over: %v", l.query, says, l.over)
	}
}

// inTurns writes win-21, loss-8 and draw as the page does: W11, L4 and T.
func inTurns(value string) string {
	var plies int
	if _, err := fmt.Sscanf(value, "win-%d", &plies); err == nil {
		return fmt.Sprintf("W%d", (plies+1)/2)
	} else if _, err := fmt.Sscanf(value, "loss-%d", &plies); err == nil {
		return fmt.Sprintf("L%d", (plies+1)/2)
	}
	return strings.Replace(value, "draw", "T", 1)
}

// checkLinks opens n random links of a seed, of which a third are broken or hostile.
func checkLinks(t *testing.T, n int, seed uint64, games []string) {
	t.Helper()
	s, err := serve.New(open(t, games...), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := openPage(t, 1280, 860, false, s)
	r := rand.New(rand.NewPCG(28, seed))
	kinds := map[string]int{}
	for range n {
		l := makeLink(t, s, games, r)
		l.check(t, b, s, games)
		kinds[map[bool]string{true: "refused"}[l.refused]+map[bool]string{true: "gallery"}[l.gallery]]++
	}
	if kinds[""] == 0 || kinds["refused"] == 0 {
		t.Errorf("the links are of one kind: %v", kinds)
	}
	t.Log(kinds)
}

// TestPageLinks opens random links: valid, broken and hostile ones. TestPageLinksLong opens 2,000.
func TestPageLinks(t *testing.T) { checkLinks(t, 25, 8, linkGames) }
