package query

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// TestAppendJSON compares what the quick writers of values and moves write with what package json makes of the
// objects that describe it, for all kinds of values and for texts that have to be escaped.
func TestAppendJSON(t *testing.T) {
	for _, text := range []string{"XO..X....", `"\`, "a\tb\n", "é漢\u2028<&>", "\x7f\xff", ""} {
		for _, kind := range []engine.Kind{engine.Byte, engine.Wide, engine.Score} {
			for n := range 256 {
				a := Answer{Game: "game:a=b", Text: text, Index: uint64(n) << 40, Stored: n&1 == 0}
				a.Verdict = Verdict{Kind: kind, Value: engine.Value(n), Known: n&2 == 0}
				if n&4 != 0 {
					a.AtLeast = Verdict{Kind: kind, Value: engine.Value(n ^ 1), Known: true}
				}
				want := valueObject{Game: a.Game, Position: text, Index: indexOf(a), Value: a.Verdict.String(), Outcome: a.Verdict.Outcome().String(), Plies: PliesOf(a.Verdict), AtLeast: atLeastOf(a)}
				if kind == engine.Score && a.Verdict.Known {
					want.Score = new(kind.Points(a.Verdict.Value))
				}
				if kind == engine.Byte && a.Verdict.Known {
					want.Byte = new(uint8(n))
				}
				same(t, a.AppendJSON(nil), want)

				m := Move{Turn: text, Ended: n&8 != 0, Text: text, Index: a.Index, Stored: a.Stored, Verdict: a.Verdict}
				one := moveObject{Move: text, Value: a.Verdict.String(), Plies: PliesOf(a.Verdict)}
				if n&16 != 0 {
					m.Also, m.Clicks = []string{"x", text}, []drawing.Click{{Square: "a1", Act: drawing.Take}, {Square: text, Act: drawing.Push}}
					one.Also, one.Clicks = m.Also, [][2]string{{"a1", "take"}, {text, "push"}}
				}
				if n&32 != 0 {
					m.Replies = []Reply{{Verdict: a.Verdict, Results: 7}}
					one.Replies = &valueCounts{json.RawMessage(`{` + strconv.Quote(a.Verdict.String()) + `:7}`)}
				}
				if !m.Ended {
					one.Position, one.Index = text, storedIndex{json.RawMessage("null")}
					if m.Stored {
						one.Index = storedIndex{strconv.AppendUint(nil, m.Index, 10)}
					}
				}
				if text != "" { // an empty notation is no position
					same(t, Moves{Answer: a, Moves: []Move{m, m}}.AppendJSON(nil),
						movesObject{Position: text, Index: indexOf(a), Value: want.Value, Plies: want.Plies, AtLeast: want.AtLeast, Moves: []moveObject{one, one}})
				}
			}
		}
	}
}

func indexOf(a Answer) *uint64 {
	if a.Stored {
		return &a.Index
	}
	return nil
}

func atLeastOf(a Answer) string {
	if a.AtLeast.Known {
		return a.AtLeast.String()
	}
	return ""
}

// same reports JSON other than that of an object, byte by byte.
func same(t *testing.T, got []byte, object any) {
	t.Helper()
	want, err := marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Fatalf("got %s, want %s", got, want)
	}
}
