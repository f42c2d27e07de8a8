package proof

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// absent marks a place that cannot arise against a strategy; ended marks one without a choice.
const (
	absent = -2
	ended  = -1
)

// strategy is a choice for each of the holder's places that can arise against it. Places are
// numbers of a graph.
type strategy struct {
	choice []int32 // of an edge, or ended or absent
	order  []int32 // all places, the holder's and the other player's, in the order of discovery
}

func (t *strategy) has(n int32) bool { return int(n) < len(t.choice) && t.choice[n] != absent }

func (t *strategy) add(n int32) {
	for int(n) >= len(t.choice) {
		t.choice = append(t.choice, absent)
	}
	t.choice[n] = ended
	t.order = append(t.order, n)
}

// picker chooses one of the edges of the holder's place n, for a strategy that is being made.
type picker func(n int32, s *spot, t *strategy) (int, error)

// follow returns the strategy that a picker makes from the first places on. It goes deep first.
func (g *graph) follow(starts []int32, pick picker) (*strategy, error) {
	t := &strategy{}
	var open []int32
	add := func(n int32) error {
		if t.has(n) {
			return nil
		}
		if s, err := g.at(n); err != nil || s.Over && !slices.Contains(starts, n) {
			return err
		}
		t.add(n)
		open = append(open, n)
		return nil
	}
	for _, n := range starts {
		if err := add(n); err != nil {
			return nil, err
		}
	}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		s, edges := g.spots[n], g.spots[n].Edges
		if g.places[n].holder() && len(edges) > 0 {
			c, err := pick(n, s, t)
			if err != nil {
				return nil, err
			}
			t.choice[n] = int32(c)
			edges = edges[c : c+1]
		}
		for _, e := range edges {
			if err := add(e.To); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// quick is the picker of the first strategy. It prefers moves to known places, then those with the
// most points, the best of these.
func (g *graph) quick(_ int32, s *spot, t *strategy) (int, error) {
	best := 0
	for c, e := range s.Edges {
		if t.has(e.To) {
			return c, nil
		}
		if e.Gain > s.Edges[best].Gain {
			best = c
		}
	}
	return best, nil
}

// refs returns how many of the holder's places choose each place.
func (g *graph) refs(t *strategy) []int32 {
	refs := make([]int32, len(g.places))
	for _, n := range t.order {
		if c := t.choice[n]; c >= 0 {
			refs[g.spots[n].Edges[c].To]++
		}
	}
	return refs
}

// ahead returns a picker that prefers places that bring few new ones, and those that an older
// strategy chooses often, by a weight. Noise makes it choose otherwise now and then.
func (g *graph) ahead(old []int32, weight int, noise func() int) picker {
	return func(_ int32, s *spot, t *strategy) (int, error) {
		best, least := 0, 1<<60
		for c, e := range s.Edges {
			if t.has(e.To) {
				return c, nil
			}
			next, err := g.at(e.To)
			if err != nil || next.Over {
				return c, err
			}
			cost := noise()
			for _, reply := range next.Edges {
				if t.has(reply.To) {
					continue
				}
				switch r, err := g.at(reply.To); {
				case err != nil:
					return 0, err
				case r.Over:
				case r.Ends:
					cost += 4
				default:
					cost += 16
				}
			}
			if int(e.To) < len(old) {
				cost -= weight * int(min(old[e.To], 20))
			}
			if cost < least {
				best, least = c, cost
			}
		}
		return best, nil
	}
}

// rewire moves the choices of a strategy to places that many others choose, so that it no longer
// needs those that few choose.
func (g *graph) rewire(t *strategy, starts []int32) (*strategy, error) {
	for {
		refs := g.refs(t)
		chosen := func(n int32) int32 { return g.spots[n].Edges[t.choice[n]].To }
		holders := slices.DeleteFunc(slices.Clone(t.order), func(n int32) bool { return t.choice[n] < 0 })
		slices.SortStableFunc(holders, func(a, b int32) int { return cmp.Compare(refs[chosen(a)], refs[chosen(b)]) })
		for _, n := range holders {
			now := chosen(n)
			best, most := t.choice[n], refs[now]-1
			for c, e := range g.spots[n].Edges {
				if next := g.spots[e.To]; next != nil && next.Over {
					best = int32(c)
					break
				}
				if e.To != now && t.has(e.To) && refs[e.To] > most {
					best, most = int32(c), refs[e.To]
				}
			}
			refs[now]--
			t.choice[n] = best
			refs[chosen(n)]++
		}
		next, err := g.follow(starts, func(n int32, _ *spot, _ *strategy) (int, error) { return int(t.choice[n]), nil })
		if err != nil || len(next.order) >= len(t.order) {
			return next, err
		}
		t = next
	}
}

// weights are those of the first rounds of improve; work bounds the places of all further ones, so
// that small proofs get many rounds.
var weights = [...]int{0, 4, 16, 32}

const work = 300_000

// improve returns a strategy with fewer places, or t.
func (g *graph) improve(t *strategy, starts []int32) (*strategy, error) {
	rng := rand.New(rand.NewPCG(3, 4))
	first := len(t.order)
	for round, done := 0, 0; round < len(weights) || done < work && round < 300; round++ {
		weight, noise := weights[round%len(weights)], func() int { return 0 }
		if round >= len(weights) {
			weight, noise = rng.IntN(24), func() int { return rng.IntN(24) }
		}
		next, err := g.follow(starts, g.ahead(g.refs(t), weight, noise))
		if err == nil {
			next, err = g.rewire(next, starts)
		}
		if err != nil {
			return nil, err
		}
		if done += len(next.order); len(next.order) < len(t.order) {
			t = next
		}
		g.options.Progress("improvement", uint64(len(t.order)), uint64(first))
	}
	return t, nil
}

// Estimate describes a proof before the search.
type Estimate struct {
	// Positions estimates from below the positions that the first strategy takes; AtMost is an
	// upper bound.
	Positions, AtMost uint64
	Memory            uint64 // an upper bound, in bytes
}

const (
	// shrink is how many times smaller the improved strategy is than the first one, at most.
	shrink       = 4
	samples      = 20000 // positions that the games of an estimate visit, at most
	longestGame  = 200   // turns
	sampleTime   = time.Second
	bytesPerSpot = 400
)

// estimate plays random games against the holder's best moves and estimates from the places that
// they visit once and twice how many there are (Chao 1984: seen + once²/2·twice). It takes at most a second,
// and the places that it expands are kept.
func (g *graph) estimate(starts []int32) (uint64, error) {
	rng, seen, visits, begun := rand.New(rand.NewPCG(1, 2)), map[int32]int{}, 0, time.Now()
	for game := 0; visits < samples && game < samples && len(seen) <= shrink*g.options.Most && time.Since(begun) < sampleTime; game++ {
		n := starts[game%len(starts)]
		for range longestGame {
			s, err := g.at(n)
			if err != nil {
				return 0, err
			}
			if s.Over {
				break
			}
			seen[n]++
			visits++
			if len(s.Edges) == 0 {
				break
			}
			next := 0
			if !g.places[n].holder() {
				next = rng.IntN(len(s.Edges))
			}
			n = s.Edges[next].To
		}
	}
	visited := [...]int{2: 1, 3: 0} // places by visits, of 3 and more together
	for _, n := range seen {
		visited[min(n, 3)]++
	}
	return min(uint64(len(seen)+visited[1]*visited[1]/(2*visited[2])), 2*g.game.Size()+1), nil
}
