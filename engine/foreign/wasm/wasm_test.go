package wasm

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
)

// registry has the built-in games to which fixtures are compared.
func registry() *games.Registry {
	return games.NewRegistry(connectfour.Definition(), quixo.Definition(), tictactoe.Definition()).With(New().Family(), foreign.Declared())
}

// open makes a game from a GAME argument.
func open(t testing.TB, text string) engine.Game {
	t.Helper()
	r := registry()
	spec, err := r.Parse(text, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Fixtures use the keys of the built-in games, so that indices agree.
var pairs = []struct{ fixture, builtIn string }{
	{"testdata/tictactoe.wasm", "tictactoe"},
	{"../../../tools/languages/games/quixo.c.wasm:size=3", "quixo:size=3"},
	{"testdata/connectfour.wasm:width=4,height=4", "connect-four:width=4,height=4"},
}

// TestEqualsBuiltIn compares fixtures with built-in games at every index: the position, its moves,
// its end and its value.
func TestEqualsBuiltIn(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.builtIn, func(t *testing.T) {
			compareGames(t, open(t, p.fixture), open(t, p.builtIn))
		})
	}
}

// TestPlacement compares a game with a declared placement with one that is a declaration alone.
func TestPlacement(t *testing.T) {
	g, want := open(t, "testdata/ponghauki.wasm"), open(t, "../testdata/ponghauki.json")
	if values, wanted := enginetest.Naive(g), enginetest.Naive(want); len(values) != 16 || !maps.Equal(values, wanted) {
		t.Errorf("%v, want %v", values, wanted)
	}
}

func compareGames(t *testing.T, g, want engine.Game) {
	if g.Size() != want.Size() || g.Kind() != want.Kind() || len(g.Slices()) != len(want.Slices()) {
		t.Fatalf("%d positions of kind %v in %d slices, want %d, %v, %d", g.Size(), g.Kind(), len(g.Slices()), want.Size(), want.Kind(), len(want.Slices()))
	}
	a, b := g.NewScratch(), want.NewScratch()
	var list, other []uint64
	var ends, otherEnds engine.Ends
	for i := range g.Size() {
		list, ends = a.AppendSuccessors(list[:0], i)
		other, otherEnds = b.AppendSuccessors(other[:0], i)
		if !same(list, other) || ends != otherEnds {
			t.Fatalf("position %d has successors %v (%v), want %v (%v)", i, list, ends, other, otherEnds)
		}
	}
	values, wanted := enginetest.Naive(g), enginetest.Naive(want)
	for i, v := range wanted {
		if values[i] != v {
			t.Fatalf("position %d is worth %v, want %v", i, values[i], v)
		}
	}
}

