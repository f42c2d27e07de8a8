// Package backgammon has games of the end and of few checkers of backgammon: the bear-off of two
// players, and hypergammon.
//
// # Bear-off
//
// Both players have all checkers on their own first points, past each other. The mover rolls two dice and
// moves a checker by each, by four times the number if they are the same. Once all checkers are on the
// six home points, a checker bears off by the exact number, or by a higher one if no checker is on a higher
// point. Every number can be played. The player who bears off all checkers first wins.
//
// With cube=none a value is the probability that the mover wins. With cube=money it is the equity that
// the mover expects with the doubling cube, in units of the stake: 1 for a win, -1 for a loss. Before his
// roll a player who owns the cube or finds it in the centre may double. The opponent passes, which loses
// the stake, or takes: then the stake is twice as large and the cube his. There are no gammons, which need a
// player without a checker borne off, and no beavers.
//
// # Positions
//
// A position is the sides of the mover and of the other player. With cube=money it has a stage, too:
// to roll with an own cube, a cube in the centre or one of the opponent; to decide on a double with an own
// cube or a cube in the centre; to take or to pass. So a position occurs six times, and a double is a
// turn. Slices have all positions of a stage with the same sum of pips; each roll lessens it. A value is
// that of the current stake, so that [fast.RollMove] doubles it where a double is taken.
//
// # Figures
//
// GNU Backgammon's databases (makebearoff) have four values for each pair of sides, for a player about to
// roll: cubeless, and with the three places of the cube. Its manual has their MD5 sums and an example, the
// position CgAAEAEAAAAAAA: 67.1 % cubeless, +0.3441 with an own cube, +0.1605 with the opponent's, and
// +0.3210 with the cube in the centre, which is that before the double.
package backgammon

import (
	_ "embed"
	"fmt"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/placement"
)

//go:embed bearoff.txt
var bearoffText string

// The stages of a position. Without a cube there is rolling alone.
const (
	rollOwn = iota // to roll, with an own cube; or without cubes
	rollCentre
	rollOther
	doubleOwn // to double or not
	doubleCentre
	take   // to take or pass
	passed // the opponent has passed
)

var stageTexts = [...]string{":roll-own", ":roll-centre", ":roll-other", ":double-own", ":double-centre", ":take"}

// Bearoff describes the game for a registry.
func Bearoff() engine.Definition {
	return engine.Definition{
		Name: "bearoff", Title: "Backgammon bear-off", Summary: "bear-off of backgammon, two-sided, with or without the doubling cube",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("%s cube, %d checkers on %d points", map[string]string{"none": "without", "money": "with"}[s.Word("cube")], s.Int("checkers"), s.Int("points"))
		},
		Rules: bearoffText, Level: engine.LevelRanked, Kind: engine.Chance, Bench: "checkers=5", Positions: 853_776,
		Params: []engine.Param{
			{Name: "checkers", Type: engine.IntParam, Default: "6", Min: 1, Max: 15, Help: "checkers of each player, at most"},
			{Name: "cube", Type: engine.WordParam, Default: "none", Help: "none, values are probabilities; or money, values are equities", Canonical: engine.OneOf("none", "money")},
			{Name: "points", Type: engine.IntParam, Default: "6", Min: 1, Max: mostPoints, Help: "points that checkers can be on"},
			engine.Precision(),
		},
		New: newBearoff,
	}
}

// bearoff numbers the positions of a variant.
type bearoff struct {
	*sides
	cube   bool
	total  int        // the greatest sum of pips
	blocks [][]uint64 // by sum of pips, and pips of the mover: the offset within a stage; the last is the size
	parts  []bearPart
	ids    map[[2]int]int // the part of a sum and a group of stages
}

// bearPart is a slice: the positions of stages with the same sum of pips.
type bearPart struct {
	pips          int
	stages        []int
	first, size   uint64
	targets       []int
	group, number int
}

// groups are the stages of a slice.
var groups = [][]int{{rollOwn, rollCentre, rollOther}, {take}, {doubleOwn, doubleCentre}}

// mostSides is the greatest number of sides.
const mostSides = 60_000

