//go:build unix

package cluster

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"
)

// network is a network whose cable to each process the test can cut. It needs Linux and root.
type network struct {
	t     *testing.T
	name  string // of the namespace with the switch, and prefix of all others
	lanes int
}

// lane is the connection of a process.
type lane struct {
	network *network
	n       int
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("networks that can be cut take root")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("networks that can be cut take the command ip")
	}
	n := &network{t: t, name: fmt.Sprintf("foregone%d-%d", os.Getpid(), rand.IntN(1<<20))}
	if out, err := exec.Command("ip", "netns", "add", n.name).CombinedOutput(); err != nil {
		t.Skipf("no network that can be cut: %s", out)
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", n.name).Run() })
	n.ip("-n", n.name, "link", "add", "switch", "type", "bridge")
	n.ip("-n", n.name, "link", "set", "switch", "up")
	return n
}

func (n *network) ip(args ...string) {
	n.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %v: %v: %s", args, err, out)
	}
}

// lane connects one more process. If the network is nil, the process uses that of the test.
func (n *network) lane() *lane {
	if n == nil {
		return nil
	}
	n.lanes++
	l := &lane{n, n.lanes}
	n.ip("netns", "add", l.space())
	n.t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", l.space()).Run() })
	n.ip("-n", n.name, "link", "add", l.port(), "type", "veth", "peer", "name", "cable", "netns", l.space())
	n.ip("-n", n.name, "link", "set", l.port(), "master", "switch", "up")
	n.ip("-n", l.space(), "addr", "add", l.host()+"/24", "dev", "cable")
	n.ip("-n", l.space(), "link", "set", "cable", "up")
	n.ip("-n", l.space(), "link", "set", "lo", "up")
	return l
}

func (l *lane) space() string { return fmt.Sprintf("%s-%d", l.network.name, l.n) }

func (l *lane) port() string { return fmt.Sprintf("port%d", l.n) }

// host returns the address of processes on the lane.
func (l *lane) host() string {
	if l == nil {
		return "127.0.0.1"
	}
	return fmt.Sprintf("10.9.8.%d", l.n)
}

// command returns a command that runs on the lane.
func (l *lane) command(name string) *exec.Cmd {
	if l == nil {
		return exec.Command(name)
	}
	return exec.Command("ip", "netns", "exec", l.space(), name)
}

// cut disconnects some processes for a while.
func cut(d time.Duration, all ...*process) {
	for _, state := range []string{"down", "up"} {
		for _, p := range all {
			p.lane.network.ip("-n", p.lane.network.name, "link", "set", p.lane.port(), state)
		}
		if state == "down" {
			time.Sleep(d)
		}
	}
}

// partition returns a fault that disconnects one or two servers, a worker, or the coordinator, for
// a random time up to most.
func partition(most time.Duration) func(c *chaos) {
	return func(c *chaos) {
		d := most/4 + rand.N(most*3/4)
		first := rand.IntN(len(c.servers))
		switch n := rand.IntN(5); {
		case n < 1:
			c.count["server cut off"]++
			cut(d, c.servers[first])
		case n < 3:
			c.count["two of three servers cut off"]++
			cut(d, c.servers[first], c.servers[(first+1)%len(c.servers)])
		case n < 4:
			c.count["worker cut off"]++
			cut(d, c.workers[rand.IntN(len(c.workers))])
		default:
			c.count["coordinator cut off"]++
			cut(d, c.lead)
		}
	}
}

// Machines that are disconnected for a time change nothing.
func TestPartitions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	trial{fault: partition(3 * time.Second), faults: 4, pause: 400 * time.Millisecond, limit: 3 * time.Minute, workers: 3, network: newNetwork}.run(t)
}
