//go:build long

package opponent_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictacchec"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
)

var (
	databases = flag.String("db", "", "folders of databases, separated by commas")
	number    = flag.Int("games", 2000, "games of each pair")
	plies     = flag.Int("plies", 200, "the length at which a game is drawn")
	kinds     = flag.String("players", "quiet,counting,tricky", "the players")
	drift     = flag.Int("drift", 40, "plies of random play that keeps the draw before a game, at most; 0: games begin at random drawn positions")
)

// pairing is a player against players who see 4 to 8 plies ahead, from drawn positions.
type pairing struct {
	db     *query.DB
	player string
	starts []engine.Position
}

// choose returns the move of the perfect player at p.
func (m *pairing) choose(ctx context.Context, rng *rand.Rand, p engine.Position) (query.Move, error) {
	o, err := opponent.New(opponent.Options{Strength: opponent.Perfect, Aggressive: m.player == "tricky", Seed: rng.Uint64()})
	if err != nil {
		return query.Move{}, err
	}
	if m.player != "counting" {
		return o.Choose(ctx, m.db, p)
	}
	// Before, --aggressive counted the replies that keep the value, and took a move with the fewest.
	all, err := m.db.Moves(ctx, p, false)
	if err != nil {
		return query.Move{}, err
	}
	best := opponent.Best(all.Moves, -1)
	rng.Shuffle(len(best), func(i, j int) { best[i], best[j] = best[j], best[i] })
	if err := m.db.AddReplies(ctx, best, func(query.Move) bool { return true }); err != nil || best[0].Ended {
		return best[0], err
	}
	chosen, least := best[0], uint64(math.MaxUint64)
	for _, move := range best {
		good := uint64(0)
		for _, r := range move.Replies {
			if first := move.Replies[0].Verdict; r.Verdict == first || r.Verdict.Outcome() == first.Outcome() && first.Outcome() != engine.Loss {
				good += r.Results
			}
		}
		if good < least {
			chosen, least = move, good
		}
	}
	return chosen, nil
}

// game plays game k, and returns its outcome for the perfect player.
func (m *pairing) game(ctx context.Context, k int) (engine.Outcome, error) {
	rng := rand.New(rand.NewPCG(7, uint64(k)))
	p, mine := m.starts[k/2], k%2 == 0
	near, err := opponent.New(opponent.Options{Strength: 4 + k/2%5, Seed: rng.Uint64()})
	if err != nil {
		return engine.Draw, err
	}
	result := func(v query.Verdict, my bool) engine.Outcome {
		switch o := v.Result(); {
		case o == engine.Draw || my:
			return o
		case o == engine.Win:
			return engine.Loss
		}
		return engine.Win
	}
	for range *plies {
		var move query.Move
		if mine {
			move, err = m.choose(ctx, rng, p)
		} else {
			move, err = near.Choose(ctx, m.db, p)
		}
		if err == opponent.ErrNoMove {
			a, err := m.db.Value(p)
			return result(a.Verdict, mine), err
		} else if err != nil {
			return engine.Draw, err
		}
		if move.Ended {
			return result(move.Verdict, mine), nil
		}
		// A decided game is played to its end: who sees everything wins it.
		if mine && move.Verdict.Result() == engine.Win {
			return engine.Win, nil
		}
		p, mine = move.To, !mine
	}
	return engine.Draw, nil
}

// TestMatch plays perfect players against players who see 4 to 8 plies ahead, equally often, from
// random drawn positions, each side in turn:
//
//	go test -tags long ./query/opponent -run TestMatch -v -timeout 0 -args -db DIR,DIR…
//
// A game that lasts -plies is drawn. go doc ./query/opponent has the table.
func TestMatch(t *testing.T) {
	if *databases == "" {
		t.Skip("needs -args -db DIR,DIR…")
	}
	for _, dir := range strings.Split(*databases, ",") {
		registry := games.NewRegistry(tictacchec.Definition(), dobutsu.Definition(), morris.Definition(), quixo.Definition())
		db, err := query.Open(dir, registry, query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		list := starts(t, db)
		won := map[string][]float64{}
		for _, player := range strings.Split(*kinds, ",") {
			m := &pairing{db, player, list}
			outcomes := make([]engine.Outcome, 2*len(list))
			err := pool.Each(t.Context(), 0, len(outcomes), func(ctx context.Context, _, k int) (err error) {
				outcomes[k], err = m.game(ctx, k)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			lost := 0
			for _, o := range outcomes {
				won[player] = append(won[player], map[engine.Outcome]float64{engine.Win: 1}[o])
				if o == engine.Loss {
					lost++
				}
			}
			line := fmt.Sprintf("%-40s %-9s won %5.0f of %d, lost %d", db.Game().Spec(), player, sum(won[player]), len(outcomes), lost)
			for _, other := range []string{"quiet", "counting"} {
				if other != player && sum(won[other]) > 0 {
					line += fmt.Sprintf("; to %s: %s", other, ratio(won[player], won[other]))
				}
			}
			fmt.Fprintln(os.Stderr, line)
		}
	}
}

func sum(list []float64) (all float64) {
	for _, x := range list {
		all += x
	}
	return all
}

// ratio returns the ratio of the wins of two players in the same games with its interval of 95 %, that
// of the logarithm. Games from one position count as one, since their results depend on each other.
func ratio(a, b []float64) string {
	r, square := sum(a)/sum(b), 0.0
	for k := 0; k < len(a); k += 2 {
		d := (a[k]+a[k+1])/sum(a) - (b[k]+b[k+1])/sum(b)
		square += d * d
	}
	e := math.Exp(1.96 * math.Sqrt(square))
	return fmt.Sprintf("%.2f (%.2f to %.2f)", r, r/e, r*e)
}

// starts returns the drawn positions where games begin: random ones, or those behind 1 to -drift random
// plies that keep the draw, from the start of the game, or, if that is not drawn, from one of these.
func starts(t *testing.T, db *query.DB) (list []engine.Position) {
	draw, err := db.ParseVerdict(map[engine.Kind]string{engine.Byte: "T", engine.Wide: "draw"}[db.Game().Kind()])
	if err != nil {
		t.Fatal(err)
	}
	var random []engine.Position
	for a, err := range db.Sample(t.Context(), draw, (*number+1)/2, 1) {
		if err != nil {
			t.Fatal(err)
		}
		random = append(random, a.Position)
	}
	if *drift == 0 {
		return random
	}
	rng := rand.New(rand.NewPCG(11, 1))
	first, _ := db.Game().Start()
	if a, err := db.Value(first); err != nil {
		t.Fatal(err)
	} else if a.Verdict.Result() == engine.Draw {
		random = []engine.Position{first}
	}
	for k := 0; len(list) < (*number+1)/2; k++ {
		p, over := random[k%len(random)], false
		for range 1 + rng.IntN(*drift) {
			m, err := db.Moves(t.Context(), p, false)
			if err != nil {
				t.Fatal(err)
			}
			m.Moves = slices.DeleteFunc(m.Moves, func(m query.Move) bool { return m.Ended || m.Verdict.Result() != engine.Draw })
			if over = len(m.Moves) == 0; over {
				break
			}
			p = m.Moves[rng.IntN(len(m.Moves))].To
		}
		if !over {
			list = append(list, p)
		}
	}
	return list
}
