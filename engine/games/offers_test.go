package games_test

import (
	"reflect"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// TestOffersNameAllParts requires every part to be in the list of offers, or in the list of
// exceptions here.
func TestOffersNameAllParts(t *testing.T) {
	known := map[string]bool{
		// Offers test these parts.
		"Unmover": true, "OpenUnmover": true, "WinScanner": true, "Seeder": true, "Searcher": true, "LayerEvaluator": true, "Closed": true,
		"MaxSuccessors": true, "Depiction": true, "Slabs": true, "Sweeps": true, "Spreads": true, "Order": true,
		// Every game has these parts, or its rules decide whether it does.
		"Generator": true, "WeightRun": true, "Score": true, "Resident": true, "Indices": true, "Sections": true, "AppendTurns": true, "Features": true, "Roller": true, "Dice": true,
		// These parts only speed up answers.
		"NewReplier": true, "TurnText": true,
	}
	for _, parts := range []reflect.Type{reflect.TypeFor[engine.Scratch](), reflect.TypeFor[engine.Parts]()} {
		for n := range parts.NumField() {
			if name := parts.Field(n).Name; !known[name] {
				t.Errorf("Offers does not know of %s.%s", parts.Name(), name)
			}
		}
	}
}

// TestOffers removes parts from a game one by one.
func TestOffers(t *testing.T) {
	names := func(g engine.Game) map[string]bool {
		list := map[string]bool{}
		for _, o := range games.Offers(g) {
			list[o.Name] = o.Offered
		}
		return list
	}
	g := enginetest.RandomGame(1, enginetest.RandomOptions{})
	for hidden, want := range map[enginetest.Parts]map[string]bool{
		0: {"predecessors": true, "open predecessors": true, "scan for wins": true, "seeds": true, "search": true,
			"bound of successors": true, "depiction": false},
		enginetest.Predecessors | enginetest.Seeds: {"predecessors": false, "scan for wins": true, "seeds": false, "search": true,
			"bound of successors": true, "depiction": false},
		enginetest.AllParts: {"predecessors": false, "scan for wins": false, "search": false,
			"bound of successors": false, "depiction": false},
	} {
		if got := names(enginetest.Without(g, hidden)); !reflect.DeepEqual(got, want) {
			t.Errorf("without %b: %v, want %v", hidden, got, want)
		}
	}
	layers := enginetest.OpenIn(t, games.NewRegistry(tupitu.Definition()), "tupitu:width=2,height=2")
	if got, want := names(layers), (map[string]bool{"layers at a time": true, "depiction": true}); !reflect.DeepEqual(got, want) {
		t.Errorf("a game of layers: %v, want %v", got, want)
	}
}
