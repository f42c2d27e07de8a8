package main

import (
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/tools/cli"
)

// runUCI runs a command line with an engine at a path, "" for the usual one.
func runUCI(t *testing.T, path string, args ...string) (status int, text string) {
	t.Helper()
	engines := uci.New(uci.Options{Engine: path})
	var out strings.Builder
	status = cli.Run(t.Context(), registry(program.New(program.Options{}), wasm.New(), engines), append([]string{"foregone"}, args...), strings.NewReader("quit\n"), &out, &out, cli.Extra{Begin: engines.Begin})
	return status, out.String()
}

// TestEngineGone: a database of an engine's variant answers with the engine, and by FEN and
// index without it.
func TestEngineGone(t *testing.T) {
	if _, err := uci.New(uci.Options{}).Find(); err != nil {
		t.Skipf("%v", err)
	}
	dir := t.TempDir()
	db, file := filepath.Join(dir, "db"), filepath.Join(dir, "small.ini")
	rules := "[ending]\nmaxRank = 3\nmaxFile = 3\nking = k\nrook = r\nstartFen = k2/3/K1R w - - 0 1\ncastling = false\n"
	if err := os.WriteFile(file, []byte(rules), 0o666); err != nil {
		t.Fatal(err)
	}
	expect := func(engine string, status int, want string, args ...string) {
		t.Helper()
		if got, text := runUCI(t, engine, args...); got != status || !strings.Contains(text, want) {
			t.Errorf("%v: status %d, %s, want %d and %s", args, got, text, status, want)
		}
	}
	const absent = "/nonexistent/engine"
	expect("", 0, "388", "solve", "-q", "uci:"+file, "--db", db)
	expect("", 0, "Left out, for a position does not tell it: repetition", "info", "uci:"+file+"#ending")
	expect("", 0, "388", "verify", "--all", "--db", db)
	expect("", 0, "win-5", "value", "--db", db, "K1k/R2/3 w - - 0 1")
	expect("", 0, "c1c3", "moves", "--db", db, "k2/3/K1R w")
	expect("", 0, "c1c3", "line", "--db", db, "k2/3/K1R w")
	expect("", 0, "White to move", "play", "--db", db)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	expect("", 0, "c1c3", "line", "--db", db, "k2/3/K1R w")
	expect(absent, 0, "win-5", "value", "--db", db, "K1k/R2/3 w - -")
	expect(absent, 0, "win-5", "value", "--db", db, "#3")
	expect(absent, 0, "388 stored", "stats", "--db", db)
	expect(absent, 0, " w - -", "sample", "-n", "1", "--value", "win-5", "--db", db)
	expect(absent, 0, "", "verify", "--checksums", "--db", db)
	expect(absent, 0, "", "export", "csv", "-q", "--db", db, "-o", filepath.Join(dir, "a.csv"))
	for _, args := range [][]string{{"moves", "#5"}, {"line", "#5"}, {"verify", "--all"}} {
		expect(absent, 1, "ending.uci cannot be asked: the engine Fairy-Stockfish is not here", append(args, "--db", db)...)
	}
	expect(absent, 2, "is not a game: the engine Fairy-Stockfish is not here", "solve", "uci:dobutsu", "--db", filepath.Join(dir, "other"))
	expect("", 2, "", "value", "--db", db, "k2/3/K1X w")
}
