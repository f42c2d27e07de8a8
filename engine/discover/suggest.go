package discover

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// Suggestion is an estimate of a game's size from random play.
type Suggestion struct {
	// Positions is an approximate lower bound on the stored positions. The true number may be far
	// greater, because random play seldom reaches some positions.
	Positions uint64
	// Covered is the estimated share, from 0 to 1, of the positions of random play that were seen,
	// after Good and Turing. If it is small, Positions is only a lower bound.
	Covered  float64
	Games    uint64 // games played to the end or stopped
	Distinct uint64 // positions seen
	Longest  int    // the longest game in plies
}

const (
	firstGames   = 8    // initial number of concurrent games
	gamesAtOnce  = 256  // maximum number of concurrent games; ended games bound it too, or the sample holds only openings
	longestGame  = 1000 // plies after which a game stops
	mostSuggests = 1 << 20
)

// Suggest plays random games for the given time, or until it has seen a million positions. It
// estimates the number of unseen positions from the numbers of positions seen once and twice. The
// estimate is the lower bound of Chao (1984) for unequal probabilities. Suggest stops when ctx is
// done.
func Suggest(ctx context.Context, spec engine.Spec, kind engine.Kind, rules *engine.Rules, time time.Duration) (s Suggestion, err error) {
	defer pool.Catch(&err)
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return s, err
	}
	p := &randomPlay{g: g, batch: g.batcher(), seen: map[uint64]uint32{}, random: rand.New(rand.NewPCG(1, 2))}
	return p.suggest(ctx, time)
}

// randomPlay plays many games at once.
type randomPlay struct {
	g      *discovered
	batch  fast.Batcher
	seen   map[uint64]uint32 // number of visits to each position
	random *rand.Rand
	moves  fast.Moves
	keys   []uint64 // current positions of the games
	plies  []int
}

func (p *randomPlay) suggest(ctx context.Context, limit time.Duration) (s Suggestion, err error) {
	start := p.g.canonical(p.g.rules.Start)
	for began := time.Now(); time.Since(began) < limit && len(p.seen) < mostSuggests; {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		for len(p.keys) < gamesAtOnce && uint64(len(p.keys)) < max(firstGames, s.Games) {
			p.keys, p.plies = append(p.keys, start), append(p.plies, 0)
		}
		if err := p.batch.Expand(&p.moves, p.keys); err != nil {
			return s, err
		}
		from := 0
		for n, until := range p.moves.Until {
			p.seen[p.keys[n]]++
			s.Longest = max(s.Longest, p.plies[n])
			if until == from || p.plies[n] == longestGame {
				s.Games++
				p.keys[n], p.plies[n] = start, 0
			} else {
				p.keys[n] = p.moves.Keys[from+p.random.IntN(until-from)]
				p.plies[n]++
			}
			from = until
		}
	}
	s.Distinct = uint64(len(p.seen))
	if s.Positions, s.Covered = chao(p.seen); s.Games < firstGames {
		s.Covered = 0 // a sample of openings does not represent the rest
	}
	return s, nil
}

// chao estimates the number of positions from the visits to each position seen. covered is the
// estimated share of later visits that would hit these positions again.
func chao(seen map[uint64]uint32) (positions uint64, covered float64) {
	var once, twice, all float64
	for _, n := range seen {
		all += float64(n)
		switch n {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	return uint64(math.Round(float64(len(seen)) + once*(once-1)/(2*(twice+1)))), 1 - once/max(all, 1)
}
