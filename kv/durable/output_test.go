package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	write := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		}
	}
	holds := func(want string, names int) {
		t.Helper()
		got, _ := os.ReadFile(path)
		entries, _ := os.ReadDir(dir)
		if string(got) != want || len(entries) != names {
			t.Errorf("the file holds %q, want %q; the folder %v", got, want, entries)
		}
	}
	failure := errors.New("no")
	if err := WriteFile(path, false, write("a", failure)); !errors.Is(err, failure) {
		t.Error(err)
	}
	holds("", 0)
	if err := WriteFile(path, false, write("one", nil)); err != nil {
		t.Error(err)
	}
	holds("one", 1)
	if err := WriteFile(path, false, write("two", nil)); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if err := WriteFile(path, true, write("two", failure)); !errors.Is(err, failure) {
		t.Error(err)
	}
	holds("one", 1)
	if err := WriteFile(path, true, write("two", nil)); err != nil {
		t.Error(err)
	}
	holds("two", 1)
	if err := WriteFile(dir, true, write("two", nil)); err == nil {
		t.Error("a folder was written to")
	}
	if err := WriteFile(filepath.Join(dir, "missing", "out"), true, write("two", nil)); err == nil {
		t.Error("a folder was made")
	}
	if err := os.Symlink(path, filepath.Join(dir, "link")); err != nil {
		t.Skip("there are no symbolic links here: ", err)
	}
	if err := WriteFile(filepath.Join(dir, "link"), true, write("three", nil)); err != nil {
		t.Error(err)
	}
	holds("three", 2)
	if _, err := os.Stat("/dev/null"); err == nil {
		if err := WriteFile("/dev/null", true, write("four", nil)); err != nil {
			t.Error(err)
		}
	}
}
