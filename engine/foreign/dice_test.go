package foreign

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// TestRolls reads the words of rolls, right and wrong.
func TestRolls(t *testing.T) {
	chance, expected := &Dice{Sum: 6, Rolls: 2}, &Dice{Sum: 6, Rolls: 2, Bound: 10}
	good := []uint64{RollWord(5, 2), MoveWord(0, true, 0), 7, MoveWord(0, false, WinsNow), 0, RollWord(1, 1), MoveWord(0, false, 0), 9}
	var r fast.Rolls
	if err := chance.read(&r, good); err != nil {
		t.Fatal(err)
	}
	if len(r.Weights) != 2 || r.Weights[0] != 5 || len(r.Of(0)) != 2 || r.Of(0)[0] != (fast.RollMove{To: 7, Keeps: true}) || r.Of(0)[1] != (fast.RollMove{End: engine.WinsNow}) || r.Of(1)[0].To != 9 {
		t.Errorf("%+v", r)
	}
	if err := expected.read(&r, []uint64{RollWord(6, 1), MoveWord(-3, false, 0), 1}); err != nil || r.Moves[0].Gain != -3 {
		t.Errorf("%+v, %v", r, err)
	}
	for want, words := range map[string][]uint64{
		"the weight 0":       {RollWord(0, 1), 0, 1},
		"no move":            {RollWord(6, 0)},
		"ends before them":   {RollWord(6, 2), 0, 1, 0},
		"unknown bits":       {RollWord(6, 1), MoveWord(0, false, Lost), 1},
		"unknown bits, 0x20": {RollWord(6, 1), 1 << 41, 1},
		"earns 2 points":     {RollWord(6, 1), MoveWord(2, false, 0), 1},
		"the sum 5":          {RollWord(5, 1), 0, 1},
		"at most 2":          {RollWord(2, 1), 0, 1, RollWord(2, 1), 0, 1, RollWord(2, 1), 0, 1},
	} {
		if err := chance.read(&r, words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v, want %q", words, err, want)
		}
	}
	if err := expected.read(&r, []uint64{RollWord(6, 1), MoveWord(0, false, WinsNow), 1}); err == nil {
		t.Error("a move of a game of scores ends it")
	}
}

// TestDice reads declarations that make no sense.
func TestDice(t *testing.T) {
	for _, text := range []string{
		`"kind":"chance"`, `"dice":{"sum":6,"rolls":6}`, `"kind":"chance","dice":{"sum":0,"rolls":6}`, `"kind":"chance","dice":{"sum":4294967296,"rolls":6}`,
		`"kind":"chance","dice":{"sum":6,"rolls":0}`, `"kind":"chance","dice":{"sum":6,"rolls":6,"bound":3}`, `"kind":"expected","dice":{"sum":6,"rolls":6}`,
		`"kind":"chance","dice":{"sum":6,"rolls":2,"names":["1"]}`, `"kind":"chance","dice":{"sum":6,"rolls":2,"names":["1","1"]}`,
		`"kind":"chance","dice":{"sum":6,"rolls":2,"names":["1:","2"]}`, `"kind":"chance32","dice":{"sum":6,"rolls":2}`, `"kind":"chance","dice":{"sum":6,"rolls":65000}`,
	} {
		if _, err := ParseDescription([]byte(`{"protocol":1,"name":"x","max_successors":500,` + text + `}`)); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	d, err := ParseDescription([]byte(`{"protocol":1,"name":"x","max_successors":5,"kind":"expected","dice":{"sum":6,"rolls":2,"bound":9,"names":["1","2"]}}`))
	if err != nil || d.MaxSuccessors != 12 || d.Dice.name(0, 1) != "2" {
		t.Errorf("%+v, %v", d, err)
	}
}
