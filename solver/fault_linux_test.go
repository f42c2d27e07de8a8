package solver

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
)

// A file of updates or exits of a spilling solve is on a full disk, or does not return what was
// written. The solve reports it, and can be resumed when the fault is over.
func TestSpillFaults(t *testing.T) {
	ways, list := faulty()
	g, way := list["slices"], ways["spilling"]
	way.Workers = 1
	want, _ := solveValues(t, g, Options{})
	for _, test := range []struct{ file, device, message string }{
		{"updates-0", "/dev/full", "spill updates: "},
		{"updates-0", "/dev/null", "read spilled updates from "},
		{"exits", "/dev/full", "write the values of exits: "},
		{"exits", "/dev/null", "read the values of exits from "},
	} {
		device, message := test.device, test.message
		dir := t.TempDir()
		if err := os.Mkdir(kv.ScratchPath(dir), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(device, filepath.Join(kv.ScratchPath(dir), test.file)); err != nil {
			t.Fatal(err)
		}
		_, err := solveOn(t, g, way, dir, noSync)
		if err == nil || !strings.Contains(err.Error(), message) || !strings.Contains(err.Error(), kv.ScratchPath(dir)) {
			t.Errorf("%s: %v", device, err)
		}
		if device == "/dev/full" && !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v is not a full disk", device, err)
		}
		s, err := solveOn(t, g, way, dir, noSync)
		if err != nil || s.SHA256 != want.SHA256 {
			t.Errorf("%s: resumed: %v, digest %s, want %s", device, err, s.SHA256, want.SHA256)
		}
	}
}

// The table, the status or the log does not fit on the disk.
func TestTableFaults(t *testing.T) { inProcess(t, "TestTableFaultsPart") }

func TestTableFaultsPart(t *testing.T) {
	part(t)
	signal.Ignore(syscall.SIGXFSZ)
	ways, list := faulty()
	for name, way := range ways {
		for kind, g := range list {
			want, _ := solveValues(t, g, Options{})
			for size := uint64(0); size < 600; size += 150 {
				dir, disk := t.TempDir(), vfs.NewMem()
				if err := disk.MkdirAll(dir, 0o777); err != nil {
					t.Fatal(err)
				}
				restore := limitFiles(t, size)
				s, err := solveOn(t, g, way, dir, disk)
				restore()
				if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), dir) {
					t.Fatalf("%s, %s, files of at most %d bytes: %v (%+v)", name, kind, size, err, s)
				}
				if _, err := os.Stat(kv.TablePath(dir)); err == nil {
					t.Fatalf("%s, %s, files of at most %d bytes: there is a table", name, kind, size)
				}
				goesOn(t, g, dir, disk, want.SHA256)
			}
		}
	}
	endPart(t)
}

// limitFiles bounds the size in bytes of the files that the process writes.
func limitFiles(t *testing.T, size uint64) (restore func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}
}
