package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// place is a stored position with the player to move: twice the index, plus 1 where the holder is
// to move. Index [engine.Game.Size] stands for a first position that is not stored. Twins are one
// place.
type place uint64

func (p place) holder() bool  { return p&1 == 1 }
func (p place) index() uint64 { return uint64(p >> 1) }

func placeOf(index uint64, holder bool) place {
	if holder {
		return place(index<<1 | 1)
	}
	return place(index << 1)
}

// edge is a move to a place, from the holder's point of view.
type edge struct {
	To    place
	Gain  int16 // its points for the holder
	Claim int16 // the holder's claim at the place
}

// spot holds the facts about a place. Once it is valued, any of the holder's edges proves the claim,
// together with all edges of the other player's.
type spot struct {
	Claim  int  // the holder's; of a win the plies
	Over   bool // the position itself is finished
	Ends   bool // the holder's: a move ends the game and proves the claim, so that there are no edges
	Valued bool // otherwise the edges are all moves
	Rank   int  // of a positive claim if play need not end, once it is ranked
	Ranked bool
	Edges  []edge // all different; the holder's with the best first
}

// stays reports whether an edge from a place with a claim keeps the claim and makes no points.
func (e edge) stays(claim int) bool { return e.Gain == 0 && int(e.Claim) == claim }

// graph expands places for one claim. It belongs to one goroutine.
type graph struct {
	ctx     context.Context
	db      *query.DB
	game    engine.Game
	scratch engine.Scratch
	slices  []engine.Slice
	start   engine.Position
	half    *Half
	follows bool // claims change from place to place
	endless bool // play need not end
	value   query.Verdict
	starts  []place
	spots   map[place]*spot // if claims follow, all; otherwise the latest
	options *Options
	found   []uint64 // memory of list
	rounds
}

// mostSpots bounds the spots that are kept if claims do not follow. Others are expanded again.
const (
	mostSpots  = 1 << 20
	mostAtOnce = 1 << 18 // places of a table that are all expanded at once
	fewSpots   = 1 << 12 // those of a search that goes on to do so
)

// alternating reports whether play always ends, players alternate and points count only at the end.
// Then all positions have the claim of the first one.
func alternating(g engine.Game) bool { return !endless(g) && engine.Plain(g.Slices()) }

// endless reports whether play need not end.
func endless(g engine.Game) bool {
	return slices.ContainsFunc(g.Slices(), func(s engine.Slice) bool { return !s.Layer && s.Size > 0 })
}

// position returns the position of a place.
func (g *graph) position(at place) engine.Position {
	if at.index() == g.game.Size() {
		return g.start
	}
	return g.game.At(at.index())
}

// verdict returns the value of a place for the player to move.
func (g *graph) verdict(at place) (query.Verdict, error) {
	if at.index() == g.game.Size() {
		return g.value, nil
	}
	v, known, err := g.db.Get(at.index())
	verdict := g.db.Verdict(v)
	if err == nil && !(known && verdict.Known) {
		err = engine.InputErrorf("the value of %s is not known, so there is nothing to prove", g.game.Text(g.position(at)))
	}
	return verdict, err
}

// raw returns the spot of a place, which it expands if it is new. It may not be valued, and the
// holder's edges may lead away from his claim, until the place is ranked.
func (g *graph) raw(at place) (s *spot, err error) {
	if s = g.spots[at]; s == nil {
		switch err = g.ctx.Err(); {
		case len(g.spots) == fewSpots && 2*g.game.Size() <= mostAtOnce:
			err = cmp.Or(err, g.expandAll())
		case !g.follows && len(g.spots) >= mostSpots:
			clear(g.spots)
		case len(g.spots) >= 8*g.options.Most+samples:
			err = engine.InputErrorf("the search for the proof looks at more than 8 times %d positions: allow more", g.options.Most)
		}
		if err == nil {
			s, err = g.expand(at)
		}
		if err != nil {
			return nil, err
		}
		g.spots[at] = s
	}
	if !s.Valued && (g.follows || g.half.Wins || s.Over) {
		err = g.weigh(at, s)
	}
	return s, err
}

// expandAll expands all places in the order of their indices, in which games answer in batches.
func (g *graph) expandAll() (err error) {
	for at := place(0); at < place(2*g.game.Size()) && err == nil; at++ {
		if err = g.ctx.Err(); err == nil && g.spots[at] == nil {
			g.spots[at], err = g.expand(at)
		}
	}
	return err
}

// ranks reports whether a spot needs a rank.
func (g *graph) ranks(s *spot) bool { return g.follows && g.endless && s.Claim > 0 && !s.Over }

