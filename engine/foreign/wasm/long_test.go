//go:build long

package wasm

import "testing"

// TestEqualsBuiltInLong compares larger variants position by position.
func TestEqualsBuiltInLong(t *testing.T) {
	for _, p := range []struct{ fixture, builtIn string }{
		{"../../../tools/languages/games/quixo.c.wasm:size=4", "quixo:size=4"},
		{"testdata/connectfour.wasm:width=5,height=4", "connect-four:width=5,height=4"},
	} {
		t.Run(p.builtIn, func(t *testing.T) { compareGames(t, open(t, p.fixture), open(t, p.builtIn)) })
	}
}