func newBearoff(spec engine.Spec) (engine.Game, error) {
	points, checkers := spec.Int("points"), spec.Int("checkers")
	count := placement.Choose(points+checkers, points)
	if count > mostSides {
		return nil, engine.InputErrorf("%d checkers on %d points stand in %d ways, and the limit is %d: want fewer checkers or points", checkers, points, count, mostSides)
	}
	b := &bearoff{sides: newSides(points, checkers), cube: spec.Word("cube") == "money", ids: map[[2]int]int{}}
	b.number()
	var parts []discover.Slice
	for n := range b.parts {
		parts = append(parts, discover.Slice{Number: n, Targets: b.parts[n].targets, Size: b.parts[n].size, Keys: bearKeys{b, n}})
	}
	kind := engine.Chance
	if b.cube {
		kind = engine.Expected
	}
	g, err := discover.Keyed(spec, kind.KindOf(spec), b.contract(), parts)
	if err != nil {
		return nil, err
	}
	return &bearGame{g, b}, nil
}

// number makes the slices.
func (b *bearoff) number() {
	pips := len(b.first) - 2
	b.total = 2 * pips
	for s := 0; s <= b.total; s++ {
		row := []uint64{}
		offset := uint64(0)
		for a := 0; a <= pips; a++ {
			row = append(row, offset)
			if c := s - a; c >= 0 && c <= pips {
				offset += b.count(a) * b.count(c)
			}
		}
		b.blocks = append(b.blocks, append(row, offset))
	}
	first := uint64(0)
	add := func(p bearPart) {
		p.first, p.number = first, len(b.parts)
		first += p.size
		b.ids[[2]int{p.pips, p.group}] = p.number
		b.parts = append(b.parts, p)
	}
	if !b.cube {
		for s := range b.blocks {
			add(bearPart{pips: s, stages: groups[0][:1], size: b.stageSize(s), targets: b.rollTargets(s)})
		}
		return
	}
	add(bearPart{pips: -1, stages: []int{passed}, size: 1})
	for s := range b.blocks {
		add(bearPart{pips: s, stages: groups[0], size: 3 * b.stageSize(s), targets: b.rollTargets(s)})
		rolls := len(b.parts) - 1
		add(bearPart{pips: s, stages: groups[1], size: b.stageSize(s), targets: []int{0, rolls}, group: 1})
		add(bearPart{pips: s, stages: groups[2], size: 2 * b.stageSize(s), targets: []int{rolls, rolls + 1}, group: 2})
	}
}

// count returns the number of sides with a number of pips.
func (s *sides) count(pips int) uint64 { return uint64(s.first[pips+1] - s.first[pips]) }

func (b *bearoff) stageSize(pips int) uint64 { return b.blocks[pips][len(b.blocks[pips])-1] }

// rollTargets returns the slices that rolls lead to. A roll takes at most four times six pips.
func (b *bearoff) rollTargets(pips int) (list []int) {
	for s := max(0, pips-4*6); s < pips; s++ {
		list = append(list, b.ids[[2]int{s, 0}])
		if b.cube {
			list = append(list, b.ids[[2]int{s, 2}])
		}
	}
	return list
}

// bearGame is the ranked game.
type bearGame struct {
	engine.Game
	bearoff *bearoff
}

// NewScratch implements [engine.Game].
func (g *bearGame) NewScratch() engine.Scratch {
	r := &bearRoller{bearoff: g.bearoff}
	s := engine.Scratch{Generator: &engine.RolledGenerator{Roller: r}, Roller: r}
	if g.bearoff.cube {
		s.Score = func(i uint64) int {
			at := r.at(i)
			return bearScore(at)
		}
	}
	return s
}

// bearPosition is a stage with the numbers of the sides.
type bearPosition struct {
	stage        int
	mover, other uint32
}

// bearScore is the score of a finished position.
func bearScore(p bearPosition) int {
	if p.stage == passed || p.mover == 0 {
		return 1
	}
	return -1
}

// index returns the index of a position.
func (b *bearoff) index(p bearPosition) uint64 {
	if p.stage == passed {
		return 0
	}
	a, c := int(b.pips[p.mover]), int(b.pips[p.other])
	s := a + c
	group, place := 0, p.stage
	switch p.stage {
	case take:
		group, place = 1, 0
	case doubleOwn, doubleCentre:
		group, place = 2, p.stage-doubleOwn
	}
	n := s
	if b.cube {
		n = 1 + 3*s + group
	}
	return b.parts[n].first + uint64(place)*b.stageSize(s) + b.blocks[s][a] +
		uint64(p.mover-b.first[a])*b.count(c) + uint64(p.other-b.first[c])
}

