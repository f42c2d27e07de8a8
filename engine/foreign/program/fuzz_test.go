package program

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign"
)

// questions are one of each kind of question.
var questions = []question{
	{ask: foreign.AskOpen, keys: []uint64{3}}, {ask: foreign.AskExpand, keys: []uint64{1, 2}}, {ask: foreign.AskExpandCanonical, keys: []uint64{1}},
	{ask: foreign.AskCanonical, keys: []uint64{7, 8, 9}}, {ask: foreign.AskText, keys: []uint64{5}}, {ask: foreign.AskParse, text: "a"},
	{ask: foreign.AskMove, keys: []uint64{5, 6}}, {ask: foreign.AskWeights, keys: []uint64{5}}, {ask: foreign.AskRanks, keys: []uint64{5}},
}

// answerTo asks a question of a program that answers with the given bytes. The lists of an answer
// that is accepted have the lengths that the question wants.
func answerTo(t *testing.T, speak func(in *bufio.Reader) language, n byte, bytesOut []byte) {
	q := questions[int(n)%len(questions)]
	var a answer
	if speak(bufio.NewReader(bytes.NewReader(bytesOut))).ask(&q, &a, 8) != nil {
		return
	}
	switch q.ask {
	case foreign.AskExpand, foreign.AskExpandCanonical:
		if len(a.heads) != len(q.keys) {
			t.Errorf("%d heads for %d keys", len(a.heads), len(q.keys))
		}
	case foreign.AskText, foreign.AskMove, foreign.AskBoard:
	case foreign.AskOpen:
		if len(a.keys) != 2 {
			t.Errorf("an answer to open has %d numbers", len(a.keys))
		}
	default:
		if len(a.keys) != max(1, len(q.keys)) {
			t.Errorf("%d numbers for %d keys", len(a.keys), len(q.keys))
		}
	}
}

// FuzzLines answers questions with arbitrary lines.
func FuzzLines(f *testing.F) {
	for n, text := range []string{
		`{"start":4,"size":9}`, `{"positions":[{"standing":0,"successors":[1,2]},{"standing":2,"score":-3,"successors":[]}]}`, `{"positions":[]}`,
		`{"keys":[1,2,18446744073709551615]}`, `{"text":"a"}`, `{"keys":[1]}`, `{"refused":"no"}`, `{"failed":"\n"}`, `{`,
	} {
		f.Add(byte(n), []byte(text+"\n"))
	}
	f.Fuzz(func(t *testing.T, n byte, line []byte) {
		answerTo(t, func(in *bufio.Reader) language { return &lines{in: in, out: io.Discard} }, n, line)
	})
}

// FuzzFrames answers questions with arbitrary frames.
func FuzzFrames(f *testing.F) {
	for n := range questions {
		for _, size := range []byte{0, 8, 16, 24} {
			f.Add(byte(n), append([]byte{size, 0, 0, 0, size / 16, 0, 0, 0}, make([]byte, size)...))
		}
	}
	f.Fuzz(func(t *testing.T, n byte, frame []byte) {
		answerTo(t, func(in *bufio.Reader) language { return &frames{in: in, out: io.Discard} }, n, frame)
	})
}
