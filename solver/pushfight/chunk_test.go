package pushfight

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/foregone-db/foregone/engine"
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

// publishedChunks are two chunks with published counts and SHA-256 of the files of both phases.
// They are the fastest of all such chunks; the long tests make the others.
var publishedChunks = []struct {
	chunk  int
	sha256 [2]string
	counts Counts
}{
	{742, [2]string{"acb3a45acfd714803b74d1f44e1773f9fd1055033dbd0cfe9a9ee93bb9f418e6", "d419ae6b868cbec4c7925627e9ff1c55b364d99b9308fc403029e98a94cd6bbf"}, Counts{624, 470, 54052906}},
	{7000, [2]string{"eb7e0d2ffc2bebe12096feda00f5da154b31b48834bde122757ec34a8b1d3d9a", "d06f3cb8c2356d2b762c97ab8906650b7058292c63414315541166bef5520350"}, Counts{0, 0, 54054000}},
}

// TestChunks compares chunks with the published ones, for several numbers of workers.
func TestChunks(t *testing.T) {
	v := full(t)
	for _, p := range publishedChunks {
		for phase := Wins; phase <= Losses; phase++ {
			for _, workers := range []int{1, 2, 5} {
				checkChunk(t, v, ChunkOptions{Phase: phase, Chunk: p.chunk, Workers: workers}, p.sha256[phase], p.counts)
			}
		}
	}
}

// checkChunk makes a chunk and compares it with a known hash and the counts of phase 1.
func checkChunk(t *testing.T, v *rules.Variant, o ChunkOptions, hash string, want Counts) {
	t.Helper()
	var done uint64
	o.Progress = func(now uint64) {
		if now <= done {
			t.Errorf("progress from %d to %d positions", done, now)
		}
		done = now
	}
	content, counts, err := Chunk(t.Context(), v, o)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
		t.Errorf("chunk %d, phase %d, %d workers: SHA-256 %x, want %s", o.Chunk, o.Phase, o.Workers, sum, hash)
	}
	if o.Phase == Wins {
		want = Counts{Wins: want.Wins}
	}
	again, err := o.Phase.Count(content)
	if err != nil || counts != want || again != want || done != Positions {
		t.Errorf("chunk %d, phase %d: counts %+v, of the file %+v (%v), want %+v; %d positions done", o.Chunk, o.Phase, counts, again, err, want, done)
	}
}

func TestChunkRefused(t *testing.T) {
	v, small := full(t), variant(t, rules.FullBoard, 1, 1)
	for _, c := range []struct {
		v *rules.Variant
		o ChunkOptions
	}{
		{v, ChunkOptions{Phase: 2}},
		{v, ChunkOptions{Phase: -1}},
		{v, ChunkOptions{Chunk: -1}},
		{v, ChunkOptions{Chunk: Chunks}},
		{small, ChunkOptions{}},
	} {
		if _, _, err := Chunk(t.Context(), c.v, c.o); !engine.IsInput(err) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := Chunk(ctx, v, ChunkOptions{Phase: Losses, Chunk: 1500, Progress: func(uint64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCount(t *testing.T) {
	content := make([]byte, Losses.FileSize())
	content[3] = 1*1 + 2*3 + 0*9 + 1*27 + 2*81
	if got, err := Losses.Count(content); err != nil || got != (Counts{Positions - 4, 2, 2}) {
		t.Errorf("%+v, %v", got, err)
	}
	content[7] = 243
	if _, err := Losses.Count(content); err == nil {
		t.Error("a byte of 243 is accepted")
	}
	if _, err := Wins.Count(content); err == nil {
		t.Error("a wrong size is accepted")
	}
}
