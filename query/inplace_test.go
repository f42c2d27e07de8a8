package query_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
)

// inPlace returns a database that uses a file with the given content in place. known lists the known
// indices; "" means all.
func inPlace(t testing.TB, g engine.Game, registry *games.Registry, content []byte, known string) *query.DB {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(t.TempDir(), "minimized.bin")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	var rs raw.Ranges
	if known != "" {
		var err error
		if rs, err = raw.ParseRanges(known); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := query.ImportInPlace(g, path, dir, rs); err != nil {
		t.Fatal(err)
	}
	return open(t, dir, registry)
}

func compress(t testing.TB, content []byte, block int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := xz.WriterConfig{BlockSize: block, CheckSum: xz.CRC32}.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestInPlace compares a file used in place, plain and compressed, with the table.
func TestInPlace(t *testing.T) {
	g := enginetest.RandomGame(4, enginetest.Eventful(engine.Byte, 400, 2))
	registry := registryOf(g)
	db, _ := solved(t, g, registry, 0)
	values := exported(t, db, query.Minimized, 0, 0)
	for name, content := range map[string][]byte{"raw": values, "xz": compress(t, values, 64)} {
		t.Run(name, func(t *testing.T) {
			other := inPlace(t, g, registry, content, "")
			if d, err := db.DiffWith(t.Context(), other, 1, nil); err != nil || d.Different != 0 {
				t.Errorf("%+v, %v", d, err)
			}
			for i := range g.Size() {
				p := g.At(i)
				m, err := db.Moves(t.Context(), p, true)
				if err != nil {
					t.Fatal(err)
				}
				n, err := other.Moves(t.Context(), p, true)
				if err != nil || n.Verdict != m.Verdict || len(n.Moves) != len(m.Moves) {
					t.Fatalf("moves of #%d: %v, want %v, %v", i, n, m, err)
				}
				for k := range m.Moves {
					if n.Moves[k].Verdict != m.Moves[k].Verdict || n.Moves[k].Turn != m.Moves[k].Turn || !slices.Equal(n.Moves[k].Replies, m.Moves[k].Replies) {
						t.Fatalf("moves of #%d: %v, want %v", i, n.Moves[k], m.Moves[k])
					}
				}
				a, err := db.Line(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				b, err := other.Line(t.Context(), p)
				if err != nil || a.End != b.End || !slices.Equal(a.Moves, b.Moves) {
					t.Fatalf("line of #%d: %v, want %v, %v", i, b, a, err)
				}
			}
			if got := exported(t, other, query.Minimized, 0, 0); !bytes.Equal(got, values) {
				t.Error("it is exported differently")
			}
			for _, value := range []string{"W1", "T", "L1", "W3"} {
				if got, want := indices(t, other, value, 1000, 1), indices(t, db, value, 1000, 2); !slices.Equal(got, want) {
					t.Errorf("all of %s: %v, want %v", value, got, want)
				}
				if got := indices(t, other, value, 2, 7); len(got) != 2 || !slices.Equal(got, indices(t, other, value, 2, 7)) {
					t.Errorf("2 of %s: %v", value, got)
				}
			}
			s, err := other.Stats()
			if err != nil || s.InPlace == nil || s.Counts != nil || s.SHA256 != "" || s.InPlace.Known.Count() != g.Size() || string(s.InPlace.Encoding) != name {
				t.Errorf("%+v, %v", s, err)
			}
			if other.Table() != nil || other.Path() != s.InPlace.Path {
				t.Error("it has a table")
			}
		})
	}
}

// randomRanges returns about that share of the indices below size, in runs.
func randomRanges(rng *rand.Rand, size uint64, share float64) string {
	var parts []string
	for i := uint64(0); i < size; {
		n := min(rng.Uint64N(6)+1, size-i)
		if rng.Float64() < share {
			parts = append(parts, raw.Ranges{{First: i, Last: i + n - 1}}.String())
		}
		i += n
	}
	if parts == nil {
		return "0"
	}
	return strings.Join(parts, ",")
}

// checkBound: a position of unknown value is worth at least its best known move.
func checkBound(t *testing.T, db *query.DB, m query.Moves, truth query.Verdict) {
	t.Helper()
	var want query.Verdict
	if !m.Verdict.Known && len(m.Moves) > 0 && m.Moves[0].Verdict.Known { // best first, unknown ones last
		want = m.Moves[0].Verdict
	}
	a, err := db.Value(m.Position)
	if err == nil {
		a, err = a.Bounded(db)
	}
	if err != nil || a.AtLeast != m.AtLeast || a.AtLeast.Known != want.Known || want.Known && a.AtLeast != want {
		t.Fatalf("%s is at least %v, by its moves %v, %v: want %v", m.Text, a.AtLeast, m.AtLeast, err, want)
	}
	if a.AtLeast.Known && query.Compare(a.AtLeast, truth) < 0 {
		t.Fatalf("%s is said to be at least %v and is %v", m.Text, a.AtLeast, truth)
	}
}

// TestPartial queries files that hold a part of the values in every way: all answers are true, and
// all values in the file are known.
func TestPartial(t *testing.T) {
	g, registry := pushFight(t, "pushfight:movers=1,pushers=1", "....\n....\n")
	full, values := solved(t, g, registry, 0)
	content := exported(t, full, query.Minimized, 0, 0)
	rng := rand.New(rand.NewPCG(2, 2))
	computed, unknown, broken := 0, 0, 0
	for _, share := range []float64{0, 0.1, 0.5, 0.85, 0.95} {
		known := randomRanges(rng, g.Size(), share)
		rs, err := raw.ParseRanges(known)
		if err != nil {
			t.Fatal(err)
		}
		// Unknown values are nonsense, which no query may read.
		mixed := bytes.Clone(content)
		for i := range mixed {
			if !rs.Has(uint64(i)) {
				mixed[i] = 77
			}
		}
		file := mixed
		if share < 0.2 {
			file = mixed[:rs[len(rs)-1].Last+1] // shorter than the game
		} else if share > 0.9 {
			file = compress(t, mixed, 50)
		}
		db := inPlace(t, g, registry, file, known)
		check := func(p engine.Position) {
			t.Helper()
			truth, err := full.Moves(t.Context(), p, false)
			if err != nil {
				t.Fatal(err)
			}
			m, err := db.Moves(t.Context(), p, rng.IntN(4) == 0)
			if err != nil {
				t.Fatal(err)
			}
			if m.Stored && m.Verdict.Known != rs.Has(m.Index) {
				t.Fatalf("%s is %v, but known: %v", m.Text, m.Verdict, rs.Has(m.Index))
			}
			if m.Verdict.Known && m.Verdict != truth.Verdict {
				t.Fatalf("%s is %v, want %v", m.Text, m.Verdict, truth.Verdict)
			}
			checkBound(t, db, m, truth.Verdict)
			if !m.Stored && m.Verdict.Known {
				computed++
			}
			if !m.Verdict.Known {
				unknown++
			}
			if len(m.Moves) != len(truth.Moves) {
				t.Fatalf("%s has %d moves, want %d", m.Text, len(m.Moves), len(truth.Moves))
			}
			byTurn := map[string]query.Verdict{}
			for _, move := range truth.Moves {
				byTurn[move.Turn] = move.Verdict
			}
			sorted := slices.IsSortedFunc(m.Moves, func(a, b query.Move) int {
				if a.Verdict.Known != b.Verdict.Known {
					if a.Verdict.Known {
						return -1
					}
					return 1
				}
				if c := query.Compare(a.Verdict, b.Verdict); c != 0 {
					return c
				}
				return strings.Compare(a.Turn, b.Turn)
			})
			for _, move := range m.Moves {
				if move.Verdict.Known && move.Verdict != byTurn[move.Turn] {
					t.Fatalf("%s of %s is worth %v, want %v", move.Turn, m.Text, move.Verdict, byTurn[move.Turn])
				}
			}
			if !sorted {
				t.Fatalf("the moves of %s are out of order: %v", m.Text, m.Moves)
			}
			if rng.IntN(4) > 0 {
				return
			}
			line, err := db.Line(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			plies, decided := truth.Verdict.Plies()
			switch {
			case !m.Verdict.Known && (len(line.Moves) > 0 || line.End != engine.Unknown):
				t.Fatalf("line of %s: %v", m.Text, line)
			case line.End == engine.Unknown:
				if m.Verdict.Known {
					broken++
				}
			case line.End != truth.Verdict.Outcome(), decided && len(line.Moves) != plies:
				t.Fatalf("line of %s, %v: %v", m.Text, truth.Verdict, line)
			}
		}
		for i := uint64(0); i < g.Size(); i += 1 + rng.Uint64N(3) {
			check(g.At(i))
		}
		for n := uint64(0); n < g.Permutations(); n += 1 + rng.Uint64N(9) {
			p, err := g.Parse(strconv.FormatUint(n, 10))
			if err != nil {
				t.Fatal(err)
			}
			check(p)
		}
		if share > 0.4 {
			for _, value := range []string{"W1", "L0", "T"} {
				for _, i := range indices(t, db, value, 20, 1) {
					if !rs.Has(i) || full.Verdict(values[i]).String() != value {
						t.Errorf("#%d is not a known %s", i, value)
					}
				}
			}
		}
		for _, i := range indices(t, db, query.Unknown, 20, 1) {
			if rs.Has(i) {
				t.Errorf("#%d is known", i)
			}
		}
		missing := rs.Without(g.Size())
		if err := db.Export(t.Context(), &bytes.Buffer{}, query.ExportOptions{Format: query.Minimized, From: 0, Count: missing[0].First + 1}); !engine.IsInput(err) {
			t.Errorf("exporting what is not known: %v", err)
		}
		if err := db.Export(t.Context(), &bytes.Buffer{}, query.ExportOptions{Format: public.Merged, Count: g.Permutations()}); !engine.IsInput(err) {
			t.Errorf("exporting what is not known: %v", err)
		}
		r := rs[0]
		if got := exported(t, db, query.Minimized, r.First, r.Last-r.First+1); !bytes.Equal(got, content[r.First:r.Last+1]) {
			t.Error("a known range is exported differently")
		}
		lines := string(exported(t, db, query.CSV, 0, 0))
		if n := uint64(strings.Count(lines, ",unknown\n")); n != missing.Count() {
			t.Errorf("%d unknown values are exported, want %d", n, missing.Count())
		}
	}
	t.Logf("%d values computed, %d unknown, %d lines broken off", computed, unknown, broken)
	if computed < 20 || unknown < 20 || broken < 20 {
		t.Error("that is too few to prove anything")
	}
}

// TestPartOfFullGame queries a sparse file of the full game that holds some wins in one, far from
// its beginning.
func TestPartOfFullGame(t *testing.T) {
	g, registry := pushFight(t, "pushfight", "")
	const first, n = 50_000_000_000, 4096
	wins := fast.NewSet(first, n)
	g.NewScratch().WinScanner.ScanWins(wins, first, n)
	path := filepath.Join(t.TempDir(), "minimized.bin")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(int64(g.Size())); err != nil {
		t.Skip("no room for a sparse file: ", err)
	}
	var known []string
	for i := uint64(first); i < first+n; i++ {
		if !wins.Has(i) {
			continue
		}
		if _, err := f.WriteAt([]byte{2}, int64(i)); err != nil {
			t.Fatal(err)
		}
		known = append(known, raw.Ranges{{First: i, Last: i}}.String())
	}
	rs, err := raw.ParseRanges(strings.Join(known, ","))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := query.ImportInPlace(g, path, dir, rs); err != nil {
		t.Fatal(err)
	}
	db := open(t, dir, registry)
	for i := uint64(first - 1); i <= first+n; i += 17 {
		a, err := db.At(i)
		if err != nil || a.Verdict.Known != wins.Has(i) || wins.Has(i) && a.Verdict.String() != "W1" {
			t.Fatalf("#%d is %v, %v", i, a.Verdict, err)
		}
	}
	m, err := db.Moves(t.Context(), g.At(rs[0].First), false)
	if err != nil || m.Verdict.String() != "W1" || m.Moves[0].Verdict.String() != "W1" || !m.Moves[0].Ended || m.Moves[len(m.Moves)-1].Verdict.Known {
		t.Errorf("moves of a win in one: %v, %v", m.Answer, err)
	}
	if l, err := db.Line(t.Context(), g.At(rs[0].First)); err != nil || len(l.Moves) != 1 || l.End != engine.Win {
		t.Errorf("line: %v, %v", l, err)
	}
	unsolved := rs.Without(g.Size()).Clip(first, n)[0].First
	if l, err := db.Line(t.Context(), g.At(unsolved)); err != nil || len(l.Moves) != 0 || l.End != engine.Unknown {
		t.Errorf("line of what is not known: %v, %v", l, err)
	}
	s, err := db.Stats()
	if err != nil || s.InPlace.Known.Count() != wins.Count() || s.PositionsAll != 2*g.Size() {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestInPlaceRefuses(t *testing.T) {
	g := enginetest.RandomGame(4, enginetest.Eventful(engine.Byte, 400, 2))
	registry := registryOf(g)
	db, _ := solved(t, g, registry, 0)
	values := exported(t, db, query.Minimized, 0, 0)
	path := filepath.Join(t.TempDir(), "minimized.bin")
	packed := compress(t, values, 64)
	if err := os.WriteFile(path, packed, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{db.Dir(), unfinished(t)} {
		if _, err := query.ImportInPlace(g, path, dir, nil); !errors.Is(err, kv.ErrExists) {
			t.Errorf("in the place of another: %v", err)
		}
		if _, err := query.Import(t.Context(), g, path, dir, query.ImportOptions{}); !errors.Is(err, kv.ErrExists) {
			t.Errorf("in the place of another: %v", err)
		}
	}
	dir := t.TempDir()
	if _, err := query.ImportInPlace(g, path, dir, nil); err != nil {
		t.Fatal(err)
	}
	// A damaged block is found when it is read.
	packed[len(packed)/2] ^= 8
	if err := os.WriteFile(path, packed, 0o666); err != nil {
		t.Fatal(err)
	}
	damaged := open(t, dir, registry)
	var failed int
	for i := range g.Size() {
		if _, err := damaged.At(i); err != nil {
			failed++
			if !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), path) {
				t.Fatal(err)
			}
		}
	}
	if failed == 0 || failed > 64 {
		t.Errorf("%d positions cannot be read", failed)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := query.Open(dir, registry, query.Options{}); !errors.Is(err, kv.ErrNotFound) || !strings.Contains(err.Error(), path) {
		t.Errorf("the file is gone: %v", err)
	}
	if _, err := query.Open(dir, games.NewRegistry(), query.Options{}); err == nil {
		t.Error("it was opened without its game")
	}
}

// unfinished returns the folder of a solve that has not finished.
func unfinished(t testing.TB) string {
	dir := t.TempDir()
	if err := kv.WriteStatus(dir, map[string]string{"game": "x"}); err != nil {
		t.Fatal(err)
	}
	return dir
}
