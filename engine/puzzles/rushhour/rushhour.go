// Package rushhour is Rush Hour: cars slide in their lanes until the first one reaches the exit. Its
// positions are those of one board, of one set of cars, or all of a small board.
package rushhour

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/puzzles/reversible"
)

//go:embed rules.txt
var rulesText string

// hardest is the hardest start without walls, of Michael Fogleman's database.
const hardest = "GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF."

const (
	scopeStart = "start"
	scopeCars  = "cars"
)

// universes are the scopes of all boards of a size.
var universes = map[string]int{"all3": 3, "all4": 4, "all5": 5}

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "rushhour",
		Title:   "Rush Hour",
		Variant: variant,
		Summary: "Rush Hour: slide cars until the first can leave, one player",
		Rules:   rulesText,
		Level:   engine.LevelRanked,
		Bench:   "-",
		Kind:    engine.Moves,
		Params: []engine.Param{
			{Name: "board", Type: engine.FileParam, Default: "letters", Canonical: canonicalFile, Help: "a file with the board, as a position is written"},
			{Name: "letters", Type: engine.WordParam, Default: hardest, Canonical: canonicalLetters, Help: "the board, as a position is written"},
			{Name: "scope", Type: engine.WordParam, Default: scopeStart, Canonical: engine.OneOf(scopeStart, scopeCars, "all3", "all4", "all5"), Help: "start, cars, or all3, all4 or all5: which positions are stored"},
		},
		Settle: settle,
		New: func(spec engine.Spec) (engine.Game, error) {
			p, err := open(spec)
			if err != nil {
				return nil, err
			}
			return reversible.New(spec, engine.Moves, p)
		},
	}
}

func variant(s engine.Spec) string {
	if size := universes[s.Word("scope")]; size > 0 {
		return fmt.Sprintf("all %d×%d boards", size, size)
	}
	return map[string]string{scopeStart: "", scopeCars: "all placements"}[s.Word("scope")]
}

// settle leaves one board in a spec.
func settle(values map[string]string, given func(param string) bool) error {
	all := universes[values["scope"]] > 0
	switch {
	case all && (given("board") && values["board"] != "letters" || given("letters") && values["letters"] != noBoard):
		return engine.InputErrorf("scope=%s is about all boards: want no board and no letters", values["scope"])
	case all:
		values["letters"] = noBoard
	case given("board") && values["board"] != "letters":
		if given("letters") && values["letters"] != noBoard {
			return engine.InputErrorf("board and letters both say what stands on the board: want one of them")
		}
		values["letters"] = noBoard
	}
	return nil
}

// noBoard stands for letters that are not used.
const noBoard = "-"

func open(spec engine.Spec) (*reversible.Puzzle, error) {
	if size := universes[spec.Word("scope")]; size > 0 {
		return newUniverse(size).puzzle(), nil
	}
	text, drawn := spec.File("board")
	if !drawn {
		text = spec.Word("letters")
	}
	f, err := newFleet(text)
	if err != nil {
		return nil, err
	}
	return f.puzzle(spec.Word("scope") == scopeCars)
}
