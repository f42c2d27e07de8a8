package slabs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestFull lets files hit a size limit, as on a full disk, at any place of a solve. The solve stops
// with the name of the file, and resumes when there is room again.
func TestFull(t *testing.T) {
	// The limit applies to a whole process.
	command := exec.Command(os.Args[0], "-test.run=^TestFullPart$")
	command.Env = append(os.Environ(), fullPart+"=1", "TMPDIR="+t.TempDir())
	if out, err := command.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("all as it should be")) {
		t.Fatalf("%v\n%s", err, out)
	}
}

const fullPart = "FOREGONE_SLABS_FULL"

// TestFullPart is the part of TestFull in another process.
func TestFullPart(t *testing.T) {
	if os.Getenv(fullPart) == "" {
		t.Skip("plays a part in another test")
	}
	signal.Ignore(syscall.SIGXFSZ)
	g := game(t, "", 1, 1)
	want, wanted := digest(t, g, setup{chunk: 64})
	stopped := 0
	for size := uint64(10); size < 1<<20; size += size / 3 {
		for _, inFile := range []bool{false, true} {
			o := setup{Options: Options{Dir: t.TempDir(), Memory: 1 << 30, Workers: 2, Reporter: reporter{}}, chunk: 64, inFile: inFile}
			free := limitFiles(t, size)
			found, err := solve(context.Background(), g.Parts().Slabs(), o)
			free()
			switch {
			case err == nil:
				if err := found.Close(); err != nil {
					t.Fatal(err)
				}
			case !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), o.Dir):
				t.Fatalf("files of at most %d bytes: %v", size, err)
			default:
				stopped++
			}
			if got, counts := digest(t, g, o); got != want || !slices.Equal(counts, wanted) {
				t.Fatalf("files of at most %d bytes: digest %s and %v, want %s and %v", size, got, counts, want, wanted)
			}
		}
	}
	if stopped < 20 {
		t.Errorf("%d solves met the limit only", stopped)
	}
	if !t.Failed() {
		fmt.Println("all as it should be")
	}
}

// limitFiles limits the size of files, in bytes, until the returned function is called.
func limitFiles(t *testing.T, size uint64) (free func()) {
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
