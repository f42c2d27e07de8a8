//go:build long && unix

package cluster

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// A thousand faults.
func TestChaosLong(t *testing.T) {
	trial{fault: (*chaos).fault, faults: 1000, pause: 300 * time.Millisecond, limit: 30 * time.Minute, workers: 4}.run(t)
}

// Partitions that last longer than all timeouts.
func TestPartitionsLong(t *testing.T) {
	trial{fault: partition(20 * time.Second), faults: 20, pause: 300 * time.Millisecond, limit: 30 * time.Minute, workers: 3, network: newNetwork}.run(t)
}

// Disks that are full for longer.
func TestFullDisksLong(t *testing.T) {
	trial{fault: diskFull(10 * time.Second), faults: 40, pause: 200 * time.Millisecond, limit: 30 * time.Minute, workers: 3, disks: true}.run(t)
}

// After ten minutes without any network all machines resume by themselves.
func TestTenMinutesWithoutNetwork(t *testing.T) {
	want := alone(t, parse(t, chaosGame))
	c := newChaos(t, chaosGame, 3, newNetwork(t), false, os.Args[0])
	time.Sleep(2 * time.Second)
	before := pids(c)
	cut(10*time.Minute, append(append([]*process{c.lead}, c.servers...), c.workers...)...)
	began := time.Now()
	none := func(*chaos) {}
	if _, digest := c.run(none, 0, time.Second, 5*time.Minute); digest != want {
		t.Fatalf("the digest is %q, want %q", digest, want)
	}
	t.Logf("done %v after the network came back", time.Since(began))
	if after := pids(c); after != before {
		t.Errorf("processes were started again: %s before, %s after", before, after)
	}
}

// pids returns the processes.
func pids(c *chaos) string {
	var s strings.Builder
	for _, p := range append(append([]*process{c.lead}, c.servers...), c.workers...) {
		fmt.Fprint(&s, p.cmd.Process.Pid, " ")
	}
	return s.String()
}

// The store may be unreachable for twenty seconds, several times.
func TestStoreAwayLong(t *testing.T) {
	away := func(c *chaos) {
		if os.Rename(c.store, c.store+".away") == nil {
			time.Sleep(20 * time.Second)
			if err := os.Rename(c.store+".away", c.store); err != nil {
				c.t.Error(err)
			}
		}
	}
	trial{fault: away, faults: 5, pause: time.Second, limit: 10 * time.Minute, workers: 3}.run(t)
}
