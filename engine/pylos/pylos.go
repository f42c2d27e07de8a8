// Package pylos is Pylos, the game of spheres on a pyramid, with the rules for children, the standard
// ones and the mature ones.
//
// # Positions
//
// A position is stored if every sphere above the base rests on four others, no player has more than his
// spheres, and the top is empty: who fills the top has won, and positions that are over need no value.
// Play may not reach a position that is stored. Twins by the eight symmetries of the base are stored once.
// If the occupied places are symmetric themselves, some twins have indices of their own; these weigh less.
// With four places along the base and fifteen spheres a side there are 12,352,692,569 positions, or
// 12,507,810,089 with those that are over (the count of the supported boards with at most 15 spheres a
// side; ICGA Journal 2026, doi 10.1177/13896911261418683, says over 12 billion).
//
// A turn of the children's game never takes a sphere off the board. So its positions are layers, by
// the number of spheres and the sum of their levels. The other rules have one slice.
package pylos

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/placement"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name: "pylos", Title: "Pylos", Summary: "Pylos: build a pyramid of spheres, raise and take back, and fill the top",
		Variant: func(s engine.Spec) string {
			text := s.Word("rules")
			if size := s.Int("size"); size != 4 || s.Int("spheres") != spheres(4) {
				text += fmt.Sprintf(", base of %d, %d spheres", size, s.Int("spheres"))
			}
			return text
		},
		Rules: rulesText, Level: engine.LevelFull, Kind: engine.Byte, Bench: "size=3",
		Params: []engine.Param{
			{Name: "rules", Type: engine.WordParam, Default: "standard", Help: "children, standard or mature", Canonical: engine.OneOf("children", "standard", "mature")},
			{Name: "size", Type: engine.IntParam, Default: "4", Min: 2, Max: 4, Help: "places along a side of the base"},
			{Name: "spheres", Type: engine.IntParam, Default: "15", Min: 1, Max: most / 2, Help: "spheres of each player; half the places by default"},
		},
		Settle: func(values map[string]string, given func(param string) bool) error {
			size := int(values["size"][0] - '0')
			if !given("spheres") {
				values["spheres"] = fmt.Sprint(spheres(size))
			}
			return nil
		},
		New: func(spec engine.Spec) (engine.Game, error) { return newGame(spec) },
	}
}

// spheres returns the spheres that each player has where nothing else is said.
func spheres(size int) int { return []int{2: 3, 3: 7, 4: 15}[size] }

// game is the ranked game with predecessors.
type game struct {
	engine.Game
	*numbering
}

func newGame(spec engine.Spec) (engine.Game, error) {
	n := newNumbering(newRules(spec.Word("rules"), spec.Int("size"), spec.Int("spheres")))
	contract := &engine.Rules{
		AppendMoves: n.appendMoves, Symmetry: n, Notation: n, Board: n.keyBoard, MoveText: n.moveText,
		AppendTurns: n.appendTexts, AppendEndings: n.appendEndings, Depiction: n.depiction(),
	}
	parts := []discover.Slice{{Size: n.size, Targets: []int{0}, Keys: keySet{n, 0, n.size}}}
	if !n.taking {
		contract.Layer = func(key uint64) int { c, _ := n.find(split(key).all()); return c.layer() }
		parts = n.layers()
	}
	ranked, err := discover.Keyed(spec, engine.Byte, contract, parts)
	return &game{ranked, n}, err
}

// layer returns the number of the layer of a class in the children's game.
func (c *class) layer() int { return bits.OnesCount32(c.occupied)*64 + c.height }

// layers returns the slices of the children's game.
func (n *numbering) layers() (parts []discover.Slice) {
	for at := range n.classes {
		c := &n.classes[at]
		if len(parts) == 0 || parts[len(parts)-1].Number != c.layer() {
			parts = append(parts, discover.Slice{Number: c.layer()})
		}
		p := &parts[len(parts)-1]
		p.Size += n.before[bits.OnesCount32(c.occupied)][most+1]
	}
	first := uint64(0)
	for at := range parts {
		p := &parts[at]
		p.Keys = keySet{n, first, p.Size}
		first += p.Size
		for to := at + 1; to < len(parts) && parts[to].Number/64 <= p.Number/64+1; to++ {
			p.Targets = append(p.Targets, to)
		}
	}
	return parts
}

// NewScratch implements [engine.Game].
func (g *game) NewScratch() engine.Scratch {
	s := &scratch{numbering: g.numbering}
	all := engine.Scratch{Generator: s}
	if g.taking {
		all.Unmover = s
	}
	return all
}

// Parts implements [engine.Game].
func (g *game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Resident = uint64(len(g.sets))*8 + 18*4<<halfBits + 1<<20
	p.WeightRun = func(i uint64) (weight, end uint64) {
		_, c, _ := g.at(i)
		return uint64(c.twins), c.first + g.before[bits.OnesCount32(c.occupied)][most+1]
	}
	return p
}

// scratch is the state of one worker.
type scratch struct {
	*numbering
	class     *class
	own       uint32
	last, end uint64 // the index of own, and the end of the run of positions with as many spheres of the mover
	turns     []turn
	sets      []uint32
}

// at sets the class and the mover's spheres to those of an index. It derives consecutive positions from each
// other.
func (s *scratch) at(i uint64) (own, other uint32) {
	switch {
	case i == s.last && s.class != nil:
	case i == s.last+1 && i < s.end:
		s.own = uint32(placement.Next(uint64(s.own), uint64(s.class.occupied)))
	default:
		s.own, s.class, s.end = s.numbering.at(i)
	}
	s.last = i
	return s.own, s.class.occupied &^ s.own
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	own, other := s.at(i)
	var ends engine.Ends
	s.turns, ends = s.appendTurns(s.turns[:0], own, other)
	s.sets = s.sets[:0]
	took := false
	for n := range s.turns {
		s.sets = append(s.sets, s.turns[n].spheres)
		took = took || s.turns[n].taken[0] != nowhere
	}
	if took { // different turns may have the same result
		slices.Sort(s.sets)
		s.sets = slices.Compact(s.sets)
	}
	for _, after := range s.sets {
		dst = append(dst, s.index(other, after))
	}
	return dst, ends
}

// AppendPredecessors implements [fast.Unmover]. A position of the table has a move to a twin of another
// for each pair of a position before the other and a symmetry that leads to the former, unless find
// leads from that twin elsewhere, to a position that is stored apart.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	own, last := s.at(i)
	to := s.class
	s.sets = s.appendBefore(s.sets[:0], last, own)
	for _, before := range s.sets {
		c, t := s.find(before | own)
		for fixed := c.fixed; fixed != 0; fixed &= fixed - 1 {
			u := s.product[bits.TrailingZeros8(fixed)][t]
			if to.fixed != 1 {
				if _, back := s.find(s.turn(u, to.occupied)); s.product[back][u] != 0 {
					continue
				}
			}
			dst = append(dst, s.indexIn(c, s.turn(u, before)))
		}
	}
	return dst
}

var _ fast.Unmover = (*scratch)(nil)
