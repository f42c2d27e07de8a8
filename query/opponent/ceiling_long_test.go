//go:build long

package opponent_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/dobutsu"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/morris"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/query"
)

// near are the sights of the players in TestMatch.
var near = [...]int{4, 5, 6, 7, 8}

// chances are probabilities against each of them.
type chances [len(near)]float64

// games of a drawn game, from the values alone.
type ceiling struct {
	t       *testing.T
	db      *query.DB
	best    bool // the player makes the best moves, otherwise random ones that draw
	moves   map[uint64][]query.Move
	results map[state]chances
}

type state struct {
	index uint64
	plies int
	mine  bool
}

// wins returns the probability that the game becomes won for the player within so many plies from a
// drawn position.
func (c *ceiling) wins(s state) (won chances) {
	if s.plies == 0 {
		return won
	}
	if known, ok := c.results[s]; ok {
		return known
	}
	moves, ok := c.moves[s.index]
	if !ok {
		m, err := c.db.Moves(c.t.Context(), c.db.Game().At(s.index), false)
		if err != nil {
			c.t.Fatal(err)
		}
		moves = m.Moves
		c.moves[s.index] = moves
	}
	var draws []chances
	for _, m := range moves {
		if m.Verdict.Result() == engine.Draw && m.Ended {
			draws = append(draws, chances{})
		} else if m.Verdict.Result() == engine.Draw {
			draws = append(draws, c.wins(state{m.Index, s.plies - 1, !s.mine}))
		}
	}
	for k, sight := range near {
		far := 0.0 // replies that lose beyond the sight
		for _, m := range moves {
			if plies, ok := m.Verdict.Plies(); !s.mine && ok && plies > sight {
				far++
			}
		}
		for _, d := range draws {
			if s.mine && c.best {
				won[k] = max(won[k], d[k])
			} else {
				won[k] += d[k] / (far + float64(len(draws)))
			}
		}
		if s.plies > 1 && far > 0 {
			won[k] += far / (far + float64(len(draws)))
		}
	}
	c.results[s] = won
	return won
}

// TestCeiling computes how many games of TestMatch random play among equal moves wins, and how many the
// best play that there is, by a player who knows his opponent's sight:
//
//	go test -tags long ./query/opponent -run TestCeiling -v -timeout 0 -args -db DIR,DIR… -games 200 -plies 8 -drift 0
func TestCeiling(t *testing.T) {
	if *databases == "" {
		t.Skip("needs -args -db DIR,DIR…")
	}
	for _, dir := range strings.Split(*databases, ",") {
		db, err := query.Open(dir, games.NewRegistry(dobutsu.Definition(), morris.Definition(), quixo.Definition()), query.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		c := &ceiling{t: t, db: db, moves: map[uint64][]query.Move{}}
		var shares [2]float64
		for k := range shares {
			c.best, c.results = k == 1, map[state]chances{}
			list := starts(t, db)
			for _, p := range list {
				index, _ := db.Game().Index(p)
				for _, mine := range []bool{true, false} {
					for _, chance := range c.wins(state{index, *plies, mine}) {
						shares[k] += chance / float64(2*len(list)*len(near))
					}
				}
			}
		}
		if shares[1] < shares[0] {
			t.Errorf("%s: the best play wins %.4f, random play %.4f", dir, shares[1], shares[0])
		}
		fmt.Fprintf(os.Stderr, "%s, %d plies: random wins %.4f, best %.4f, ratio %.3f\n", db.Game().Spec(), *plies, shares[0], shares[1], shares[1]/shares[0])
	}
}
