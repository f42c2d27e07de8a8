package rpsw

import (
	"fmt"
	"github.com/foregone-db/foregone/engine"
)

// Variant is a member of the family. It is immutable and implements [engine.Game] at
// the full level.
type Variant struct {
	spec engine.Spec
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
scissors. All other pieces block, and there is no passing. Who lands on the other
side's base row, or takes the other side's last piece, wins at once; who cannot move
has lost. After a move sides swap and the board turns by 180°, so that the mover
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
			return newVariant(spec, spec.Int("width"), spec.Int("height"), spec.Int("pieces")), nil
		},
	}
}

func newVariant(spec engine.Spec, width, height, pieces int) *Variant {
	v := &Variant{spec, numbering{board: newBoard(width, height), pieces: pieces}}
	v.number()
	return v
}

// Spec implements [engine.Game].
func (v *Variant) Spec() engine.Spec { return v.spec }

// Kind implements [engine.Game].
func (v *Variant) Kind() engine.Kind { return engine.Byte }

// Size implements [engine.Game].
func (v *Variant) Size() uint64 { return v.size }

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

// Parse implements [engine.Notation].
func (v *Variant) Parse(text string) (engine.Position, error) {
	p, err := v.board.parse(text, v.pieces)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Text implements [engine.Notation].
func (v *Variant) Text(p engine.Position) string { return v.board.text(p.(Position)) }

// Board implements [engine.Notation].
func (v *Variant) Board(p engine.Position) string { return v.board.drawing(p.(Position)) }

// At implements [engine.Notation].
func (v *Variant) At(i uint64) engine.Position {
	k := cursor{v: &v.numbering}
	k.seek(i)
	var p Position
	for n := range k.m {
		p.mine[k.ownKinds[n]] = 1 + k.own[n]
	}
	for n := range k.n {
		p.theirs[k.oppKinds[n]] = 1 + k.opp[n]
	}
	return p
}

// Index implements [engine.Notation]. Every unfinished position has an index.
func (v *Variant) Index(position engine.Position) (uint64, bool) {
	if _, over := v.Finished(position); over {
		return 0, false
	}
	p := position.(Position)
	mine, own := p.mine.lineup()
	theirs, opp := p.theirs.lineup()
	return v.rank(v.matterOf[mine][theirs], own, opp), true
}

// Finished implements [engine.Notation]. The mover has lost if he has no piece, or if an opposing
// piece stands on his base row.
func (v *Variant) Finished(position engine.Position) (engine.Value, bool) {
	p := position.(Position)
	if p.mine == (side{}) {
		return lost, true
	}
	for _, s := range p.theirs {
		if s != 0 && int(s) <= v.board.width {
			return lost, true
		}
	}
	return 0, false
}

// Values of finished positions and of the moves that lead to them.
const (
	lost engine.Value = 1 // L0
	won  engine.Value = 2 // W1
)
