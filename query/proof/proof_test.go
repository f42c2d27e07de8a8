package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
	"github.com/foregone-db/foregone/query/querytest"
)

// database returns a database of a game, solved naively.
func database(t testing.TB, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition(), connectfour.Definition(),
		awari.Definition(), kalah.Definition(), tictacchec.Definition())
}

func find(t testing.TB, db *query.DB, text string) *proof.Proof {
	t.Helper()
	p, err := db.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	found, err := proof.Find(t.Context(), db, p, proof.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// claims returns what the players hold, the player to move first.
func claims(p *proof.Proof) string {
	if h := p.Halves[0]; h.Holder == proof.Both {
		other := h
		other.Points = -h.Points
		return p.Claim(h) + " " + p.Claim(other)
	}
	var list []string
	for _, h := range p.Halves {
		list = append(list, p.Claim(h))
	}
	return strings.Join(list, " ")
}

// TestCheck runs the checkers, which know the rules alone, on proofs of each kind: a win, a loss, a
// draw, a score. They must refuse each of them with one line changed or left out.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		game, rules string
		positions   map[string]string // to claims
	}{
		{"tictactoe", "tictactoe.py", map[string]string{
			".........": "draw draw", "XO.......": "win 5", "XO..X....": "win 4", "XXXOO....": "win 0",
		}},
		{"connect-four:width=3,height=3,line=3", "connectfour.py", map[string]string{".........": "draw draw"}},
		{"british-square:width=3,height=3", "britishsquare.py", map[string]string{"......... 1": "score 1 score -1"}},
		{"quixo:size=3", "quixo.py", map[string]string{".........": "win 7"}},
	} {
		db := database(t, c.game)
		for text, want := range c.positions {
			p := find(t, db, text)
			if got := claims(p); got != want {
				t.Errorf("%s %s claims %q, want %s", c.game, text, got, want)
			}
			var b bytes.Buffer
			if err := p.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			whole := b.String()
			lines := strings.SplitAfter(whole, "\n")
			first := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") })
			at := min(first+1, len(lines)-3) // not a line that ends the game, if there are others
			names, proofs := []string{"nothing"}, []string{whole}
			for name, wrong := range map[string]string{
				"a line left out": sealed(strings.Join(slices.Delete(slices.Clone(lines), at, at+1), "")),
				"an illegal turn": strings.Replace(whole, lines[first], strings.Join(append(strings.Split(lines[first], "\t")[:2], "0", "z9\n"), "\t"), 1),
				"a better claim":  strings.NewReplacer("score 1", "score 2", "win 7", "win 6", "win 5", "win 4", "win 4", "win 3", "win 0", "win -1").Replace(whole),
				"lowered plies":   lowered(whole), "another version": strings.Replace(whole, "proof 2", "proof 3", 1),
				"one half twice":    strings.NewReplacer("half\tmover", "half\tall", "half\tboth", "half\tmover").Replace(whole),
				"another beginning": strings.Replace(whole, "position\t"+text, "position\tOOO......", 1),
				"another game":      strings.Replace(whole, "game\t", "game\tnew", 1), "other rules": strings.Replace(whole, "rules\t", "rules\tf", 1),
			} {
				if wrong != whole && (name != "an illegal turn" || strings.HasPrefix(lines[first], "+")) {
					names, proofs = append(names, name), append(proofs, wrong)
				}
			}
			for i, said := range checked(t, c.rules, proofs) {
				if right := strings.HasPrefix(said, "right"); right != (i == 0) {
					t.Errorf("%s %s with %s: %s\n%s", c.game, text, names[i], said, proofs[i])
				}
			}
		}
	}
}

// lowered returns a proof that claims a win four plies earlier; the plies of all positions are
// lower by four.
func lowered(proof string) string {
	lines := strings.Split(proof, "\n")
	for i, line := range lines {
		fields := strings.Split(line, "\t")
		switch {
		case fields[0] == "half" && !strings.HasPrefix(fields[2], "win "):
			return proof
		case fields[0] == "half":
			plies, _ := strconv.Atoi(strings.TrimPrefix(fields[2], "win "))
			fields[2] = fmt.Sprint("win ", plies-4)
		case fields[0] == "+" || fields[0] == "-":
			plies, _ := strconv.Atoi(fields[2])
			fields[2] = fmt.Sprint(plies - 4)
		}
		lines[i] = strings.Join(fields, "\t")
	}
	return strings.Join(lines, "\n")
}

