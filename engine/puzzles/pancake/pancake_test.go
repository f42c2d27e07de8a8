package pancake

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

func TestConformance(t *testing.T) {
	for _, text := range []string{"pancake:n=2", "pancake:n=5", "pancake:n=12"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{NotPositions: []string{"1", "1234", "12344", "123456"}})
		})
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "pancake:n=2"), "21", "12", "22")
}