func same(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[uint64]int{}
	for n := range a {
		count[a[n]]++
		count[b[n]]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

func TestConformance(t *testing.T) {
	for _, text := range []string{"testdata/tictactoe.wasm", "../../../tools/languages/games/quixo.c.wasm:size=3", "testdata/dodgem.wasm:size=3,cars=2", "testdata/ponghauki.wasm", "../testdata/ponghauki.json"} {
		t.Run(text, func(t *testing.T) {
			g, options := open(t, text), enginetest.Options{Exhaustive: 6000, Moves: 100}
			switch {
			case strings.Contains(text, "dodgem"): // players swapped; no position is its own twin
				options.Positions = 2 * g.Size()
			case strings.Contains(text, "ponghauki"): // the empty point, and two of the other four
				options.Positions = 5 * 6
			}
			enginetest.Run(t, g, options)
		})
	}
}

// TestNotation reads and writes the game's own notation.
func TestNotation(t *testing.T) {
	g, want := open(t, "testdata/tictactoe.wasm"), open(t, "tictactoe")
	for i := uint64(0); i < g.Size(); i += 97 {
		p, q := g.At(i), want.At(i)
		if g.Text(p) != want.Text(q) || g.Board(p) != want.Board(q) {
			t.Fatalf("position %d is %s, want %s;\n%s", i, g.Text(p), want.Text(q), g.Board(p))
		}
		moves, wanted := g.Moves(p), want.Moves(q)
		for n, m := range wanted {
			if moves[n].Turn != m.Turn {
				t.Fatalf("move %d at %s is %s, want %s", n, g.Text(p), moves[n].Turn, m.Turn)
			}
		}
	}
	for _, text := range []string{"XO..X...", "", "YO..X....", strings.Repeat("X", 20_000)} {
		if _, err := g.Parse(text); !engine.IsInput(err) {
			t.Errorf("Parse(%.20q): %v, want an InputError", text, err)
		}
	}
}

// TestRestore makes a game from the spec that a database stores.
func TestRestore(t *testing.T) {
	r := registry()
	spec, err := r.Parse("../../../tools/languages/games/quixo.c.wasm:size=3", os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := os.ReadFile("../../../tools/languages/games/quixo.c.wasm")
	if want := "quixo.wasm:module=" + engine.ContentHash(string(content)) + ",plain=false,size=3"; spec.String() != want {
		t.Errorf("spec %s, want %s", spec, want)
	}
	again, err := registry().Restore(spec.String(), spec.Files())
	if err != nil || again.String() != spec.String() {
		t.Fatalf("restored as %v, %v", again, err)
	}
	for name, files := range map[string]map[string]string{
		"no module":    nil,
		"no base64":    {"module": "!"},
		"other module": {"module": "AGFzbQEAAAA="},
	} {
		if _, err := r.Restore(spec.String(), files); err == nil {
			t.Errorf("%s is restored", name)
		}
	}
}

func TestRefused(t *testing.T) {
	good, err := os.ReadFile("testdata/tictactoe.wasm")
	if err != nil {
		t.Fatal(err)
	}
	renamed := strings.Replace(string(good), "foregone_expand", "foregone_expanD", 1)
	for name, c := range map[string]struct{ text, content, want string }{
		"no module":     {"a.wasm", "hello, world", "a.wasm is not a game: it is not a WebAssembly module of version 1"},
		"empty":         {"a.wasm", "", "a.wasm is not a game: it is not a WebAssembly module of version 1"},
		"half":          {"a.wasm", string(good[:len(good)/2]), "a.wasm is not a game: the module ends too early"},
		"no exports":    {"a.wasm", string(good[:8]), "a.wasm is not a game: it exports no memory"},
		"too large":     {"a.wasm", strings.Repeat("x", MaxModule+1), "a.wasm is not a game: it has 8388609 bytes: want at most 8388608"},
		"no expand":     {"a.wasm", renamed, "tictactoe.wasm breaks the protocol: it has no export foregone_expand"},
		"protocol":      {"a.wasm", strings.Replace(string(good), `"protocol":1`, `"protocol":2`, 1), `a.wasm is not a game: its description must have "protocol":1, the version of the protocol that this host speaks`},
		"kind":          {"a.wasm", strings.Replace(string(good), `"kind":"byte"`, `"kind":"bite"`, 1), `a.wasm is not a game: its kind is "bite": want byte, wide, score, chance, expected, moves or moves16`},
		"parts":         {"a.wasm", strings.Replace(string(good), `"board"`, `"bored"`, 1), `a.wasm is not a game: it has a part "bored": want some of canonical, layers, slices, text, moves, board, rank`},
		"a parameter":   {"a.wasm:size=3", string(good), `tictactoe.wasm has no parameter "size": want module`},
		"the module":    {"a.wasm:module=3", string(good), `module is in the file a.wasm itself: leave it out`},
		"a wrong value": {"testdata/hostile.wasm:how=1", "", "hostile.wasm: these values of its parameters do not fit together"},
	} {
		r := registry()
		spec, err := r.Parse(c.text, func(path string) ([]byte, error) {
			if strings.HasPrefix(path, "testdata") {
				return os.ReadFile(path)
			}
			return []byte(c.content), nil
		})
		if err == nil {
			_, err = r.Open(spec)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s gives the error\n%v, want\n%s", name, err, c.want)
		}
	}
}
