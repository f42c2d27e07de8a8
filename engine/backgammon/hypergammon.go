package backgammon

import (
	_ "embed" // the rules
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

//go:embed hypergammon.txt
var hypergammonText string

// Hypergammon describes the game for a registry: backgammon with three checkers or fewer.
//
// A position has the sides of the mover and of the other player, each on 24 points, the highest of which is
// the other's ace point, and the bar behind them. All legal ones are stored, with the mover's wins that no
// move leads to, as in the tables of GNU Backgammon. A slice has those with the same pair of numbers of
// checkers borne off. A value is the equity of the mover who is about to roll, without a cube: 1 for a win,
// 2 for a gammon, 3 for a backgammon.
func Hypergammon() engine.Definition {
	return engine.Definition{
		Name: "hypergammon", Title: "Hypergammon", Summary: "backgammon with three checkers, gammons counted, without a cube",
		Variant: func(s engine.Spec) string {
			return fmt.Sprintf("with %s", map[int]string{1: "one checker", 2: "two checkers", 3: "three checkers"}[s.Int("checkers")])
		},
		Rules: hypergammonText, Level: engine.LevelRanked, Kind: engine.Expected, Bench: "checkers=1", Positions: 7_959_904,
		Params: []engine.Param{
			{Name: "checkers", Type: engine.IntParam, Default: "3", Min: 1, Max: 3, Help: "checkers of each player"},
			engine.Precision(),
		},
		New: newHypergammon,
	}
}

// hypergammon numbers the positions of a variant. Keys and notation are those of a bear-off on 25 points.
type hypergammon struct {
	*bearoff
	part    [4][4]int // by checkers borne off: the number of the slice
	buffers sync.Pool
}

func newHypergammon(spec engine.Spec) (engine.Game, error) {
	n := spec.Int("checkers")
	h := &hypergammon{bearoff: &bearoff{sides: newSides(bar+1, n)}}
	h.buffers.New = func() any { return new(turnBuffers) }
	var pairs [][2]int
	for sum := range 2*n + 1 {
		for low := max(0, sum-n); 2*low <= sum; low++ {
			h.part[low][sum-low], h.part[sum-low][low] = len(pairs), len(pairs)
			pairs = append(pairs, [2]int{low, sum - low})
		}
	}
	keys := make([][]uint64, len(pairs))
	for other := range h.list {
		for mover := range h.list {
			if p := (bearPosition{rollOwn, uint32(mover), uint32(other)}); h.legal(p) {
				at := h.part[h.off[mover]][h.off[other]]
				keys[at] = append(keys[at], bearKey(p))
			}
		}
	}
	var parts []discover.Slice
	for at, x := range pairs {
		part := discover.Slice{Number: at, Size: uint64(len(keys[at])), Keys: backwards{discover.NewKeySet(keys[at])}, Resident: 9 * uint64(len(keys[at]))}
		for to := at; x[1] < n && to < len(pairs); to++ {
			part.Targets = append(part.Targets, to)
		}
		parts = append(parts, part)
	}
	start := side{}
	for point := bar - n; point < bar; point++ {
		start[point] = 1
	}
	r := h.contract()
	r.Start, r.Dice = bearKey(bearPosition{rollOwn, h.numbers[start], h.numbers[start]}), engine.Dice{Sum: sum, Bound: 3}
	r.Layer, r.Slice = nil, func(key uint64) int {
		p := bearPositionOf(key)
		return h.part[h.off[p.mover]][h.off[p.other]]
	}
	r.Roll, r.Score, r.RollText, r.Board, r.Depiction = h.roll, h.score, h.rollText, h.board, h.depiction()
	return discover.Keyed(spec, engine.Expected.KindOf(spec), r, parts)
}

// backwards is a set of keys from the greatest to the least: most moves then lead to later positions.
type backwards struct{ discover.KeySet }

// Key implements the KeySet of package discover.
func (b backwards) Key(rank uint64) uint64 { return b.KeySet.Key(b.Len() - 1 - rank) }

// Rank implements the KeySet of package discover.
func (b backwards) Rank(key uint64) (uint64, bool) {
	rank, ok := b.KeySet.Rank(key)
	return b.Len() - 1 - rank, ok
}

// legal reports whether no point has checkers of both players.
func (h *hypergammon) legal(p bearPosition) bool {
	for point := range bar {
		if h.list[p.mover][point] > 0 && h.list[p.other][bar-1-point] > 0 {
			return false
		}
	}
	return true
}

// roll implements the Roll of [engine.Rules].
func (h *hypergammon) roll(dst *fast.Rolls, key uint64) engine.Ends {
	dst.Reset()
	if p := bearPositionOf(key); p.mover == 0 || p.other == 0 { // it has a score
		return 0
	}
	b := h.buffers.Get().(*turnBuffers)
	defer h.buffers.Put(b)
	for n := range throws {
		h.turn(b, key, &throws[n])
		for _, to := range b.best {
			p := bearPositionOf(to)
			dst.Moves = append(dst.Moves, fast.RollMove{To: bearKey(bearPosition{rollOwn, p.other, p.mover})})
		}
		dst.Add(throws[n].weight)
	}
	return 0
}

// turnBuffers are positions after some dice, and the best of the orders.
type turnBuffers struct{ now, next, best []uint64 }

// turn puts into best what a throw leads to, before the other player moves. As many dice as possible are
// played; if it is one of two, the higher one.
func (h *hypergammon) turn(b *turnBuffers, key uint64, t *throw) {
	most := -1
	for _, dice := range t.orders {
		played := 0
		b.now = append(b.now[:0], key)
		for _, die := range dice {
			b.next = b.next[:0]
			for _, x := range b.now {
				b.next = h.appendStep(b.next, x, die)
			}
			if len(b.next) == 0 {
				break
			}
			slices.Sort(b.next)
			b.now, b.next = slices.Compact(b.next), b.now
			played++
		}
		if played > most {
			b.best, most = b.best[:0], played
		} else if played < most || most < len(dice) {
			continue
		}
		b.best = append(b.best, b.now...)
	}
	slices.Sort(b.best)
	b.best = slices.Compact(b.best)
}

// appendStep appends what one checker leads to with a die. A player who has borne off all has played it.
func (h *hypergammon) appendStep(dst []uint64, key uint64, die int) []uint64 {
	p := bearPositionOf(key)
	if p.mover == 0 {
		return append(dst, key)
	}
	for _, n := range h.steps[p.mover][die] {
		before, after, other := &h.list[p.mover], &h.list[n], p.other
		at := -1 // off, or no move
		for point := range bar {
			if after[point] > before[point] {
				at = bar - 1 - point // as the other player sees it
			}
		}
		if at >= 0 && h.list[other][at] > 0 {
			x := h.list[other]
			x[at]--
			x[bar]++
			other = h.numbers[x]
		}
		if uint32(n) != p.mover && (at < 0 || h.list[p.other][at] < 2) {
			dst = append(dst, bearKey(bearPosition{rollOwn, uint32(n), other}))
		}
	}
	return dst
}

// score is the score of a finished position. A loser without a checker borne off loses a gammon, and a
// backgammon with one on the bar or in the winner's home.
func (h *hypergammon) score(key uint64) int {
	p := bearPositionOf(key)
	if p.mover == 0 && p.other != 0 {
		return -h.score(bearKey(bearPosition{rollOwn, p.other, p.mover}))
	}
	switch {
	case h.off[p.mover] > 0:
		return -1
	case slices.Max(h.list[p.mover][bar-home:]) > 0:
		return -3
	}
	return -2
}

// rollText returns the notation of a move of a throw, with the points where it hits.
func (h *hypergammon) rollText(from, to uint64, n int) string {
	before, after := bearPositionOf(from), bearPositionOf(to)
	text := strings.ReplaceAll(stepsText(h.list[before.mover], h.list[after.other], &throws[n]), "25/", "bar/")
	for point := range bar {
		if h.list[before.other][point] > h.list[after.mover][point] {
			text += fmt.Sprintf(",*%d", bar-point)
		}
	}
	if text == "" {
		return "pass"
	}
	return text
}
