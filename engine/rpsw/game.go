package rpsw

import (
	_ "embed"
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

//go:embed rules.txt
var rulesText string

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "rpsw",
		Title: "Rock Paper Scissors Well",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("%d×%d, at most %d a side", s.Int("width"), s.Int("height"), s.Int("pieces"))
		},
		Summary: "rock-paper-scissors-well on a board: reach the other side's base row or take everything",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "pieces=2",
		Kind:    engine.Byte,
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
	d := drawing.Depiction{Relative: true, Turned: true, Looks: drawing.Looks{}, Goal: "The player who first reaches the other side's base row, or takes its last piece, wins. Rock takes scissors, scissors take paper, paper takes rock and well, well takes rock and scissors."}
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

// scratch implements all parts of an [engine.Scratch] that apply to a game with these values,
// except those for layers.
type scratch struct {
	*Variant
	at    cursor
	frame frame
	back  winning

	here, twin arrangement // a position whose last move is taken back, and its mirror image
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, Unmover: w, OpenUnmover: w, WinScanner: w, Seeder: w}
}

func newScratch(v *Variant) *scratch {
	return &scratch{Variant: v, at: cursor{v: &v.numbering}, frame: frame{v: &v.numbering}}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	w.at.seek(i)
	f := &w.frame
	f.set(&w.at)
	for p := range w.at.m {
		dst = f.appendQuiet(dst, p)
		dst = f.appendCaptures(dst, p)
	}
	if f.wins {
		return dst, engine.WinsNow
	}
	return dst, 0
}
