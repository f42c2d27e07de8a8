package klotski

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, enginetest.Open(t, Definition(), "klotski"), enginetest.Options{
		Positions:    25955, // published
		NotPositions: []string{"", "^[]^/v{}v/^<>^/v11v/1...", "^[]^/v{}v/^<<^/v11v/1..1", "^..^/v..v/^<>^/v11v/1..1"},
	})
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.Open(f, Definition(), "klotski"), start, "^[]^v{}v^<>^v11v1..1", "[[]]/{{}}/^<>^/v11v/1..1")
}
