package sliding

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
	for _, text := range []string{"sliding:height=2,width=2", "sliding", "sliding:blank=edge,height=2,width=4", "sliding:blank=centre", "sliding:height=8,width=2"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{NotPositions: []string{"123", "12345678", "123/456/788", "12.3/4x"}})
		})
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "sliding:height=2,width=2"), "123.", "1/2/3/.", "11..")
}

func TestRefused(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"sliding:height=5,width=4":                "a board of 4×5 squares is too large: want width·height at most 16",
		"sliding:blank=edge,height=4,width=2":     "blank=edge: the top row of a board of 2 columns has corners alone",
		"sliding:blank=centre,height=2":           "blank=centre: a board of 3×2 squares has no square inside",
		"sliding:blank=middle":                    `parameter blank of sliding: "middle" is none of its words: want one of corner, edge, centre`,
		"sliding:blank=corner,height=2,width=100": "parameter width of sliding is \"100\": want a whole number from 2 to 8",
	})
}
