package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/graph"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/solver"
)

var registry = games.NewRegistry(
	britishsquare.Definition(), graph.Definition(), pushfight.Definition(), faultyDefinition(), quixo.Definition(), rpsw.Definition(), sliding.Definition(), tictactoe.Definition(), tupitu.Definition(),
)

// hasty is the timing of tests.
func hasty() timing {
	return timing{
		beat: 100 * time.Millisecond, poll: 250 * time.Millisecond, lost: 2 * time.Second,
		straggle: time.Second, alone: 4 * time.Second, retry: 200 * time.Millisecond, most: 3,
	}
}

func parse(t *testing.T, text string) engine.Spec {
	t.Helper()
	spec, err := registry.Parse(text, func(string) ([]byte, error) {
		return []byte("a: b c d\nb: c a\nc: e d\nd: d f\ne = loss\nf: g a\ng = win\n"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// alone returns the digest of a game's table, made on one machine.
func alone(t *testing.T, spec engine.Spec) string {
	t.Helper()
	o := solver.Options{Dir: t.TempDir(), Memory: 512 << 20, Workers: 2}
	g, err := solver.Open(t.Context(), registry, spec, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.Solve(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return s.SHA256
}

// setup is a cluster in this process.
type setup struct {
	t      *testing.T
	spec   engine.Spec
	server *Server
	store  string
	solve  SolveOptions
	machine
	chunk uint64
	way   solver.Strategy
	group sync.WaitGroup
	mu    sync.Mutex
	ends  map[string]error // of workers
}

func newSetup(t *testing.T, game, store string) *setup {
	t.Helper()
	return newSetupAt(t, ServerOptions{}, game, store)
}

// newSetupAt returns a setup whose server has some options.
func newSetupAt(t *testing.T, o ServerOptions, game, store string) *setup {
	t.Helper()
	o.Listen = "127.0.0.1:0"
	server, err := Serve(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	s := &setup{t: t, spec: parse(t, game), server: server, store: store, ends: map[string]error{}, chunk: 64}
	s.solve = SolveOptions{Access: server.Access(), Store: store, Alone: 1, Limit: 20 * time.Second, Log: logOf(t, "lead")}
	s.machine = testMachine()
	s.machine.open = shareAll
	t.Cleanup(s.group.Wait)
	return s
}

// logOf returns a log in the folder of FOREGONE_TEST_LOG, if that is set.
func logOf(t *testing.T, name string) *slog.Logger {
	dir := os.Getenv("FOREGONE_TEST_LOG")
	if dir == "" {
		return discard()
	}
	f, err := os.OpenFile(filepath.Join(dir, clean(t.Name())+"-"+name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return textLog(f)
}

func textLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// workSetup has the options of a worker of a test.
type workSetup struct {
	WorkOptions
	machine
}

// testMachine returns a machine with the timing of tests.
func testMachine() machine {
	m := sound()
	m.timing, m.engine = hasty(), program("test")
	return m
}

// program returns a function that returns a digest as that of the program.
func program(digest string) func() (string, error) {
	return func() (string, error) { return digest, nil }
}

// shareAll is the opening of a solve that shares all of its stages.
func shareAll(*leader, context.Context, engine.Game, solver.Options) (s solver.Summary, done bool, err error) {
	return s, false, nil
}

// worker starts a worker.
func (s *setup) worker(ctx context.Context, name string, change func(o *workSetup)) {
	o := workSetup{
		WorkOptions{Servers: s.server.WorkerURL("127.0.0.1"), Memory: 512 << 20, Workers: 1, Scratch: s.t.TempDir(), Log: logOf(s.t, name)},
		testMachine(),
	}
	if change != nil {
		change(&o)
	}
	s.group.Go(func() {
		err := work(ctx, registry, o.WorkOptions, name, o.machine)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ends[name] = err
	})
}

// lead runs the coordinator with some options.
func (s *setup) lead(ctx context.Context, o solver.Options) (solver.Summary, error) {
	return solve(ctx, registry, s.spec, o, s.solve, s.machine)
}

// run runs the coordinator.
func (s *setup) run(ctx context.Context) (solver.Summary, error) {
	return s.lead(ctx, solver.Options{Dir: filepath.Join(s.t.TempDir(), "db"), Memory: 512 << 20, Workers: 1, Chunk: s.chunk, Strategy: s.way})
}

// bucket serves an S3 store and returns its location.
func bucket(t *testing.T) string {
	t.Helper()
	return bucketOf(t, gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server())
}

// bucketOf serves a store by an S3 service and returns its location.
func bucketOf(t *testing.T, service http.Handler) string {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	t.Setenv("AWS_ENDPOINT_URL", server.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "not told")
	t.Setenv("AWS_REGION", "us-east-1")
	return "s3://bucket/foregone"
}

// One machine and several make the same table: of games with and without predecessors, with exits,
// in layers, of all kinds of values, and with both kinds of store.
func TestEqual(t *testing.T) {
	for n, game := range []string{
		"rpsw:width=2,height=3,pieces=2", "pushfight:movers=0,pushers=2", "tupitu:width=3,height=3", "tictactoe",
		"quixo:size=3", "british-square:width=3,height=3", "graph:file=f", "quixo:ranked=true,size=3", "pushfight:movers=0,pushers=2",
	} {
		for _, kind := range []string{"dir", "s3"} {
			if (n > 1) && kind == "s3" {
				continue
			}
			t.Run(game+" "+kind, func(t *testing.T) {
				store := filepath.Join(t.TempDir(), "store")
				if kind == "s3" {
					store = bucket(t)
				}
				s := newSetup(t, game, store)
				if n == 8 {
					s.way = solver.Backward
				}
				if n < 2 || n == 8 {
					s.chunk, s.solve.Alone = 1<<12, 300
				} else if s.spec.Name() == "quixo" {
					s.solve.Alone = 600
				}
				want := alone(t, s.spec)
				s.solve.Idle = n%3 == 1
				workers := 1 + n%4
				if s.solve.Idle {
					workers = max(workers, 2)
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				for w := range workers {
					s.worker(ctx, fmt.Sprint("w", w), nil)
				}
				got, err := s.run(t.Context())
				if err != nil || got.SHA256 != want {
					t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
				}
				// A worker that joins after the end waits for another coordinator.
				time.AfterFunc(5*time.Second, cancel)
				s.group.Wait()
				for name, err := range s.ends {
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Errorf("worker %s ends with %v", name, err)
					}
				}
			})
		}
	}
}

// The coordinator refuses a worker with another program.
func TestOtherProgram(t *testing.T) {
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	s.solve.Idle = true
	s.worker(t.Context(), "other", func(o *workSetup) { o.engine = program("another") })
	go func() {
		s.group.Wait()
		s.worker(t.Context(), "same", nil)
	}()
	if _, err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.group.Wait()
	if err := s.ends["other"]; !engine.IsInput(err) || !strings.Contains(err.Error(), "another version") {
		t.Errorf("it ends with %v", err)
	}
}
