package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// Machines that solve slices in parts make the table of one machine: of games with and without exits and immediate
// wins, while one worker is stopped in a unit and another one joins.
func TestParts(t *testing.T) {
	for _, game := range []string{"rpsw:width=2,height=3,pieces=2", "sliding:height=2,width=3"} {
		t.Run(game, func(t *testing.T) {
			s := newSetup(t, game, filepath.Join(t.TempDir(), "store"))
			s.solve.Parts, s.solve.Idle, s.solve.Alone, s.way, s.chunk = 70, true, 300, solver.Backward, 64
			want := alone(t, s.spec)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var units atomic.Int64
			for w := range 2 {
				s.worker(t.Context(), fmt.Sprint("w", w), nil)
			}
			s.worker(ctx, "stopped", func(o *workSetup) {
				o.do = func(ctx context.Context, stage *party.Stage, u *party.Unit) (*party.Outcome, error) {
					if u.Kind == task.Own && units.Add(1) == 12 {
						stop()
						s.worker(t.Context(), "late", nil)
					}
					return stage.Do(ctx, u)
				}
			})
			got, err := s.run(t.Context())
			if err != nil || got.SHA256 != want || units.Load() < 12 {
				t.Fatalf("the digest is %s, want %s; %d units (%v)", got.SHA256, want, units.Load(), err)
			}
			names, err := filepath.Glob(filepath.Join(s.store, "*", "part", "phase-*"))
			if err != nil || len(names) == 0 {
				t.Errorf("the store has no messages (%v)", err)
			}
		})
	}
}

// A coordinator without workers solves slices in parts by itself, and goes on after it was stopped.
func TestPartsAlone(t *testing.T) {
	s := newSetup(t, "sliding:height=2,width=3", filepath.Join(t.TempDir(), "store"))
	s.machine.open = (*leader).solveAlone
	s.solve.Parts, s.way = 300, solver.Backward
	o := solver.Options{Dir: filepath.Join(t.TempDir(), "db"), Memory: 512 << 20, Workers: 2, Chunk: 256, Strategy: s.way}
	want := alone(t, s.spec)
	ctx, stop := context.WithCancel(t.Context())
	o.Events = func(e solver.Event) {
		if e.Kind == solver.EventPhase && e.Phase == 2 && e.Step == "together" {
			stop()
		}
	}
	if _, err := s.lead(ctx, o); err == nil || ctx.Err() == nil {
		t.Fatalf("it ends with %v before it is stopped", err)
	}
	o.Events = nil
	got, err := s.lead(t.Context(), o)
	if err != nil || got.SHA256 != want {
		t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	if _, err := os.Stat(filepath.Join(o.Dir, MarkName)); err == nil {
		t.Error("the mark of an unfinished solve is left")
	}
}
