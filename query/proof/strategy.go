package proof

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/foregone-db/foregone/engine"
)

// ended is the choice of places without one.
const ended = ^place(0)

// strategy is a choice for each of the holder's places that can arise against it. Its places have
// numbers, in the order of discovery.
type strategy struct {
	Order   []place // by numbers, the holder's and the other player's
	Choice  []place // by numbers: where the holder moves, or ended
	Open    []int32 // places whose moves the search has not followed yet
	Numbers map[place]int32
}

func newStrategy() *strategy { return &strategy{Numbers: map[place]int32{}} }

func (t *strategy) has(at place) bool {
	_, ok := t.Numbers[at]
	return ok
}

// add adds a place, unless it is known.
func (t *strategy) add(at place) {
	if !t.has(at) {
		n := int32(len(t.Order))
		t.Numbers[at] = n
		t.Order, t.Choice, t.Open = append(t.Order, at), append(t.Choice, ended), append(t.Open, n)
	}
}

// picker chooses where the holder moves at a place, for a strategy that is being made.
type picker func(at place, t *strategy) (place, error)

// follow completes the strategy that a picker makes from the first places on. It goes deep first.
// If it needs more places than the limit, it gives up.
func (g *graph) follow(t *strategy, pick picker, limit int) (whole bool, err error) {
	for _, at := range g.starts {
		t.add(at)
	}
	for len(t.Open) > 0 {
		if err := g.ctx.Err(); err != nil || len(t.Order) > limit {
			return false, err
		}
		if len(t.Order)%256 == 0 {
			g.options.Progress(map[bool]string{true: "search", false: "improvement"}[g.First == 0], uint64(len(t.Order)), 2*g.game.Size()+1)
		}
		n := t.Open[len(t.Open)-1]
		at := t.Order[n]
		s, err := g.raw(at)
		if err != nil {
			return false, err
		}
		edges := s.Edges
		if at.holder() && len(edges) > 0 {
			if t.Choice[n], err = pick(at, t); err != nil {
				return false, err
			}
			edges = []edge{{To: t.Choice[n]}}
		}
		t.Open = t.Open[:len(t.Open)-1]
		for _, e := range edges {
			if s, err := g.raw(e.To); err != nil {
				return false, err
			} else if !s.Over {
				t.add(e.To)
			}
		}
	}
	return true, nil
}

// quick is the picker of the first strategy. It prefers moves to known places, then those with the
// most points, the best of these.
func (g *graph) quick(at place, t *strategy) (place, error) {
	s, err := g.at(at)
	if err != nil {
		return 0, err
	}
	best := s.Edges[0]
	for _, e := range s.Edges {
		if t.has(e.To) {
			return e.To, nil
		}
		if e.Gain > best.Gain {
			best = e
		}
	}
	return best.To, nil
}

// refs returns how many of the holder's places choose each place.
func (t *strategy) refs() []int32 {
	refs := make([]int32, len(t.Order))
	for _, c := range t.Choice {
		if n, ok := t.Numbers[c]; ok {
			refs[n]++
		}
	}
	return refs
}

// ahead returns a picker that prefers places that bring few new ones, and those that an older
// strategy chooses often, by a weight. Noise of more than 1 makes it choose otherwise now and then.
func (g *graph) ahead(old *strategy, weight int, rng *rand.Rand, noise int) picker {
	refs := old.refs()
	return func(at place, t *strategy) (best place, err error) {
		s, err := g.at(at)
		if err != nil {
			return 0, err
		}
		least := 1 << 60
		for _, e := range s.Edges {
			if t.has(e.To) {
				return e.To, nil
			}
			next, err := g.raw(e.To)
			if err != nil || next.Over {
				return e.To, err
			}
			cost := rng.IntN(noise)
			if n, ok := old.Numbers[e.To]; ok {
				cost -= weight * int(min(refs[n], 20))
			}
			for _, reply := range next.Edges {
				if cost >= least {
					break
				}
				switch r, err := g.raw(reply.To); {
				case err != nil:
					return 0, err
				case r.Over || t.has(reply.To):
				case r.Ends:
					cost += 4
				default:
					cost += 16
				}
			}
			if cost < least {
				best, least = e.To, cost
			}
		}
		return best, nil
	}
}

