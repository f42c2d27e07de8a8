package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/chess"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/yahtzee"
	"github.com/foregone-db/foregone/tools/cli"
	pushfighttools "github.com/foregone-db/foregone/tools/pushfight"
)

func registry() *games.Registry {
	return games.NewRegistry(awari.Definition(), britishsquare.Definition(), chess.Definition(), connectfour.Definition(), dobutsu.Definition(), graph.Definition(), kalah.Definition(), morris.Definition(), pig.Definition(), pushfight.Definition(), quixo.Definition(), sliding.Definition(), tictacchec.Definition(), tictactoe.Definition(), yahtzee.Definition())
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"foregone": func() { cli.Main(registry(), pushfighttools.Extra()) },
	})
}

// TestScripts runs the scripts of testdata. FOREGONE_UPDATE=1 writes differences back into them.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			// With -race a process would rest for a second before it exits.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		UpdateScripts: os.Getenv("FOREGONE_UPDATE") != "",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":   status,
			"flip":     flip,
			"truncate": truncate,
		},
	})
}

// status N PROGRAM ARG… runs a program that must exit with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// flip FILE OFFSET flips one bit of a file. Offsets below zero count from the end.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, args, func(content []byte, at int) []byte {
		content[at] ^= 1
		return content
	})
}

// truncate FILE OFFSET truncates a file.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	edit(ts, args, func(content []byte, at int) []byte { return content[:at] })
}

func edit(ts *testscript.TestScript, args []string, f func(content []byte, at int) []byte) {
	if len(args) != 2 {
		ts.Fatalf("usage: flip|truncate file offset")
	}
	path := ts.MkAbs(args[0])
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	content, err := os.ReadFile(path)
	ts.Check(err)
	if at < 0 {
		at += len(content)
	}
	if at < 0 || at >= len(content) {
		ts.Fatalf("offset %d is outside the file's %d bytes", at, len(content))
	}
	ts.Check(os.WriteFile(path, f(content, at), 0o666))
}

func ExampleRun() {
	// A main function of another module does the same, in a process of its own.
	registry := games.NewRegistry(tictactoe.Definition())
	status := cli.Run(context.Background(), registry, []string{"mygame", "perft", "tictactoe", "2", "-q"}, nil, os.Stdout, os.Stderr)
	fmt.Println("exit status", status)
	// Output:
	//    1                    9              9              0
	//    2                   72             72              0
	// exit status 0
}
