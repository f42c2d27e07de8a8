package exchange

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/solver/internal/crew"
)

// Each update reaches its chunk exactly once in each step, although every source is sent twice, in
// any order and by any worker. A step drops what an aborted one left in the buffers.
func TestSources(t *testing.T) {
	const chunks, shift, workers, first = 7, 6, 3, 1000
	rng := rand.New(rand.NewPCG(1, 2))
	want := make([]int, chunks<<shift)
	sources := make([][]uint64, chunks)
	for n := range sources {
		for range rng.IntN(200) {
			i := rng.IntN(len(want))
			want[i]++
			sources[n] = append(sources[n], uint64(first+i))
		}
	}
	x := New(first, shift, chunks, workers, 0)
	for step := range 3 {
		got := make([]int, len(want))
		x.Begin(Memory(chunks, func(chunk int, offsets []uint32) {
			for _, o := range offsets {
				got[chunk<<shift+int(o)]++
			}
		}))
		for _, n := range append(rng.Perm(chunks), rng.Perm(chunks)...) {
			s := x.Sender(rng.IntN(workers))
			if !s.from(n) {
				continue
			}
			for part := range slices.Chunk(sources[n], 5) {
				if err := s.Send(part); err != nil {
					t.Fatal(err)
				}
			}
		}
		if step == 1 { // aborted
			continue
		}
		if err := x.Flush(t.Context(), &crew.Crew{Workers: []*crew.Worker{{}}}); err != nil {
			t.Fatal(err)
		}
		for i, n := range want {
			if got[i] != n {
				t.Fatalf("step %d: position %d was updated %d times, want %d", step, i, got[i], n)
			}
		}
	}
}

// If two workers begin to send the updates of a chunk at once, one of them sends them.
func TestFromOnce(t *testing.T) {
	const chunks, workers = 50, 8
	x := New(0, 6, chunks, workers, 0)
	x.Begin(Memory(chunks, func(int, []uint32) {}))
	all := &crew.Crew{Workers: make([]*crew.Worker, workers)}
	for n := range all.Workers {
		all.Workers[n] = &crew.Worker{ID: n}
	}
	begun := make([][chunks]int, workers)
	err := all.Each(t.Context(), chunks*workers, func(_ context.Context, w *crew.Worker, unit int) error {
		if x.Sender(w.ID).from(unit / workers) {
			begun[w.ID][unit/workers]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range chunks {
		sum := 0
		for n := range begun {
			sum += begun[n][chunk]
		}
		if sum != 1 {
			t.Errorf("chunk %d was begun %d times", chunk, sum)
		}
	}
}

// A failing sink ends the sending.
func TestSinkFails(t *testing.T) {
	broken := errors.New("broken")
	x := New(0, 6, 2, 1, 0)
	x.Begin(func(_, _ int, _ []uint32) error { return broken })
	s := x.Sender(0)
	if err := s.Send(make([]uint64, 100)); !errors.Is(err, broken) {
		t.Errorf("Send: %v", err)
	}
	if err := s.SendMoves(7, make([]uint64, 100)); !errors.Is(err, broken) {
		t.Errorf("SendMoves: %v", err)
	}
}
