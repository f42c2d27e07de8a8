//go:build long

package pushfight

import (
	"slices"
	"strconv"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// The long tests check all published results that can be computed here. On two cores they take
// about a quarter of an hour:
//
//	go test -tags long -run Long -timeout 2h ./solver/pushfight

// TestLongChunks makes all chunks with published hashes.
func TestLongChunks(t *testing.T) {
	v := full(t)
	for _, f := range enginetest.Figures(t, publishedData+"chunks.tsv") {
		var n [4]uint64
		var err error
		for i, text := range []string{f[0], f[3], f[4], f[5]} {
			if n[i], err = strconv.ParseUint(text, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		for phase := Wins; phase <= Losses; phase++ {
			checkChunk(t, v, ChunkOptions{Phase: phase, Chunk: int(n[0])}, f[1+phase], Counts{n[1], n[2], n[3]})
		}
		t.Logf("chunk %d: %d ties, %d losses, %d wins", n[0], n[1], n[2], n[3])
	}
}

// TestLongLost finds all positions without a turn.
func TestLongLost(t *testing.T) {
	got, err := Lost(t.Context(), full(t), LostOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := knownLost(t); !slices.Equal(got, want) {
		t.Errorf("%d positions, want %d", len(got), len(want))
	}
}

// TestLongSamples proves all published samples of up to four plies, and proves that the others take
// more than three.
func TestLongSamples(t *testing.T) { proveSamples(t, 1, 4) }

// TestLongDeeper proves some samples of five and six plies.
func TestLongDeeper(t *testing.T) { proveSamples(t, 25, 6) }
