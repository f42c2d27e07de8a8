package solver

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// TestDenseChunksSpill interrupts a solve in memory after each of its first phases and resumes it
// spilling. Its chunks are large enough for every kind of bitmap container.
func TestDenseChunksSpill(t *testing.T) {
	g := enginetest.RandomGame(6, enginetest.RandomOptions{Positions: 60000, Degree: 2, Lost: 0.1, Drawn: 0.01, Chain: 40})
	want, _ := solveValues(t, g, Options{})
	for stop := 1; stop <= 5; stop++ {
		dir := t.TempDir()
		if _, err := Solve(context.Background(), g, Options{Dir: dir, Chunk: 1 << 16, MaxPhase: stop}); err != nil {
			t.Fatal(err)
		}
		got, list := solveValues(t, g, altered{Options: Options{Dir: dir}, working: 1})
		if got.SHA256 != want.SHA256 {
			enginetest.CheckValues(t, g, list)
			t.Fatalf("stopped after phase %d: digest %s, want %s", stop, got.SHA256, want.SHA256)
		}
	}
}

// TestLongest checks the boundary of the byte kind: 254 plies fit and 255 do not.
func TestLongest(t *testing.T) {
	for _, plies := range []int{253, 254, 255} {
		g := enginetest.RandomGame(3, enginetest.RandomOptions{Positions: plies + 1, Slices: 3, Chain: plies})
		dir := t.TempDir()
		_, err := Solve(context.Background(), g, Options{Dir: dir})
		if (err == nil) != (plies <= 254) {
			t.Fatalf("%d plies: %v", plies, err)
		}
		if err == nil {
			enginetest.CheckValues(t, g, tableValues(t, dir))
		}
	}
}

// TestMaxPhase solves up to higher and higher phases. The decided values of each limited table are
// exact, and the last solve makes the whole table.
func TestMaxPhase(t *testing.T) {
	for _, n := range []int{1, 4} {
		g := enginetest.RandomGame(9, enginetest.Eventful(engine.Byte, 700, n))
		want, all := solveValues(t, g, Options{})
		dir := t.TempDir()
		for _, limit := range []int{1, 2, 7, 20} {
			s, err := Solve(context.Background(), g, Options{Dir: dir, MaxPhase: limit})
			if err != nil {
				t.Fatal(err)
			}
			if s.Already {
				t.Fatalf("phase %d is reported as solved already", limit)
			}
			for i, v := range tableValues(t, dir) {
				plies, decided := g.Kind().Plies(all[i])
				if expect := all[i]; decided && plies > limit {
					expect = 0
					if v != expect {
						t.Fatalf("limit %d: #%d is %d, which takes %d plies", limit, i, v, plies)
					}
				} else if v != expect {
					t.Fatalf("limit %d: #%d is %d, want %d", limit, i, v, expect)
				}
			}
		}
		if s, _ := solveValues(t, g, Options{Dir: dir}); s.SHA256 != want.SHA256 {
			t.Fatalf("digest %s, want %s", s.SHA256, want.SHA256)
		}
	}
}

// TestLogIsDropped checks the folder of finished solves with and without Keep: only Keep leaves the
// store.
func TestLogIsDropped(t *testing.T) {
	g := enginetest.RandomGame(2, enginetest.Eventful(engine.Byte, 300, 2))
	dir := t.TempDir()
	for _, o := range []Options{{Dir: dir, Keep: true}, {Dir: dir, Keep: true}, {Dir: dir}} {
		if _, err := Solve(context.Background(), g, o); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(kv.StorePath(dir)); (err == nil) != o.Keep {
			t.Errorf("%+v: store: %v", o, err)
		}
	}
	if _, err := os.Stat(kv.ScratchPath(dir)); err == nil {
		t.Error("the scratch folder is left")
	}
}

// TestLostUpdates deletes the scratch files of an interrupted solve.
func TestLostUpdates(t *testing.T) {
	g := enginetest.RandomGame(4, enginetest.Eventful(engine.Byte, 800, 2))
	want, _ := solveValues(t, g, Options{})
	dir := t.TempDir()
	for n := 5; interrupted(t, g, altered{Options: Options{Dir: dir, Chunk: 64, Workers: 2}, working: 1}, n); n += 9 {
		if err := os.RemoveAll(kv.ScratchPath(dir)); err != nil {
			t.Fatal(err)
		}
	}
	if s, _ := solveValues(t, g, Options{Dir: dir}); s.SHA256 != want.SHA256 {
		t.Errorf("digest %s, want %s", s.SHA256, want.SHA256)
	}
}

// TestVerify changes single values of correct tables. Verify must find each change, and report none
// in an unchanged table.
func TestVerify(t *testing.T) {
	g := enginetest.RandomGame(11, enginetest.Eventful(engine.Byte, 500, 3))
	_, right := solveValues(t, g, Options{})
	check := func(values []byte) VerifyReport {
		t.Helper()
		path := kv.TablePath(t.TempDir())
		w, err := table.Create(path, table.HeaderOf(g), table.WriterOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		if err := w.Append(values); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		r, err := table.Open(path, table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		report, err := Verify(context.Background(), g, r, VerifyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		sampled, err := Verify(context.Background(), g, r, VerifyOptions{Sample: 20000, MaxFailures: 3, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if (sampled.Failed > 0) != (report.Failed > 0) {
			t.Errorf("%d failures in all, %d in a sample of everything", report.Failed, sampled.Failed)
		}
		return report
	}
	raw := make([]byte, len(right))
	for i, v := range right {
		raw[i] = byte(v)
	}
	if r := check(raw); r.Failed > 0 || r.Checked != g.Size() {
		t.Fatalf("right table: %+v", r)
	}
	for i := 0; i < len(raw); i += 61 {
		wrong := slices.Clone(raw)
		wrong[i] += 2
		r := check(wrong)
		if !slices.ContainsFunc(r.Failures, func(f VerifyFailure) bool { return f.Index == uint64(i) }) && r.Failed <= 10 {
			t.Errorf("#%d as %d instead of %d is not found: %+v", i, wrong[i], raw[i], r)
		}
	}
}
