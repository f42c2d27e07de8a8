package quixo

import (
	_ "embed"
	"fmt"
	"strconv"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// maxSize is the largest size whose positions can be discovered.
const maxSize = 4

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:      "quixo",
		Summary:   "Quixo: take a cube from the border, push it in with your mark, make a line",
		Title:     "Quixo",
		Variant:   variant,
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "ranked=true",
		Kind:      engine.Wide,
		Positions: 5170021,
		Params: []engine.Param{
			{Name: "marks", Type: engine.IntParam, Default: "0", Min: 0, Max: maxCells, Late: true, Help: "all boards with at least this number of marks, reachable or not; 0: all that can be reached"},
			{Name: "ranked", Type: engine.BoolParam, Default: "false", Help: "number positions by arithmetic and list predecessors; the same values in less time"},
			{Name: "size", Type: engine.IntParam, Default: "4", Min: 3, Max: 5, Help: "cubes in a row; with 5, boards are numbered by marks, and marks=0 is all boards"},
		},
		Settle: settle,
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			if byMarks(spec) || spec.Bool("ranked") {
				return nil, nil // New makes that game
			}
			r := newRules(spec.Int("size"))
			return r.contract(r.KeySlice, r), nil
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			if byMarks(spec) {
				return newMarks(spec)
			}
			return newRanked(spec, newRules(spec.Int("size")))
		},
	}
}

// variant returns the name of a variant for users.
func variant(s engine.Spec) string {
	text := fmt.Sprintf("%[1]d×%[1]d", s.Int("size"))
	if n := s.Int("marks"); n > 0 {
		text += fmt.Sprintf(" with at least %d marks", n)
	}
	return text
}

// byMarks reports whether a variant is all boards with at least a number of marks, rather than the
// reachable ones.
func byMarks(spec engine.Spec) bool { return spec.Int("marks") > 0 || spec.Int("size") > maxSize }

// settle sets ranked=true for variants by marks, which have no other level.
func settle(values map[string]string, given func(param string) bool) error {
	size, marks := int(values["size"][0]-'0'), values["marks"]
	if n, _ := strconv.Atoi(marks); n > size*size {
		return engine.InputErrorf("a board of quixo:size=%d has %d cubes: want at most marks=%d", size, size*size, size*size)
	}
	if marks == "0" && size <= maxSize {
		return nil
	}
	if given("ranked") && values["ranked"] == "false" {
		return engine.InputErrorf("quixo:marks=%s,size=%d is always ranked: leave out ranked=false", marks, size)
	}
	values["ranked"] = "true"
	return nil
}
