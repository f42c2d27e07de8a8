package britishsquare

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// BenchmarkDiscover finds all positions of the standard board.
func BenchmarkDiscover(b *testing.B) {
	enginetest.BenchmarkDiscover(b, Definition(), "british-square")
}

// BenchmarkSuccessors lists the successors of all positions, as the solver does.
func BenchmarkSuccessors(b *testing.B) {
	enginetest.BenchmarkWorker(b, open(b, "british-square"))
}
