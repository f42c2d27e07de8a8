package kv

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStatus(t *testing.T) {
	dir := t.TempDir()
	var got map[string]int
	if err := ReadStatus(dir, &got); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), dir) {
		t.Error(err)
	}
	for i := range 3 {
		if err := WriteStatus(dir, map[string]int{"phase": i}); err != nil {
			t.Fatal(err)
		}
		if err := ReadStatus(dir, &got); err != nil || got["phase"] != i {
			t.Errorf("%v, %v", got, err)
		}
	}
	os.WriteFile(StatusPath(dir), []byte("{"), 0o600)
	if err := ReadStatus(dir, &got); !errors.Is(err, ErrCorrupt) {
		t.Error(err)
	}
	if err := WriteStatus(filepath.Join(dir, "none"), 1); err == nil {
		t.Error("a status in no folder")
	}
}
