package pushfight

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// run makes files and returns the files that Made received.
func run(t *testing.T, o FilesOptions) ([]File, error) {
	t.Helper()
	var files []File
	o.Made = func(f File) error {
		files = append(files, f)
		return nil
	}
	err := Files(t.Context(), full(t), o)
	return files, err
}

// names returns the names in a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestFilesResume makes some files, deletes one, damages another, and makes them again.
func TestFilesResume(t *testing.T) {
	dir := t.TempDir()
	o := FilesOptions{Phase: Losses, Chunk: 6999, Count: 3, Name: filepath.Join(dir, "c-%04d")}
	first, err := run(t, o)
	if err != nil || len(first) != 3 {
		t.Fatalf("%+v, %v", first, err)
	}
	if first[1].SHA256 != publishedChunks[1].sha256[Losses] || first[1].Counts != publishedChunks[1].counts || first[1].Existed {
		t.Errorf("%+v", first[1])
	}
	if err := os.Remove(filepath.Join(dir, "c-6999")); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "c-7001"), 1000); err != nil {
		t.Fatal(err)
	}
	var reached, total uint64
	o.Progress = func(_ int, done, all uint64) { reached, total = max(reached, done), all }
	second, err := run(t, o)
	if err != nil || len(second) != 3 {
		t.Fatalf("%+v, %v", second, err)
	}
	for i, f := range second {
		if f.SHA256 != first[i].SHA256 || f.Counts != first[i].Counts || f.Existed != (i == 1) {
			t.Errorf("%+v, before %+v", f, first[i])
		}
	}
	if reached != total || total != 2*Positions {
		t.Errorf("%d of %d positions done, want %d", reached, total, 2*Positions)
	}
	if got := names(t, dir); len(got) != 3 {
		t.Errorf("files: %v", got)
	}

	// A damaged file of the right size is an error.
	content := make([]byte, Losses.FileSize())
	content[0] = 255
	if err := os.WriteFile(filepath.Join(dir, "c-6999"), content, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, o); err == nil || engine.IsInput(err) {
		t.Errorf("a damaged file: %v", err)
	}
}

// TestFilesPlainName checks that Files overwrites an existing file if the name has no chunk number.
func TestFilesPlainName(t *testing.T) {
	dir := t.TempDir()
	o := FilesOptions{Phase: Wins, Chunk: 742, Count: 1, Name: filepath.Join(dir, "100%d")}
	for _, chunk := range []int{742, 7000} {
		o.Chunk = chunk
		files, err := run(t, o)
		if err != nil || len(files) != 1 || files[0].Existed {
			t.Fatalf("%+v, %v", files, err)
		}
	}
	if got := names(t, dir); len(got) != 1 || got[0] != "100%d" {
		t.Errorf("files: %v", got)
	}
}

func TestFilesCancelled(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	err := Files(ctx, full(t), FilesOptions{
		Phase: Losses, Chunk: 1500, Count: 2, Name: filepath.Join(dir, "%04d"),
		Progress: func(int, uint64, uint64) { cancel() },
	})
	if got := names(t, dir); !errors.Is(err, context.Canceled) || len(got) != 0 {
		t.Errorf("%v, files: %v", err, got)
	}
}

func TestFilesRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "%04d")
	for _, o := range []FilesOptions{
		{Phase: 2, Count: 1, Name: name},
		{Chunk: Chunks, Count: 1, Name: name},
		{Chunk: Chunks - 1, Count: 2, Name: name},
		{Count: 0, Name: name},
		{Count: 2, Name: filepath.Join(dir, "%4d")},
		{Count: 1},
	} {
		if _, err := run(t, o); !engine.IsInput(err) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "none", "c"), filepath.Join(os.DevNull, "c")} {
		if _, err := run(t, FilesOptions{Count: 1, Name: name}); err == nil || engine.IsInput(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("files: %v", got)
	}
}
