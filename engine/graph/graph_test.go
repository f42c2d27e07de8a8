package graph_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/graph"
)

func read(content string) (engine.Game, error) {
	registry := games.NewRegistry(graph.Definition())
	spec, err := registry.Parse("graph:file=f", func(string) ([]byte, error) { return []byte(content), nil })
	if err != nil {
		return nil, err
	}
	return registry.Open(spec)
}

func TestSmall(t *testing.T) {
	g, err := read("# a comment\n\nstart: left right right\t# two moves, one of them twice\r\nleft: start goal\nright:\n goal = win\nwait: wait drawn\ndrawn = draw\ndone = loss\nlast: done")
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, g, enginetest.Options{NotPositions: []string{"", "x", "start ", "#8"}})
	values := enginetest.Naive(g)
	for text, want := range map[string]string{
		"start": "win-1", "left": "loss-2", "right": "loss-0", "goal": "win-0", "wait": "draw", "drawn": "draw", "done": "loss-0", "last": "win-1",
	} {
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		i, _ := g.Index(p)
		if got := g.Kind().Text(values[i]); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	start, _ := g.Start()
	if g.Text(start) != "start" || g.Board(start) != "start: left right right\n" {
		t.Errorf("the start is %s, drawn %q", g.Text(start), g.Board(start))
	}
	if r, err := g.Play(start, "right"); err != nil || r.Turns != 2 || g.Text(r.To) != "right" {
		t.Errorf("right: %+v, %v", r, err)
	}
	if _, err := g.Play(start, "goal"); err == nil || !engine.IsInput(err) {
		t.Errorf("goal: %v", err)
	}
}

func TestWrongFiles(t *testing.T) {
	for content, want := range map[string]string{
		"":                    "the file has no position",
		"# nothing\n":         "the file has no position",
		"a: b\n":              `line 1: "a" has a move to "b", which has no line of its own`,
		"a: a\nb: a\na: b\n":  `line 3: position "a" has a line already, line 1`,
		"a: a\n: a\n":         "line 2: there is no name before the colon",
		"a b: a\n":            `line 1: "a b" is not a name`,
		"a: b: c\n":           "line 1: there is more than one colon",
		"a: a\n\nb\n":         `line 3: "b": want NAME: SUCCESSOR`,
		"a = lost\n":          `line 1: "a = lost": want NAME: SUCCESSOR`,
		"a: a\n\nb= lost":     `line 3: "b= lost": want NAME: SUCCESSOR`,
		"a = win b\n":         `line 1: "a = win b": want NAME: SUCCESSOR`,
		"a: a\nb: c # d\n":    `line 2: "b" has a move to "c"`,
		"a: a\nx y = win\n":   `line 2: "x y = win": want NAME: SUCCESSOR`,
		"a:\nb = win\nb: a\n": `line 3: position "b" has a line already, line 2`,
	} {
		if _, err := read(content); err == nil || !engine.IsInput(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
}

// random returns a file of a random graph.
func random(positions, degree int) string {
	rng := rand.New(rand.NewSource(1))
	var b strings.Builder
	for i := range positions {
		if rng.Intn(50) == 0 {
			fmt.Fprintf(&b, "n%d = %s\n", i, []string{"win", "loss", "draw"}[rng.Intn(3)])
			continue
		}
		fmt.Fprintf(&b, "n%d:", i)
		for range rng.Intn(2*degree + 1) {
			fmt.Fprintf(&b, " n%d", rng.Intn(positions))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRandom(t *testing.T) {
	g, err := read(random(2000, 3))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, g, enginetest.Options{})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"a: b c # d\nb = win\nc:\n", "a: a\n", "a: b\nb: a\n", "a = loss\nb: a a\n", "a = draw\r\nb: a\r\n",
		"a: b\na: c\n", "a = win\na: a\n", "a = tie\n", ": a\n", "# nothing\n", "é: ü\n", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, content string) {
		g, err := read(content)
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatal(err)
			}
			return
		}
		for i := range g.Size() {
			if j, ok := g.Index(g.At(i)); !ok || j != i {
				t.Fatalf("position %d has index %d", i, j)
			}
			if p, err := g.Parse(g.Text(g.At(i))); err != nil || p != g.At(i) {
				t.Fatalf("%q is read as %v, %v", g.Text(g.At(i)), p, err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	content := random(200_000, 5)
	b.SetBytes(int64(len(content)))
	for range b.N {
		if _, err := read(content); err != nil {
			b.Fatal(err)
		}
	}
}
