package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver"
)

// joinedAt makes the coordinator solve alone until the first event for which joined returns true.
// Then it reports the beat of a worker.
func (s *setup) joinedAt(joined func(e solver.Event) bool) {
	s.machine.open = func(l *leader, ctx context.Context, g engine.Game, o solver.Options) (solver.Summary, bool, error) {
		tell := o.Events
		o.Events = func(e solver.Event) {
			if joined(e) {
				l.roster.meet(beat{WorkerStatus: WorkerStatus{Worker: "passer-by"}}, "")
				time.Sleep(20 * time.Millisecond) // until the coordinator reacts
			}
			if tell != nil {
				tell(e)
			}
		}
		return l.solveAlone(ctx, g, o)
	}
}

// handOver solves a game alone for a number of events, and then with a worker. It returns false if
// the solve ended before that.
func handOver(t *testing.T, game string, events int, want string) bool {
	s := newSetup(t, game, filepath.Join(t.TempDir(), "store"))
	s.chunk = 256
	if s.spec.Name() == "rpsw" || s.spec.Name() == "pushfight" {
		s.way = solver.Backward // parts of slabs are not handed over
		s.chunk, s.solve.Alone = 1<<10, 300
	}
	n, met := 0, false
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.joinedAt(func(e solver.Event) bool {
		if n++; n == events && e.Kind != solver.EventCompact {
			met = true
			s.worker(ctx, "late", nil)
		}
		return met
	})
	got, err := s.run(t.Context())
	if err != nil || got.SHA256 != want {
		t.Fatalf("with a worker after %d events the digest is %s, want %s (%v)", events, got.SHA256, want, err)
	}
	time.AfterFunc(time.Second, cancel) // the worker may have joined after the end
	s.group.Wait()
	if err := s.ends["late"]; err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("the worker ends with %v", err)
	}
	return met
}

// A solve that begins alone and continues with workers, from any moment, makes the same table.
func TestHandOver(t *testing.T) {
	for n, game := range []string{
		"rpsw:width=2,height=3,pieces=2", "pushfight:movers=0,pushers=2", "tupitu:width=3,height=3", "quixo:size=3", "british-square:width=3,height=3", "quixo:ranked=true,size=3", "quixo:size=3,marks=1",
	} {
		if testing.Short() && n > 3 {
			break
		}
		t.Run(game, func(t *testing.T) {
			want := alone(t, parse(t, game))
			steps := []int{2, 6}
			if n < 2 {
				steps = []int{1, 4, 17}
			}
			over := 0
			for _, events := range steps {
				if handOver(t, game, events, want) {
					over++
				}
			}
			if over < 2 {
				t.Errorf("it was handed over %d times", over)
			}
		})
	}
}

// A solve that is stopped at any moment, alone or while it hands over, resumes there, also if no
// worker joins again.
func TestHandOverStopped(t *testing.T) {
	const game = "rpsw:width=2,height=3,pieces=2"
	want := alone(t, parse(t, game))
	apart := 6
	if testing.Short() {
		apart = 14
	}
	for stop := 1; stop < 60; stop += apart {
		s := newSetup(t, game, filepath.Join(t.TempDir(), "store"))
		s.chunk, s.solve.Alone = 1<<10, 300
		o := solver.Options{Dir: filepath.Join(t.TempDir(), "db"), Memory: 512 << 20, Workers: 1, Chunk: s.chunk}
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		o.Events = func(solver.Event) {
			if n++; n == stop {
				cancel()
			}
		}
		s.joinedAt(func(solver.Event) bool { return stop%4 == 3 && n > stop/2 })
		_, err := s.lead(ctx, o)
		if err == nil {
			break // the solve ends before the stop
		}
		o.Events, s.machine.open = nil, (*leader).solveAlone
		got, err := s.lead(t.Context(), o)
		if err != nil || got.SHA256 != want {
			t.Fatalf("stopped after %d events and begun again, the digest is %s, want %s (%v)", stop, got.SHA256, want, err)
		}
		cancel()
	}
}

// A coordinator that no worker joins puts no results into the store, and keeps its results when it
// is stopped.
func TestAloneKept(t *testing.T) {
	s := newSetup(t, "rpsw:width=2,height=3,pieces=2", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.machine.open = 1<<10, (*leader).solveAlone
	o := solver.Options{Dir: filepath.Join(t.TempDir(), "db"), Memory: 512 << 20, Workers: 1, Chunk: s.chunk}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := map[string]bool{}
	name := func(e solver.Event) string { return fmt.Sprint(e.Slice, " ", e.Phase) }
	o.Events = func(e solver.Event) {
		if e.Kind == solver.EventPhase {
			if done[name(e)] = true; len(done) == 20 {
				cancel()
			}
		}
	}
	if _, err := s.lead(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := os.Stat(kv.StorePath(o.Dir)); err != nil {
		t.Error(err)
	}
	again, resumed := 0, false
	o.Events = func(e solver.Event) {
		resumed = resumed || e.Kind == solver.EventResume
		if e.Kind == solver.EventPhase && done[name(e)] {
			again++
		}
	}
	if _, err := s.lead(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if !resumed || again > 1 {
		t.Errorf("resumed: %v; of %d phases %d were done again", resumed, len(done), again)
	}
	names, err := os.ReadDir(filepath.Join(s.store, storeFolder(s.spec.Slug())))
	if err != nil || len(names) != 1+len(jobNames) || names[0].Name() != doneName {
		t.Errorf("the store has %v (%v)", names, err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, MarkName)); err == nil {
		t.Error("the mark is left")
	}
}
