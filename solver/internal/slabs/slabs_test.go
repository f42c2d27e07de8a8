package slabs_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

func game(t testing.TB, board string, movers, pushers int) engine.Game {
	t.Helper()
	spec := fmt.Sprintf("pushfight:movers=%d,pushers=%d", movers, pushers)
	if board != "" {
		spec += ",board=file"
	}
	r := engine.NewRegistry(pushfight.Definition())
	s, err := r.Parse(spec, func(string) ([]byte, error) { return []byte(board), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func digest(t testing.TB, g engine.Game, o slabs.Options) (string, []slabs.Counts) {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Workers == 0 {
		o.Workers = 2
	}
	h := sha256.New()
	n := uint64(0)
	counts, err := slabs.Solve(context.Background(), g.Parts().Slabs(), o, func(values []byte) error {
		n += uint64(len(values))
		h.Write(values)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != g.Size() {
		t.Fatalf("%d values of %d positions", n, g.Size())
	}
	return hex.EncodeToString(h.Sum(nil)), counts
}

var boards = []struct {
	board           string
	movers, pushers int
}{
	{"", 1, 1}, {"", 0, 2},
	{" ...\n.....\n.....\n ...\n", 1, 1},
	{" ....\n.....\n.....\n....\n", 1, 2},
	{" ...\n.....\n ...\n", 1, 2},
	{".....\n.....\n.....\n", 0, 3},
	{" ....\n......\n ....\n", 2, 1},
	{"...\n...\n...\n", 0, 2},
}

// TestDigests compares tables solved by slabs and edge by edge.
func TestDigests(t *testing.T) {
	for _, b := range boards {
		g := game(t, b.board, b.movers, b.pushers)
		s, err := solver.Solve(context.Background(), g, solver.Options{Dir: t.TempDir(), Memory: 512 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []slabs.Options{{}, {Workers: 1, Chunk: 1}, {Chunk: 16}} {
			got, counts := digest(t, g, o)
			if got != s.SHA256 {
				t.Errorf("%v, %+v: digest %s, want %s; %v", g.Spec(), o, got, s.SHA256, counts)
			}
		}
	}
}
