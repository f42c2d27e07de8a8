package query_test

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
)

// depicted is a game with another depiction.
type depicted struct {
	engine.Game
	depiction drawing.Depiction
}

func (d depicted) Parts() engine.Parts {
	p := d.Game.Parts()
	p.Depiction = d.depiction
	return p
}

// TestLineShown names the squares of the second player's turns as the first player sees them.
func TestLineShown(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(tictactoe.Definition()), "tictactoe:width=2,height=3,line=2")
	start, _ := g.Start()
	line := query.Line{Answer: query.Answer{Position: start}, Moves: []string{"a1", "a1", "b2", "b3"}}
	for _, c := range []struct {
		depiction drawing.Depiction
		want      []string
	}{
		{drawing.Depiction{}, []string{"a1", "a1", "b2", "b3"}},
		{drawing.Depiction{Turned: true}, []string{"a1", "b3", "b2", "a1"}},
		{drawing.Depiction{Mirrored: true}, []string{"a1", "a3", "b2", "b1"}},
	} {
		if got := line.Shown(depicted{g, c.depiction}).Moves; !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.depiction, got, c.want)
		}
	}
}