// at returns the valued spot of a place. Each of the holder's edges leads nearer to his claim.
func (g *graph) at(at place) (*spot, error) {
	s, err := g.raw(at)
	if err == nil && !s.Valued {
		err = g.weigh(at, s)
	}
	if err != nil || s.Ranked || !g.ranks(s) {
		return s, err
	}
	return s, g.rank(at)
}

// expand lists the moves of a place.
func (g *graph) expand(at place) (*spot, error) {
	var ends engine.Ends
	var err error
	g.found = g.found[:0]
	if at.index() < g.game.Size() {
		g.found, ends = g.scratch.AppendSuccessors(g.found, at.index())
	} else if ends, err = g.list(); err != nil {
		return nil, err
	}
	slices.Sort(g.found)
	g.found = slices.Compact(g.found)
	s := &spot{Claim: g.half.Points}
	if s.Over = ends&engine.Over != 0; !s.Over && len(g.found) == 0 {
		_, s.Over = g.game.Finished(g.position(at))
	}
	if s.Over {
		return s, nil
	}
	if at.holder() && !g.follows && (ends&engine.WinsNow != 0 || !g.half.Wins && ends&engine.DrawsNow != 0) {
		s.Ends = true
		return s, nil
	}
	s.Edges = make([]edge, 0, len(g.found))
	for _, i := range g.found {
		s.Edges = append(s.Edges, edge{To: placeOf(i, g.after(at, i)), Claim: int16(s.Claim)})
	}
	return s, nil
}

// weigh gives a spot its claim and values its edges. It deletes those of the holder's that do not
// prove the claim.
func (g *graph) weigh(at place, s *spot) error {
	v, err := g.verdict(at)
	if err != nil {
		return err
	}
	s.Claim, s.Valued = g.claim(at, v), true
	if fewer := map[bool]int{true: 1}[g.half.Wins]; !g.follows && !g.serves(at, at, s.Claim+fewer, v, &edge{}) { // serves wants fewer plies
		return fmt.Errorf("the table contradicts itself: %s is worth %v", g.game.Text(g.position(at)), v)
	}
	worth, edges := map[place]query.Verdict{}, s.Edges
	s.Edges = s.Edges[:0]
	for _, e := range edges {
		next, err := g.verdict(e.To)
		if err != nil {
			return err
		}
		if g.serves(at, e.To, s.Claim, next, &e) {
			s.Edges = append(s.Edges, e)
			worth[e.To] = next
		} else if !at.holder() {
			return fmt.Errorf("the table contradicts itself at %s: a move to %s is worth more than %v", g.game.Text(g.position(at)), g.game.Text(g.position(e.To)), v)
		}
	}
	if len(s.Edges) == 0 && len(edges) > 0 {
		return fmt.Errorf("the table contradicts itself at %s: no move is worth %v", g.game.Text(g.position(at)), v)
	}
	if at.holder() {
		slices.SortStableFunc(s.Edges, func(a, b edge) int {
			if a.To.holder() {
				return query.Compare(worth[a.To], worth[b.To])
			}
			return query.Compare(worth[b.To], worth[a.To])
		})
	}
	return nil
}

// list puts the indices of the results of the first position into found, which is not stored.
func (g *graph) list() (ends engine.Ends, err error) {
	for _, r := range g.game.AppendResults(nil, g.start) {
		i, stored := g.game.Index(r.To)
		switch {
		case r.Ended && g.game.Kind().Outcome(r.End) == engine.Win:
			ends |= engine.WinsNow
		case r.Ended && g.game.Kind().Outcome(r.End) == engine.Draw:
			ends |= engine.DrawsNow
		case r.Ended:
			ends |= engine.LosesNow
		case stored:
			g.found = append(g.found, i)
		default:
			return 0, engine.InputErrorf("%s leads to %s, which is not stored, so there is nothing to prove", g.game.Text(g.start), g.game.Text(r.To))
		}
	}
	return ends, nil
}

// claim returns the holder's claim at a place of value v.
func (g *graph) claim(at place, v query.Verdict) int {
	switch {
	case g.half.Wins:
		plies, _ := v.Plies()
		return plies
	case g.follows && g.half.Claims && !at.holder():
		return -v.Kind.Points(v.Value)
	case g.follows && g.half.Claims:
		return v.Kind.Points(v.Value)
	}
	return g.half.Points
}

// after reports whether the holder is to move after a move to an index.
func (g *graph) after(at place, to uint64) bool {
	if !g.follows || at.index() == g.game.Size() {
		return !at.holder()
	}
	side := g.slices[engine.SliceOf(g.slices, at.index())].Side
	return at.holder() == (side != 0 && side == g.slices[engine.SliceOf(g.slices, to)].Side)
}

