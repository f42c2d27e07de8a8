package raw

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ulikunitz/xz"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

const positions = 5000

func game() engine.Game {
	return enginetest.RandomGame(1, enginetest.RandomOptions{Positions: positions})
}

// describe makes a database of the file at path.
func describe(t testing.TB, dir, path string, known string) error {
	t.Helper()
	f, err := OpenFile(path, Options{})
	if err != nil {
		return err
	}
	defer f.Close()
	var rs Ranges
	if known != "" {
		if rs, err = ParseRanges(known); err != nil {
			t.Fatal(err)
		}
	}
	_, err = Describe(dir, game(), f, rs)
	return err
}

func TestReader(t *testing.T) {
	values := someValues(positions)
	for name, test := range map[string]struct {
		content []byte
		known   string
	}{
		"whole": {values, ""}, "part": {values, "10-19,100-4999"}, "short": {values[:300], "0-9,20-299"},
		"xz": {compress(t, values, 512, xz.CRC32), ""}, "part of xz": {compress(t, values, 512, xz.CRC64), "17-17,600-4000"},
		"short xz": {compress(t, values[:700], 100, xz.CRC32), "0-699"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "new", "db")
			path := put(t, "minimized.bin", test.content)
			if err := describe(t, dir, path, test.known); err != nil {
				t.Fatal(err)
			}
			if err := describe(t, dir, path, test.known); !errors.Is(err, kv.ErrExists) {
				t.Errorf("describing it twice: %v", err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 {
				t.Errorf("the folder holds %v (%v)", entries, err)
			}
			r, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			known := Whole(positions)
			if test.known != "" {
				known, _ = ParseRanges(test.known)
			}
			if r.Path() != path || r.Known().String() != known.String() || r.CheckGame(game().Spec()) != nil {
				t.Errorf("it is %+v", r.Description())
			}
			for i := range uint64(positions) {
				v, ok, err := r.Get(i)
				if err != nil || ok != known.Has(i) || ok && byte(v) != values[i] || !ok && v != 0 {
					t.Fatalf("#%d is %d, %v, %v", i, v, ok, err)
				}
			}
			if _, _, err := r.Get(positions); !engine.IsInput(err) {
				t.Errorf("past the end: %v", err)
			}
			run := known[len(known)-1]
			got := make([]byte, run.Last-run.First+1)
			if err := r.ReadValues(got, run.First); err != nil || !bytes.Equal(got, values[run.First:run.Last+1]) {
				t.Errorf("range %v: %v", run, err)
			}
			if run.First > 0 {
				if err := r.ReadValues(got, run.First-1); !engine.IsInput(err) {
					t.Errorf("more than what is known: %v", err)
				}
			}
			r.Close()
			if _, _, err := r.Get(run.Last); !errors.Is(err, kv.ErrClosed) {
				t.Errorf("closed: %v", err)
			}
		})
	}
}

func TestDescribeRefuses(t *testing.T) {
	values := someValues(positions + 1)
	for name, test := range map[string]struct {
		content []byte
		known   string
		says    string
	}{
		"too long":                 {values, "", "not a minimized file of that game"},
		"too long, part known":     {values, "0-9", "not a minimized file of that game"},
		"short":                    {values[:300], "", "--known 0-299"},
		"empty":                    {nil, "", "--known"},
		"known past the end":       {values[:300], "0-300", "holds the indices 0 to 299"},
		"known past the end of xz": {compress(t, values[:300], 100, xz.CRC32), "250-400", "holds the indices 0 to 299"},
	} {
		dir := filepath.Join(t.TempDir(), "db")
		path := put(t, "v", test.content)
		if err := describe(t, dir, path, test.known); err == nil || !engine.IsInput(err) || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: something was left behind", name)
		}
	}
	if err := describe(t, t.TempDir(), filepath.Join(t.TempDir(), "missing"), ""); !errors.Is(err, kv.ErrNotFound) {
		t.Errorf("missing: %v", err)
	}
	if err := describe(t, t.TempDir(), t.TempDir(), ""); !engine.IsInput(err) {
		t.Errorf("a folder: %v", err)
	}
	f, err := OpenFile(put(t, "v", values[:positions]), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	wide := enginetest.RandomGame(1, enginetest.RandomOptions{Positions: positions, Kind: engine.Wide})
	if _, err := Describe(t.TempDir(), wide, f, nil); !engine.IsInput(err) {
		t.Errorf("two bytes a value: %v", err)
	}
}

