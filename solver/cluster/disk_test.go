//go:build unix

package cluster

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// diskSize is the size in bytes of a small disk of a test. These disks are in memory.
const diskSize = "96m"

// smallDisk makes a folder a disk of its own.
func smallDisk(t *testing.T, dir string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("disks of their own take root")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+diskSize, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no disk of its own: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
}

// fill fills the disk of a folder for a while.
func fill(t *testing.T, dir string, d time.Duration) {
	t.Helper()
	path := filepath.Join(dir, ".ballast")
	f, err := os.Create(path)
	if err != nil {
		t.Error(err)
		return
	}
	block := bytes.Repeat([]byte{1}, 1<<12)
	for err == nil {
		_, err = f.Write(block)
	}
	time.Sleep(d)
	if err := errors.Join(f.Close(), os.Remove(path)); err != nil {
		t.Error(err)
	}
}

// diskFull returns a fault that fills the disk of a process, or of the store, for a random time up
// to most.
func diskFull(most time.Duration) func(c *chaos) {
	return func(c *chaos) {
		d := most/4 + rand.N(most*3/4)
		switch n := rand.IntN(5); {
		case n < 1:
			c.count["disk of the store full"]++
			fill(c.t, c.store, d)
		case n < 2:
			c.count["disk of the coordinator full"]++
			fill(c.t, c.lead.role.Dir, d)
		case n < 3:
			c.count["disk of a server full"]++
			fill(c.t, c.servers[rand.IntN(len(c.servers))].role.Dir, d)
		default:
			c.count["disk of a worker full"]++
			fill(c.t, c.workers[rand.IntN(len(c.workers))].role.Dir, d)
		}
	}
}

// Disks that are full for a time change nothing. The test restarts processes that end because their
// disk is full.
func TestFullDisks(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	trial{fault: diskFull(2 * time.Second), faults: 6, pause: 400 * time.Millisecond, limit: 3 * time.Minute, workers: 3, disks: true}.run(t)
}
