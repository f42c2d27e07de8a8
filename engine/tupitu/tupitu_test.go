package tupitu

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func variant(t testing.TB, width, height int) *Variant {
	t.Helper()
	v, err := New(width, height)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// twins returns the images of a position whose pair of players is its own or another of its class.
func (v *Variant) twins(p engine.Position) (twins []engine.Position) {
	pos := p.(Position)
	own, _ := v.Index(p)
	for _, s := range v.board.symmetries {
		q := Position{mover: s.cell[pos.mover], opponent: s.cell[pos.opponent], cleared: s.image(pos.cleared)}
		if i, _ := v.Index(q); i == own {
			twins = append(twins, q)
		}
	}
	return twins
}

func TestConformance(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 3}, {2, 6}, {4, 4}, {5, 5}, {3, 8}} {
		v := variant(t, size[0], size[1])
		o := enginetest.Options{
			Twins:        v.twins,
			Positions:    uint64(v.board.tiles*(v.board.tiles-1)) << v.others,
			NotPositions: []string{"AB", "A.B.é", strings.Repeat(".", v.board.tiles), strings.Repeat("AB", v.board.tiles/2)},
		}
		if v.Size() > 1<<20 {
			o.Positions = 0 // the sum visits all positions
		}
		t.Run(v.name(), func(t *testing.T) { enginetest.Run(t, v, o) })
	}
}

func (v *Variant) name() string {
	return string(rune('0'+v.board.width)) + "x" + string(rune('0'+v.board.height))
}

// TestSizes: 5×5 has 600·C(23, n) positions with n tiles cleared before symmetry.
func TestSizes(t *testing.T) {
	v := variant(t, 5, 5)
	var pairs, all uint64
	for _, q := range v.classes {
		pairs += q.weight
	}
	if pairs != 600 || len(v.classes) != 85 || len(v.Slices()) != 24 {
		t.Errorf("%d pairs in %d classes, %d slices, want 600, 85, 24", pairs, len(v.classes), len(v.Slices()))
	}
	for n, s := range v.Slices() {
		if s.Size != 85*v.sets(n) || !s.Layer {
			t.Errorf("slice %q: %+v", s.Name, s)
		}
		all += pairs * v.sets(n)
	}
	if all != 5033164800 || v.Size() != 713031680 {
		t.Errorf("%d positions, %d stored", all, v.Size())
	}
}

// solve returns the values of all slices. It evaluates run positions at a time.
func (v *Variant) solve(t testing.TB, run uint64) [][]byte {
	t.Helper()
	values := make([][]byte, len(v.slices))
	w := newScratch(v)
	for n := len(values) - 1; n >= 0; n-- {
		s := v.slices[n]
		values[n] = make([]byte, s.Size)
		for o := uint64(0); o < s.Size; o += run {
			if err := w.EvaluateLayer(values[n][o:], s.First+o, min(run, s.Size-o), values); err != nil {
				t.Fatal(err)
			}
		}
	}
	return values
}

// lost returns the number of lost positions with n tiles cleared, before symmetry.
func (v *Variant) lost(values [][]byte, n int) (lost uint64) {
	for o, value := range values[n] {
		if value&1 != 0 {
			lost += v.Weight(v.first[n] + uint64(o))
		}
	}
	return lost
}

// TestPublished checks the published figures of the small boards.
func TestPublished(t *testing.T) {
	v := variant(t, 3, 3)
	values := v.solve(t, 1<<20)
	for n, want := range []uint64{4, 156, 112, 520, 492, 576, 224, 72} {
		if lost := v.lost(values, n); lost != want {
			t.Errorf("3×3: %d lost with %d tiles cleared, want %d", lost, n, want)
		}
	}
	if p, ok := v.Start(); ok {
		t.Errorf("3×3 has the start %s", v.Text(p))
	}
	v = variant(t, 4, 4)
	values = v.solve(t, 1<<20)
	if lost := v.lost(values, 0); lost != 84 {
		t.Errorf("4×4: %d placements are lost, want 84", lost)
	}
	p, ok := v.Start()
	if text := v.Text(p); !ok || text != "......B..A......" {
		t.Errorf("4×4 starts from %s", text)
	}
	if i, _ := v.Index(p); engine.Byte.Text(engine.Value(values[0][i])) != "L7" { // in 14 turns of both
		t.Errorf("4×4: the start has the value %d", values[0][i])
	}
}

