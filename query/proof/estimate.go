package proof

import (
	"math/rand/v2"
	"time"
)

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
			if s.over {
				break
			}
			seen[n]++
			visits++
			if len(s.edges) == 0 {
				break
			}
			next := 0
			if !g.places[n].holder() {
				next = rng.IntN(len(s.edges))
			}
			n = s.edges[next].to
		}
	}
	once, twice := 0, 1
	for _, n := range seen {
		switch n {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	return min(uint64(len(seen)+once*once/(2*twice)), 2*g.game.Size()+1), nil
}
