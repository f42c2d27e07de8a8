//go:build unix

package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver"
)

// roleVariable makes the test binary run as a process of a cluster, which the test may kill.
const roleVariable = "FOREGONE_TEST_ROLE"

// role describes the task of such a process.
type role struct {
	What    string // server, lead or worker
	Name    string
	Game    string
	Servers string
	Host    string // the host of the server's address
	Port    int
	Peers   []string
	Secret  string
	Dir     string
	Store   string
	Log     string
}

func TestMain(m *testing.M) {
	if text := os.Getenv(roleVariable); text != "" {
		if err := play(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// patient is the timing of the processes: that of hasty with longer times for beat, alone and lost.
func patient() timing {
	t := hasty()
	t.beat, t.alone, t.lost = 300*time.Millisecond, 10*time.Second, 4*time.Second
	return t
}

// play carries out a role.
func play(text string) error {
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := discard()
	if r.Log != "" {
		f, err := os.OpenFile(filepath.Join(r.Log, r.Name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		log = textLog(f)
	}
	m := sound()
	m.timing = patient()
	switch r.What {
	case "server":
		s, err := Serve(ServerOptions{Listen: net.JoinHostPort(r.Host, fmt.Sprint(r.Port)), Secret: r.Secret, Peers: r.Peers, Name: r.Name})
		if err != nil {
			return err
		}
		defer s.Close()
		<-ctx.Done()
		return nil
	case "worker":
		m.do = slowly(30 * time.Millisecond)
		return work(ctx, registry, WorkOptions{
			Servers: r.Servers, Access: Access{user: workUser, password: WorkerToken(r.Secret)}, Memory: 256 << 20, Workers: 1, Scratch: r.Dir, Log: log,
		}, fmt.Sprintf("%s-%d", r.Name, os.Getpid()), m)
	}
	spec, err := registry.Parse(r.Game, nil)
	if err != nil {
		return err
	}
	s, err := solve(ctx, registry, spec, solver.Options{Dir: r.Dir, Memory: 256 << 20, Workers: 1, Chunk: 256}, SolveOptions{
		Servers: r.Servers, Access: Access{}.AsCoordinator(r.Secret), Store: r.Store, Alone: 1, Idle: true, Limit: 20 * time.Second, Log: log,
	}, m)
	if err == nil {
		fmt.Println(s.SHA256)
	}
	return err
}

// process is a process of a cluster, which the test restarts when it ends.
type process struct {
	t    *testing.T
	role role
	lane *lane // nil: the network of the test itself
	path string
	cmd  *exec.Cmd
	done chan error
	out  strings.Builder
}

func (p *process) start() {
	text, err := json.Marshal(p.role)
	if err != nil {
		p.t.Fatal(err)
	}
	p.out.Reset()
	p.cmd = p.lane.command(p.path)
	p.cmd.Env = append(os.Environ(), roleVariable+"="+string(text), "GOMAXPROCS=1")
	p.cmd.Stdout, p.cmd.Stderr = &p.out, os.Stderr
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	done, cmd := make(chan error, 1), p.cmd
	p.done = done
	go func() { done <- cmd.Wait() }()
}

// kill ends the process, if it runs.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.done <- <-p.done // ended may read it again
}

// ended reports whether the process ended by itself.
func (p *process) ended() (error, bool) {
	select {
	case err := <-p.done:
		p.done <- err
		return err, true
	default:
		return nil, false
	}
}

// chaos is a cluster of processes that suffers faults.
type chaos struct {
	t       *testing.T
	servers []*process
	workers []*process
	lead    *process
	store   string
	network *network // nil: that of the test itself
	count   map[string]int
}

// freePorts returns ports that are free, and those 2000 above.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range 1000 {
		port := 20000 + rand.IntN(20000)
		free := true
		for _, p := range []int{port, port + routeOffset} {
			l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", p))
			if err != nil {
				free = false
				break
			}
			l.Close()
		}
		if free {
			if ports = append(ports, port); len(ports) == n {
				return ports
			}
		}
	}
	t.Fatal("no free ports")
	return nil
}

func newChaos(t *testing.T, game string, workers int, on *network, disks bool, path string) *chaos {
	c := &chaos{t: t, store: filepath.Join(t.TempDir(), "store"), network: on, count: map[string]int{}}
	var urls, peers []string
	ports := freePorts(t, 3)
	lanes := make([]*lane, len(ports))
	for n, port := range ports {
		lanes[n] = on.lane()
		urls = append(urls, "nats://"+net.JoinHostPort(lanes[n].host(), fmt.Sprint(port)))
		peers = append(peers, net.JoinHostPort(lanes[n].host(), fmt.Sprint(port+routeOffset)))
	}
	if disks {
		smallDisk(t, c.store)
	}
	all := role{Servers: strings.Join(urls, ","), Secret: NewSecret(), Peers: peers, Store: c.store, Game: game, Log: os.Getenv("FOREGONE_TEST_LOG")}
	add := func(what, name string, port int, on *lane) *process {
		r := all
		r.What, r.Name, r.Host, r.Port, r.Dir = what, name, on.host(), port, filepath.Join(t.TempDir(), name)
		if err := os.MkdirAll(r.Dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if disks {
			smallDisk(t, r.Dir)
		}
		p := &process{t: t, role: r, lane: on, path: path}
		p.start()
		t.Cleanup(p.kill)
		return p
	}
	for n, port := range ports {
		c.servers = append(c.servers, add("server", fmt.Sprint("server", n), port, lanes[n]))
	}
	c.lead = add("lead", "lead", 0, on.lane())
	for n := range workers {
		c.workers = append(c.workers, add("worker", fmt.Sprint("worker", n), 0, on.lane()))
	}
	return c
}

// fault causes a random fault.
func (c *chaos) fault() {
	worker, server := c.workers[rand.IntN(len(c.workers))], c.servers[rand.IntN(len(c.servers))]
	what := ""
	switch n := rand.IntN(20); {
	case n < 5:
		what = "worker killed"
		worker.kill()
		worker.start()
	case n < 8:
		what = "server killed"
		server.kill()
		server.start()
	case n < 10:
		what = "coordinator killed"
		c.lead.kill()
		c.lead.start()
	case n < 12:
		what = "worker stopped"
		c.stop(worker, time.Duration(rand.IntN(3000))*time.Millisecond)
	case n < 13:
		what = "server stopped"
		c.stop(server, time.Duration(rand.IntN(3000))*time.Millisecond)
	case n < 14:
		what = "coordinator stopped"
		c.stop(c.lead, time.Duration(rand.IntN(2000))*time.Millisecond)
	case n < 15:
		what = "all servers killed"
		for _, s := range c.servers {
			s.kill()
		}
		for _, s := range c.servers {
			s.start()
		}
	case n < 16:
		what = "store away"
		if os.Rename(c.store, c.store+".away") == nil {
			time.Sleep(time.Duration(rand.IntN(2000)) * time.Millisecond)
			if err := os.Rename(c.store+".away", c.store); err != nil {
				c.t.Error(err)
			}
		}
	default:
		names, err := blob.OpenDir(c.store).List(c.t.Context(), "")
		if err != nil || len(names) == 0 {
			return
		}
		path := filepath.Join(c.store, names[rand.IntN(len(names))])
		if rand.IntN(2) == 0 {
			what = "object deleted"
			os.Remove(path)
		} else {
			what = "object damaged"
			damage(c.t, path)
		}
	}
	c.count[what]++
}

func (c *chaos) stop(p *process, d time.Duration) {
	p.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(d)
	p.cmd.Process.Signal(syscall.SIGCONT)
}

// revive restarts the processes that a fault ended, as a user has to do.
func (c *chaos) revive() {
	for _, w := range c.workers {
		if err, ended := w.ended(); ended && err != nil {
			w.start()
		}
	}
	for _, s := range c.servers {
		if _, ended := s.ended(); ended {
			s.start()
		}
	}
}

// run causes a number of faults, or fewer if the solve ends before. It returns their number and the
// digest.
func (c *chaos) run(fault func(c *chaos), faults int, pause, limit time.Duration) (n int, digest string) {
	began := time.Now()
	next := began.Add(rand.N(2 * pause))
	for {
		if err, ended := c.lead.ended(); ended {
			if err != nil {
				c.t.Logf("the coordinator ended with %v, and is started again", err)
				c.count["coordinator failed"]++
				if c.count["coordinator failed"] > 3+faults/10 {
					c.t.Fatal("that is too often")
				}
				c.lead.start()
			} else {
				return n, strings.TrimSpace(c.lead.out.String())
			}
		}
		c.revive()
		if n < faults && time.Now().After(next) {
			fault(c)
			n++
			next = time.Now().Add(pause/2 + rand.N(pause))
		}
		if time.Since(began) > limit {
			c.t.Fatalf("it is not done after %v and %d faults: %v", limit, n, c.count)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// end ends all processes.
func (c *chaos) end() {
	for _, p := range append(append(c.workers, c.servers...), c.lead) {
		p.kill()
	}
}

// chaosGame is the game that the cluster solves.
const chaosGame = "pushfight:movers=0,pushers=2"

// trial describes the faults of a cluster.
type trial struct {
	fault   func(c *chaos)
	faults  int
	pause   time.Duration // between two faults, about
	limit   time.Duration // for one solve
	workers int
	network func(t *testing.T) *network // nil: that of the test itself
	disks   bool                        // every process, and the store, has a small disk of its own
	path    string                      // of the test program of the processes; "": this one
}

// run repeats the solve, in new stores, until it has caused all faults.
func (x trial) run(t *testing.T) {
	want := alone(t, parse(t, chaosGame))
	count := map[string]int{}
	for n, idle := 0, 0; n < x.faults; {
		var on *network
		if x.network != nil {
			on = x.network(t)
		}
		c := newChaos(t, chaosGame, x.workers, on, x.disks, cmp.Or(x.path, os.Args[0]))
		done, digest := c.run(x.fault, x.faults-n, x.pause, x.limit)
		n += done
		for what, k := range c.count {
			count[what] += k
		}
		if digest != want {
			t.Fatalf("after %d faults: the digest is %q, want %q, after %v", n, digest, want, c.count)
		}
		if idle++; done > 0 {
			idle = 0
		} else if idle > 10 {
			t.Fatal("solves are over before anything happens")
		}
		c.end()
	}
	t.Logf("%d faults: %v", x.faults, count)
}

// After twenty faults of all kinds the table is the same. The test does what a user would do: it
// restarts killed processes.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	trial{fault: (*chaos).fault, faults: 20, pause: 200 * time.Millisecond, limit: 3 * time.Minute, workers: 4}.run(t)
}
