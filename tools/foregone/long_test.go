//go:build long

package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const fixtures = "../../engine/foreign/wasm/testdata/"

// digest solves a game and returns the digest of its values, and the database.
func digest(t *testing.T, game string) (sum, db string) {
	t.Helper()
	db = filepath.Join(t.TempDir(), "db")
	status, out, text := run(t, "solve", "-q", "--memory", "1GiB", game, "--db", db)
	sum = regexp.MustCompile(`sha256 +([0-9a-f]{64})`).FindString(out)
	if status != 0 || sum == "" {
		t.Fatalf("%s: status %d, %s", game, status, text)
	}
	return sum, db
}

// TestModulesLong: large games in C have the tables of the built-in ones.
func TestModulesLong(t *testing.T) {
	for module, builtIn := range map[string]string{
		"quixo.wasm:size=4":                 "quixo:size=4",
		"connectfour.wasm:width=5,height=5": "connect-four:width=5,height=5",
	} {
		mine, _ := digest(t, fixtures+module)
		if want, _ := digest(t, builtIn); mine != want {
			t.Errorf("%s: %s, want %s", module, mine, want)
		}
	}
}

// TestPlainQuixoLong finds every position of Quixo with its side to move, without any
// symmetry, by the rules in C. The counts are those of GamesmanOne (Berkeley).
func TestPlainQuixoLong(t *testing.T) {
	_, db := digest(t, fixtures+"quixo.wasm:size=4,plain=true")
	_, out, _ := run(t, "stats", "--db", db)
	for _, want := range []string{"82,497,861 stored", "49,953,979", "29,330,646", "3,213,236"} {
		if !strings.Contains(out, want) {
			t.Errorf("want %s in\n%s", want, out)
		}
	}
}
