package query_test

import (
	"encoding/json"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// startedGame has positions that are not stored: those before the first turn.
func startedGame() *listGame {
	return &listGame{
		kind: engine.Byte, stored: 5, weight: 2,
		names: []string{"L0", "W1", "L1", "W2", "T", "none", "lost", "won", "drawn", "quick", "blind", "blind-but-quick", "maybe"},
		moves: map[string][]string{
			"W1": {"L0"}, "L1": {"W1"}, "W2": {"L1", "T"}, "T": {"T", "W2"},
			"lost": {"W1", "W2"}, "won": {"T", "W1", "L1", "L0"}, "drawn": {"T", "W1"}, "quick": {"T", "!W1"},
			"blind": {"L1", "lost"}, "blind-but-quick": {"L0", "lost"}, "maybe": {"drawn", "W1"},
		},
	}
}

func TestComputedValues(t *testing.T) {
	tests := map[int]map[string]string{ // by maxPhase
		0: {"none": "L0", "lost": "L2", "won": "W1", "drawn": "T", "quick": "W1", "blind": "unknown", "blind-but-quick": "W1", "maybe": "unknown"},
		// T and W2 are unknown: the best of the known moves may be worse than those.
		2: {"none": "L0", "lost": "unknown", "won": "W1", "drawn": "unknown", "quick": "W1", "blind": "unknown", "blind-but-quick": "W1"},
	}
	for maxPhase, want := range tests {
		g := startedGame()
		registry := g.registry("started")
		db, _ := solved(t, g, registry, maxPhase)
		for name, value := range want {
			a, err := db.Value(parse(t, db, name))
			if err != nil {
				t.Fatal(err)
			}
			if a.Verdict.String() != value || a.Stored {
				t.Errorf("up to phase %d: %s is %v (stored: %v), want %s", maxPhase, name, a.Verdict, a.Stored, value)
			}
			m, err := db.Moves(t.Context(), a.Position, true)
			if err != nil {
				t.Fatal(err)
			}
			if value != "unknown" && len(m.Moves) > 0 && m.Moves[0].Verdict != a.Verdict {
				t.Errorf("up to phase %d: the best move of %s is %v, want %s", maxPhase, name, m.Moves[0].Verdict, value)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	g := startedGame()
	db, _ := solved(t, g, g.registry("started"), 0)
	wide := &listGame{
		kind: engine.Wide, stored: 4, weight: 1, start: "d",
		names: []string{"won", "lost", "d", "far"},
		moves: map[string][]string{"d": {"!draw", "won"}, "far": {"won"}},
		over:  map[string]string{"won": "win-0", "lost": "loss-0"},
	}
	wideDB, _ := solved(t, wide, wide.registry("wide"), 0)
	score := &listGame{
		kind: engine.Score, stored: 4, weight: 1, start: "s",
		names: []string{"plus", "minus", "s", "level"},
		moves: map[string][]string{"s": {"minus", "plus", "!0"}},
		over:  map[string]string{"plus": "+2", "minus": "-3", "level": "0"},
	}
	scoreDB, _ := solved(t, score, score.registry("score"), 0)
	partial := startedGame()
	partialDB, _ := solved(t, partial, partial.registry("started"), 2)

	tests := []struct {
		name string
		got  func() (any, error)
		want string
	}{
		{"win", func() (any, error) { return db.Value("W2") },
			`{"game":"started","position":"W2","index":3,"value":"W2","byte":4,"outcome":"win","plies":3}`},
		{"draw", func() (any, error) { return db.Value("T") },
			`{"game":"started","position":"T","index":4,"value":"T","byte":0,"outcome":"draw","plies":null}`},
		{"computed", func() (any, error) { return db.Value("lost") },
			`{"game":"started","position":"lost","index":null,"value":"L2","byte":5,"outcome":"loss","plies":4}`},
		{"not known", func() (any, error) { return db.Value("maybe") },
			`{"game":"started","position":"maybe","index":null,"value":"unknown","outcome":"unknown","plies":null}`},
		{"not solved so far", func() (any, error) { return partialDB.Value("T") },
			`{"game":"started","position":"T","index":4,"value":"unknown","outcome":"unknown","plies":null}`},
		{"moves", func() (any, error) { return db.Moves(t.Context(), "won", false) },
			`{"position":"won","index":null,"value":"W1","plies":1,"moves":[{"move":"to-L0","position":"L0","index":0,"value":"W1","plies":1},` +
				`{"move":"to-L1","position":"L1","index":2,"value":"W2","plies":3},{"move":"to-T","position":"T","index":4,"value":"T","plies":null},` +
				`{"move":"to-W1","position":"W1","index":1,"value":"L1","plies":2}]}`},
		{"moves in detail", func() (any, error) { return db.Moves(t.Context(), "quick", true) },
			`{"position":"quick","index":null,"value":"W1","plies":1,"moves":[{"move":"to-W1","value":"W1","plies":1},` +
				`{"move":"to-T","position":"T","index":4,"value":"T","plies":null,"replies":{"T":1,"L2":1}}]}`},
		{"moves to what is not stored", func() (any, error) { return db.Moves(t.Context(), "maybe", true) },
			`{"position":"maybe","index":null,"value":"unknown","plies":null,"at_least":"L1","moves":[` +
				`{"move":"to-drawn","position":"drawn","index":null,"value":"unknown","plies":null,"replies":{"T":1,"L1":1}},` +
				`{"move":"to-W1","position":"W1","index":1,"value":"L1","plies":2,"replies":{"W1":1}}]}`},
		{"no moves", func() (any, error) { return db.Moves(t.Context(), "L0", true) },
			`{"position":"L0","index":0,"value":"L0","plies":0,"moves":[]}`},
		{"no replies", func() (any, error) { return db.Moves(t.Context(), "W1", true) },
			`{"position":"W1","index":1,"value":"W1","plies":1,"moves":[{"move":"to-L0","position":"L0","index":0,"value":"W1","plies":1,"replies":{}}]}`},
		{"line", func() (any, error) { return db.Line(t.Context(), "W2") },
			`{"position":"W2","value":"W2","moves":["to-L1","to-W1","to-L0"],"end":"win"}`},
		{"line of nothing", func() (any, error) { return db.Line(t.Context(), "L0") },
			`{"position":"L0","value":"L0","moves":[],"end":"loss"}`},
		{"line that is not known", func() (any, error) { return partialDB.Line(t.Context(), "T") },
			`{"position":"T","value":"unknown","moves":[],"end":"unknown"}`},
		{"stats", func() (any, error) { return db.Stats() },
			`{"game":"started","positions":5,"values":{"T":1,"L0":1,"W1":1,"L1":1,"W2":1},"positions_all":10,` +
				`"values_all":{"T":2,"L0":2,"W1":2,"L1":2,"W2":2},"start":null,"longest_win":{"value":"W2","index":3,"position":"W2"},` +
				`"table_sha256":"36bc5cd4af3917246fa191d0633a587f1bdc9ec17f1df5e9e2cc87dfaf13d6dd"}`},
		{"wide win", func() (any, error) { return wideDB.Value("won") },
			`{"game":"wide","position":"won","index":0,"value":"win-0","outcome":"win","plies":0}`},
		{"wide stats", func() (any, error) { return wideDB.Stats() },
			`{"game":"wide","positions":4,"values":{"draw":1,"loss-0":1,"win-0":1,"loss-1":1},"positions_all":4,` +
				`"values_all":{"draw":1,"loss-0":1,"win-0":1,"loss-1":1},` +
				`"start":{"game":"wide","position":"d","index":2,"value":"draw","outcome":"draw","plies":null},` +
				`"longest_win":{"value":"win-0","index":0,"position":"won"},"table_sha256":"98deb677a00c3610b5c9873a95d455bc714bfc98bd382f3590bda9501f993e60"}`},
		{"score", func() (any, error) { return scoreDB.Value("s") },
			`{"game":"score","position":"s","index":2,"value":"+3","outcome":"score","score":3}`},
		{"score of nothing", func() (any, error) { return scoreDB.Value("level") },
			`{"game":"score","position":"level","index":3,"value":"0","outcome":"score","score":0}`},
		{"score moves", func() (any, error) { return scoreDB.Moves(t.Context(), "s", true) },
			`{"position":"s","index":2,"value":"+3","moves":[{"move":"to-minus","position":"minus","index":1,"value":"+3","replies":{}},` +
				`{"move":"to-0","value":"0"},{"move":"to-plus","position":"plus","index":0,"value":"-2","replies":{}}]}`},
		{"score line", func() (any, error) { return scoreDB.Line(t.Context(), "s") },
			`{"position":"s","value":"+3","moves":["to-minus"],"end":"win"}`},
		{"score stats", func() (any, error) { return scoreDB.Stats() },
			`{"game":"score","positions":4,"values":{"-3":1,"0":1,"+2":1,"+3":1},"positions_all":4,"values_all":{"-3":1,"0":1,"+2":1,"+3":1},` +
				`"start":{"game":"score","position":"s","index":2,"value":"+3","outcome":"score","score":3},"longest_win":null,"table_sha256":"8a6a80a6f0284f49724d478f6a6d764a29858d82d1a8bb35f0b3e04ba2546745"}`},
	}
	for _, test := range tests {
		v, err := test.got()
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got, err := json.Marshal(v)
		if err != nil || string(got) != test.want {
			t.Errorf("%s (%v):\n got %s\nwant %s", test.name, err, got, test.want)
		}
	}
}
