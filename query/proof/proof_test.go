package proof_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/proof"
	"github.com/foregone-db/foregone/query/querytest"
)

// database returns a database of a game, solved naively.
func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition(), connectfour.Definition(),
		awari.Definition(), kalah.Definition())
}

func find(t *testing.T, db *query.DB, text string) *proof.Proof {
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

// TestCheck runs the checker, which knows the rules alone, on proofs of each kind: a win, a loss, a
// draw in two halves, a score in two halves. It must refuse each of them with one line changed or
// left out.
func TestCheck(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 is installed: the checker is not tested")
	}
	for _, c := range []struct {
		game, rules string
		positions   map[string]string // to claims
	}{
		{"tictactoe", "tictactoe.py", map[string]string{
			".........": "draw draw", "XO.......": "win 5", "XO..X....": "win 4", "XXXOO....": "win 0",
		}},
		{"connect-four:width=3,height=3,line=3", "connectfour.py", map[string]string{".........": "draw draw"}},
		{"british-square:width=3,height=3", "britishsquare.py", map[string]string{"......... 1": "score 1 score -1"}},
	} {
		db := database(t, c.game)
		for text, claims := range c.positions {
			p := find(t, db, text)
			var got []string
			for _, h := range p.Halves {
				got = append(got, p.Claim(h))
			}
			if strings.Join(got, " ") != claims {
				t.Errorf("%s %s claims %q, want %s", c.game, text, got, claims)
			}
			var b bytes.Buffer
			if err := p.Write(&b, false); err != nil {
				t.Fatal(err)
			}
			check := func(content string) (string, error) {
				file := filepath.Join(t.TempDir(), "proof")
				if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
				out, err := exec.Command(python, "check.py", filepath.Join("testdata", c.rules), file).CombinedOutput()
				return string(out), err
			}
			if out, err := check(b.String()); err != nil || strings.Count(out, "right: ") != len(p.Halves) {
				t.Errorf("%s %s: %v %s", c.game, text, err, out)
			}
			lines := strings.SplitAfter(b.String(), "\n")
			second := min(5, len(lines)-2) // not a line that ends the game, if there are others
			for name, wrong := range map[string]string{
				"a line left out":   strings.Join(slices.Delete(slices.Clone(lines), second, second+1), ""),
				"an illegal turn":   strings.Replace(b.String(), lines[4], strings.Join(append(strings.Split(lines[4], "\t")[:2], "0", "z9\n"), "\t"), 1),
				"a better claim":    strings.NewReplacer("score 1", "score 2", "win 5", "win 4", "win 4", "win 3", "win 0", "win -1").Replace(b.String()),
				"a half left out":   strings.Join(lines[:4], ""),
				"lowered plies":     lowered(b.String()),
				"one half twice":    strings.NewReplacer("half\tmover", "half\tboth").Replace(b.String()),
				"another beginning": strings.Replace(b.String(), "position\t"+text, "position\tX........", 1),
			} {
				if wrong == b.String() || name == "an illegal turn" && !strings.HasPrefix(lines[4], "+") {
					continue
				}
				if out, err := check(wrong); err == nil {
					t.Errorf("%s %s with %s is accepted: %s", c.game, text, name, out)
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

// TestSize: a proof has fewer positions than play can reach, and none twice.
func TestSize(t *testing.T) {
	db := database(t, "quixo:size=3")
	p := find(t, db, ".........")
	if n := p.Positions(); n < 20 || n > int(db.Game().Size()) || p.Value.Outcome() != engine.Win || p.Halves[0].Plies != 7 {
		t.Errorf("%d positions of %d, %v", n, db.Game().Size(), p.Value)
	}
	start, err := db.Parse(".........")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Find(t.Context(), db, start, proof.Options{Most: 10}); !engine.IsInput(err) {
		t.Errorf("a proof of more than 10 positions gives %v", err)
	}
	var whole, strategy bytes.Buffer
	if p.Write(&whole, false); p.Write(&strategy, true) != nil || strategy.Len() >= whole.Len() || strings.Contains(strategy.String(), "\n-\t") {
		t.Errorf("the strategy has %d bytes of %d", strategy.Len(), whole.Len())
	}
}
