package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

// client is a connection that sends one request after the other. It costs less than the client of
// net/http, which would distort the measurement.
type client struct {
	conn   net.Conn
	reader *bufio.Reader
	line   []byte
}

func connect(t testing.TB, address string) *client {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return &client{conn: conn, reader: bufio.NewReaderSize(conn, 1<<16)}
}

func (c *client) close() { c.conn.Close() }

// ask sends a GET: see send.
func (c *client) ask(t testing.TB, target string) int {
	c.line = append(append(append(c.line[:0], "GET "...), target...), " HTTP/1.1\r\nHost: x\r\n\r\n"...)
	return c.send(t, c.line)
}

// send sends a request, reads the answer and returns its status.
func (c *client) send(t testing.TB, request []byte) int {
	if _, err := c.conn.Write(request); err != nil {
		t.Error(err)
		return 0
	}
	status, length := 0, 0
	for first := true; ; first = false {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			t.Error(err)
			return 0
		}
		if first {
			status, _ = strconv.Atoi(string(line[9:12]))
		} else if n, ok := strings.CutPrefix(string(line), "Content-Length: "); ok {
			length, _ = strconv.Atoi(strings.TrimSpace(n))
		} else if len(line) <= 2 {
			break
		}
	}
	if _, err := c.reader.Discard(length); err != nil && err != io.EOF {
		t.Error(err)
	}
	return status
}

// running is a server that runs until it is stopped.
type running struct {
	address string
	stop    func()
}

func startUntil(t testing.TB, s *serve.Server) running {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.Serve(ctx, listener) }()
	return running{listener.Addr().String(), sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})}
}

// loadedGame opens the database in $FOREGONE_DB, or a small one.
func loadedGame(t testing.TB) []*query.DB {
	dir := os.Getenv("FOREGONE_DB")
	if dir == "" {
		return open(t, small)
	}
	db, err := query.Open(dir, registry, query.Options{Cache: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return []*query.DB{db}
}

// loaded starts a server of a game, and returns random requests for values.
func loaded(b *testing.B) (running, func() string) {
	dbs := loadedGame(b)
	s, err := serve.New(dbs, serve.Options{})
	if err != nil {
		b.Fatal(err)
	}
	g := dbs[0].Game()
	targets := make([]string, 10_000)
	for i := range targets {
		targets[i] = "/v1/" + g.Spec().Slug() + "/value?position=" + g.Text(g.At(rand.Uint64N(g.Size())))
	}
	r := startUntil(b, s)
	b.Cleanup(r.stop)
	return r, func() string { return targets[rand.IntN(len(targets))] }
}

const connections = 32

// report sorts latencies and reports them.
func report(b *testing.B, took [][]time.Duration, elapsed time.Duration) {
	all := slices.Concat(took...)
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/elapsed.Seconds(), "req/s")
	for _, p := range []int{50, 99} {
		b.ReportMetric(float64(all[len(all)*p/100].Microseconds()), fmt.Sprintf("p%d-µs", p))
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkValues asks for single values as fast as 32 connections can.
func BenchmarkValues(b *testing.B) {
	r, target := loaded(b)
	took := make([][]time.Duration, connections)
	var asked atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	begin := time.Now()
	for i := range connections {
		group.Go(func() {
			c := connect(b, r.address)
			defer c.close()
			for asked.Add(1) <= int64(b.N) {
				sent := time.Now()
				if status := c.ask(b, target()); status != 200 {
					b.Errorf("status %d", status)
					return
				}
				took[i] = append(took[i], time.Since(sent))
			}
		})
	}
	group.Wait()
	report(b, took, time.Since(begin))
}

// BenchmarkHalfLoad asks for 10,000 values a second at fixed times. The time of an answer counts
// from the time of its request, so a late answer does not delay the others' clocks.
func BenchmarkHalfLoad(b *testing.B) {
	const rate = 10_000 // a second
	r, target := loaded(b)
	took := make([][]time.Duration, connections)
	var next atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	begin := time.Now()
	for i := range connections {
		group.Go(func() {
			c := connect(b, r.address)
			defer c.close()
			for {
				n := next.Add(1) - 1
				if n >= int64(b.N) {
					return
				}
				due := begin.Add(time.Duration(n) * time.Second / rate)
				time.Sleep(time.Until(due))
				if status := c.ask(b, target()); status != 200 {
					b.Errorf("status %d", status)
					return
				}
				took[i] = append(took[i], time.Since(due))
			}
		})
	}
	group.Wait()
	report(b, took, time.Since(begin))
}
