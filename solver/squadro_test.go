package solver

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

// TestSquadro compares every position of small variants with the naive solver.
func TestSquadro(t *testing.T) {
	for _, spec := range []string{"lanes=2", "lanes=3"} {
		g := open(t, "squadro:"+spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		if n := len(g.Parts().Closed(0)); n == 0 {
			t.Errorf("%s has no runs of positions that are solved as a whole", spec)
		}
	}
}

// TestScarceDisk solves where the disk has room for the values, but not for the table as well. It interrupts the solve
// while the table is written, and goes on.
func TestScarceDisk(t *testing.T) {
	g := open(t, "squadro:lanes=3", "")
	want, err := Solve(context.Background(), g, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	e, err := EstimateFor(g, Options{})
	if err != nil || e.DiskLeast >= e.Disk {
		t.Fatalf("a solve takes up to %d bytes of disk, and at least %d: %v", e.Disk, e.DiskLeast, err)
	}
	dir := t.TempDir() + "/db"
	if _, err := Solve(context.Background(), g, Options{Dir: dir, Disk: e.DiskLeast - 1}); err == nil {
		t.Fatal("a solve began on a disk that is too small")
	}
	ctx, stop := context.WithCancel(context.Background())
	if _, err := Solve(ctx, g, Options{Dir: dir, Disk: e.DiskLeast, Events: func(Event) { stop() }}); err == nil {
		t.Fatal("a solve that was stopped has a table")
	}
	o := newSetup(Options{Dir: dir, Disk: g.Size()}) // files and table together take more
	o.disk = &brittle{vfs.Default, 20}
	if _, err := o.solve(context.Background(), g); !errors.Is(err, errBrittle) {
		t.Fatalf("a solve that may remove 20 files: %v", err)
	}
	left, err := os.ReadDir(kv.ScratchPath(dir))
	if err != nil || len(left) != len(g.Slices())-20 {
		t.Errorf("%d files of %d slices are left: %v", len(left), len(g.Slices()), err)
	}
	if got, err := Solve(context.Background(), g, Options{Dir: dir, Disk: g.Size()}); err != nil || got.SHA256 != want.SHA256 {
		t.Errorf("digest %s, want %s: %v", got.SHA256, want.SHA256, err)
	}
}

// brittle is a disk on which a number of files of values can be removed.
type brittle struct {
	vfs.FS
	left int
}

var errBrittle = errors.New("no more files can be removed")

func (b *brittle) Remove(name string) error {
	if strings.Contains(name, kv.LayerFile) {
		if b.left == 0 {
			return errBrittle
		}
		b.left--
	}
	return b.FS.Remove(name)
}