// rewire moves the choices of a strategy to places that many others choose, so that it no longer
// needs those that few choose.
func (g *graph) rewire(t *strategy) (*strategy, error) {
	for {
		refs := t.refs()
		var holders []int32
		for n, c := range t.Choice {
			if t.has(c) {
				holders = append(holders, int32(n))
			}
		}
		chosen := func(n int32) int32 { return t.Numbers[t.Choice[n]] }
		slices.SortStableFunc(holders, func(a, b int32) int { return cmp.Compare(refs[chosen(a)], refs[chosen(b)]) })
		for _, n := range holders {
			s, err := g.at(t.Order[n])
			if err != nil {
				return nil, err
			}
			now := chosen(n)
			best, most := now, refs[now]-1
			for _, e := range s.Edges {
				if to, ok := t.Numbers[e.To]; ok && to != now && refs[to] > most {
					best, most = to, refs[to]
				}
			}
			refs[now]--
			refs[best]++
			t.Choice[n] = t.Order[best]
		}
		next := newStrategy()
		_, err := g.follow(next, func(at place, _ *strategy) (place, error) { return t.Choice[t.Numbers[at]], nil }, len(t.Order))
		if err != nil || len(next.Order) >= len(t.Order) {
			return next, err
		}
		t = next
	}
}

// rounds is the state of a search. An unfinished search keeps it.
type rounds struct {
	Round int
	First int       // places of the first strategy
	Work  int       // places of all strategies
	Best  *strategy // so far
	Next  *strategy // unfinished
}

// weights are those of the first rounds. Great proofs get fewer rounds, which mostWork bounds; work
// bounds the places of further ones, so that small proofs get many.
var weights = [...]int{0, 0, 4, 16, 32}

const (
	mostQuick = 1 << 20 // places of a first strategy that does not look ahead
	mostWork  = 1 << 21
	work      = 400_000
)

// search finds a strategy, and then smaller ones. It goes on from the state of the rounds.
func (g *graph) search() error {
	for ; g.Round < len(weights) && g.Work < mostWork || g.Work < work && g.Round < 300; g.Round++ {
		rng := rand.New(rand.NewPCG(3, uint64(g.Round)))
		weight, noise, limit := rng.IntN(24), 24, shrink*g.options.Most
		if g.Round < len(weights) {
			weight, noise = weights[g.Round], 1
		}
		if g.First > 0 {
			limit = min(limit, 2*len(g.Best.Order))
		}
		pick := g.ahead(g.Best, weight, rng, noise)
		if g.Round == 0 {
			pick, limit = g.quick, min(limit, mostQuick)
		}
		whole, err := g.follow(g.Next, pick, limit)
		if err != nil {
			return err
		}
		if whole {
			next, err := g.rewire(g.Next)
			if err != nil {
				return err
			}
			if g.Work += len(next.Order); g.First == 0 || len(next.Order) < len(g.Best.Order) {
				g.Best = next
			}
			g.First = cmp.Or(g.First, len(g.Next.Order))
		} else if g.First == 0 && g.Round > 0 {
			return engine.InputErrorf("the first strategy has more than %d positions: allow more", limit)
		}
		g.Next = newStrategy()
	}
	return nil
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
	bytesPerSpot = 600
	// bytesPerPlace is the memory of a place in three strategies: the best one and two that are made.
	bytesPerPlace = 3 * 56
)

// estimate plays random games against the holder's best moves and estimates from the places that
// they visit once and twice how many there are (Chao 1984: seen + once²/2·twice). It takes at most a second.
func (g *graph) estimate() (uint64, error) {
	rng, seen, visits, begun := rand.New(rand.NewPCG(1, 2)), map[place]int{}, 0, time.Now()
	for game := 0; visits < samples && game < samples && len(seen) <= shrink*g.options.Most && time.Since(begun) < sampleTime; game++ {
		at := g.starts[game%len(g.starts)]
		for range longestGame {
			s, err := g.at(at)
			if err != nil {
				return 0, err
			}
			if s.Over {
				break
			}
			seen[at]++
			visits++
			if len(s.Edges) == 0 {
				break
			}
			next := 0
			if !at.holder() {
				next = rng.IntN(len(s.Edges))
			}
			at = s.Edges[next].To
		}
	}
	visited := [...]int{2: 1, 3: 0} // places by visits, of 3 and more together
	for _, n := range seen {
		visited[min(n, 3)]++
	}
	return min(uint64(len(seen)+visited[1]*visited[1]/(2*visited[2])), 2*g.game.Size()+1), nil
}
