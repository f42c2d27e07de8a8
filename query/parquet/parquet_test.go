package parquet_test

import (
	"bytes"
	"strings"
	"testing"

	reader "github.com/parquet-go/parquet-go"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/parquet"
	"github.com/foregone-db/foregone/query/querytest"
)

func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition())
}

func export(t *testing.T, db *query.DB, o query.ExportOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	o.Format = parquet.Format
	if err := db.Export(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFile compares every cell of files with the database: of games of each kind of values, with
// the features of one, whole and in part.
func TestFile(t *testing.T) {
	for game, features := range map[string][]string{"tictactoe": nil, "quixo:size=3": {"own", "other"}, "british-square:width=3,height=3": nil} {
		db := database(t, game)
		const from = 7
		count := db.Game().Size() - from
		content := export(t, db, query.ExportOptions{From: from, Count: count, Workers: 2})
		if other := export(t, db, query.ExportOptions{From: from, Count: count, Workers: 1}); !bytes.Equal(content, other) {
			t.Errorf("%s: one worker writes another file", game)
		}
		f, err := reader.OpenFile(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		remoteness := "plies"
		if db.Game().Kind() == engine.Score {
			remoteness = "score"
		}
		var names []string
		for _, c := range f.Schema().Columns() {
			names = append(names, c[0])
		}
		want := append([]string{"index", "position", "value", "outcome", remoteness, "twins"}, features...)
		if strings.Join(names, " ") != strings.Join(want, " ") {
			t.Errorf("%s: columns %v, want %v", game, names, want)
		}
		if spec, _ := f.Lookup("foregone.game"); spec != db.Game().Spec().String() {
			t.Errorf("%s: the game is %q", game, spec)
		}
		rows := reader.NewReader(f)
		buffer := make([]reader.Row, 1)
		for i := from + uint64(0); i < db.Game().Size(); i++ {
			if n, err := rows.ReadRows(buffer); n != 1 {
				t.Fatalf("%s: row of #%d: %v", game, i, err)
			}
			compare(t, db, i, buffer[0])
		}
		if n, _ := rows.ReadRows(buffer); n != 0 || f.NumRows() != int64(count) {
			t.Errorf("%s: %d rows, want %d", game, f.NumRows(), count)
		}
	}
}

func compare(t *testing.T, db *query.DB, i uint64, row reader.Row) {
	t.Helper()
	a, err := db.At(i)
	if err != nil {
		t.Fatal(err)
	}
	if row[0].Uint64() != i || row[1].String() != a.Text || row[2].String() != a.Verdict.String() || row[3].String() != a.Verdict.Result().String() || row[5].Uint64() != db.Game().Weight(i) {
		t.Fatalf("#%d: %v, want %s %v", i, row, a.Text, a.Verdict)
	}
	plies, decided := a.Verdict.Plies()
	switch {
	case a.Verdict.Outcome() == engine.Scored:
		decided, plies = true, a.Verdict.Kind.Points(a.Verdict.Value)
	}
	if row[4].IsNull() == decided || decided && row[4].Int64() != int64(plies) {
		t.Fatalf("#%d: remoteness %v, want %d %v", i, row[4], plies, decided)
	}
	if len(row) == 8 && (row[6].Int64() != int64(strings.Count(a.Text, "X")) || row[7].Int64() != int64(strings.Count(a.Text, "O"))) {
		t.Fatalf("%s has the features %v", a.Text, row[6:])
	}
}

// TestColumns writes some columns in the requested order.
func TestColumns(t *testing.T) {
	db := database(t, "tictactoe")
	columns, err := db.ParseColumns("plies,index")
	if err != nil {
		t.Fatal(err)
	}
	content := export(t, db, query.ExportOptions{Count: 5, Columns: columns})
	f, err := reader.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil || len(f.Schema().Columns()) != 2 || f.Schema().Columns()[0][0] != "plies" || f.NumRows() != 5 {
		t.Errorf("%v (%v)", f.Schema(), err)
	}
}
