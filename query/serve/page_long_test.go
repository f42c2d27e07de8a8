//go:build long

package serve_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// moreLinkGames are games of chance, of one player, and with levels and hands.
var moreLinkGames = []string{"baghchal:size=3", "pylos:size=3", "hypergammon:checkers=1", "yahtzee:categories=56cy", "ur:pieces=1", "pig:goal=20", "morris:rings=1,men=3", "tictacchec:pieces=PN", "klotski"}

// TestPageLinksLong opens 2,000 links, in parts that can be run alone.
func TestPageLinksLong(t *testing.T) {
	for part := range uint64(10) {
		t.Run(fmt.Sprint(part), func(t *testing.T) { checkLinks(t, 200, part, append(slices.Clone(linkGames), moreLinkGames...)) })
	}
}

// playedGames have a game of each kind: marks, columns, pushes, steps, drops, stones, passes, and
// games of one player and of chance. TestPagePlayServed plays larger ones.
var playedGames = []string{
	"tictactoe", small, "quixo:size=3", "connect-four:width=4,height=3,line=3", "british-square:width=3,height=3", "rpsw:width=3,height=3,pieces=1",
	"tupitu:width=3,height=3", "dobutsu:pieces=1", "chess:pieces=KQvK", "awari:stones=5", "kalah:pits=2,seeds=2", "morris:rings=1,men=3",
	"tictacchec:pieces=PN", "klotski", "rushhour", "sliding:width=3,height=3", "pancake:n=5", "ur:pieces=2", "ur:pieces=1,rules=masters", "pig:goal=20",
	"bearoff:checkers=2,points=3", "einstein:size=2,stones=1", "einstein:stones=2",
	"baghchal:size=3", "pylos:size=3", "squadro:lanes=2", "hypergammon:checkers=1", "yahtzee:categories=56cy",
}

func TestPagePlayLong(t *testing.T) { playAll(t, playedGames, 30, false) }

func TestPagePlayKeysLong(t *testing.T) { playAll(t, playedGames, 6, true) }

// TestPagePlayServed plays the games of a server by mouse:
//
//	go test -tags long ./query/serve -run TestPagePlayServed -timeout 0 -args -screens http://127.0.0.1:8080
func TestPagePlayServed(t *testing.T) {
	if *shown == "" {
		t.Skip("needs -args -screens URL")
	}
	var list []struct{ Game, Slug string }
	if status, body := get(t, *shown+"/v1/games"); status != 200 || json.Unmarshal([]byte(body), &list) != nil {
		t.Fatalf("%d %.300s", status, body)
	}
	for _, game := range list {
		t.Run(game.Game, func(t *testing.T) {
			newPage(t, 1280, 1000, false, *shown, true).playSlug(game.Game, game.Slug, 30, false, rand.New(rand.NewPCG(28, 30)))
		})
	}
}
