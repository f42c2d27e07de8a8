package proof_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/query/proof"
)

// TestCheckInGo checks proofs of wins, losses and draws in Go. Without any one of its positions, with
// another value or for another position, each must be refused.
func TestCheckInGo(t *testing.T) {
	for _, c := range []struct {
		game      string
		positions []string
	}{
		{"tictactoe", []string{"XO.......", "XO..X....", "XXXOO....", "XOX.O...."}},
		{"quixo:size=3,ranked=true", []string{".........", "#100", "#700"}},
	} {
		db := database(t, c.game)
		for _, text := range c.positions {
			found := find(t, db, text)
			var whole strings.Builder
			if err := found.Write(&whole, false); err != nil {
				t.Fatal(err)
			}
			value := found.Value.String()
			if err := proof.Check(db.Game(), found.Position, value, whole.String()); err != nil {
				t.Errorf("%s %s: %v", c.game, text, err)
			}
			lines := strings.SplitAfter(whole.String(), "\n")
			for n, line := range lines {
				if line == "" || !strings.Contains("+-", line[:1]) || n%(1+len(lines)/50) != 0 {
					continue
				}
				without := strings.Join(slices.Delete(slices.Clone(lines), n, n+1), "")
				if proof.Check(db.Game(), found.Position, value, without) == nil {
					t.Errorf("%s %s: right without %q", c.game, text, line)
				}
			}
			for _, other := range []string{"W1", "L2", "T", "win-1", "loss-2", "draw"} {
				if other != value && proof.Check(db.Game(), found.Position, other, whole.String()) == nil {
					t.Errorf("%s %s: a proof of %s proves %s", c.game, text, value, other)
				}
			}
			if proof.Check(db.Game(), db.Game().Text(db.Game().At(1)), value, whole.String()) == nil {
				t.Errorf("%s %s: it proves another position", c.game, text)
			}
		}
	}
}

// FuzzCheck checks arbitrary proofs of two positions. None proves another value than the right one.
func FuzzCheck(f *testing.F) {
	db := database(f, "tictactoe")
	values := []string{"T", "W1", "W3", "W5", "W7", "L0", "L2", "L4", "L6", "win-1", "x"}
	var right []*proof.Proof
	for n, text := range []string{"XOX.O....", "XO..X.OX."} {
		found := find(f, db, text)
		right = append(right, found)
		var whole strings.Builder
		if err := found.Write(&whole, false); err != nil {
			f.Fatal(err)
		}
		for v := range values {
			f.Add(uint8(n), uint8(v), whole.String())
		}
		f.Add(uint8(n), uint8(slices.Index(values, found.Value.String())), strings.Replace(whole.String(), "\nhalf", "\ntwins\nhalf", 1))
	}
	f.Add(uint8(0), uint8(0), "foregone proof 1\nhalf\tmover\tdraw\nhalf\tother\tdraw\n+\tXOX.O....\t0\t\n")
	f.Fuzz(func(t *testing.T, n, v uint8, text string) {
		p, value := right[n%2], values[int(v)%len(values)]
		if proof.Check(db.Game(), p.Position, value, text) == nil && value != p.Value.String() {
			t.Errorf("%s is proved to be %s, and is %s", p.Position, value, p.Value)
		}
	})
}
