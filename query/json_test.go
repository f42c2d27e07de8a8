package query

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

// TestJSON compares the JSON of values and moves, byte by byte, with text that the test assembles,
// for all kinds of values and for texts that need escapes.
func TestJSON(t *testing.T) {
	for _, text := range []string{"XO..X....", `"\`, "a\tb\n", "é漢\u2028<&>", "\x7f\xff", ""} {
		for _, kind := range []engine.Kind{engine.Byte, engine.Wide, engine.Score} {
			for n := range 256 {
				a := Answer{Game: "game:a=b", Text: text, Index: uint64(n) << 40, Stored: n&1 == 0}
				a.Verdict = Verdict{Kind: kind, Value: engine.Value(n), Known: n&2 == 0}
				index, byteOf, score, plies, atLeast := `"index":null`, "", "", "", ""
				if a.Stored {
					index = fmt.Sprintf(`"index":%d`, a.Index)
				}
				if n&4 != 0 {
					a.AtLeast = Verdict{Kind: kind, Value: engine.Value(n ^ 1), Known: true}
					atLeast = fmt.Sprintf(`,"at_least":"%v"`, a.AtLeast)
				}
				switch number, ok := a.Verdict.Plies(); {
				case kind == engine.Score && a.Verdict.Known:
					score = fmt.Sprintf(`,"score":%d`, kind.Points(a.Verdict.Value))
				case kind == engine.Score:
				case ok:
					plies = fmt.Sprintf(`,"plies":%d`, number)
				default:
					plies = `,"plies":null`
				}
				if kind == engine.Byte && a.Verdict.Known {
					byteOf = fmt.Sprintf(`,"byte":%d`, n)
				}
				same(t, a, fmt.Sprintf(`{"game":"game:a=b","position":%s,%s,"value":"%v"%s,"outcome":"%v"%s%s%s}`,
					quote(text), index, a.Verdict, byteOf, a.Verdict.Outcome(), score, plies, atLeast))

				m := Move{Turn: text, Ended: n&8 != 0, Text: text, Index: a.Index, Stored: a.Stored, Verdict: a.Verdict}
				also, to, replies := "", "", ""
				if n&16 != 0 {
					m.Also, m.Clicks = []string{"x", text}, []drawing.Click{{Square: "a1", Act: drawing.Take}, {Square: text, Act: drawing.Push}}
					also = fmt.Sprintf(`,"also":["x",%[1]s],"clicks":[["a1","take"],[%[1]s,"push"]]`, quote(text))
				}
				if n&32 != 0 {
					m.Replies = []Reply{{Verdict: a.Verdict, Results: 7}}
					replies = fmt.Sprintf(`,"replies":{"%v":7}`, a.Verdict)
				}
				if !m.Ended {
					to = fmt.Sprintf(`,"position":%s,%s`, quote(text), index)
				}
				one := fmt.Sprintf(`{"move":%s%s%s,"value":"%v"%s%s}`, quote(text), also, to, a.Verdict, plies, replies)
				same(t, m, one)
				same(t, Moves{Answer: a, Moves: []Move{m, m}},
					fmt.Sprintf(`{"position":%s,%s,"value":"%v"%s%s,"moves":[%[6]s,%[6]s]}`, quote(text), index, a.Verdict, plies, atLeast, one))
			}
		}
	}
}

// quote returns a JSON string without the escapes that only HTML needs.
func quote(text string) string {
	quoted, err := marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}

// same reports JSON that differs from want.
func same(t *testing.T, v json.Marshaler, want string) {
	t.Helper()
	got, err := v.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Fatalf("got %s, want %s", got, want)
	}
}
