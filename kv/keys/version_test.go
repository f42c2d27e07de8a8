package keys

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// The package reads files of every version. The program of that version wrote those under testdata,
// which must never be written again; a new version adds its own.
func TestEveryVersion(t *testing.T) {
	var first, second []uint64
	key := uint64(1)
	for i := range uint64(300) {
		key += 1 + i*i%1009
		first = append(first, key)               // by low and high bits
		second = append(second, i/60<<50+i%60*3) // clustered, by gaps
	}
	want := [][]uint64{first, {}, second}
	for version := 1; version <= format; version++ {
		f, err := Open(filepath.Join("testdata", fmt.Sprintf("%d.foregone", version)))
		if err != nil {
			t.Fatal(err)
		}
		parts := f.Parts(true)
		if f.Game() != "toy:size=600" || len(parts) != len(want) {
			t.Fatalf("format %d: %d parts of %s", version, len(parts), f.Game())
		}
		for n, p := range parts {
			if p.Number != []int{5, 6, 9}[n] || !slices.Equal(p.Targets, [][]int{{1}, nil, {0, 2}}[n]) || p.Size != uint64(len(want[n])) {
				t.Errorf("format %d: part %d is %+v", version, n, p)
			}
			for rank, key := range want[n] {
				if got := p.Keys.Key(uint64(rank)); got != key {
					t.Fatalf("format %d: key %d of part %d is %d, want %d", version, rank, n, got, key)
				}
			}
		}
	}
}
