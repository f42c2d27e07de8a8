// Package querytest makes databases for tests of packages that query them.
package querytest

import (
	"encoding/binary"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
)

// Of opens a database of the game that text names, in a registry of the definitions: see [Open].
func Of(t testing.TB, text string, definitions ...engine.Definition) *query.DB {
	t.Helper()
	registry := games.NewRegistry(definitions...)
	return Open(t, registry, enginetest.OpenIn(t, registry, text), 0)
}

// Open returns a database of a game of the registry, solved naively. If maxPhase is not 0, the
// database has only the wins and losses in up to maxPhase plies. The test closes it when it ends.
func Open(t testing.TB, registry *games.Registry, g engine.Game, maxPhase int) *query.DB {
	t.Helper()
	dir := t.TempDir()
	header := table.HeaderOf(g)
	header.MaxPhase = maxPhase
	w, err := table.Create(kv.TablePath(dir), header, table.WriterOptions{Workers: 1, Weight: table.WeightOf(g)})
	if err != nil {
		t.Fatal(err)
	}
	values := enginetest.Naive(g)
	for i := range g.Size() {
		v := values[i]
		if plies, _ := g.Kind().Plies(v); maxPhase > 0 && plies > maxPhase {
			v = engine.Tie
		}
		if err := w.Append(binary.LittleEndian.AppendUint16(nil, uint16(v))[:g.Kind().Width()]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
