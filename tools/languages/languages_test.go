package languages_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/languages"
	"github.com/foregone-db/foregone/tools/python"
)

func registry(t *testing.T) *games.Registry {
	programs := program.New(program.Options{Runner: python.Runner, Memory: t.TempDir()})
	t.Cleanup(func() { programs.Close() })
	return games.NewRegistry(quixo.Definition()).With(append(programs.Families(), wasm.New().Family())...)
}

// compare compares a game with the built-in one at every position of the board of 3 by 3.
func compare(t *testing.T, r *games.Registry, text string) {
	t.Helper()
	spec, err := r.Parse(text, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	want := enginetest.OpenIn(t, r, "quixo:size=3")
	if g.Size() != want.Size() || len(g.Slices()) != len(want.Slices()) {
		t.Fatalf("%s has %d positions in %d slices, want %d, %d", text, g.Size(), len(g.Slices()), want.Size(), len(want.Slices()))
	}
	a, b := g.NewScratch(), want.NewScratch()
	values, wanted := enginetest.Naive(g), enginetest.Naive(want)
	for i := range g.Size() {
		list, ends := a.AppendSuccessors(nil, i)
		other, otherEnds := b.AppendSuccessors(nil, i)
		if len(list) != len(other) || ends != otherEnds || values[i] != wanted[i] {
			t.Fatalf("%s: position %d has %d successors, %v and the value %v, want %d, %v, %v", text, i, len(list), ends, values[i], len(other), otherEnds, wanted[i])
		}
	}
	for n, s := range g.Slices() {
		if w := want.Slices()[n]; s.Size != w.Size || s.Weight != w.Weight {
			t.Errorf("%s: slice %d is %+v, want %+v", text, n, s, w)
		}
	}
}

// TestValues compares the languages, one by one, with the built-in game.
func TestValues(t *testing.T) {
	for _, g := range languages.Games() {
		t.Run(g.Language, func(t *testing.T) {
			text, err := g.Prepare(t.Context(), t.TempDir(), 3)
			if engine.IsInput(err) {
				t.Skip(err)
			} else if err != nil {
				t.Fatal(err)
			}
			compare(t, registry(t), text)
		})
	}
}

// TestModules builds the modules anew and compares what they do. One that no compiler here can build is skipped,
// which the list of skips does not allow where all compilers are.
func TestModules(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("sh", "build.sh")
	build.Env = append(os.Environ(), "OUT="+dir)
	said, err := build.CombinedOutput()
	if err != nil {
		t.Logf("build.sh: %v", err)
	}
	kept, err := filepath.Glob("games/*.wasm")
	if err != nil || len(kept) != 3 {
		t.Errorf("the modules are %v, %v", kept, err)
	}
	for _, path := range kept {
		t.Run(filepath.Base(path), func(t *testing.T) {
			built := filepath.Join(dir, filepath.Base(path))
			if _, err := os.Stat(built); err != nil {
				t.Skipf("it is not built: %s", said)
			}
			compare(t, registry(t), built+":size=3")
		})
	}
}

// TestBench: the command compares the answers on the larger board, and measures every language.
func TestBench(t *testing.T) {
	var out, stderr bytes.Buffer
	status := cli.Run(t.Context(), registry(t), []string{"foregone", "bench", "--languages", "--json"}, strings.NewReader(""), &out, &stderr, languages.Extra())
	if status != 0 {
		t.Fatalf("status %d, %s", status, stderr.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(languages.Games()) {
		t.Fatalf("%d lines: %s", len(lines), out.String())
	}
	for n, line := range lines {
		var row struct {
			Language string
			Rate     float64 `json:"positions_per_second"`
			Missing  string
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Language != languages.Games()[n].Language || (row.Rate > 0) == (row.Missing != "") {
			t.Errorf("%s (%v)", line, err)
		}
	}
}
