package rpsw

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/drawing"
)

// Variant is a member of the family. It is immutable and implements [engine.Game] at
// the full level. Its notation follows from the declaration.
type Variant struct {
	engine.Game
	numbering
}

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "rpsw",
		Title: "Rock Paper Scissors Well",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("%d×%d, at most %d a side", s.Int("width"), s.Int("height"), s.Int("pieces"))
		},
		Summary: "rock-paper-scissors-well on a board: reach the other side's base row or take everything",
		Rules: `Each side has at most one rock, one paper, one pair of scissors and one well. Row 1
is the mover's base row, the last row the opponent's. A move is one king step of an
own piece to an empty square or onto an opposing piece that it takes: rock takes
scissors, paper takes rock and well, scissors take paper, well takes rock and
scissors. All other pieces block, and passing is not allowed. A player wins at once by
landing on the other side's base row, or by taking the other side's last piece. A player
without a move loses. After a move sides swap and the board turns by 180°, so that the mover
always plays upwards.

A position is written square by square, row by row from the top: RPSW for the
mover's pieces, rpsw for the opponent's, "." for an empty square. A move is written
b2-b3, a capture b2xb3. All placements count, from a real game or not, so that
there is no single position to start from.
`,
		Level: engine.LevelFull,
		Bench: "pieces=2",
		Kind:  engine.Byte,
		Params: []engine.Param{
			{Name: "width", Type: engine.IntParam, Default: "4", Min: 1, Max: maxWidth, Help: "columns"},
			{Name: "height", Type: engine.IntParam, Default: "6", Min: 2, Max: maxHeight, Help: "rows"},
			{Name: "pieces", Type: engine.IntParam, Default: "4", Min: 1, Max: kinds, Help: "pieces a side, at most"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			return newVariant(spec, spec.Int("width"), spec.Int("height"), spec.Int("pieces"))
		},
	}
}

func newVariant(spec engine.Spec, width, height, pieces int) (engine.Game, error) {
	v := &Variant{numbering: numbering{board: newBoard(width, height), pieces: pieces}}
	v.number()
	rules, keys, err := declaration(width, height, pieces).Rules()
	if err != nil {
		return nil, err
	}
	rules.MaxSuccessors = 8 * pieces // a king has at most 8 moves
	rules.Depiction = depiction
	v.Game, err = discover.Keyed(spec, engine.Byte, rules, []discover.Slice{{Keys: keySet{&v.numbering, keys}}})
	return v, err
}

// depiction has the four kinds as figures.
var depiction = func() drawing.Depiction {
	d := drawing.Depiction{Relative: true, Turned: true, Looks: drawing.Looks{}}
	for symbol, figure := range map[rune]string{'R': "rock", 'P': "paper", 'S': "scissors", 'W': "well"} {
		for second, symbol := range []rune{symbol, symbol | 0x20} {
			d.Looks[symbol] = drawing.Look{Shape: drawing.Disc, Second: second == 1, Label: string(symbol &^ 0x20), Figure: figure}
		}
	}
	return d
}()

// Slices implements [engine.Game]: by the pieces of both sides, those with fewer pieces first. The
// caller must not change the returned slice.
func (v *Variant) Slices() []engine.Slice { return v.slices }

// Weight implements [engine.Game]: 1 if all pieces are on the middle column, else 2.
func (v *Variant) Weight(i uint64) uint64 {
	m, rank := v.matterAt(i)
	if _, symmetric := m.find(rank); symmetric {
		return 1
	}
	return 2
}

// Start implements [engine.Notation]: the players choose the setup, so there is none.
func (v *Variant) Start() (engine.Position, bool) { return nil, false }
