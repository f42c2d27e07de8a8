package yahtzee

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// The places of a turn, for the solver, which sees no difference between the ways to come to the same dice.
// Five groups have a place for each set of dice. The groups 0, 2 and 4 say what the set is worth if the
// others are rolled, one die after the other, with one, two and three rolls left: the mean of the sets with
// another die. Five dice are scored in group 0, and are a choice of the group before in the others. The
// groups 1 and 3 say what the best part of a set is worth that is kept for the next roll: the set itself, or
// the best part of those without one of its dice; five dice can also be scored. They have the smallest sets
// first. No dice in group 4 are the start of the turn, which is stored.
const places = 5*kept - 1

// roller is the [fast.Roller] of the game. It caches the last moment.
type roller struct {
	*numbering
	known  uint64 // the index of the moment, plus 1
	moment moment
	scored []scored
}

// Roll implements [fast.Roller].
func (r *roller) Roll(dst *fast.Rolls, i uint64) engine.Ends {
	dst.Reset()
	place, size := uint64(places), r.firsts[len(r.layers)]
	if i >= size {
		i, place = (i-size)/places, (i-size)%places
	}
	if r.known != i+1 {
		r.known, r.moment = i+1, r.at(i)
	}
	if r.moment.open == 0 {
		return 0
	}
	add := func(group, at int) {
		dst.Moves = append(dst.Moves, fast.RollMove{To: size + i*places + uint64(group*kept+at), Keeps: true})
	}
	group, set := int(place/kept), int(place%kept)
	switch {
	case place < fives:
		r.scored = r.appendScored(r.scored[:0], r.moment, set)
		for _, s := range r.scored {
			to, _ := r.index(s.next)
			dst.Moves = append(dst.Moves, fast.RollMove{To: to, Gain: s.gain, Keeps: true})
		}
	case group%2 == 1:
		if set = kept - 1 - set; set < fives {
			add(0, set)
		} else {
			add(group-1, set)
		}
		for _, part := range r.removes[set] {
			add(group, kept-1-part)
		}
	case set < fives:
		add(group-1, kept-1-set)
	default:
		for _, next := range r.adds[set] {
			add(group, next)
			dst.Add(sum / 6)
		}
		return 0
	}
	dst.Add(sum)
	return 0
}

// AppendSuccessors implements [engine.Generator].
func (r *roller) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	m := r.at(i)
	for five := range fives {
		r.scored = r.appendScored(r.scored[:0], m, five)
		for _, s := range r.scored {
			to, _ := r.index(s.next)
			dst = append(dst, to)
		}
	}
	return dst, 0
}

// place returns the place of a position within a turn.
func (p position) place() int {
	switch {
	case p.set >= fives:
		return 2*(p.left-1)*kept + p.set
	case p.left > 0:
		return (2*p.left-1)*kept + kept - 1 - p.set
	}
	return p.set
}

// roll lists the rolls at a position as a player sees them: all dice at once. It implements the Roll of
// [engine.Rules].
func (n *numbering) roll(dst *fast.Rolls, key uint64) engine.Ends {
	dst.Reset()
	p := positionOf(key)
	for k := 0; p.open != 0 && k < len(n.fits[p.set]); k++ {
		five, left := n.fits[p.set][k], p.left
		if p.set >= fives {
			left--
		}
		for part := fives; left > 0 && part < kept; part++ {
			if _, ok := n.list[five].without(n.list[part]); ok {
				dst.Moves = append(dst.Moves, fast.RollMove{To: position{p.moment, true, part, left}.key(), Keeps: true})
			}
		}
		for _, s := range n.appendScored(nil, p.moment, five) {
			dst.Moves = append(dst.Moves, fast.RollMove{To: position{moment: s.next}.key(), Gain: s.gain, Keeps: true})
		}
		rest, _ := n.list[five].without(n.list[p.set])
		weight := [...]uint32{1, 6, 36, 216, 1296, 7776}[len(strings.Trim(n.texts[p.set], "-"))] // of the dice that are not rolled
		dst.Add(weight * n.ways[n.numbers[rest.text()]])
	}
	return 0
}
