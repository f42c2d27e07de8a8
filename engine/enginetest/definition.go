package enginetest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

// Open makes the variant of a game from a spec.
func Open(t testing.TB, d engine.Definition, spec string) engine.Game {
	t.Helper()
	return OpenIn(t, games.NewRegistry(d), spec)
}

// OpenIn is Open for a game of a registry.
func OpenIn(t testing.TB, r *games.Registry, spec string) engine.Game {
	t.Helper()
	s, err := r.Parse(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Refused checks that specs are refused with [engine.InputError]s. messages maps specs to messages.
func Refused(t *testing.T, d engine.Definition, messages map[string]string) {
	t.Helper()
	r := games.NewRegistry(d)
	for text, message := range messages {
		spec, err := r.Parse(text, nil)
		if err == nil {
			_, err = r.Open(spec)
		}
		if err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("%s gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

// FuzzNotation fuzzes the notation of positions, with texts as seeds. Each text must be a position
// that can be written, drawn and played from, or be refused in one line.
func FuzzNotation(f *testing.F, g engine.Game, texts ...string) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.Parse(text)
		if err != nil {
			if !engine.IsInput(err) || strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("Parse(%q): %v, want an InputError of one line", text, err)
			}
			return
		}
		if q, err := g.Parse(g.Text(p)); err != nil || q != p {
			t.Fatalf("Parse(%q) = %v, but its text %q gives %v, %v", text, p, g.Text(p), q, err)
		}
		g.Board(p)
		g.Moves(p)
	})
}

// BenchmarkDiscover finds all positions of a game of rules.
func BenchmarkDiscover(b *testing.B, d engine.Definition, spec string) {
	for range b.N {
		g := Open(b, d, spec)
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Size()), "ns/position")
	}
}

// BenchmarkWorker measures a worker's part of a solve, on runs of positions from the whole game. It
// has a benchmark for each part of the game.
func BenchmarkWorker(b *testing.B, g engine.Game) {
	s := g.NewScratch()
	list, _ := s.AppendSuccessors(nil, 0)
	measure := func(name string, work func(i uint64) (edges int)) {
		b.Run(name, func(b *testing.B) {
			const run, runs = 64, 1600
			step, edges := (g.Size()-run)/runs, 0
			for range b.N {
				for r := range uint64(runs) {
					for i := range uint64(run) {
						edges += work(r*step + i)
					}
				}
			}
			positions := float64(b.N) * run * runs
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/positions, "ns/position")
			b.ReportMetric(float64(edges)/positions, "edges/position")
		})
	}
	measure("successors", func(i uint64) int {
		list, _ = s.AppendSuccessors(list[:0], i)
		return len(list)
	})
	if s.Unmover != nil {
		measure("predecessors", func(i uint64) int {
			list = s.Unmover.AppendPredecessors(list[:0], i)
			return len(list)
		})
	}
	if s.Seeder != nil {
		measure("exits", func(i uint64) (inside int) {
			list, inside, _, _ = s.Seeder.AppendExits(list[:0], i)
			return inside + len(list)
		})
	}
}

// Figures returns the rows of a file of published figures, split at blanks. A line that begins
// with # names the source; the first other line names the columns. Figures fails the test if
// the file is missing.
func Figures(t testing.TB, path string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sourced := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			sourced = true
		} else {
			rows = append(rows, strings.Fields(line))
		}
	}
	if !sourced || len(rows) < 2 {
		t.Fatalf("%s: want a line with the source, one with the columns, and rows", path)
	}
	return rows[1:]
}

// Kept compares the text that a test makes with a file, which it writes first if update is set.
func Kept(t testing.TB, path, text string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(path); err != nil || string(kept) != text {
		t.Errorf("%s (%v) is not\n%s", path, err, text)
	}
}

// Board is a small board of Push Fight, with numbers of movers and pushers a side.
type Board struct {
	Name, Text      string
	Movers, Pushers int
}

// Spec returns the spec of the game on the board. The file "b" has the board's text.
func (b Board) Spec() string {
	return fmt.Sprintf("pushfight:board=b,movers=%d,pushers=%d", b.Movers, b.Pushers)
}

// Boards are small boards with draws and with wins or losses of at least 15 plies. They cover
// symmetry with and without a square in the centre, holes, railings on every square, no
// movers, a single pusher, and positions without a turn.
var Boards = []Board{
	{"step", ".   \n....\n....\n   .\n", 1, 2},
	{"strip", "......\n......\n", 2, 1},
	{"cross", "  ...\n.......\n  ...\n", 0, 3},
	{"windmill", "   .\n.. .\n ...\n . ..\n .\n", 2, 1},
	{"ring", "...\n...\n. .\n...\n", 0, 3},
	{"ring with movers", "...\n...\n. .\n...\n", 1, 2},
	{"tower", "..\n..\n..\n..\n.\n..\n", 0, 4},
	{"key", ".....\n. . .\n... .\n", 2, 1},
}

// BoardNamed returns the board with the given name in [Boards].
func BoardNamed(name string) Board {
	for _, b := range Boards {
		if b.Name == name {
			return b
		}
	}
	panic("enginetest: no board is called " + name)
}
