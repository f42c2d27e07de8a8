//go:build long

package review_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
)

var (
	databaseDir = flag.String("db", "", "a database of pushfight:movers=2,pushers=2")
	output      = flag.String("games", "", "where to write the games")
)

// TestWriteGames writes random games of 100,000 turns in all, to measure "foregone review" with:
//
//	go test -tags long ./query/review -run TestWriteGames -args -db DIR -games FILE
//	time foregone review --db DIR FILE
func TestWriteGames(t *testing.T) {
	if *databaseDir == "" {
		t.Skip("needs -args -db DIR -games FILE")
	}
	db, err := query.Open(*databaseDir, games.NewRegistry(pushfight.Definition()), query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rng := rand.New(rand.NewPCG(1, 1))
	g := db.Game()
	var b strings.Builder
	for turns := 0; turns < 100_000; {
		p := g.At(rng.Uint64N(g.Size()))
		b.WriteString("position: " + g.Text(p) + "\n")
		for range 60 {
			list := g.Moves(p)
			if len(list) == 0 || turns == 100_000 {
				break
			}
			// Many random turns end the game at once: prefer others.
			m := list[rng.IntN(len(list))]
			for tries := 0; m.Ended && tries < 20; tries++ {
				m = list[rng.IntN(len(list))]
			}
			b.WriteString(m.Turn + " ")
			turns++
			if m.Ended {
				break
			}
			p = m.To
			if _, over := g.Finished(p); over {
				break
			}
		}
		b.WriteString("\n\n")
	}
	if err := os.WriteFile(*output, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
