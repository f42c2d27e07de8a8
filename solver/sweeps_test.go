package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

// TestSweeps solves boards of Quixo, of two sizes, by sweeps and by phases, and compares every
// position with the naive solver.
func TestSweeps(t *testing.T) {
	for _, spec := range []string{"quixo:marks=1,size=3", "quixo:marks=14,size=4"} {
		g := open(t, spec, "")
		steps := map[StepName]bool{}
		s, values := solveValues(t, g, Options{Events: func(e Event) { steps[e.Step] = true }})
		enginetest.CheckValues(t, g, values)
		if !steps["sweep"] {
			t.Errorf("%s is not solved by sweeps: %v", spec, steps)
		}
		clear(steps) // phases find the result that other ways resume from
		if p, _ := solveValues(t, g, Options{Shareable: true, Events: func(e Event) { steps[e.Step] = true }}); p.SHA256 != s.SHA256 || steps["sweep"] {
			t.Errorf("%s, shareable: digest %s, want %s, by steps %v", spec, p.SHA256, s.SHA256, steps)
		}
		if p, _ := solveValues(t, g, Options{Strategy: Forward}); p.SHA256 != s.SHA256 {
			t.Errorf("%s: digest %s by phases, %s by sweeps", spec, p.SHA256, s.SHA256)
		}
	}
}

// TestSweepsKnowPlay compares every reachable position with its value in the game of reachable
// positions alone.
func TestSweepsKnowPlay(t *testing.T) {
	specs := [][2]string{{"quixo:ranked=true,size=3", "quixo:marks=1,size=3"}}
	if slow {
		specs = append(specs, [2]string{"quixo:ranked=true", "quixo:marks=1"})
	}
	for _, pair := range specs {
		plain, all := open(t, pair[0], ""), open(t, pair[1], "")
		_, want := solveValues(t, plain, Options{})
		_, got := solveValues(t, all, Options{})
		for i, v := range want {
			text := plain.Text(plain.At(uint64(i)))
			p, err := all.Parse(text)
			if strings.Trim(text, ".") == "" {
				continue // no marks
			}
			if err != nil {
				t.Fatal(err)
			}
			if j, ok := all.Index(p); !ok || got[j] != v {
				t.Fatalf("%s: %s is %s, want %s", pair[1], text, all.Kind().Text(got[j]), all.Kind().Text(v))
			}
		}
	}
}

// TestQuixoFive compares classes of the 5 by 5 board with published counts: those with at least 25
// marks or, with the tag long, 23.
func TestQuixoFive(t *testing.T) {
	least := 25
	if slow {
		least = 23
	}
	g := open(t, fmt.Sprintf("quixo:marks=%d,size=5", least), "")
	_, values := solveValues(t, g, Options{Memory: 2 << 30})
	counts := map[string][3]uint64{} // by class: won, lost, drawn
	for _, s := range g.Parts().Sections() {
		var c [3]uint64
		for i := s.First; i < s.First+s.Size; {
			weight, end := g.Parts().WeightRun(i)
			for ; i < end; i++ {
				switch g.Kind().Outcome(values[i]) {
				case engine.Win:
					c[0] += weight
				case engine.Loss:
					c[1] += weight
				default:
					c[2] += weight
				}
			}
		}
		counts[s.Name] = c
	}
	rows := 0
	for _, row := range enginetest.Figures(t, "../engine/quixo/testdata/published/classes.tsv") {
		var marks, x, o int
		var want [3]uint64
		if _, err := fmt.Sscan(strings.Join(row, " "), &marks, &x, &o, &want[0], &want[1], &want[2]); err != nil {
			t.Fatal(err)
		}
		if marks < least {
			continue
		}
		rows++
		// O is to move in the published classes.
		name := fmt.Sprintf("%d marks, own %d, other %d", marks, o, x)
		if got := counts[name]; got != want {
			t.Errorf("%s: %d won, lost and drawn, want the published %d", name, got, want)
		}
	}
	if rows == 0 {
		t.Error("no row was compared")
	}
}

// TestSweepsGoOn stops solves by sweeps after every phase. They resume there, and begin the slice
// anew if its log is damaged. If that of an exit is, they say how to go on.
func TestSweepsGoOn(t *testing.T) {
	g := open(t, "quixo:marks=4,size=3", "")
	want, _ := solveValues(t, g, Options{})
	// sweep solves until most phases are done, and returns the number of phases.
	sweep := func(dir string, most int) (phases int, s Summary, err error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s, err = altered{disk: noSync, often: true, Options: Options{Dir: dir, Events: func(e Event) {
			if e.Kind == EventPhase && e.Step == "sweep" {
				if phases++; phases == most {
					cancel()
				}
			}
		}}}.solve(ctx, g)
		return phases, s, err
	}
	all, _, err := sweep(t.TempDir(), 0)
	if err != nil || all < 20 {
		t.Fatalf("%d phases, %v", all, err)
	}
	damages := map[string]func(path string) error{
		"":          func(string) error { return nil },
		"deleted":   os.Remove,
		"truncated": func(path string) error { return os.Truncate(path, 5) },
		"changed": func(path string) error {
			data, err := os.ReadFile(path)
			if err == nil {
				data[len(data)/2] ^= 4
			}
			return errors.Join(err, os.WriteFile(path, data, 0o666))
		},
	}
	step, refused := 3, 0
	if slow {
		step = 1
	}
	for stop := 2; stop < all; stop += step {
		for name, damage := range damages {
			if name != "" && stop%5 > 0 {
				continue
			}
			dir := t.TempDir()
			if n, _, err := sweep(dir, stop); err == nil || n != stop {
				t.Fatalf("stopped after %d phases, want %d: %v", n, stop, err)
			}
			parts, err := filepath.Glob(filepath.Join(kv.ScratchPath(dir), kv.LayerFile+"*.*"))
			if err != nil {
				t.Fatal(err)
			}
			parts = slices.DeleteFunc(parts, func(path string) bool { // a stopped part has no meaning
				info, err := os.Stat(path)
				return err == nil && info.Size() == 0
			})
			if len(parts) == 0 { // the stopped solve had just begun a slice
				continue
			}
			part := parts[stop%len(parts)]
			if err := damage(part); err != nil {
				t.Fatal(err)
			}
			_, err = os.Stat(strings.TrimSuffix(part, filepath.Ext(part)))
			solved := err == nil
			n, s, err := sweep(dir, 0)
			if solved && name != "" && err != nil && strings.Contains(err.Error(), "go on with --strategy forward") {
				refused++
				s, err = Solve(t.Context(), g, Options{Dir: dir, Strategy: Forward})
			}
			if err != nil || s.SHA256 != want.SHA256 {
				t.Fatalf("%d phases, then %s: digest %s, want %s (%v)", stop, name, s.SHA256, want.SHA256, err)
			}
			if name == "" && n > all-stop+1 {
				t.Errorf("after %d phases of %d there are %d more", stop, all, n)
			}
			if name != "" && !solved && n <= all-stop+1 && len(parts) > 1 {
				t.Errorf("after %d phases of %d, and %s, there are only %d more", stop, all, name, n)
			}
		}
	}
	if refused == 0 {
		t.Error("no log of an exit was damaged")
	}
}
