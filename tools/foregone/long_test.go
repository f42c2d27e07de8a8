//go:build long

package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign/uci"
)

const fixtures = "../../engine/foreign/wasm/testdata/"

// digest solves a game and returns the digest of its values, and the database.
func digest(t *testing.T, game string) (sum, db string) {
	t.Helper()
	db = filepath.Join(t.TempDir(), "db")
	status, text := runWith(t, t.TempDir(), "solve", "-q", "--memory", "1GiB", game, "--db", db)
	sum = regexp.MustCompile(`sha256 +([0-9a-f]{64})`).FindString(text)
	if status != 0 || sum == "" {
		t.Fatalf("%s: status %d, %s", game, status, text)
	}
	return sum, db
}

// TestFilesLong: large games in C and Python have the tables of the built-in ones.
func TestFilesLong(t *testing.T) {
	for file, builtIn := range map[string]string{
		"../languages/games/quixo.c.wasm:size=4":             "quixo:size=4",
		fixtures + "connectfour.wasm:width=5,height=5":       "connect-four:width=5,height=5",
		"../python/examples/quixo.py:size=4":                 "quixo:size=4",
		"../python/examples/connectfour.py:width=5,height=4": "connect-four:width=5,height=4",
	} {
		mine, _ := digest(t, file)
		if want, _ := digest(t, builtIn); mine != want {
			t.Errorf("%s: %s, want %s", file, mine, want)
		}
	}
}

// TestPlainQuixoLong finds every position of Quixo with its side to move, without symmetry, by the
// rules in C. The counts are those of GamesmanOne (Berkeley).
func TestPlainQuixoLong(t *testing.T) {
	_, db := digest(t, "../languages/games/quixo.c.wasm:size=4,plain=true")
	_, out, _ := run(t, "stats", "--db", db)
	for _, want := range []string{"82,497,861 stored", "49,953,979", "29,330,646", "3,213,236"} {
		if !strings.Contains(out, want) {
			t.Errorf("want %s in\n%s", want, out)
		}
	}
}

// TestInfoLong runs info on games in files that are too large to count. It must report how many
// positions it found and how much room they need.
func TestInfoLong(t *testing.T) {
	engines := uci.New(uci.Options{})
	games := []string{fixtures + "connectfour.wasm:width=7,height=6", "../python/examples/connectfour.py:width=7,height=6"}
	if _, err := engines.Find(); err == nil {
		games = append(games, "uci:dobutsu", "uci:kingofthehill:fen=8/8/8/8/8/2k5/8/KQ6_w")
	}
	for _, game := range games {
		status, text := runWith(t, t.TempDir(), "info", "-q", "--memory", "1GiB", game)
		for _, want := range []string{
			`(?m)^positions     not counted: .*(has more than 33554432 reachable|takes more than 20s; [0-9,]{4,} were found)`,
			`(?m)^to find them  (at least some|needs lists on disk)`,
		} {
			if status != 0 || !regexp.MustCompile(want).MatchString(text) {
				t.Errorf("%s: status %d, want %s in\n%s", game, status, want, text)
			}
		}
		t.Logf("%s\n%s", game, regexp.MustCompile(`(?m)^(positions|to find them) .*$`).FindAllString(text, -1))
	}
}
