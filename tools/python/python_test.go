package python

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/tools/cli"
)

func needPython(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
}

// open makes games of GAME arguments.
func open(t testing.TB, texts ...string) []engine.Game {
	t.Helper()
	programs := program.New(program.Options{Runner: Runner, Memory: t.TempDir()})
	t.Cleanup(func() { programs.Close() })
	r := registry().With(append(programs.Families(), wasm.New().Family())...)
	var list []engine.Game
	for _, text := range texts {
		spec, err := r.Parse(text, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestEqualsBuiltIn compares the examples with built-in games, or with those in C, position by
// position; they have the same keys.
func TestEqualsBuiltIn(t *testing.T) {
	needPython(t)
	for mine, other := range map[string]string{
		"examples/tictactoe.py":                    "tictactoe",
		"examples/quixo.py:size=3":                 "quixo:size=3",
		"examples/connectfour.py:width=3,height=4": "connect-four:width=3,height=4",
		"examples/dodgem.py:size=3,cars=2":         "../../engine/foreign/wasm/testdata/dodgem.wasm:size=3,cars=2",
	} {
		t.Run(mine, func(t *testing.T) {
			pair := open(t, mine, other)
			g, want := pair[0], pair[1]
			if g.Size() != want.Size() || g.Kind() != want.Kind() {
				t.Fatalf("%d positions of kind %v, want %d of %v", g.Size(), g.Kind(), want.Size(), want.Kind())
			}
			values, wanted := enginetest.Naive(g), enginetest.Naive(want)
			for i := range want.Size() {
				if values[i] != wanted[i] {
					t.Fatalf("position %d is worth %v, want %v", i, values[i], wanted[i])
				}
			}
		})
	}
}

// TestPlacement compares a game with a declared placement with the same game by keys, which also
// has finished positions. Play reaches all positions of the declaration.
func TestPlacement(t *testing.T) {
	needPython(t)
	pair := open(t, "examples/tapatan.py", "tests/tapatan_keys.py")
	g, byKeys := pair[0], pair[1]
	values, wanted := enginetest.Naive(g), enginetest.Naive(byKeys)
	reached := map[uint64]bool{}
	for n, want := range wanted {
		p := byKeys.At(uint64(n))
		if _, over := byKeys.Finished(p); over {
			continue
		}
		q, err := g.Parse(byKeys.Text(p))
		if err != nil {
			t.Fatal(err)
		}
		i, stored := g.Index(q)
		if !stored || reached[i] || values[i] != want || g.Weight(i) != byKeys.Weight(uint64(n)) {
			t.Fatalf("%s has the index %d, value %v and weight %d, want %v and %d", byKeys.Text(p), i, values[i], g.Weight(i), want, byKeys.Weight(uint64(n)))
		}
		reached[i] = true
	}
	if uint64(len(reached)) != g.Size() {
		t.Errorf("by keys there are %d positions, want %d", len(reached), g.Size())
	}
}

func TestConformance(t *testing.T) {
	needPython(t)
	for _, text := range []string{"examples/tictactoe.py", "examples/countdown.py:from=30", "examples/tapatan.py"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text)[0], enginetest.Options{Exhaustive: 1000, Moves: 50, Allocates: true})
		})
	}
}

// TestPackage runs the package's own tests, which are in Python.
func TestPackage(t *testing.T) {
	needPython(t)
	out, err := exec.Command("python3", "-m", "unittest", "discover", "-s", "tests", "-t", ".").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "OK") {
		t.Errorf("%v\n%s", err, out)
	}
}

// command is the environment variable that makes the test binary the program foregone, which the
// package runs for moves.
const command = "FOREGONE_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(command) != "" {
		cli.Main(registry())
	}
	os.Exit(m.Run())
}

func registry() *games.Registry {
	return games.NewRegistry(britishsquare.Definition(), connectfour.Definition(), quixo.Definition(), tictactoe.Definition(), tupitu.Definition())
}

// foregone runs a command line and returns its output.
func foregone(t *testing.T, args ...string) string {
	t.Helper()
	programs := program.New(program.Options{Runner: Runner, Memory: t.TempDir()})
	var out, errors bytes.Buffer
	r := registry().With(programs.Families()...)
	if status := cli.Run(t.Context(), r, append([]string{"foregone"}, args...), nil, &out, &errors, cli.Extra{Begin: programs.Begin}); status != 0 {
		t.Fatalf("%v: status %d, %s", args, status, errors.String())
	}
	return out.String()
}

// TestReader compares the values that the package reads from databases with exports, and moves and
// lines with the program's output.
func TestReader(t *testing.T) {
	needPython(t)
	for _, c := range []struct{ game, script string }{
		{"tictactoe", "examples/tictactoe.py"},
		{"examples/quixo.py:size=3", "examples/quixo.py"},
		{"examples/dodgem.py:size=3,cars=2", "examples/dodgem.py"},
		{"examples/connectfour.py:width=4,height=3", "examples/connectfour.py"},
		{"tupitu:width=2,height=3", ""}, // without keys
		{"british-square:width=3,height=2", ""},
		{"quixo:size=3", ""},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Setenv("FOREGONE_PROGRAMS", c.script)
			dir := t.TempDir()
			db := filepath.Join(dir, "db")
			foregone(t, "solve", "-q", c.game, "--db", db)
			foregone(t, "export", "csv", "-q", "--db", db, "-o", filepath.Join(dir, "values.csv"))
			var moves, lines string
			positions := []string{"#7"} // each starts processes
			if c.game == "tictactoe" {
				positions = []string{"#0", "#7", "#20"}
			}
			for _, position := range positions {
				moves += foregone(t, "moves", "--json", "--db", db, position)
				lines += foregone(t, "line", "--json", "--db", db, position)
			}
			for name, text := range map[string]string{"moves.json": moves, "line.json": lines} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			rules := c.script
			if rules == "" {
				rules = os.Args[0]
			}
			compare := exec.Command("python3", "tests/compare.py", db, rules, dir)
			compare.Env = append(os.Environ(), "PYTHONPATH=.", command+"=1")
			if out, err := compare.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			} else {
				t.Logf("%s", out)
			}
		})
	}
}
