package teeko

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// BenchmarkSuccessors lists the successors of all positions, as solving does.
func BenchmarkSuccessors(b *testing.B) {
	enginetest.BenchmarkWorker(b, open(b, "teeko"))
}
