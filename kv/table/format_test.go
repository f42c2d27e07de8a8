package table

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"
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
