package solver

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestCombinations solves games with each combination of their parts that makes sense.
func TestCombinations(t *testing.T) {
	for _, spec := range []string{
		"rpsw:width=3,height=3,pieces=1", "rpsw:width=2,height=3,pieces=2", "tupitu:width=3,height=3",
		"pushfight:movers=0,pushers=1", "quixo:size=3,ranked=true", "quixo:marks=6,size=3", "dobutsu:height=3,pieces=1", "connect-four:height=4,ranked=true,width=3",
	} {
		t.Run(spec, func(t *testing.T) {
			checkCombinations(t, open(t, spec, ""), Options{})
		})
	}
}

// checkCombinations compares the values of a game with those of the naive solver, for each combination of its parts
// that makes sense.
func checkCombinations(t *testing.T, g engine.Game, o Options) {
	t.Helper()
	var want []engine.Value
	for _, hidden := range combinations(g) {
		_, got := solveValues(t, enginetest.Without(g, hidden), o)
		if want == nil {
			enginetest.CheckValues(t, g, got)
			want = got
		}
		if t.Failed() || !slices.Equal(got, want) {
			t.Fatalf("wrong with the parts %b", enginetest.PartsOf(enginetest.Without(g, hidden)))
		}
	}
}

// wrongParts is a game with a part that makes no sense without another.
type wrongParts struct{ engine.Game }

func (g wrongParts) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = nil
	return s
}

func TestWrongPartsAreRefused(t *testing.T) {
	_, err := Solve(t.Context(), wrongParts{enginetest.RandomGame(1, enginetest.RandomOptions{})}, Options{Dir: t.TempDir()})
	if err == nil {
		t.Error("a game with an OpenUnmover and no Unmover is solved")
	} else {
		t.Log(err)
	}
}

// combinations returns the sets of parts to hide, so that each valid combination of the game's parts occurs once. The
// first set is empty.
func combinations(g engine.Game) (hidden []enginetest.Parts) {
	seen := map[enginetest.Parts]bool{}
	for h := range enginetest.AllParts + 1 {
		without := enginetest.Without(g, h)
		if left := enginetest.PartsOf(without); !seen[left] && engine.CheckParts(without) == nil {
			seen[left] = true
			hidden = append(hidden, h)
		}
	}
	return hidden
}
