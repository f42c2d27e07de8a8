//go:build long && unix

package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

const (
	loadConnections = 500
	loadBatch       = 1000 // positions in a batch

	// Limits of the server's time on a core for a value, so that two cores answer 20,000 single
	// values a second and 500,000 in batches.
	mostForOne, mostInBatch = 100 * time.Microsecond, 4 * time.Microsecond
)

// TestLoadServer is the process that TestLoad measures.
func TestLoadServer(t *testing.T) {
	if os.Getenv("FOREGONE_LOADED") == "" {
		t.Skip("TestLoad runs it")
	}
	s, err := serve.New(loadedGame(t), serve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := startUntil(t, s)
	defer r.stop()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	fmt.Println("listening at", r.address, u.Utime.Nano(), u.Stime.Nano()) // the time to make the game
	io.Copy(io.Discard, os.Stdin)
}

// TestLoad asks a server in another process for values, over 500 connections: 20,000 a second and
// then 500,000 a second in batches. Wall time depends on other programs, so only the CPU time of
// the server can fail the test; the rest is logged. $FOREGONE_DB names a database; default: that of
// a small game.
func TestLoad(t *testing.T) {
	g := loadedGame(t)[0].Game()
	position := func() string { return g.Text(g.At(rand.Uint64N(g.Size()))) }
	path := "/v1/" + g.Spec().Slug() + "/value"
	var ones, batches []string
	for range 10_000 {
		ones = append(ones, "GET "+path+"?position="+position()+" HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	for range 100 {
		var list []string
		for range loadBatch {
			list = append(list, position())
		}
		body, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		batches = append(batches, fmt.Sprintf("POST %ss HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body))
	}
	load(t, "single values", ones, 20_000, 1, mostForOne)
	load(t, "values in batches", batches, 500, loadBatch, mostInBatch)
}

// load sends requests with a number of values each for ten seconds, at a rate per second, and logs
// the results. The time of an answer counts from when its request was due.
func load(t *testing.T, what string, requests []string, rate int64, values int, most time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	server := exec.CommandContext(ctx, os.Args[0], "-test.run", "^TestLoadServer$")
	server.Env = append(os.Environ(), "FOREGONE_LOADED=1")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdin, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 200)
	k, err := out.Read(first)
	var address string
	var user, system time.Duration // before the first request
	if err == nil {
		_, err = fmt.Sscanf(string(first[:k]), "listening at %s %d %d", &address, &user, &system)
	}
	if err != nil {
		t.Fatalf("the server says %q, %v", first[:k], err)
	}
	took := make([][]time.Duration, loadConnections)
	n := 10 * rate
	var next, refused atomic.Int64
	var group sync.WaitGroup
	clients := make([]*client, loadConnections)
	for i := range clients {
		clients[i] = connect(t, address)
		defer clients[i].close()
		clients[i].send(t, []byte(requests[i%len(requests)])) // makes cached objects
	}
	begin := time.Now()
	for i, c := range clients {
		group.Go(func() {
			for {
				k := next.Add(1) - 1
				if k >= n || t.Failed() {
					return
				}
				due := begin.Add(time.Duration(k) * time.Second / time.Duration(rate))
				time.Sleep(time.Until(due))
				switch status := c.send(t, []byte(requests[int(k)%len(requests)])); status {
				case 200:
					took[i] = append(took[i], time.Since(due))
				case 503:
					refused.Add(1)
				default:
					t.Errorf("status %d", status)
				}
			}
		})
	}
	group.Wait()
	elapsed := time.Since(begin)
	stdin.Close()
	io.Copy(io.Discard, out)
	if err := server.Wait(); err != nil {
		t.Fatal(err)
	}
	all := slices.Concat(took...)
	if len(all) == 0 {
		t.Fatal("no request was answered")
	}
	slices.Sort(all)
	answered := time.Duration(len(all) * values)
	user = server.ProcessState.UserTime() - user
	spent := user + server.ProcessState.SystemTime() - system
	t.Logf("%s: %.0f a second, p50 %v, p99 %v, %d refused; the server takes %v of a core for each, %v of it user time", what,
		float64(answered)/elapsed.Seconds(), all[len(all)/2].Round(time.Microsecond), all[len(all)*99/100].Round(time.Microsecond), refused.Load(),
		(spent / answered).Round(10*time.Nanosecond), (user / answered).Round(10*time.Nanosecond))
	if spent/answered > most {
		t.Errorf("the server takes %v of a core for each value: want at most %v", spent/answered, most)
	}
}
