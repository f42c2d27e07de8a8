package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// openValues writes a table of values and opens it.
func openValues(t *testing.T, g engine.Game, values []engine.Value) *table.Reader {
	t.Helper()
	path := kv.TablePath(t.TempDir())
	w, err := table.Create(path, table.HeaderOf(g), table.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	raw := make([]byte, 0, 2*len(values))
	for _, v := range values {
		if raw = append(raw, byte(v)); g.Kind().Width() == 2 {
			raw = append(raw, byte(v>>8))
		}
	}
	if err := w.Append(raw); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	r, err := table.Open(path, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func verified(t *testing.T, g engine.Game, r *table.Reader, o VerifyOptions) VerifyReport {
	t.Helper()
	o.MaxFailures = 1 << 30
	if o.Memory == 0 {
		o.Memory = 256 << 20
	}
	report, err := Verify(t.Context(), g, r, o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return report
}

// TestVerifySample: a sample finds exactly the failures among its positions, in one pass and in
// several, with any number of workers, in games of all kinds.
func TestVerifySample(t *testing.T) {
	for _, g := range []engine.Game{
		openBoard(t, enginetest.BoardNamed("tower")),
		enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 3000, 3)),
		enginetest.RandomGame(6, enginetest.Eventful(engine.Wide, 3000, 3)),
		enginetest.RandomGame(7, converting(3000, 3)),
		enginetest.RandomGame(8, enginetest.Eventful(engine.Moves, 3000, 3)),
		open(t, "british-square:height=3,width=4", ""),
	} {
		_, values := solveValues(t, g, Options{})
		if r := verified(t, g, openValues(t, g, values), VerifyOptions{Sample: g.Size() / 2}); r.Checked != g.Size()/2 || r.Failed > 0 {
			t.Errorf("%s, right table: %+v", g.Spec(), r)
		}
		for i := 0; i < len(values); i += 97 {
			values[i] ^= 4
		}
		r := openValues(t, g, values)
		all := verified(t, g, r, VerifyOptions{})
		if all.Checked != g.Size() || all.Failed == 0 || all.Failed != uint64(len(all.Failures)) {
			t.Fatalf("%s, wrong table: %d of %d wrong", g.Spec(), all.Failed, all.Checked)
		}
		for _, o := range []VerifyOptions{
			{Sample: g.Size() - 1, Seed: 1},
			{Sample: g.Size() - 1, Seed: 1, Workers: 1, Memory: 128 << 20},
			{Sample: g.Size() / 3, Seed: 2, Workers: 3, Memory: 128 << 20},
			{Sample: 1, Seed: 3},
		} {
			var want []VerifyFailure
			for _, i := range sample(g.Size(), o) {
				if n, ok := slices.BinarySearchFunc(all.Failures, i, func(f VerifyFailure, i uint64) int { return int(f.Index) - int(i) }); ok {
					want = append(want, all.Failures[n])
				}
			}
			var done, total uint64
			o.Progress = func(d, t uint64) {
				if d < done {
					done = total + 1
				}
				done, total = d, t
			}
			if got := verified(t, g, r, o); !slices.Equal(got.Failures, want) || got.Failed != uint64(len(want)) || got.Checked != o.Sample {
				t.Errorf("%s, sample %d: %d of %d wrong, want %d of %d", g.Spec(), o.Sample, got.Failed, got.Checked, len(want), o.Sample)
			}
			if done != o.Sample || total != o.Sample {
				t.Errorf("%s: progress ends at %d of %d, want %d", g.Spec(), done, total, o.Sample)
			}
		}
	}
}

// TestVerifySlabs: all slabs together cover all positions, and Verify finds a wrong value in its
// slab.
func TestVerifySlabs(t *testing.T) {
	for _, v := range []struct{ spec, board string }{
		{"pushfight:movers=1,pushers=1", ""},
		{"pushfight:board=file,movers=1,pushers=1", " ...\n.....\n.....\n ...\n"},
	} {
		if v.board == "" && !slow {
			continue
		}
		g := open(t, v.spec, v.board)
		_, values := solveValues(t, g, Options{})
		right := openValues(t, g, values)
		if r := verified(t, g, right, VerifyOptions{Slabs: 1 << 30}); r.Checked != g.Size() || r.Failed > 0 {
			t.Errorf("%s: %d of %d wrong in all slabs, want 0 of %d", v.spec, r.Failed, r.Checked, g.Size())
		}
		some := verified(t, g, right, VerifyOptions{Slabs: 3, Seed: 7})
		if len(some.Slabs) != 3 || some.Checked == 0 || some.Failed > 0 {
			t.Errorf("%s: %+v", v.spec, some)
		}
		slab := g.Parts().Slabs()
		scratch, set := slab.NewSlabScratch(), make([]uint64, slab.Words())
		scratch.Enter(some.Slabs[1])
		scratch.Stored(set)
		indices := scratch.AppendIndices(nil, set)
		wrong := indices[len(indices)/2]
		values[wrong] ^= 8
		r := openValues(t, g, values)
		all := verified(t, g, r, VerifyOptions{})
		for _, o := range []VerifyOptions{{Slabs: 3, Seed: 7}, {Slabs: 3, Seed: 7, Workers: 1, Memory: 128 << 20}, {Slabs: 1 << 30}} {
			got := verified(t, g, r, o)
			if !slices.ContainsFunc(got.Failures, func(f VerifyFailure) bool { return f.Index == wrong }) {
				t.Errorf("%s, %d slabs: #%d is not found wrong: %+v", v.spec, o.Slabs, wrong, got)
			}
			if o.Slabs > 3 && !slices.Equal(got.Failures, all.Failures) {
				t.Errorf("%s: %d wrong in all slabs, want %d", v.spec, got.Failed, all.Failed)
			}
		}
	}
}

// TestVerifyRefused: games without slabs, too little memory, and a stop.
func TestVerifyRefused(t *testing.T) {
	g := open(t, "tictactoe", "")
	_, values := solveValues(t, g, Options{})
	r := openValues(t, g, values)
	var input *engine.InputError
	for _, o := range []VerifyOptions{{Slabs: 1}, {Memory: 1 << 20}, {Sample: 5000, Memory: 1 << 16}} {
		if _, err := Verify(t.Context(), g, r, o); !errors.As(err, &input) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range []VerifyOptions{{}, {Sample: 100}} {
		if _, err := Verify(ctx, g, r, o); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestMerits compares the merits of values with the order of values in package engine.
func TestMerits(t *testing.T) {
	for _, kind := range []engine.Kind{engine.Byte, engine.Wide, engine.Score, engine.Moves} {
		merits := meritsOf(kind)
		seen := map[merit]bool{}
		for v, m := range merits {
			if kind == engine.Score && v == 128 {
				continue // -128 has no opposite
			}
			if m == noSuccessor || seen[m] {
				t.Fatalf("%v: %d has the merit %d, which another has, too", kind, v, m)
			}
			seen[m] = true
			want, wantErr := kind.Back(engine.Value(v))
			got, err := valueOf(kind, m, 0)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) || err == nil && got != want {
				t.Errorf("%v: a successor of value %d makes %d (%v), want %d (%v)", kind, v, got, err, want, wantErr)
			}
			other := engine.Value((v*40503 + 977) % len(merits))
			if back, err := kind.Back(other); (kind != engine.Score || other != 128) && err == nil && wantErr == nil && (m < merits[other]) != kind.Less(want, back) {
				t.Errorf("%v: %d and %d are in the wrong order", kind, v, other)
			}
		}
	}
}

// TestVerifySolvedInPart: where memory holds a sample and not the whole game, the sample is verified.
func TestVerifySolvedInPart(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Bearoff()), "bearoff:checkers=5,cube=money")
	o := Options{Dir: t.TempDir()}
	s, err := Solve(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	var v kv.Verified
	for o.Memory = 100 << 20; v.Positions == 0; o.Memory += 1 << 20 {
		if v, _, err = VerifySolved(t.Context(), g, s, o, func(uint64, uint64) {}); err != nil {
			t.Fatal(err)
		}
	}
	if v.All {
		t.Errorf("the least memory with a verification, %d MiB, sufficed for all", o.Memory>>20)
	}
}
