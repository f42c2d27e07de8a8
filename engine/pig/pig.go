// Package pig is Pig, the game of one die in which a player rolls until he holds.
//
// # Rules
//
// A turn is a run of rolls. A roll of 1 ends it, and its points are lost. After any other roll, which adds
// its number to the points of the turn, the player holds, which adds these points to his score and ends
// the turn, or rolls again. The first player whose score reaches the goal wins.
//
// # Positions
//
// A position is what the player who rolls next sees: his score, the opponent's, and the points of the
// turn. So a move of the engine is a roll with the decision after it. A roll that reaches the goal
// wins. A slice has all positions with the same sum of the scores.
//
// # Figures
//
// With the goal 100 the first player wins with probability 0.5305927252737 (0.5306 in Neller and
// Presser, Optimal Play of the Dice Game Pig, 2004). Play reaches 480,447 positions.
package pig

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/fast"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "pig", Title: "Pig", Summary: "Pig: roll a die again and again, or hold what the turn has brought",
		Variant: func(s engine.Spec) string { return fmt.Sprintf("to %d", s.Int("goal")) },
		Rules:   rulesText, Level: engine.LevelRules, Kind: engine.Chance, Bench: "goal=50", Positions: positions,
		Params: []engine.Param{
			{Name: "goal", Type: engine.IntParam, Default: "100", Min: 2, Max: 300, Help: "points that win"},
			engine.Precision(),
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) { return rules(spec.Int("goal")).contract(), nil },
	}
}

// positions is the number of positions that play with the goal 100 reaches.
const positions = 480_447

// rules is the goal.
type rules int

// position is a position as the player who rolls next sees it.
type position struct{ own, other, turn int }

// A key has ten bits for each number.
func (p position) key() uint64 { return uint64(p.own) | uint64(p.other)<<10 | uint64(p.turn)<<20 }

func positionOf(key uint64) position {
	return position{int(key & 1023), int(key >> 10 & 1023), int(key >> 20)}
}

func (r rules) contract() *engine.Rules {
	return &engine.Rules{
		Start: position{}.key(), Roll: r.roll, Dice: engine.Dice{Sum: 6},
		Slice:    func(key uint64) int { p := positionOf(key); return p.own + p.other },
		Notation: r, MoveText: moveText, MaxSuccessors: 11, Board: r.board, Depiction: r.depiction(),
		Features: []engine.Feature[uint64]{{Name: "turn", Of: func(key uint64) int64 { return int64(positionOf(key).turn) }}},
	}
}

// roll implements the Roll of [engine.Rules].
func (r rules) roll(dst *fast.Rolls, key uint64) engine.Ends {
	dst.Reset()
	p := positionOf(key)
	dst.Moves = append(dst.Moves, fast.RollMove{To: position{p.other, p.own, 0}.key()})
	dst.Add(1)
	for n := 2; n <= 6; n++ {
		turn := p.turn + n
		if p.own+turn >= int(r) {
			dst.Moves = append(dst.Moves, fast.RollMove{End: engine.WinsNow})
		} else {
			dst.Moves = append(dst.Moves,
				fast.RollMove{To: position{p.own, p.other, turn}.key(), Keeps: true},
				fast.RollMove{To: position{p.other, p.own + turn, 0}.key()})
		}
		dst.Add(1)
	}
	return 0
}

// moveText returns the notation of a move without its roll.
func moveText(from, to uint64) string {
	a, b := positionOf(from), positionOf(to)
	switch {
	case b.turn > 0:
		return "roll"
	case b.other == a.own:
		return "lose"
	}
	return "hold"
}

// board draws a track of "goal" squares from the lowest row up: the mover's score x, the opponent's o, both
// on one square &, and + the points of the turn.
func (r rules) board(key uint64) string {
	p := positionOf(key)
	width, height := r.size()
	return engine.Grid(width, height, func(square int) byte {
		switch points := (height-1-square/width)*width + square%width + 1; {
		case points > int(r):
			return ' '
		case points == p.own && points == p.other:
			return '&'
		case points == p.own:
			return 'x'
		case points == p.other:
			return 'o'
		case points > p.own && points <= p.own+p.turn:
			return '+'
		}
		return '.'
	})
}

// size returns the columns and rows of the track.
func (r rules) size() (width, height int) {
	width = min(10*(1+(int(r)-1)/100), int(r))
	return width, (int(r) + width - 1) / width
}

func (r rules) depiction() drawing.Depiction {
	width, height := r.size()
	return drawing.Depiction{
		Relative: true, Goal: fmt.Sprintf("The player who reaches %d points first wins. A 1 loses the points of the turn. The board is a track of points from a1 on: a disc stands at the points that its player has saved, dots are those of this turn.", r),
		Click: "Choose: roll adds the number rolled and rolls again, hold adds it and takes all points of this turn, lose ends a turn with a 1, wins reaches the goal.",
		Marks: map[string]string{fmt.Sprintf("%c%d", 'a'+(int(r)-1)%width, height): "goal"},
		Looks: drawing.Looks{
			'x': {Shape: drawing.Disc}, 'o': {Shape: drawing.Disc, Second: true}, '&': {Shape: drawing.Disc, Neutral: true, Label: "&"},
			'+': {Figure: "die1"},
		},
		Heaps: []drawing.Heap{
			{Name: "points", Find: `^(\d+):`}, {Name: "of this turn", Find: `\+(\d+)`}, {Name: "points", Side: 1, Find: `:(\d+)`},
		},
	}
}

// KeyText implements [engine.KeyNotation].
func (r rules) KeyText(key uint64) string {
	p := positionOf(key)
	return fmt.Sprintf("%d:%d+%d", p.own, p.other, p.turn)
}

// ParseKey implements [engine.KeyNotation].
func (r rules) ParseKey(text string) (uint64, error) {
	own, rest, _ := strings.Cut(text, ":")
	other, turn, _ := strings.Cut(rest, "+")
	var p position
	for at, word := range map[*int]string{&p.own: own, &p.other: other, &p.turn: turn} {
		n, err := strconv.ParseUint(word, 10, 9)
		if *at = int(n); err != nil {
			*at = int(r)
		}
	}
	if p.own+p.turn >= int(r) || p.other >= int(r) || r.KeyText(p.key()) != text {
		return 0, engine.InputErrorf("%q is not a position: want the two scores and the points of the turn, such as 40:35+8, below %d in all for the player who rolls and for the opponent", text, int(r))
	}
	return p.key(), nil
}
