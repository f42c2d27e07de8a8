package query

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestAnswerJSON holds the value object against one that package json writes, for all kinds of
// values and for texts that have to be escaped.
func TestAnswerJSON(t *testing.T) {
	for _, text := range []string{"XO..X....", `"\`, "a\tb\n", "é漢\u2028<&>", "\x7f\xff", ""} {
		for _, kind := range []engine.Kind{engine.Byte, engine.Wide, engine.Score} {
			for n := range 256 {
				a := Answer{Game: "game:a=b", Text: text, Index: uint64(n) << 40, Stored: n&1 == 0}
				a.Verdict = Verdict{Kind: kind, Value: engine.Value(n), Known: n&2 == 0}
				if n&4 != 0 {
					a.AtLeast = Verdict{Kind: kind, Value: engine.Value(n ^ 1), Known: true}
				}
				want := map[string]any{"game": a.Game, "position": text, "index": nil, "value": a.Verdict.String(), "outcome": a.Verdict.Outcome().String()}
				if a.Stored {
					want["index"] = a.Index
				}
				if kind == engine.Score && a.Verdict.Known {
					want["score"] = kind.Points(a.Verdict.Value)
				} else if kind != engine.Score {
					want["plies"] = nil
					if plies, ok := a.Verdict.Plies(); ok {
						want["plies"] = plies
					}
				}
				if kind == engine.Byte && a.Verdict.Known {
					want["byte"] = n
				}
				if n&4 != 0 {
					want["at_least"] = a.AtLeast.String()
				}
				same(t, a.AppendJSON(nil), want)
			}
		}
	}
}

// same reports an object that says something else than is wanted.
func same(t *testing.T, got []byte, want map[string]any) {
	t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Fatalf("got %s, want what %s says", got, text)
	}
}