// bearRow is the positions of a stage with the same side of the mover and the same pips, which have
// consecutive indices.
type bearRow struct {
	first, end uint64
	position   bearPosition // the first
}

// partAt returns the number of the slice of an index.
func (b *bearoff) partAt(i uint64) int {
	return sort.Search(len(b.parts), func(k int) bool { return b.parts[k].first+b.parts[k].size > i })
}

// rowAt returns the row of an index.
func (b *bearoff) rowAt(i uint64) bearRow {
	p := &b.parts[b.partAt(i)]
	if p.pips < 0 {
		return bearRow{p.first, p.first + 1, bearPosition{stage: passed}}
	}
	size := b.stageSize(p.pips)
	offset := i - p.first
	stage := p.stages[offset/size]
	offset %= size
	row := b.blocks[p.pips]
	a := sort.Search(len(row), func(k int) bool { return row[k] > offset }) - 1
	c := p.pips - a
	within := offset - row[a]
	mover := b.first[a] + uint32(within/b.count(c))
	first := i - within%b.count(c)
	return bearRow{first, first + b.count(c), bearPosition{stage, mover, b.first[c]}}
}

// bearRoller is the [fast.Roller] of the game. It caches the row of the last position.
type bearRoller struct {
	*bearoff
	row bearRow
}

// at returns the position of an index.
func (r *bearRoller) at(i uint64) bearPosition {
	if i < r.row.first || i >= r.row.end {
		r.row = r.rowAt(i)
	}
	p := r.row.position
	p.other += uint32(i - r.row.first)
	return p
}

// Roll implements [fast.Roller].
func (r *bearRoller) Roll(dst *fast.Rolls, i uint64) engine.Ends {
	return r.roll(dst, r.at(i), r.index)
}

// roll lists the rolls at a position. number returns what a move's To holds.
func (b *bearoff) roll(dst *fast.Rolls, p bearPosition, number func(bearPosition) uint64) engine.Ends {
	dst.Reset()
	add := func(to bearPosition, keeps, doubles bool) {
		dst.Moves = append(dst.Moves, fast.RollMove{To: number(to), Keeps: keeps, Doubles: doubles})
	}
	switch {
	case b.cube && (p.stage == passed || p.mover == 0 || p.other == 0): // it has a score
		return 0
	case p.mover == 0:
		return engine.IsWon
	case p.other == 0:
		return engine.IsLost
	case p.stage == take:
		add(bearPosition{rollOther, p.other, p.mover}, false, true)
		add(bearPosition{stage: passed}, false, false)
		dst.Add(sum)
		return 0
	case p.stage >= doubleOwn:
		add(bearPosition{p.stage - doubleOwn, p.mover, p.other}, true, false)
		add(bearPosition{take, p.other, p.mover}, false, false)
		dst.Add(sum)
		return 0
	}
	stage := rollOwn
	if b.cube { // the own cube is the opponent's for him; else he decides on a double first
		stage = [...]int{rollOther, doubleCentre, doubleOwn}[p.stage]
	}
	for k, list := range b.after(p.mover) {
		for _, to := range list {
			dst.Moves = append(dst.Moves, fast.RollMove{To: number(bearPosition{stage, p.other, uint32(to)})})
		}
		dst.Add(throws[k].weight)
	}
	return 0
}

// bearKeys has the positions of a slice as keys. It implements the KeySet of package discover.
type bearKeys struct {
	*bearoff
	part int
}

// Len implements the KeySet of package discover.
func (k bearKeys) Len() uint64 { return k.parts[k.part].size }

// Key implements the KeySet of package discover.
func (k bearKeys) Key(rank uint64) uint64 {
	r := bearRoller{bearoff: k.bearoff}
	return bearKey(r.at(k.parts[k.part].first + rank))
}

// Rank implements the KeySet of package discover.
func (k bearKeys) Rank(key uint64) (uint64, bool) {
	p := bearPositionOf(key)
	if int(p.mover) >= len(k.list) || int(p.other) >= len(k.list) || p.stage > passed || !k.cube && p.stage > 0 {
		return 0, false
	}
	i := k.index(p) - k.parts[k.part].first
	return i, i < k.parts[k.part].size
}
