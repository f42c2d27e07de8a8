package squadro

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

// TestConformance has the sizes of lanes=3 and lanes=4 from a separate program, which looked at every
// placement.
func TestConformance(t *testing.T) {
	for text, positions := range map[string]uint64{
		"squadro:lanes=2": 1_286, "squadro:lanes=3": 247_882, "squadro:lanes=4": 95_054_504, "squadro": 55_771_138_670,
	} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			if got := g.Size(); got != positions {
				t.Errorf("%d positions, want %d", got, positions)
			}
			o := enginetest.Options{Exhaustive: 2000, Samples: 500, Moves: 200, NotPositions: []string{"#v#", g.Text(g.At(0)) + "T"}}
			if text == "squadro" {
				o.NotPositions = append(o.NotPositions,
					"#vvvvv#/>....../>....../>....../>....../>....../#.....# X",  // no such side
					"#vvvvv#/>....../>....../>....../>....../......./#.....# T",  // a piece of Left is missing
					"#v.vvv#/>.v..../>....../>....../>....../>....../#.....# T",  // a piece of speed 3 after one point
					"#TTTTv#/>....../>....../>....../>....../>....../#.....# T",  // Top has won
					"#TTTTT#/>....../>....../>....../>....../>....../#.....# L",  // Top had won before
					"#vvvvv#/>....../>....../>....../>....../>....../#....># T",  // a piece beside the lanes
					"#vvvvv#/>....../>....../>....../>....../>....../#.....# TL", // two sides
				)
			}
			enginetest.Run(t, g, o)
		})
	}
}

// TestPlay plays by hand: jumps over one piece and over two in a row, the turn at the far side, and the end.
func TestPlay(t *testing.T) {
	g := open(t, "squadro")
	for _, c := range []struct{ from, turn, to string }{
		{"#vvvvv#/>....../>....../>....../>....../>....../#.....# T", "c7-c4", "#v.vvv#/>....../>....../>.v..../>....../>....../#.....# L"},
		{"#v.vvv#/>....../>....../>.v..../>....../>....../#.....# L", "a4-d4xc4", "#vvvvv#/>....../>....../...>.../>....../>....../#.....# T"},
		{"#vvvvv#/>....../.>...../>....../.>...../>....../#.....# L", "b5-d5", ""},
		{"#vvvvv#/>....../.>...../.<...../>....../>....../#.....# T", "b7-b6", "#.vvvv#/>v...../.>...../.<...../>....../>....../#.....# L"},
		{"#.vvvv#/>v...../.>...../.<...../>....../>....../#.....# T", "b6-b3xb5xb4", "#.vvvv#/>....../>....../......</>v...../>....../#.....# L"},
		{"#.vvvv#/>....../>....../>....../>....../>v...../#.....# T", "b2-b1", "#.vvvv#/>....../>....../>....../>....../>....../#^....# L"},
		{"#.vvvv#/>....../>....../>....../.<...../>....../#^....# T", "b1-b4xb3", "#.vvvv#/>....../>....../>^...../......</>....../#.....# L"},
		{"#.vvvv#/>....../>....../>....../>....../.<...../#^....# T", "b1-b3xb2", "#.vvvv#/>....../>....../>....../>^...../......</#.....# L"},
	} {
		p, err := g.Parse(c.from)
		if err != nil {
			t.Fatal(err)
		}
		r, err := g.Play(p, c.turn)
		if c.to == "" {
			if err == nil {
				t.Errorf("%s: %s is played, and leads to %s", c.from, c.turn, g.Text(r.To))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.from, err)
		} else if got := g.Text(r.To); got != c.to {
			t.Errorf("%s: %s leads to %s, want %s", c.from, c.turn, got, c.to)
		}
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "squadro:lanes=3"), "#vvv#/>..../>..../>..../#...# T", "#.Tv#/L..../>..../^...</#...# L")
}
