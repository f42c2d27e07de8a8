package python

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
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
	r := games.NewRegistry(connectfour.Definition(), quixo.Definition(), tictactoe.Definition()).With(append(programs.Families(), wasm.Family())...)
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

// TestEqualsBuiltIn compares the examples with built-in games, or with those in C, position
// by position: they have the same keys.
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

func TestConformance(t *testing.T) {
	needPython(t)
	for _, text := range []string{"examples/tictactoe.py", "examples/countdown.py:from=30"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text)[0], enginetest.Options{Exhaustive: 1000, Moves: 50})
		})
	}
}

// TestPackage runs the tests of the package, which are Python.
func TestPackage(t *testing.T) {
	needPython(t)
	out, err := exec.Command("python3", "-m", "unittest", "discover", "-s", "tests", "-t", ".").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "OK") {
		t.Errorf("%v\n%s", err, out)
	}
}
