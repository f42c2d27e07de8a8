package serve_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

// TestPuzzleTime asks every game for puzzles of the day. The fastest of three takes less than a second: others may
// wait for processors. TestPageScreens measures larger tables.
func TestPuzzleTime(t *testing.T) {
	s := newServer(t, serve.Options{})
	var games []struct{ Slug string }
	if err := json.Unmarshal(ask(s, "GET", "/v1/games", "").Body.Bytes(), &games); err != nil || len(games) == 0 {
		t.Fatal(games, err)
	}
	for _, game := range games {
		least := time.Hour
		for day := range 3 {
			began := time.Now()
			w := ask(s, "GET", fmt.Sprintf("/v1/%s/puzzle?day=2026-11-2%d", game.Slug, day), "")
			if least = min(least, time.Since(began)); w.Code != 200 && w.Code != 404 {
				t.Errorf("%s: %d %s", game.Slug, w.Code, w.Body)
			}
		}
		if least > time.Second {
			t.Errorf("%s: the puzzle of a day takes %v, want less than a second", game.Slug, least)
		}
	}
}
