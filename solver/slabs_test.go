package solver

import (
	"context"
	"errors"
	"os"
	"testing"
)

// TestSlabs compares tables solved by slabs and edge by edge, completely and up to a
// phase. TestPushFightBoards does so on other boards, and compares them with a naive
// solver.
func TestSlabs(t *testing.T) {
	few, all := []int{0}, []int{0, 2, 3, 7}
	if slow {
		few, all = []int{0, 2}, []int{0, 1, 2, 3, 6, 7, 12}
	}
	for _, v := range []struct {
		spec, board string
		limits      []int
	}{
		{"pushfight:movers=1,pushers=1", "", few},
		{"pushfight:movers=0,pushers=2", "", few},
		{"pushfight:board=file,movers=1,pushers=1", " ...\n.....\n.....\n ...\n", few},
		{"pushfight:board=file,movers=1,pushers=2", " ...\n....\n....\n...\n", all}, // 14 phases
		{"pushfight:board=file,movers=0,pushers=3", ".....\n.....\n.....\n", few},
		{"pushfight:board=file,movers=2,pushers=1", " ....\n......\n ....\n", few},
	} {
		if v.board == "" && !slow {
			continue
		}
		g := open(t, v.spec, v.board)
		for _, limit := range v.limits {
			edges, _ := solveValues(t, g, Options{Strategy: Backward, MaxPhase: limit})
			slabs, _ := solveValues(t, g, Options{Strategy: Slabs, MaxPhase: limit})
			if slabs.SHA256 != edges.SHA256 {
				t.Errorf("%s, up to phase %d: digest %s, want %s", v.spec, limit, slabs.SHA256, edges.SHA256)
			}
		}
	}
}

// TestSlabsRefused checks games whose turns do not consist of steps, and too little memory.
func TestSlabsRefused(t *testing.T) {
	if _, err := Solve(t.Context(), open(t, "tictactoe", ""), Options{Dir: t.TempDir(), Strategy: Slabs}); err == nil {
		t.Error("tictactoe is solved by slabs")
	}
	if _, err := Solve(t.Context(), open(t, "pushfight", ""), Options{Dir: t.TempDir(), Strategy: Slabs, Memory: 4 << 30}); err == nil {
		t.Error("pushfight is solved by slabs in 4 GiB")
	}
}

// TestSlabsGoOn: a solve begun by slabs resumes by slabs, or is refused if they do not fit.
func TestSlabsGoOn(t *testing.T) {
	g := open(t, "pushfight:movers=1,pushers=2", "")
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Dir: dir, Memory: 1 << 30, Events: func(e Event) {
		if e.Kind == EventPhase {
			cancel()
		}
	}}
	if _, err := Solve(ctx, g, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := os.Stat(slabsPath(dir)); err != nil {
		t.Fatal(err)
	}
	if r := (&run{game: open(t, "pushfight", ""), options: newSetup(Options{Dir: dir, Memory: 4 << 30, Workers: 1, Strategy: Auto})}); r.choose() == nil {
		t.Error("a larger game would go on by phases in 4 GiB")
	}
	o.Events = nil
	s, err := Solve(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := "f671c38eb5cb13790fb842b3dcd9a8395e44525f6b4f1e1174e17a7d360f6c67"; s.SHA256 != want {
		t.Errorf("digest %s, want %s", s.SHA256, want)
	}
}