// TestOpenNotices changes a file after it was described.
func TestOpenNotices(t *testing.T) {
	values := someValues(positions)
	packed := compress(t, values, 512, xz.CRC32)
	other := compress(t, someValues(positions + 1)[:positions], 512, xz.CRC32)
	now := time.Now().Add(time.Hour)
	write := func(content []byte) func(path, description string) error {
		return func(path, _ string) error {
			if err := os.WriteFile(path, content, 0o666); err != nil {
				return err
			}
			return os.Chtimes(path, now, now)
		}
	}
	edit := func(old, new string) func(path, description string) error {
		return func(_, description string) error {
			text, err := os.ReadFile(description)
			if err != nil || !bytes.Contains(text, []byte(old)) {
				return errors.New("there is no " + old)
			}
			return os.WriteFile(description, bytes.Replace(text, []byte(old), []byte(new), 1), 0o666)
		}
	}
	changed := bytes.Clone(values)
	changed[positions-1] ^= 1
	tests := map[string]struct {
		content []byte
		known   string
		change  func(path, description string) error
		want    error // nil: the file is still valid
	}{
		"untouched":                {values, "", func(string, string) error { return nil }, nil},
		"touched":                  {values, "", write(values), nil},
		"changed":                  {values, "", write(changed), kv.ErrCorrupt},
		"changed, not where known": {values, "0-99", write(changed), nil},
		"shorter":                  {values, "", write(values[:positions-1]), kv.ErrCorrupt},
		"longer":                   {values, "", write(append(bytes.Clone(values), 0)), kv.ErrCorrupt},
		"compressed":               {values, "", write(packed), kv.ErrCorrupt},
		"gone":                     {values, "", func(path, _ string) error { return os.Remove(path) }, kv.ErrNotFound},
		"xz touched":               {packed, "", write(packed), nil},
		"xz replaced":              {packed, "", write(other), kv.ErrCorrupt},
		"xz cut short":             {packed, "", write(packed[:len(packed)-4]), kv.ErrCorrupt},
		"xz longer":                {packed, "", write(append(bytes.Clone(packed), 0, 0, 0, 0)), kv.ErrCorrupt},
		"description edited":       {values, "0-99", edit(`"known":"0-99"`, `"known":"0-98"`), kv.ErrCorrupt},
		"description cut short":    {values, "", func(_, d string) error { return os.Truncate(d, 20) }, kv.ErrCorrupt},
		"description of something": {values, "", func(_, d string) error { return os.WriteFile(d, []byte("{}"), 0o666) }, kv.ErrCorrupt},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := put(t, "v", test.content)
			if err := describe(t, dir, path, test.known); err != nil {
				t.Fatal(err)
			}
			if err := test.change(path, DescriptionPath(dir)); err != nil {
				t.Fatal(err)
			}
			r, err := Open(dir, Options{})
			if err == nil {
				r.Close()
			}
			if !errors.Is(err, test.want) || engine.IsInput(err) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			if err != nil && !strings.Contains(err.Error(), path) && !strings.Contains(err.Error(), DescriptionPath(dir)) {
				t.Errorf("%v names no file", err)
			}
		})
	}
}

func TestReadDescription(t *testing.T) {
	if _, err := ReadDescription(t.TempDir()); !errors.Is(err, kv.ErrNotFound) {
		t.Errorf("none: %v", err)
	}
	dir := t.TempDir()
	if err := (Description{Format: Format + 1}).write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadDescription(dir); !errors.Is(err, kv.ErrNewer) {
		t.Errorf("newer: %v", err)
	}
	dir = t.TempDir()
	if err := (Description{}).write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadDescription(dir); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("without a format: %v", err)
	}
	for name, d := range map[string]Description{
		"kind": {Format: Format, Kind: "long", Known: "0-1", Positions: 9}, "ranges": {Format: Format, Kind: "byte", Known: "1-0", Positions: 9},
		"width": {Format: Format, Kind: "wide", Known: "0-1", Positions: 9}, "positions": {Format: Format, Kind: "byte", Known: "0-9", Positions: 9},
	} {
		dir := t.TempDir()
		if err := d.write(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, Options{}); !errors.Is(err, kv.ErrCorrupt) || engine.IsInput(err) {
			t.Errorf("wrong %s: %v", name, err)
		}
	}
	if err := (Description{Path: "/tmp/\xff"}).write(t.TempDir()); !engine.IsInput(err) {
		t.Errorf("a path that is not UTF-8: %v", err)
	}
}

func FuzzReadDescription(f *testing.F) {
	dir := f.TempDir()
	if err := describe(f, dir, put(f, "v", someValues(positions)), "0-9,20-29"); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(DescriptionPath(dir))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	for _, change := range [][2]string{
		{`"format":1`, `"format":2`}, {`"format":1`, `"format":0`}, {`"format":1`, `"format":"1"`}, {`0-9,20-29`, `20-29,0-9`},
		{`0-9,20-29`, `0-18446744073709551615`}, {`"source":{`, `"source":[`}, {`"crc32c":"`, `"crc32c":"0`}, {`"raw"`, `"xz"`}, {`"byte"`, `"wide"`},
	} {
		f.Add(bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1))
	}
	for _, text := range []string{"", "{}", "null", `{"source":null,"crc32c":"00000000"}`, `{"format":1,"known":"0-9"}`, `{"format":1,"positions":-1}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := parseDescription("fuzz", text)
		past := kv.UnmarshalVersion("fuzz", "", text, Format, &Description{}) // without the checksum
		for _, err := range []error{err, past} {
			if err != nil && !errors.Is(err, kv.ErrCorrupt) && !errors.Is(err, kv.ErrNewer) {
				t.Error(err)
			}
		}
	})
}
