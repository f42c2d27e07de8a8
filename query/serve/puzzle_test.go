//go:build unix

package serve_test

import (
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

// TestPuzzleTime asks every game for puzzles of three days: they take less than a second of CPU time each.
// TestPageScreens measures larger tables by the clock.
func TestPuzzleTime(t *testing.T) {
	s := newServer(t, serve.Options{})
	var games []struct{ Slug string }
	if err := json.Unmarshal(ask(s, "GET", "/v1/games", "").Body.Bytes(), &games); err != nil || len(games) == 0 {
		t.Fatal(games, err)
	}
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	for _, game := range games {
		least := time.Hour // what else the process does counts, too
		for day := range 3 {
			began := used()
			w := ask(s, "GET", fmt.Sprintf("/v1/%s/puzzle?day=2026-11-2%d", game.Slug, day), "")
			if w.Code != 200 && w.Code != 404 {
				t.Errorf("%s: %d %s", game.Slug, w.Code, w.Body)
			}
			least = min(least, used()-began)
		}
		if least > time.Second {
			t.Errorf("%s: a puzzle of the day takes %v of CPU time, want less than a second", game.Slug, least)
		}
	}
}
