package table

import (
	"bytes"
	"encoding/hex"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// The example in FORMAT.md agrees with the output of this package.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```hexdump\n")
	example, _, _ := strings.Cut(rest, "```\n")
	path, _ := build(t, Header{
		Game: "toy:size=40", Kind: "byte", Positions: 40, Slices: []Slice{{Name: "start", Size: 8}, {Name: "rest", First: 8, Size: 32}}, Block: 32,
	}, append(bytes.Repeat([]byte{2}, 32), 0, 3, 0, 3, 3, 0, 0, 3), WriterOptions{})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if dump := hex.Dump(data); dump != example {
		t.Errorf("want in FORMAT.md:\n%s", dump)
	}
}

// TestLevels checks the compression levels by the size of the table.
func TestLevels(t *testing.T) {
	for positions, want := range map[uint64]zstd.EncoderLevel{
		1<<18 - 1: zstd.SpeedDefault,
		1 << 18:   zstd.SpeedBetterCompression,
	} {
		h := Header{Positions: positions}
		if got, encoders := h.level(); got != want || encoders < 1 {
			t.Errorf("%d positions: %v by %d encoders, want %v", positions, got, encoders, want)
		}
	}
}

// plain is a game without its optional parts.
type plain struct{ engine.Game }

func (plain) Parts() engine.Parts { return engine.Parts{} }

// TestHeaderOf checks that the parts of a game do not change its table's header.
func TestHeaderOf(t *testing.T) {
	registry := games.NewRegistry(rpsw.Definition(), tupitu.Definition())
	for _, text := range []string{"rpsw", "tupitu"} {
		spec, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		without := plain{g}
		if got, want := HeaderOf(without), HeaderOf(g); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
