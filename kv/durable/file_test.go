package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Each end of a file leaves the new file or the old one, and no temporary file.
func TestFileEnds(t *testing.T) {
	for name, test := range map[string]struct {
		create func(path string) (*File, error)
		end    func(f *File) error
		before string // content of the existing file
		want   string
		err    error
	}{
		"replace nothing":   {Create, (*File).Replace, "", "new", nil},
		"replace":           {Create, (*File).Replace, "old", "new", nil},
		"replace, locked":   {CreateLocked, (*File).Replace, "old", "new", nil},
		"replace, unsynced": {CreateLocked, (*File).ReplaceUnsynced, "old", "new", nil},
		"place":             {Create, (*File).Place, "", "new", nil},
		"place over":        {Create, (*File).Place, "old", "old", fs.ErrExist},
		"discard":           {Create, func(f *File) error { f.Discard(); return nil }, "old", "old", nil},
		"closed": {Create, func(f *File) error {
			f.file.Close()
			return f.Replace()
		}, "old", "old", os.ErrClosed},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "file")
			if test.before != "" {
				if err := os.WriteFile(path, []byte(test.before), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			f, err := test.create(path)
			if err != nil {
				t.Fatal(err)
			}
			f.Write([]byte("new"))
			if err := test.end(f); !errors.Is(err, test.err) {
				t.Errorf("it ends with %v, want %v", err, test.err)
			}
			f.Discard()
			if err := f.Replace(); !errors.Is(err, fs.ErrClosed) {
				t.Errorf("a second end: %v", err)
			}
			if got, _ := os.ReadFile(path); string(got) != test.want {
				t.Errorf("the file is %q, want %q", got, test.want)
			}
			if names := list(t, dir); !slices.Equal(names, []string{"file"}) {
				t.Errorf("the folder has %q", names)
			}
		})
	}
}

// RemoveLeftovers removes files of killed writers, and leaves files with similar names.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"file", "file.tmp", "file.new", "other.tmp-A"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before := list(t, dir)
	for range 2 {
		if _, err := Create(filepath.Join(dir, "file")); err != nil {
			t.Fatal(err)
		}
	}
	RemoveLeftovers(filepath.Join(dir, "file"))
	if after := list(t, dir); !slices.Equal(after, before) {
		t.Errorf("the folder has %q, want %q", after, before)
	}
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestChecksum(t *testing.T) {
	text := []byte("123456789")
	if got := Checksum(text); got != 0xE3069283 { // the check value of CRC-32C
		t.Errorf("checksum %x", got)
	}
	if got := Update(Checksum(text[:4]), text[4:]); got != Checksum(text) || Checksum(nil) != 0 {
		t.Errorf("checksum in parts %x", got)
	}
}
