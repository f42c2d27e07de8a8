package discover_test

import (
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
)

// TestSuggest checks that estimates are close for small games, and not much too high for any.
func TestSuggest(t *testing.T) {
	r := games.NewRegistry(connectfour.Definition(), quixo.Definition(), tictactoe.Definition())
	for text, positions := range map[string]float64{
		"tictactoe": 5478, "quixo:size=3": 2219, "connect-four:width=4,height=4": 0, "connect-four:width=5,height=5": 25366620,
	} {
		spec, err := r.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		rules, kind, err := r.Rules(spec)
		if err != nil {
			t.Fatal(err)
		}
		if positions == 0 {
			g, err := discover.Game(spec, kind, rules, 0)
			if err != nil {
				t.Fatal(err)
			}
			positions = float64(g.Size())
		}
		s, err := discover.Suggest(t.Context(), spec, kind, rules, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		share := float64(s.Positions) / positions
		t.Logf("%s: %.2f of %.0f positions are suggested, %+v", text, share, positions, s)
		if share > 1.2 || s.Games == 0 || s.Distinct > uint64(positions) || share < 0.5 && s.Covered > 0.9 || s.Covered < 0.9 && positions < 6000 || share < 0.01 {
			t.Errorf("%s: %.2f of %.0f positions are suggested, %+v", text, share, positions, s)
		}
	}
	if _, err := discover.Suggest(t.Context(), engine.Spec{}, engine.Byte, &engine.Rules{}, time.Second); err == nil {
		t.Error("rules without moves suggest something")
	}
}

// TestSuggestSlowly checks that a sample of openings only does not count as covering the game.
func TestSuggestSlowly(t *testing.T) {
	var asked int
	long := &engine.Rules{AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
		if asked++; asked == 2000 {
			time.Sleep(time.Second)
		}
		return append(dst, 2*key+1, 2*key+2), 0
	}}
	s, err := discover.Suggest(t.Context(), engine.Spec{}, engine.Byte, long, time.Second/2)
	if err != nil || s.Games > 0 || s.Covered != 0 || s.Positions < 100 {
		t.Errorf("%+v, %v", s, err)
	}
}
