package cube2

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
	for _, text := range []string{"cube2", "cube2:metric=quarter"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{NotPositions: []string{"1234567", "1234567/0000001", "1134567/0000000", "1234567/0000009"}})
		})
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "cube2"), "1234567/0000000", "1762543/0120012", "1234567/1110000")
}