// TestSize: proofs take at most half of the positions that the first search found, which took twins
// apart and the first strategy, on average over games; and none takes more than the first strategy.
func TestSize(t *testing.T) {
	shares := 0.0
	before := map[string]int{
		"tictactoe": 868, "tictactoe:height=4,line=3,width=3": 184, "connect-four:width=4,height=4": 3802, "quixo:size=3": 176,
	}
	for game, first := range before {
		db := database(t, game)
		start, _ := db.Game().Start()
		p, err := proof.Find(t.Context(), db, start, proof.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n := p.Positions(); uint64(n) > db.Game().Size() || n > p.First {
			t.Errorf("%s: %d positions of %d, %d at first", game, n, db.Game().Size(), p.First)
		}
		shares += float64(p.Positions()) / float64(first)
		t.Logf("%s: %d positions, %d at first, %d before", game, p.Positions(), p.First, first)
	}
	if share := shares / float64(len(before)); share > 0.5 {
		t.Errorf("the proofs take %.2f of the positions of the search before", share)
	}
}

// TestMost: a proof of too many positions is refused. The moves alone are shorter than the proof.
func TestMost(t *testing.T) {
	db := database(t, "quixo:size=3")
	start, _ := db.Game().Start()
	if _, err := proof.Find(t.Context(), db, start, proof.Options{Most: 10}); !engine.IsInput(err) {
		t.Errorf("a proof of more than 10 positions gives %v", err)
	}
	var whole, strategy bytes.Buffer
	p := find(t, db, ".........")
	if p.Halves[0].Plies != 7 || p.Value.Outcome() != engine.Win {
		t.Errorf("the start is %v", p.Value)
	}
	if p.Write(&whole, false); p.Write(&strategy, true) != nil || strategy.Len() >= whole.Len() || strings.Contains(strategy.String(), "\n-\t") {
		t.Errorf("the strategy has %d bytes of %d", strategy.Len(), whole.Len())
	}
}

// TestPartial: a search that is stopped keeps what it found, and the next one makes the same proof
// with fewer new positions. A damaged file, and that of another proof, are refused.
func TestPartial(t *testing.T) {
	for game, text := range map[string]string{"connect-four:width=4,height=4": "................", "awari:stones=4": "000001010000"} {
		db := database(t, game)
		p, err := db.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var want, got bytes.Buffer
		if err := find(t, db, text).Write(&want, false); err != nil {
			t.Fatal(err)
		}
		o := proof.Options{Partial: filepath.Join(t.TempDir(), "partial")}
		ctx, cancel := context.WithCancel(t.Context())
		o.Announce = func(proof.Estimate) { cancel() }
		if _, err := proof.Find(ctx, db, p, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: a search that is stopped gives %v", game, err)
		}
		kept, err := os.ReadFile(o.Partial)
		if err != nil {
			t.Fatal(err)
		}
		o.Announce = nil
		whole, err := proof.Find(t.Context(), db, p, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := whole.Write(&got, false); err != nil || got.String() != want.String() {
			t.Errorf("%s: the proof that was continued differs: %d bytes, want %d", game, got.Len(), want.Len())
		}
		kept[len(kept)/2] ^= 1
		if err := os.WriteFile(o.Partial, kept, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := proof.Find(t.Context(), db, p, o); err == nil || !strings.Contains(err.Error(), "checksum") {
			t.Errorf("%s: a damaged file gives %v", game, err)
		}
	}
}

// TestMemory: a search takes no more memory than it announces, with the garbage of the runtime: one of a draw, whose
// places are all expanded at once, and one of claims.
func TestMemory(t *testing.T) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	used := func() uint64 {
		metrics.Read(samples)
		return samples[0].Value.Uint64() - samples[1].Value.Uint64()
	}
	for game, most := range map[string]int{"connect-four:width=4,height=4": 2500, "kalah:pits=3,seeds=2": 1000} {
		db := database(t, game)
		start, _ := db.Game().Start()
		var announced, peak uint64
		debug.FreeOSMemory()
		before := used()
		if _, err := proof.Find(t.Context(), db, start, proof.Options{
			Most: most, Announce: func(e proof.Estimate) { announced = e.Memory },
			Progress: func(string, uint64, uint64) { peak = max(peak, used()) },
		}); err != nil {
			t.Fatal(err)
		}
		peak = max(peak, used()) - before
		if peak > announced {
			t.Errorf("%s: the search took %d bytes, and announced %d", game, peak, announced)
		}
		t.Logf("%s: %d bytes of %d announced", game, peak, announced)
	}
}
