package ledger

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// BenchmarkCommit commits and reads back one record per change: a set of every 50th position of a
// chunk of 4 Mi positions.
func BenchmarkCommit(b *testing.B) {
	const chunk = 4 << 20
	m := manifest{Format: Format, Game: "toy", Kind: "byte", Positions: 1 << 40, Slices: []table.Slice{{Name: "all", Size: 1 << 40}}, Chunk: chunk}
	s, err := open(filepath.Join(b.TempDir(), "db"), &m, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	bits := roaring.New()
	for i := range uint32(chunk) {
		if rng.IntN(50) == 0 {
			bits.Add(i)
		}
	}
	written := 0
	b.Run("commit", func(b *testing.B) {
		b.SetBytes(int64(bits.GetSerializedSizeInBytes()))
		for b.Loop() {
			if _, err := s.Commit(Change{Unite: []Set{{Key{Frontier, 0, 0, written}, bits}}, Sync: true}); err != nil {
				b.Fatal(err)
			}
			written++
		}
	})
	b.Run("get", func(b *testing.B) {
		b.SetBytes(int64(bits.GetSerializedSizeInBytes()))
		for b.Loop() {
			if bits, err := s.Get(Key{Frontier, 0, 0, rng.IntN(written)}); bits == nil || err != nil {
				b.Fatal(bits, err)
			}
		}
	})
	b.Run("keys", func(b *testing.B) {
		for b.Loop() {
			if err := s.EachKey(Frontier, 0, func(phase.Phase, int) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(written), "keys")
	})
}
