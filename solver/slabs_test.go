package solver

import "testing"

// TestSlabs compares tables solved by slabs and edge by edge, completely and up to a
// phase. TestPushFightBoards does so on other boards, and compares them with a naive
// solver.
func TestSlabs(t *testing.T) {
	few, all := []int{0, 2}, []int{0, 1, 2, 3, 6, 7, 12}
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

// TestSlabsRefused: games whose turns are not made of steps, and too little memory.
func TestSlabsRefused(t *testing.T) {
	if _, err := Solve(t.Context(), open(t, "tictactoe", ""), Options{Dir: t.TempDir(), Strategy: Slabs}); err == nil {
		t.Error("tictactoe is solved by slabs")
	}
	if _, err := Solve(t.Context(), open(t, "pushfight", ""), Options{Dir: t.TempDir(), Strategy: Slabs, Memory: 4 << 30}); err == nil {
		t.Error("pushfight is solved by slabs in 4 GiB")
	}
}
