package table

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// The example of FORMAT.md is what this package writes, and says what it says.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```hexdump\n")
	example, _, _ := strings.Cut(rest, "```\n")
	path, _ := build(t, Header{
		Game: "toy:size=40", Kind: "byte", Positions: 40, Slices: []Slice{{"start", 0, 8}, {"rest", 8, 32}}, Block: 32,
	}, append(bytes.Repeat([]byte{2}, 32), 0, 3, 0, 3, 3, 0, 0, 3), WriterOptions{})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if dump := hex.Dump(data); dump != example {
		t.Errorf("want in FORMAT.md:\n%s", dump)
	}
}

// TestLevels says how blocks are compressed: a level is part of the format.
func TestLevels(t *testing.T) {
	for _, c := range []struct {
		positions, block uint64
		want             zstd.EncoderLevel
	}{
		{1 << 18, 4096, zstd.SpeedBestCompression},
		{1 << 18, 8192, zstd.SpeedBestCompression},
		{1<<18 - 1, 8192, zstd.SpeedDefault},
		{1 << 31, 12288, zstd.SpeedBestCompression},
		{1 << 18, 16384, zstd.SpeedDefault}, // as tables were written before
		{1 << 18, 24576, zstd.SpeedBetterCompression},
		{1<<18 - 1, 24576, zstd.SpeedDefault},
		{1 << 18, 1 << 20, zstd.SpeedDefault},
	} {
		h := Header{Positions: c.positions, Block: c.block}
		if got := h.level(); got != c.want {
			t.Errorf("%d positions in blocks of %d: %v, want %v", c.positions, c.block, got, c.want)
		}
	}
}

// TestBlocks says how large the blocks of new tables are.
func TestBlocks(t *testing.T) {
	registry := games.NewRegistry(rpsw.Definition(), tupitu.Definition())
	for text, want := range map[string]uint64{
		"rpsw:pieces=3": DefaultBlock,
		"rpsw":          LargeBlock, // 5,532,209,088 positions
		"tupitu":        FastBlock,  // layers
	} {
		spec, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := HeaderOf(g).Block; got != want {
			t.Errorf("%s has blocks of %d positions, want %d", text, got, want)
		}
	}
}
