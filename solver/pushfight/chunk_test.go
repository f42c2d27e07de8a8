package pushfight

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	rules "github.com/foregone-db/foregone/engine/pushfight"
)

func full(t testing.TB) *rules.Variant { return variant(t, rules.FullBoard, 2, 3) }

func variant(t testing.TB, drawing string, movers, pushers int) *rules.Variant {
	t.Helper()
	b, err := rules.ParseBoard(drawing)
	if err != nil {
		t.Fatal(err)
	}
	v, err := rules.New(b, movers, pushers)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAllChunks(t *testing.T) {
	v := full(t)
	raw, _ := os.ReadFile("../../../shared/data/pushfight/chunks.tsv")
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n")[1:] {
		f := strings.Fields(line)
		var chunk int
		fmt.Sscan(f[0], &chunk)
		for phase := Phase(0); phase < 2; phase++ {
			begun := time.Now()
			content, counts, err := Chunk(t.Context(), v, ChunkOptions{Phase: phase, Chunk: chunk})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(begun)
			ok := fmt.Sprintf("%x", sha256.Sum256(content)) == f[1+phase]
			c2, err := phase.Count(content)
			t.Logf("chunk %d phase %d: %v %v %v %s %v %v", chunk, phase, ok, counts, c2 == counts, f[3:], took, err)
			if !ok {
				t.Fail()
			}
		}
	}
}
