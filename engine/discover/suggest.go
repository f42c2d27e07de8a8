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

// Suggestion is what random play suggests about a game of which the positions are not
// counted.
type Suggestion struct {
	// Positions is a number that the stored positions are not far below, and may be far
	// above: positions that are seldom reached by chance count for little.
	Positions uint64
	// Covered is the share of what random play comes by that was seen, from 0 to 1, after
	// Good and Turing. Where it is small Positions says nothing but how many there are at
	// least.
	Covered  float64
	Games    uint64 // that were played to their end, or broken off
	Distinct uint64 // positions seen
	Longest  int    // plies
}

const (
	firstGames   = 8    // at once, until as many have ended
	gamesAtOnce  = 256  // and no more than have ended, so that what stands for the whole is not their beginnings
	longestGame  = 1000 // plies, after which a game is broken off
	mostSuggests = 1 << 20
)

// Suggest plays random games for so long, or until it has seen a million positions. From how
// many of these it met once, and how many twice, it tells how many it did not meet, by the
// estimate of Chao (1984) for unequal chances, which is a lower bound. It stops when ctx is
// done.
func Suggest(ctx context.Context, spec engine.Spec, kind engine.Kind, rules *engine.Rules, time time.Duration) (s Suggestion, err error) {
	defer pool.Catch(&err)
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return s, err
	}
	p := &randomPlay{g: g, seen: map[uint64]uint32{}, random: rand.New(rand.NewPCG(1, 2))}
	if rules.NewBatcher != nil {
		p.batch = rules.NewBatcher()
	}
	return p.suggest(ctx, time)
}

// randomPlay plays many games at once.
type randomPlay struct {
	g      *discovered
	batch  fast.Batcher
	seen   map[uint64]uint32 // how many games came by a position
	random *rand.Rand
	moves  fast.Moves
	keys   []uint64 // where the games stand
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
		if err := p.expand(); err != nil {
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
		s.Covered = 0 // nobody knows what lies behind beginnings
	}
	return s, nil
}

// expand finds where the moves lead from where the games stand.
func (p *randomPlay) expand() error {
	if p.batch != nil {
		return p.batch.Expand(&p.moves, p.keys)
	}
	p.moves.Reset()
	for _, key := range p.keys {
		p.moves.Keys, _ = p.g.moves(p.moves.Keys, key)
		p.moves.Until = append(p.moves.Until, len(p.moves.Keys))
	}
	return nil
}

// chao is the number of positions that meetings with some of them suggest, and the share
// of later meetings that would be with these.
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
