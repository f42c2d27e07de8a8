package proof

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// alternating reports whether play always ends, players alternate and points count only at the end.
// Then all positions have the claim of the first one.
func alternating(g engine.Game) bool { return !endless(g) && engine.Plain(g.Slices()) }

// endless reports whether play need not end.
func endless(g engine.Game) bool {
	return slices.ContainsFunc(g.Slices(), func(s engine.Slice) bool { return !s.Layer && s.Size > 0 })
}

// pointless reports whether no move of a game of scores makes points.
func pointless(g engine.Game) bool {
	all := g.Slices()
	return !slices.ContainsFunc(all, func(s engine.Slice) bool { return s.Points != all[0].Points })
}

// step is a move from the holder's point of view.
type step struct {
	move  query.Move
	gain  int // its points for the holder
	claim int // the holder's claim at the position it leads to
	to    place
	over  bool // it leads to the end of the game
}

// steps returns the holder's claim at a position (of a win the plies), and the moves to consider,
// best first: all moves of the other player, or the holder's moves that lose nothing.
func (s *search) steps(at place) (claim int, found []step, err error) {
	m, err := s.db.Moves(s.ctx, at.position, false)
	if err != nil {
		return 0, nil, err
	}
	if s.follows {
		claim, found, err = s.scored(at, m)
	} else {
		claim, _ = m.Verdict.Plies()
		for _, move := range m.Moves {
			if !at.holder || s.serves(m.Verdict, move) {
				found = append(found, step{move: move, over: move.Ended, to: place{move.To, !at.holder}})
			}
		}
	}
	if err == nil && len(found) == 0 && len(m.Moves) > 0 {
		err = fmt.Errorf("the table contradicts itself at %s: no move is worth %v", m.Text, m.Verdict)
	}
	return claim, found, err
}

// scored does the work of steps in games in which players need not alternate, claims change, or
// play need not end.
func (s *search) scored(at place, m query.Moves) (claim int, found []step, err error) {
	game, sign := s.db.Game(), 1
	if !at.holder {
		sign = -1
	}
	if claim = s.half.Points; s.half.Claims {
		claim = sign * m.Verdict.Kind.Points(m.Verdict.Value)
	}
	all := game.Slices()
	i, stored := game.Index(at.position)
	for _, move := range m.Moves {
		switch {
		case move.Verdict.Known && m.Verdict.Known:
		case at.holder && m.Verdict.Known:
			continue
		default:
			return 0, nil, engine.InputErrorf("the values of %s and its moves are not all known, so there is nothing to prove", m.Text)
		}
		t := step{move: move, over: move.Ended, to: place{move.To, !at.holder}}
		if stored && move.Stored {
			from, to := &all[engine.SliceOf(all, i)], &all[engine.SliceOf(all, move.Index)]
			t.gain = sign * (from.Points - to.Points)
			t.to.holder = at.holder == (from.Side != 0 && from.Side == to.Side)
		}
		if !move.Ended {
			_, t.over = game.Finished(move.To)
		}
		t.claim = sign*move.Verdict.Kind.Points(move.Verdict.Value) - t.gain
		if t.gain+t.claim < claim {
			if at.holder {
				continue
			}
			return 0, nil, fmt.Errorf("the table contradicts itself at %s: %s is worth more than %v", m.Text, move.Turn, m.Verdict)
		}
		if !s.half.Claims {
			t.claim = claim
		}
		found = append(found, t)
	}
	return claim, found, nil
}

// stays reports whether a step from a position with a claim keeps the claim and makes no points.
func (t *step) stays(claim int) bool { return !t.over && t.gain == 0 && t.claim == claim }

