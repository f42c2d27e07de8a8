package query_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
)

// BenchmarkMoves lists the moves of a position of the full game with 8,412 distinct results. The
// values are zeros, in a file of holes that stays in memory. It also reports the quickest run,
// which is more reliable than the mean on a shared machine.
func BenchmarkMoves(b *testing.B) {
	registry := games.NewRegistry(pushfight.Definition())
	spec, err := registry.Parse("pushfight", os.ReadFile)
	if err != nil {
		b.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	file := filepath.Join(dir, "minimized.bin")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		b.Fatal(err)
	}
	if err := os.Truncate(file, int64(g.Size())); err != nil {
		b.Skip(err)
	}
	if _, err := query.ImportInPlace(g, file, filepath.Join(dir, "db"), nil); err != nil {
		b.Fatal(err)
	}
	db := open(b, filepath.Join(dir, "db"), registry)
	p := parse(b, db, "1707612174")
	b.ReportAllocs()
	quickest := time.Hour
	for b.Loop() {
		begin := time.Now()
		m, err := db.Moves(b.Context(), p, false)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.MarshalJSON(); err != nil || len(m.Moves) != 8412 {
			b.Fatal(err, len(m.Moves))
		}
		quickest = min(quickest, time.Since(begin))
	}
	b.ReportMetric(quickest.Seconds()*1000, "quickest-ms")
}
