package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/tools/cli"
)

// run runs a command line that must exit with a status and returns its output.
func run(t *testing.T, ctx context.Context, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := cli.Run(ctx, registry(), append([]string{"foregone"}, args...), strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("foregone %s: exit status %d, want %d\n%s%s", strings.Join(args, " "), got, want, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// TestInterrupted checks that every command that can take long stops with status 130.
func TestInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	run(t, t.Context(), 0, "solve", "tictactoe", "--db", dir, "-q")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"solve", "tictactoe", "--db", dir + "-new"},
		{"value", "--db", dir, "#0"},
		{"value", "--db", dir, "-"},
		{"moves", "--db", dir, "#0", "--detail"},
		{"line", "--db", dir, "#0"},
		{"sample", "--db", dir, "--value", "W3"},
		{"verify", "--db", dir},
		{"verify", "--db", dir, "--checksums"},
		{"diff", dir, dir},
		{"perft", "pushfight", "2", "1707612174"},
	} {
		_, stderr := run(t, ctx, 130, args...)
		if !strings.Contains(stderr, "interrupted") && !strings.Contains(stderr, "the same command resumes: foregone "+strings.Join(args, " ")) {
			t.Errorf("%s: %q", args[0], stderr)
		}
	}
}

// TestStreamAnswersAtOnce sends a position only after the answer to the one before.
func TestStreamAnswersAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	run(t, t.Context(), 0, "solve", "tictactoe", "--db", dir, "-q")
	questions, ask := io.Pipe()
	answer, answers := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- cli.Run(t.Context(), registry(), []string{"foregone", "value", "--db", dir, "-"}, questions, answers, io.Discard)
		answers.Close()
	}()
	lines := bufio.NewScanner(answer)
	for _, position := range []string{"XO..X....", ".........", "X........"} {
		if _, err := io.WriteString(ask, position+"\r\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), position+"\t") {
			t.Fatalf("asked for %s, got %q", position, lines.Text())
		}
	}
	ask.Close()
	if lines.Scan() {
		t.Errorf("one more line: %q", lines.Text())
	}
	if got := <-status; got != 0 {
		t.Errorf("exit status %d", got)
	}
}

// TestOwnName checks that a program uses its own name in messages.
func TestOwnName(t *testing.T) {
	var out, errs bytes.Buffer
	status := cli.Run(t.Context(), registry(), []string{"/usr/bin/mygame"}, nil, &out, &errs)
	if status != 2 || errs.String() != "mygame: no command: \"mygame --help\" lists them\n" {
		t.Errorf("exit status %d, %q", status, errs.String())
	}
	_, stderr := run(t, t.Context(), 1, "stats", "--db", filepath.Join(t.TempDir(), "none"))
	if !strings.Contains(stderr, "make one with \"foregone solve GAME") {
		t.Errorf("got %q", stderr)
	}
}

// TestOwnExamples checks that the help of a program with one game has examples of that game alone.
func TestOwnExamples(t *testing.T) {
	mine := games.NewRegistry(britishsquare.Definition())
	help := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if status := cli.Run(t.Context(), mine, append([]string{"mygame"}, args...), nil, &out, &errs); status != 0 {
			t.Fatalf("%v: exit status %d, %s", args, status, errs.String())
		}
		return out.String()
	}
	if found := regexp.MustCompile(`(?i).*(tictactoe|XO\.\.|pushfight|push fight|chess|quixo).*`).FindString(help("man")); found != "" {
		t.Errorf("the help says %q", found)
	}
	for command, want := range map[string]string{
		"--help": "mygame solve british-square\n", "solve": "mygame solve british-square\n", "perft": "mygame perft british-square 9\n", "moves": "mygame moves '#0'\n",
		"play": "foregone-data/british-square-center-false-height-5-width-5 --strength", "serve": "/v1/british-square-center-false-height-5-width-5/value?position=",
	} {
		if text := help(strings.Fields("help " + strings.TrimPrefix(command, "--help"))...); !strings.Contains(text, want) {
			t.Errorf("%s: want %q in\n%s", command, want, text)
		}
	}
	var out, errs bytes.Buffer
	if status := cli.Run(t.Context(), mine, []string{"mygame", "solv"}, nil, &out, &errs); status != 2 || !strings.HasSuffix(errs.String(), "did you mean solve?\n") || strings.Contains(errs.String(), "pushfight") {
		t.Errorf("solv: %d %s", status, errs.String())
	}
}

// TestVerifyFails verifies a table with wrong values.
func TestVerifyFails(t *testing.T) {
	dir := t.TempDir()
	spec, err := registry().Parse("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	values := enginetest.Naive(g)
	values[0], values[53] = 2, 7 // the start a win, XO..X.... a loss in 6 plies
	w, err := table.Create(kv.TablePath(dir), table.HeaderOf(g), table.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Size() {
		if err := w.Append([]byte{byte(values[i])}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	stdout, stderr := run(t, t.Context(), 1, "verify", "--db", dir)
	if !strings.HasPrefix(stdout, "#0\t.........\tstored W1, its successors say T\n") ||
		!strings.Contains(stdout, "#53\tXO..X....\tstored L3, its successors say L2\n") ||
		!strings.HasSuffix(stdout, "5,478 positions checked, 2 wrong\n") ||
		!strings.Contains(stderr, "is wrong") {
		t.Errorf("%s%s", stdout, stderr)
	}
	stdout, _ = run(t, t.Context(), 1, "verify", "--db", dir, "--json", "-q")
	if !strings.Contains(stdout, `"checked":5478,"failed":2,"failures":[{"index":0,"position":".........","stored":"W1","computed":"T"},`) {
		t.Error(stdout)
	}
	run(t, t.Context(), 0, "verify", "--db", dir, "--checksums") // the file itself is intact
	_, stderr = run(t, t.Context(), 1, "line", "--db", dir, "XO..X....")
	if !strings.Contains(stderr, "has the value L3, but its best move c1 is worth L2") {
		t.Error(stderr)
	}
}
