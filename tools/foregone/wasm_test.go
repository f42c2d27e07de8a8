package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/tools/cli"
)

// run runs a command line and returns its status and output.
func run(t *testing.T, args ...string) (status int, out, errors string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = cli.Run(t.Context(), registry(program.New(program.Options{}), wasm.New(), uci.New(uci.Options{})), append([]string{"foregone"}, args...), strings.NewReader(""), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// TestModuleInDatabase: a database answers without the module of its game, and refuses another
// module.
func TestModuleInDatabase(t *testing.T) {
	content, err := os.ReadFile("../../engine/foreign/wasm/testdata/tictactoe.wasm")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	game, db := filepath.Join(dir, "mine.wasm"), filepath.Join(dir, "db")
	if err := os.WriteFile(game, content, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, text := run(t, "solve", "-q", game, "--db", db); status != 0 {
		t.Fatalf("solve: status %d, %s", status, text)
	}
	for _, args := range [][]string{{"info", game}, {"perft", game, "3"}, {"draw", game, "XO..X....", "-o", filepath.Join(dir, "a.svg")}} {
		if status, _, text := run(t, args...); status != 0 {
			t.Errorf("%v: status %d, %s", args, status, text)
		}
	}
	if err := os.Remove(game); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"value", "--db", db, "XX.OO...."}, "W1"},
		{[]string{"moves", "--db", db, "XX.OO...."}, "c3"},
		{[]string{"line", "--db", db, "XX.OO...."}, "c3"},
		{[]string{"stats", "--db", db}, "5,478"},
		{[]string{"verify", "--db", db, "--all"}, "5,478"},
	} {
		if status, out, text := run(t, c.args...); status != 0 || !strings.Contains(out+text, c.want) {
			t.Errorf("%v: status %d, %s%s, want %s", c.args, status, out, text, c.want)
		}
	}
	changed := bytes.Replace(content, []byte(`"version":"1.0"`), []byte(`"version":"1.1"`), 1)
	if err := os.WriteFile(game, changed, 0o666); err != nil {
		t.Fatal(err)
	}
	status, _, text := run(t, "solve", "-q", game, "--db", db)
	if status != 1 || !strings.Contains(text, "begun with") || strings.Count(text, "\n") != 1 {
		t.Errorf("a changed game: status %d, %s", status, text)
	}
}