// serves sets the points of an edge from a place with a claim to a place of value next, and reports
// whether the edge proves the claim.
func (g *graph) serves(at, to place, claim int, next query.Verdict, e *edge) bool {
	points := 0
	if next.Outcome() == engine.Scored {
		points = next.Kind.Points(next.Value)
		if !to.holder() {
			points = -points
		}
	}
	switch {
	case g.half.Wins:
		plies, decided := next.Plies()
		return decided && (next.Outcome() == engine.Win) == to.holder() && plies < claim
	case next.Outcome() != engine.Scored:
		return next.Outcome() == engine.Draw || (next.Outcome() == engine.Win) == to.holder()
	case !g.follows:
		e.Claim = int16(claim)
		return points >= claim
	}
	if at.index() < g.game.Size() {
		gain := g.slices[engine.SliceOf(g.slices, at.index())].Points - g.slices[engine.SliceOf(g.slices, to.index())].Points
		if !at.holder() {
			gain = -gain
		}
		e.Gain = int16(gain)
	}
	if e.Claim = int16(points); !g.half.Claims {
		e.Claim = int16(claim)
	}
	return int(e.Gain)+points >= claim
}

// waiter is a place whose rank is being found.
type waiter struct {
	holder bool
	spot   *spot
	from   []int // the waiters with edges that stay and lead here
	open   int   // of the other player: the edges that stay and lead to places without a rank
	rank   int   // so far; of the other player, a lower bound from the edges that stay
	done   bool
}

// rank finds the rank of a place: the number of turns in which the holder of a positive claim can
// force points, a higher claim or the end of the game, against the longest delay. By retrograde
// analysis it ranks all places reachable by edges that stay. It starts from those where the holder
// has another edge, or the other player has none. It deletes the holder's edges that lead no nearer.
func (g *graph) rank(at place) error {
	first, err := g.raw(at)
	if err != nil {
		return err
	}
	list, numbers := []waiter{{holder: at.holder(), spot: first}}, map[place]int{at: 0}
	var ready []int
	for n := 0; n < len(list); n++ {
		if err := g.settle(&list[n]); err != nil {
			return err
		}
		if list[n].done {
			ready = append(ready, n)
			continue
		}
		for _, e := range list[n].spot.Edges {
			next, err := g.raw(e.To)
			if err != nil {
				return err
			}
			if next.Ranked || next.Over || !e.stays(list[n].spot.Claim) {
				continue
			}
			to, ok := numbers[e.To]
			if !ok {
				to = len(list)
				numbers[e.To] = to
				list = append(list, waiter{holder: e.To.holder(), spot: next})
			}
			list[to].from = append(list[to].from, n)
		}
	}
	for i := 0; i < len(ready); i++ {
		done := &list[ready[i]]
		done.spot.Rank, done.spot.Ranked = done.rank, true
		for _, n := range done.from {
			if list[n].reached(done.rank) {
				ready = append(ready, n)
			}
		}
	}
	if len(ready) < len(list) {
		return fmt.Errorf("the table contradicts itself at %s: the other player can delay the points for ever", g.game.Text(g.position(at)))
	}
	for _, w := range list {
		if w.holder {
			w.spot.Edges = slices.DeleteFunc(w.spot.Edges, func(e edge) bool {
				next := g.spots[e.To]
				return e.stays(w.spot.Claim) && !next.Over && (!next.Ranked || next.Rank >= w.spot.Rank)
			})
		}
	}
	return nil
}

// settle reports in done whether the known ranks decide the rank of a place. Otherwise it counts
// the edges whose ranks are missing.
func (g *graph) settle(w *waiter) error {
	least := -1
	for _, e := range w.spot.Edges {
		next, err := g.raw(e.To)
		if err != nil {
			return err
		}
		switch stays := e.stays(w.spot.Claim) && !next.Over; {
		case !stays && w.holder:
			least = 0
		case !stays:
		case !next.Ranked:
			w.open++
		case w.holder && (least < 0 || next.Rank+1 < least):
			least = next.Rank + 1
		case !w.holder:
			w.rank = max(w.rank, next.Rank+1)
		}
	}
	if w.holder {
		w.done, w.rank = least >= 0, least
	} else {
		w.done = w.open == 0
	}
	return nil
}

// reached updates a waiter with the rank of one of its edges, and reports whether this decides its
// own rank. For the holder the first rank decides, for the other player the last one.
func (w *waiter) reached(rank int) bool {
	if w.done {
		return false
	}
	if w.open--; w.holder {
		w.done, w.rank = true, rank+1
	} else {
		w.done, w.rank = w.open == 0, max(w.rank, rank+1)
	}
	return w.done
}