// follow adds the positions that must follow a position.
func (s *search) follow(at place) error {
	claim, found, err := s.steps(at)
	if err != nil {
		return err
	}
	node := &s.half.Nodes[s.known[at]]
	if s.half.Wins {
		node.Plies = claim
	} else if s.follows {
		node.Claim = claim
	}
	if len(found) == 0 {
		return nil // the game is over
	}
	if s.follows && s.endless && claim > 0 {
		if node.Plies, err = s.rank(at); err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(t step) bool {
			rank, ranked := s.ranks[t.to]
			return at.holder && t.stays(claim) && (!ranked || rank >= node.Plies)
		})
	}
	if at.holder {
		t := s.pick(found)
		node.Turn = t.move.Turn
		found = []step{t}
	}
	for _, t := range found {
		if !t.over {
			s.add(t.to)
		}
	}
	return nil
}

// pick returns one of the holder's steps: one that ends the game or leads to a position of
// the half, otherwise one that makes the most points, the best of these.
func (s *search) pick(found []step) step {
	best := 0
	for i, t := range found {
		if t.over {
			return t
		}
		if _, known := s.known[t.to]; known {
			return t
		}
		if t.gain > found[best].gain {
			best = i
		}
	}
	return found[best]
}

// spot is a position with an unknown rank.
type spot struct {
	at     place
	from   []int // the spots with steps that stay and lead here
	open   int   // of the other player: the steps that stay and lead to spots without a rank
	rank   int   // so far; of the other player, a lower bound from the steps that stay
	ranked bool
}

// rank returns the number of turns in which the holder of a positive claim can force points, a
// higher claim or the end of the game, against the longest delay. By retrograde analysis it ranks
// all positions reachable by steps that stay. It starts from those where the holder has another
// step, or the other player has none.
func (s *search) rank(at place) (int, error) {
	if rank, ok := s.ranks[at]; ok {
		return rank, nil
	}
	spots, numbers := []spot{{at: at}}, map[place]int{at: 0}
	var ready []int
	for n := 0; n < len(spots); n++ {
		if s.options.Most > 0 && len(s.ranks)+len(spots) > s.options.Most {
			return 0, engine.InputErrorf("more than %d positions are needed to find the proof: allow more", s.options.Most)
		}
		claim, found, err := s.steps(spots[n].at)
		if err != nil {
			return 0, err
		}
		if s.settled(&spots[n], claim, found) {
			ready = append(ready, n)
			continue
		}
		for _, t := range found {
			if _, ranked := s.ranks[t.to]; ranked || !t.stays(claim) {
				continue
			}
			to, ok := numbers[t.to]
			if !ok {
				to = len(spots)
				numbers[t.to] = to
				spots = append(spots, spot{at: t.to})
			}
			spots[to].from = append(spots[to].from, n)
		}
	}
	for i := 0; i < len(ready); i++ {
		done := &spots[ready[i]]
		s.ranks[done.at] = done.rank
		for _, n := range done.from {
			if spots[n].reached(done.rank) {
				ready = append(ready, n)
			}
		}
	}
	if len(ready) < len(spots) {
		return 0, fmt.Errorf("the table contradicts itself at %s: the other player can delay the points for ever", s.db.Game().Text(at.position))
	}
	return s.ranks[at], nil
}

// settled reports whether the known ranks decide the rank of a spot. Otherwise it counts the steps
// whose ranks are missing.
func (s *search) settled(p *spot, claim int, found []step) bool {
	least := -1
	for _, t := range found {
		rank, known := s.ranks[t.to]
		switch stays := t.stays(claim); {
		case !stays && p.at.holder:
			least = 0
		case !stays:
		case !known:
			p.open++
		case p.at.holder && (least < 0 || rank+1 < least):
			least = rank + 1
		case !p.at.holder:
			p.rank = max(p.rank, rank+1)
		}
	}
	if p.at.holder {
		p.ranked, p.rank = least >= 0, least
	} else {
		p.ranked = p.open == 0
	}
	return p.ranked
}

// reached updates a spot with the rank of one of its steps, and reports whether this decides the
// rank of the spot. For the holder the first rank decides, for the other player the last one.
func (p *spot) reached(rank int) bool {
	if p.ranked {
		return false
	}
	if p.open--; p.at.holder {
		p.ranked, p.rank = true, rank+1
	} else {
		p.ranked, p.rank = p.open == 0, max(p.rank, rank+1)
	}
	return p.ranked
}
