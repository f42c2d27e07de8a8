package query_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/querytest"
)

// pushFight returns a variant on a drawn board, or on the full one, and its registry.
func pushFight(t testing.TB, spec, drawing string) (*pushfight.Variant, *games.Registry) {
	t.Helper()
	r := games.NewRegistry(pushfight.Definition())
	if drawing != "" {
		spec += ",board=drawing"
	}
	s, err := r.Parse(spec, func(string) ([]byte, error) { return []byte(drawing), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*pushfight.Variant), r
}

// exported returns the bytes of an export; count 0 means all from there on.
func exported(t testing.TB, db *query.DB, format query.Format, from, count uint64) []byte {
	t.Helper()
	size, err := format.Size(db)
	if err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		count = size - from
	}
	var b bytes.Buffer
	var last, total uint64
	o := query.ExportOptions{Format: format, From: from, Count: count, Workers: 1 + int(from%3), Progress: func(done, all uint64) { last, total = done, all }}
	if err := db.Export(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	if last != count || total != count {
		t.Errorf("progress ended at %d of %d, want %d", last, total, count)
	}
	return b.Bytes()
}

func TestExportMinimized(t *testing.T) {
	g := enginetest.RandomGame(3, enginetest.Eventful(engine.Byte, 3000, 2))
	db, values := solved(t, g, registryOf(g), 0)
	got := exported(t, db, query.Minimized, 0, 0)
	if uint64(len(got)) != g.Size() {
		t.Fatalf("%d bytes", len(got))
	}
	for i, v := range got {
		if engine.Value(v) != values[uint64(i)] {
			t.Fatalf("byte %d is %d, want %d", i, v, values[uint64(i)])
		}
	}
	var parts []byte
	for from := uint64(0); from < g.Size(); from += 700 {
		parts = append(parts, exported(t, db, query.Minimized, from, min(700, g.Size()-from))...)
	}
	if !bytes.Equal(parts, got) {
		t.Error("the ranges are not the whole")
	}
}

func TestExportCSV(t *testing.T) {
	for name, g := range variants(t) {
		db, values := solved(t, g, registryOf(g), 0)
		lines, err := csv.NewReader(bytes.NewReader(exported(t, db, query.CSV, 0, 0))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(lines[0], []string{"index", "position", "value"}) || uint64(len(lines)) != g.Size()+1 {
			t.Fatalf("%s: %d lines, the first is %v", name, len(lines), lines[0])
		}
		for k, line := range lines[1:] {
			i := uint64(k)
			if want := []string{strconv.Itoa(k), g.Text(g.At(i)), g.Kind().Text(values[i])}; !slices.Equal(line, want) {
				t.Fatalf("%s: line %v, want %v", name, line, want)
			}
		}
	}
	g := startedGame()
	g.names = []string{"L0", "W1", "L1", "W2", `quoted "T", or so`}
	g.moves = map[string][]string{"W1": {"L0"}, "L1": {"W1"}, "W2": {"L1"}, g.names[4]: {g.names[4]}}
	partial, _ := solved(t, g, g.registry("started"), 1)
	want := "index,position,value\n2,L1,unknown\n3,W2,unknown\n4,\"quoted \"\"T\"\", or so\",unknown\n"
	if got := string(exported(t, partial, query.CSV, 2, 0)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// byTurns returns the value byte of a position computed from the values of its results, which are
// given by index.
func byTurns(v *pushfight.Variant, p engine.Position, values map[uint64]engine.Value) byte {
	win, loss, draw := byte(0), byte(1), false
	for _, r := range v.AppendResults(nil, p) {
		value := byte(1) // of a position that has lost a piece
		if i, ok := v.Index(r.To); ok {
			value = byte(values[i])
		}
		switch {
		case value == 0:
			draw = true
		case value%2 == 1 && (win == 0 || value+1 < win):
			win = value + 1
		case value%2 == 0:
			loss = max(loss, value+1)
		}
	}
	switch {
	case win > 0:
		return win
	case draw:
		return 0
	}
	return loss
}

// TestExportMerged compares all permutations of small boards with values computed from listed turns
// and from the naive solver.
func TestExportMerged(t *testing.T) {
	boards := []enginetest.Board{
		{Name: "two rows", Text: "......\n......\n", Movers: 1, Pushers: 1},
		{Name: "drawn by hand", Text: "...\n....\n ...\n", Movers: 0, Pushers: 2},
	}
	if enginetest.Long {
		boards = append(boards, enginetest.BoardNamed("windmill"))
	}
	for _, board := range boards {
		t.Run(board.Name, func(t *testing.T) {
			g, registry := pushFight(t, "pushfight:movers="+strconv.Itoa(board.Movers)+",pushers="+strconv.Itoa(board.Pushers), board.Text)
			db, values := solved(t, g, registry, 0)
			merged := exported(t, db, public.Merged, 0, 0)
			truth := enginetest.Naive(g)
			if uint64(len(merged)) != g.Permutations() {
				t.Fatalf("%d bytes, %d permutations", len(merged), g.Permutations())
			}
			unreachable := 0
			for n, v := range merged {
				p, err := g.Parse(strconv.Itoa(n))
				if err != nil {
					t.Fatal(err)
				}
				if want := byTurns(g, p, truth); v != want {
					t.Fatalf("permutation %d, %s, is %d, want %d", n, g.Text(p), v, want)
				}
				if i, ok := g.Index(p); !ok {
					unreachable++
				} else if engine.Value(v) != values[i] {
					t.Fatalf("permutation %d is %d, but its index %d is %d", n, v, i, values[i])
				}
			}
			t.Logf("%d permutations, %d of them unreachable", len(merged), unreachable)
			from := g.Permutations() / 3
			if got := exported(t, db, public.Merged, from, 5); !bytes.Equal(got, merged[from:from+5]) { // not from memory
				t.Errorf("a range is %v, want %v", got, merged[from:from+5])
			}
		})
	}
}

// TestExportMergedFullBoard compares every permutation of a small variant on the full board with
// its minimized file, and some unreachable ones with the values that the library computes
// independently.
func TestExportMergedFullBoard(t *testing.T) {
	if !enginetest.Long {
		t.Skip("takes seconds: -tags long")
	}
	g, registry := pushFight(t, "pushfight:movers=1,pushers=1", "")
	db, _ := solved(t, g, registry, 0)
	minimized, merged := exported(t, db, query.Minimized, 0, 0), exported(t, db, public.Merged, 0, 0)
	if uint64(len(merged)) != g.Permutations() {
		t.Fatalf("%d bytes, want %d", len(merged), g.Permutations())
	}
	rng := rand.New(rand.NewPCG(1, 1))
	computed := 0
	for n, v := range merged {
		p, err := g.Parse(strconv.Itoa(n))
		if err != nil {
			t.Fatal(err)
		}
		if i, ok := g.Index(p); ok {
			if v != minimized[i] {
				t.Fatalf("permutation %d is %d, but index %d is %d", n, v, i, minimized[i])
			}
		} else if rng.IntN(200) == 0 {
			a, err := db.Value(p)
			if err != nil || a.Verdict.Value != engine.Value(v) || !a.Verdict.Known {
				t.Fatalf("permutation %d is %d, computed %v, %v", n, v, a.Verdict, err)
			}
			computed++
		}
	}
	if computed < 100 {
		t.Errorf("only %d unreachable positions were computed", computed)
	}
}

func TestExportRefuses(t *testing.T) {
	g := enginetest.RandomGame(1, enginetest.Eventful(engine.Byte, 100, 1))
	wideGame := enginetest.RandomGame(1, enginetest.Eventful(engine.Wide, 100, 1))
	db, _ := solved(t, g, registryOf(g), 0)
	partial, _ := solved(t, g, registryOf(g), 1)
	wide, _ := solved(t, wideGame, registryOf(wideGame), 0)
	for name, test := range map[string]struct {
		db *query.DB
		o  query.ExportOptions
	}{
		"no permutations": {db, query.ExportOptions{Format: public.Merged, Count: 1}},
		"two bytes":       {wide, query.ExportOptions{Format: query.Minimized, Count: 1}},
		"not solved":      {partial, query.ExportOptions{Format: query.Minimized, Count: 1}},
		"no format":       {db, query.ExportOptions{Count: 1}},
		"nothing":         {db, query.ExportOptions{Format: query.CSV}},
		"past the end":    {db, query.ExportOptions{Format: query.CSV, From: 100, Count: 1}},
		"too many":        {db, query.ExportOptions{Format: query.CSV, From: 50, Count: 51}},
		"far too many":    {db, query.ExportOptions{Format: query.CSV, From: 1, Count: ^uint64(0)}},
	} {
		var b bytes.Buffer
		if err := test.db.Export(t.Context(), &b, test.o); !engine.IsInput(err) || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, b.Len())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.Export(ctx, io.Discard, query.ExportOptions{Format: query.CSV, Count: 100}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := db.Export(t.Context(), failing{}, query.ExportOptions{Format: query.Minimized, Count: 100}); !errors.Is(err, errFull) {
		t.Errorf("disk full: %v", err)
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

// TestNPY reads arrays of each kind of values as NumPy does: the header, then the values in the
// order of their indices.
func TestNPY(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition(), quixo.Definition(), britishsquare.Definition())
	for text, want := range map[string]string{
		"tictactoe":                       "{'descr': '|u1', 'fortran_order': False, 'shape': (5478,), }",
		"quixo:size=3":                    "{'descr': '<u2', 'fortran_order': False, 'shape': (2219,), }",
		"british-square:height=3,width=3": "{'descr': '|i1', 'fortran_order': False, 'shape': (74,), }",
	} {
		spec, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		db, _ := solved(t, g, registry, 0)
		file := exported(t, db, query.NPY, 0, 0)
		if string(file[:8]) != "\x93NUMPY\x01\x00" {
			t.Fatalf("%s begins with %q", text, file[:8])
		}
		length := int(file[8]) + int(file[9])<<8
		header, values := string(file[10:10+length]), file[10+length:]
		if !strings.HasPrefix(header, want) || strings.Trim(header[len(want):], " ") != "\n" || (10+length)%64 != 0 {
			t.Errorf("%s: header %q", text, header)
		}
		width := db.Game().Kind().Width()
		if uint64(len(values)) != uint64(width)*db.Game().Size() {
			t.Fatalf("%s: %d bytes of values", text, len(values))
		}
		for e, err := range db.Values(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			got := engine.Value(values[int(e.Index)*width])
			if width == 2 {
				got |= engine.Value(values[int(e.Index)*width+1]) << 8
			}
			if got != e.Verdict.Value {
				t.Fatalf("%s #%d: %d, want %v", text, e.Index, got, e.Verdict)
			}
		}
		if part := exported(t, db, query.NPY, 7, 9); !bytes.Equal(part[len(part)-9*width:], values[7*width:16*width]) || !bytes.Contains(part, []byte("'shape': (9,)")) {
			t.Errorf("%s: a part is %q", text, part)
		}
	}
}

// TestExportColumns writes columns to CSV files, the features of a game among them.
func TestExportColumns(t *testing.T) {
	registry := games.NewRegistry(quixo.Definition())
	db := querytest.Open(t, registry, enginetest.OpenIn(t, registry, "quixo:size=3"), 0)
	columns, err := db.ParseColumns("value,own,plies,position")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := db.Export(t.Context(), &b, query.ExportOptions{Format: query.CSV, Columns: columns, Count: db.Game().Size()}); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || !slices.Equal(lines[0], []string{"value", "own", "plies", "position"}) {
		t.Fatal(err, lines[0])
	}
	for i, line := range lines[1:] {
		a, err := db.At(uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		plies := ""
		if n, ok := a.Verdict.Plies(); ok {
			plies = strconv.Itoa(n)
		}
		if want := []string{a.Verdict.String(), strconv.Itoa(strings.Count(a.Text, "X")), plies, a.Text}; !slices.Equal(line, want) {
			t.Fatalf("#%d: %v, want %v", i, line, want)
		}
	}
	for _, text := range []string{"", "index,index", "nonsense"} {
		if _, err := db.ParseColumns(text); !engine.IsInput(err) {
			t.Errorf("columns %q: %v", text, err)
		}
	}
	if err := db.Export(t.Context(), &b, query.ExportOptions{Format: query.NPY, Columns: columns, Count: 1}); !engine.IsInput(err) {
		t.Errorf("npy with columns: %v", err)
	}
}

// TestExportRecords replays the games of records: the result and the number of turns of each agree
// with its value.
func TestExportRecords(t *testing.T) {
	db := exampleDB()
	defer db.Close()
	text := string(exported(t, db, query.Records, 0, 0))
	if again := string(exported(t, db, query.Records, 0, 100)); !strings.HasPrefix(text, again) {
		t.Error("a part is not the part of the whole")
	}
	records := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	if uint64(len(records)) != 2*db.Game().Size() {
		t.Fatalf("%d blocks", len(records))
	}
	for i := range db.Game().Size() {
		tags, moves := records[2*i], strings.Fields(records[2*i+1])
		a, err := db.At(i)
		if err != nil {
			t.Fatal(err)
		}
		result := moves[len(moves)-1]
		if !strings.Contains(tags, `[Position "`+a.Text+`"]`) || !strings.Contains(tags, `[Value "`+a.Verdict.String()+`"]`) || !strings.Contains(tags, `[Result "`+result+`"]`) || result != a.Verdict.Outcome().String() {
			t.Fatalf("#%d %v: %s\n%v", i, a.Verdict, tags, moves)
		}
		at, made := a.Position, 0
		for _, word := range moves[:len(moves)-1] {
			if strings.HasSuffix(word, ".") {
				continue
			}
			r, err := db.Game().Play(at, word)
			if err != nil {
				t.Fatal(err)
			}
			at = r.To
			made++
		}
		if plies, decided := a.Verdict.Plies(); decided && made != plies {
			t.Fatalf("#%d: %d turns, want %d", i, made, plies)
		}
	}
}
