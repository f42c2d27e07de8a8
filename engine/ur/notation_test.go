package ur_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/ur"
)

// FuzzParse parses any text.
func FuzzParse(f *testing.F) {
	g := enginetest.Open(f, ur.Definition(), "ur:pieces=1")
	texts := []string{"é"}
	for n := range uint64(5) {
		texts = append(texts, g.Text(g.At(n*g.Size()/5)))
	}
	enginetest.FuzzNotation(f, g, texts...)
}