// board5 returns 5×5 with its published start.
func board5(t testing.TB) (*Variant, engine.Position) {
	v := variant(t, 5, 5)
	p, ok := v.Start()
	if text := v.Text(p); !ok || text != "........B.......A........" {
		t.Fatalf("5×5 starts from %s", text)
	}
	return v, p
}

func TestFirstTurns(t *testing.T) {
	v, p := board5(t)
	if n := len(v.Moves(p)); n != 184 { // published
		t.Errorf("%d first turns, want 184", n)
	}
}

// minimax is an independent program for the same game. It plays on boards of characters and uses
// neither sets nor engine. It returns the plies to the end, odd for a win.
func minimax(board string, width int, seen map[string]int) int {
	if plies, ok := seen[board]; ok {
		return plies
	}
	from := strings.IndexByte(board, 'A')
	win, loss := 1000, -1
	for to := range board {
		dx, dy := to%width-from%width, to/width-from/width
		if board[to] != '.' || dx < -1 || dx > 1 || dy < -1 || dy > 1 {
			continue
		}
		for clear := range board {
			if clear == to || board[clear] == 'B' || board[clear] == '#' {
				continue
			}
			next := []byte(strings.NewReplacer("A", ".", "B", "A").Replace(board))
			next[to] = 'B'
			next[clear] = '#'
			if plies := minimax(string(next), width, seen); plies%2 == 0 {
				win = min(win, plies)
			} else {
				loss = max(loss, plies)
			}
		}
	}
	plies := win + 1
	if win == 1000 {
		plies = loss + 1
	}
	seen[board] = plies
	return plies
}

// TestEveryPosition compares small boards with minimax.
func TestEveryPosition(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {3, 2}, {3, 3}, {2, 5}} {
		v := variant(t, size[0], size[1])
		values := v.solve(t, 1<<20)
		seen := map[string]int{}
		for i := range v.Size() {
			for _, p := range append(v.twins(v.At(i)), v.At(i)) {
				n, _, _ := v.locate(i)
				plies := minimax(v.Text(p), size[0], seen)
				if value := values[n][i-v.first[n]]; int(value) != plies+1 {
					t.Fatalf("%s: %s has the value %d, want %d", v.name(), v.Text(p), value, plies+1)
				}
			}
		}
	}
}

// TestByHand checks positions that a person can solve.
func TestByHand(t *testing.T) {
	v := variant(t, 3, 4)
	values := v.solve(t, 1<<20)
	for text, want := range map[string]string{
		"AB# ### ### ###": "L0", // there is no tile to step to
		"AB# ##. ### ###": "L0", // no standing tile is adjacent to the mover
		"A.# ### ### #B#": "W1", // the opponent cannot step, whatever the mover clears
		"A.# ### ### #B.": "W1", // step to b4 and clear c1, where the opponent could step
		"A.# B## ### ###": "W1", // step to b4 and clear a4, where the opponent could step
		// b4 is the only step. The opponent can still step to a2 or b2. He then clears a4 unless it
		// is already cleared.
		"A.# ### ... B##": "L1",
		// The mover steps to b4 and clears b2, and the opponent cannot step.
		"A.. ### #.. B##": "W1",
	} {
		p, err := v.Parse(strings.ReplaceAll(text, " ", "/"))
		if err != nil {
			t.Fatal(err)
		}
		i, _ := v.Index(p)
		n, _, _ := v.locate(i)
		if got := engine.Byte.Text(engine.Value(values[n][i-v.first[n]])); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		if _, finished := v.Finished(p); finished != (want == "L0") {
			t.Errorf("%s: finished %v", text, finished)
		}
	}
}
