package table

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv/formattest"
)

// versionValue is the value of an index in the fixtures: first runs, which compress, and then
// values that do not.
func versionValue(i uint64) uint64 {
	if i >= 2000 {
		return i * i * 31 >> 3 % 37
	}
	return i / 97 % 9
}

// fixtures returns what the fixtures of a version have in their headers.
func fixtures(format uint32) map[string]Header {
	list := map[string]Header{
		"byte":  {Kind: "byte", Compression: Zstd, Positions: 3000},
		"wide":  {Kind: "wide", Compression: Zstd, Positions: 3000, Files: map[string]string{"file": "a b\n<&>\n"}},
		"score": {Kind: "score", Compression: None, Positions: 3000},
		"part":  {Kind: "byte", Compression: Zstd, Positions: 3000, MaxPhase: 7},
		"empty": {Kind: "byte", Compression: Zstd},
	}
	if format >= 3 {
		list["moves"] = Header{Kind: "moves", Compression: Zstd, Positions: 3000}
		list["moves16"] = Header{Kind: "moves16", Compression: Zstd, Positions: 3000}
	}
	if format >= 4 {
		for kind := engine.Chance; kind <= engine.Expected16; kind++ {
			list[kind.String()] = Header{Kind: kind.String(), Compression: Zstd, Positions: 3000, Error: 0.25}
		}
		list["chance16"] = Header{Kind: "chance16", Compression: None, Positions: 3000, Error: 0.25}
	}
	if format >= 5 {
		list["order"] = Header{Kind: "byte", Compression: Zstd, Positions: 3000, Order: toyOrder{}.Name()}
	}
	if format >= 6 { // no other table is written in this version
		return map[string]Header{"derived": {Kind: "byte", Compression: Zstd, Positions: 3000}}
	}
	return list
}

// toyGame is the game of the fixture "derived": a position has the one move from which its value follows.
type toyGame struct{ engine.Game }

func (g toyGame) NewScratch() engine.Scratch { return engine.Scratch{Generator: g} }

func (toyGame) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	switch v := versionValue(i); v {
	case 0:
		return dst, engine.IsDrawn
	case 1:
		return dst, engine.IsLost
	default:
		to := uint64(1000) // in the slice "rest"
		for ; to < 3000; to++ {
			if versionValue(to) == v-1 {
				return append(dst, to), 0
			}
		}
		return dst, engine.IsLost
	}
}

// toyOrder is the order of the fixture "order": of each slice first the even indices, then the odd ones.
type toyOrder struct{ fast.Order }

func (toyOrder) Name() string { return "even-first-1" }

func (toyOrder) Place(i uint64) uint64 {
	first, size := uint64(0), uint64(1000)
	if i >= 1000 {
		first, size = 1000, 2000
	}
	return first + (i-first)/2 + (i-first)%2*(size/2)
}

// The package reads tables of every version. The program of that version wrote the files under
// testdata, which must never be written again; a new version adds its own.
func TestEveryVersion(t *testing.T) {
	for format := range readers {
		dir := filepath.Join("testdata", fmt.Sprint(format))
		for name, want := range fixtures(format) {
			r, err := Open(filepath.Join(dir, name+".foregone"), ReaderOptions{})
			if err != nil {
				t.Fatal(err)
			}
			h := r.Header()
			if h.Format != int(format) || h.Game != "toy:name="+name || h.Kind != want.Kind || h.Compression != want.Compression ||
				h.Positions != want.Positions || h.Block != map[bool]uint64{false: 1024, true: 250}[name == "derived"] || h.MaxPhase != want.MaxPhase || h.Order != want.Order || h.Error != want.Error || !maps.Equal(h.Files, want.Files) {
				t.Errorf("format %d: the header of %s is %+v", format, name, h)
			}
			if h.Order != "" {
				r.order = toyOrder{}
			}
			r.game = toyGame{}
			if slicesWant := []Slice{{Name: "start", Size: 1000, Error: want.Error / 2, Derived: name == "derived"}, {Name: "none", First: 1000}, {Name: "rest", First: 1000, Size: 2000, Error: want.Error}}; want.Positions > 0 && !slices.Equal(h.Slices, slicesWant) {
				t.Errorf("format %d: %s has the slices %+v", format, name, h.Slices)
			}
			for i := range h.Positions {
				value := engine.Value(versionValue(i))
				if r.Kind().Uncertain() {
					value = r.Kind().FromFloat(float64(value) / 64)
				}
				if got, err := r.Get(i); err != nil || got != value {
					t.Fatalf("format %d: index %d of %s has the value %d, %v; want %d", format, i, name, got, err, value)
				}
			}
			weighted := uint64(0)
			for _, c := range r.Summary().Counts {
				weighted += c.Weighted
			}
			if weighted != 2*want.Positions { // each index stands for one to three positions
				t.Errorf("format %d: %s has %d positions with twins", format, name, weighted)
			}
			if err := r.Check(t.Context(), nil); err != nil {
				t.Error(err)
			}
			r.Close()
		}
	}
	if _, err := os.Stat(filepath.Join("testdata", fmt.Sprint(Format))); err != nil || readers[Format] == nil {
		t.Errorf("the current format %d has no fixtures or no reader: %v", Format, err)
	}
}

// FORMAT.md lists the fields of header and summary.
func TestFormatFields(t *testing.T) {
	formattest.Same(t, "header", formattest.Names(t, "FORMAT.md", "### Header"), formattest.Fields(Header{}))
	formattest.Same(t, "summary", formattest.Names(t, "FORMAT.md", "### Summary"), formattest.Fields(Summary{}))
}
