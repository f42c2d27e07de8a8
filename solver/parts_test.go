package solver

import (
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
			enginetest.CheckCombinations(t, open(t, spec, ""), func(g engine.Game) ([]engine.Value, error) {
				_, values := solveValues(t, g, Options{})
				return values, nil
			})
		})
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
