package spread

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// tableOf returns a table with a number of positions, most of them of the values 0 to 4, and these
// values.
func tableOf(t *testing.T, kind string, positions uint64) (*table.Reader, []uint16) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	h := table.Header{
		Game: "game:size=1", Kind: kind, Positions: positions,
		Slices: []table.Slice{{Name: "all", Size: positions}}, Block: table.MaxBlock, Compression: table.Zstd,
	}
	w, err := table.Create(path, h, table.WriterOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	values := make([]uint16, positions)
	var raw []byte
	for i := range values {
		values[i] = uint16(i / 7 % 5)
		if i%400_001 == 3 {
			values[i] = 200
		}
		if raw = append(raw, byte(values[i])); kind == "wide" {
			raw = append(raw, 0)
		}
	}
	err = w.Append(raw)
	if err == nil {
		_, err = w.Finish()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Open(path, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, values
}

// TestWhere compares Where with counts of all values.
func TestWhere(t *testing.T) {
	for _, kind := range []string{"byte", "wide"} {
		r, values := tableOf(t, kind, 3<<20+12345)
		done := make(chan uint64, 100)
		s, err := Of(t.Context(), r, 2, func(n uint64) { done <- n })
		if err != nil {
			t.Fatal(err)
		}
		close(done)
		total := uint64(0)
		for n := range done {
			total += n
		}
		if total != uint64(len(values)) {
			t.Errorf("%d positions reported, want %d", total, len(values))
		}
		for value := range uint16(300) {
			want := map[uint64]uint64{}
			for i, v := range values {
				if v == value {
					want[uint64(i)/s.Section()*s.Section()]++
				}
			}
			got, last := map[uint64]uint64{}, uint64(0)
			s.Where(value, func(first, size, count uint64) bool {
				if first < last || first+size > uint64(len(values)) {
					t.Errorf("%s: section %d of %d after %d", kind, first, size, last)
				}
				last = first
				got[first] = count
				return true
			})
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: value %d is in %v, want %v", kind, value, got, want)
			}
		}
	}
}

func TestFile(t *testing.T) {
	r, _ := tableOf(t, "byte", 2<<20)
	other, _ := tableOf(t, "byte", 2<<20+1)
	s, err := Of(t.Context(), r, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "spread")
	if err := s.Write(path, r); err != nil {
		t.Fatal(err)
	}
	if got, err := read(path, r); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("read %v (%v), want %v", got, err, s)
	}
	if got, err := read(path, other); got != nil || err != nil {
		t.Errorf("the file of another table: %v, %v", got, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := range data {
		damaged := append([]byte{}, data...)
		damaged[at] ^= 4
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := read(path, r); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("byte %d flipped: %v", at, err)
		}
		if err := os.WriteFile(path, data[:at], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := read(path, r); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("cut to %d bytes: %v", at, err)
		}
	}
}

// FuzzParse parses any bytes.
func FuzzParse(f *testing.F) {
	f.Add(binary.AppendUvarint([]byte{1, 3}, 1<<20))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := sections(1 << 20)
		if s.parse(data) && len(s.parts[0]) == 0 {
			t.Error("a section without values")
		}
	})
}

func TestSections(t *testing.T) {
	for _, positions := range []uint64{0, 1, 1 << 20, 1<<20 + 1, 1 << 34, 1<<34 + 1, 86_208_131_520, 1 << 45} {
		s := sections(positions)
		n := uint64(len(s.parts))
		if n > mostSections+1 || n*s.section < positions || n > 0 && (n-1)*s.section >= positions {
			t.Errorf("%d positions: %d sections of %d", positions, n, s.section)
		}
	}
}

func read(path string, t *table.Reader) (*Spread, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, t)
}
