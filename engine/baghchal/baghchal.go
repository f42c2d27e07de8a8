// Package baghchal is Bagh-Chal, the game of tigers and goats from Nepal.
//
// # Positions
//
// A position is stored for every placement of the four tigers and of goats, with every number of goats
// in hand and captured, and either side to move. Play need not reach it. The goats on the board, in hand
// and captured are all goats of the game. Twins by the symmetries of the board are stored once. Positions
// with as many captured goats as the tigers need are over and not stored. The whole game has
// 265,052,818,800 positions, 33,135,682,052 up to symmetry; in 705,743,500 of them, 88,260,972 up to
// symmetry, all goats have been placed and slide. Lim and Nievergelt give the last number (Tigers and
// Goats is a draw, Games of No Chance 3, 2009).
//
// # Slices
//
// Captures and placements cannot be undone. While goats are in hand, a slice has the positions with the
// same side to move, goats in hand and captured goats. It is a layer, evaluated for whole sets of goats
// beside the same tigers. Once all goats are placed, a slice has the positions with the same number of
// captured goats, first those with goats to move.
package baghchal

import (
	_ "embed"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

//go:embed rules.txt
var rulesText string

const tigers = 4 // on every board

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "baghchal", Title: "Bagh-Chal", Summary: "Bagh-Chal, tigers and goats: capture five goats, or leave the tigers no move",
		Variant: func(s engine.Spec) string {
			text := fmt.Sprintf("%d×%d, %d goats", s.Int("size"), s.Int("size"), s.Int("goats"))
			if s.Int("captures") <= s.Int("goats") {
				text += fmt.Sprintf(", %d to capture", s.Int("captures"))
			}
			return text + map[string]string{"draw": ", stuck is a draw"}[s.Word("stuck")]
		},
		Rules: rulesText, Level: engine.LevelFull, Kind: engine.Byte, Bench: "goats=5,size=4",
		Params: []engine.Param{
			{Name: "size", Type: engine.IntParam, Default: "5", Min: 3, Max: 5, Help: "points along a side of the board"},
			{Name: "goats", Type: engine.IntParam, Default: "20", Min: 1, Max: 20, Help: "goats of the game; one less than the points without a tiger by default"},
			{Name: "captures", Type: engine.IntParam, Default: "5", Min: 1, Max: 5, Help: "captured goats with which tigers win"},
			{Name: "stuck", Type: engine.WordParam, Default: "loss", Help: "loss or draw: the result for goats that cannot move", Canonical: engine.OneOf("loss", "draw")},
		},
		Settle: func(values map[string]string, given func(param string) bool) error {
			size := int(values["size"][0] - '0')
			most := size*size - tigers - 1
			if !given("goats") {
				values["goats"] = fmt.Sprint(most)
			}
			var goats int
			if _, err := fmt.Sscan(values["goats"], &goats); err != nil || goats > most {
				return engine.InputErrorf("%s goats do not fit on %d by %d points with the tigers: want at most %d", values["goats"], size, size, most)
			}
			return nil
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// game is the ranked game with layers.
type game struct {
	engine.Game
	*numbering
	slices []engine.Slice
}

func newGame(spec engine.Spec) (engine.Game, error) {
	b, err := newBoard(spec.Int("size"))
	if err != nil {
		return nil, err
	}
	n := newNumbering(&rules{board: b, goats: spec.Int("goats"), captures: spec.Int("captures"), draws: spec.Word("stuck") == "draw"})
	contract := &engine.Rules{
		Start: position{tigers: b.corners(), counts: counts{hand: n.goats}}.key(), AppendMoves: n.AppendMoves, Symmetry: n, Notation: n.rules, Board: n.keyBoard,
		Slice: func(key uint64) int { return n.stageOf(read(key).counts).slice }, MoveText: n.moveText, AppendEndings: n.appendEndings,
		Depiction: n.depiction(), MaxSuccessors: n.points * tigers,
	}
	all := n.slices()
	var parts []discover.Slice
	for at, sl := range all {
		parts = append(parts, discover.Slice{Number: at, Size: sl.Size, Targets: append([]int{at}, sl.Exits...), Keys: keySet{n, sl.First, sl.Size}})
	}
	ranked, err := discover.Keyed(spec, engine.Byte, contract, parts)
	return &game{ranked, n, all}, err
}

// Slices implements [engine.Game].
func (g *game) Slices() []engine.Slice { return g.slices }

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	s := &scratch{numbering: g.numbering}
	return engine.Scratch{Generator: s, LayerEvaluator: s}
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident, p.WeightRun, p.Sections = g.bytes, g.weightRun, g.sections
	return p
}

// Weight implements [engine.Game].
func (g *game) Weight(i uint64) uint64 {
	weight, _ := g.weightRun(i)
	return weight
}

// scratch is the state of one worker.
type scratch struct {
	*numbering
	moves []position
	evaluator
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	var ends engine.Ends
	s.moves, ends = s.appendTurns(s.moves[:0], s.at(i))
	for _, p := range s.moves {
		dst = append(dst, s.index(p))
	}
	return dst, ends
}
