package dobutsu

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "dobutsu",
		Title:   "Dōbutsu shōgi",
		Variant: variantName,
		Summary: "Dōbutsu shōgi: take the lion, or bring your own across; captured pieces come back",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "pieces=2",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "width", Type: engine.IntParam, Default: "3", Min: columns, Max: columns, Help: "columns"},
			{Name: "height", Type: engine.IntParam, Default: "4", Min: 3, Max: maxSquares / columns, Help: "rows"},
			{Name: "pieces", Type: engine.IntParam, Default: "3", Min: 1, Max: kinds, Help: "1: lions and chicks; 2: also giraffes; 3: also elephants"},
			{Name: "drops", Type: engine.BoolParam, Default: "true", Help: "captured pieces can be dropped"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			var counts [kinds]uint8
			for kind := range spec.Int("pieces") {
				counts[kind] = each
			}
			return &Variant{newRanking(spec.Int("height"), counts), spec, spec.Bool("drops")}, nil
		},
	}
}

// variantName returns the everyday name of a variant: its differences from the usual game.
func variantName(s engine.Spec) string {
	var parts []string
	if s.Int("height") != 4 {
		parts = append(parts, fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height")))
	}
	if with := [kinds]string{"chicks alone", "chicks and giraffes", ""}[s.Int("pieces")-1]; with != "" {
		parts = append(parts, with)
	}
	if !s.Bool("drops") {
		parts = append(parts, "no drops")
	}
	return strings.Join(parts, ", ")
}

// Variant is a member of the family. It is immutable and implements [engine.Game] at the full
// level.
//
// The last index, in a separate slice, stands for all positions in which the mover can take
// the lion.
type Variant struct {
	*ranking
	spec  engine.Spec
	drops bool
}

const (
	mainSlice = iota
	takesLionSlice
)

// takesLion returns the index of the positions in which the mover can take the lion.
func (v *Variant) takesLion() uint64 { return v.size }

// Spec implements [engine.Game].
func (v *Variant) Spec() engine.Spec { return v.spec }

// Kind implements [engine.Game].
func (v *Variant) Kind() engine.Kind { return engine.Byte }

// Size implements [engine.Game].
func (v *Variant) Size() uint64 { return v.size + 1 }

// Slices implements [engine.Game].
func (v *Variant) Slices() []engine.Slice {
	return []engine.Slice{
		mainSlice:      {Name: "play", Size: v.size, Exits: []int{takesLionSlice}},
		takesLionSlice: {Name: "the lion can be taken", First: v.takesLion(), Size: 1, Weight: 1},
	}
}

// Weight implements [engine.Game]: 1 if the position is its own mirror image, else 2.
func (v *Variant) Weight(i uint64) uint64 {
	weight, _ := v.weightRun(i)
	return weight
}

// Parts implements [engine.Game]. A lion has up to 8 targets and each of the other six pieces 4 or
// 6. A kind of piece in hand can go to every free square.
func (v *Variant) Parts() engine.Parts {
	resident := v.stored[0].Bytes() * uint64(len(v.stored))
	return engine.Parts{MaxSuccessors: 8 + 6*6 + kinds*v.squares, Resident: resident, Depiction: depiction, WeightRun: v.weightRun}
}

// weightRun implements the WeightRun of [engine.Parts]. A position is its own twin only if the
// lions are on the middle column and the squares of the other pieces are their own mirror image.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	if i == v.takesLion() {
		return 1, i + 1
	}
	r := reader{ranking: v.ranking}
	place := r.place(i)
	lions := v.lions[r.number]
	if !v.pairs[lions[0]][lions[1]].double {
		return 2, r.pair.first + r.pair.Size()
	}
	n := men{lions: lions}
	place &= 1<<pairShift - 1
	c, rest := v.classAt(place)
	v.arrange(&n, c, rest/c.block())
	m := n
	if m.mirror(v.board); m != n {
		return 2, r.pair.first + r.pair.Set().Before(place-rest%c.block()+c.block())
	}
	v.readBlock(&n, c, rest%c.block())
	if _, twin, _ := v.find(&n); twin {
		return 1, i + 1
	}
	return 2, i + 1
}
