package program

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// lines is the language of JSON objects, one a line. It is slower than frames, but easier to
// implement.
type lines struct {
	in  *bufio.Reader
	out io.Writer
}

// verbs are the names of the questions.
var verbs = map[foreign.Question]string{
	foreign.AskOpen: "open", foreign.AskExpand: "expand", foreign.AskExpandCanonical: "expand_canonical", foreign.AskCanonical: "canonical", foreign.AskWeights: "weights",
	foreign.AskNumbers: "numbers", foreign.AskRanks: "rank", foreign.AskKeys: "unrank", foreign.AskText: "text", foreign.AskParse: "parse", foreign.AskMove: "move", foreign.AskBoard: "board",
}

// lineAnswer is an answer to any question. Each question uses some of the fields.
type lineAnswer struct {
	Refused   *string        `json:"refused"`
	Failed    *string        `json:"failed"`
	Start     *uint64        `json:"start"`
	Size      uint64         `json:"size"`
	Positions []linePosition `json:"positions"`
	Keys      []uint64       `json:"keys"`
	Text      string         `json:"text"`
}

// linePosition is the standing, the score and the successors of one position.
type linePosition struct {
	Standing   uint8    `json:"standing"`
	Score      int8     `json:"score"`
	Successors []uint64 `json:"successors"`
	Placements []string `json:"placements"` // the successors of a game with a placement
	Rolls      []struct {
		Weight uint32     `json:"weight"`
		Moves  []lineMove `json:"moves"`
	} `json:"rolls"` // of a game of chance
}

// lineMove is a move that a roll allows.
type lineMove struct {
	To       uint64 `json:"to"`
	Keeps    bool   `json:"keeps"`
	Gain     int32  `json:"gain"`
	Standing uint8  `json:"standing"` // how the move ends the game
}

// words returns the rolls of a position as the words of frames.
func (p *linePosition) words() (words []uint64) {
	for _, r := range p.Rolls {
		words = append(words, foreign.RollWord(r.Weight, len(r.Moves)))
		for _, m := range r.Moves {
			words = append(words, foreign.MoveWord(m.Gain, m.Keeps, foreign.Standing(m.Standing)), m.To)
		}
	}
	return words
}

// ask implements [language].
func (l *lines) ask(q *question, a *answer, successors int) error {
	object := map[string]any{"ask": verbs[q.ask]}
	switch q.ask {
	case foreign.AskOpen:
		params := []int64{}
		for _, p := range q.keys {
			params = append(params, int64(p))
		}
		object["params"] = params
	case foreign.AskParse:
		object["text"] = q.text
	case foreign.AskExpand:
		if q.form.Placed() {
			placements := []string{}
			for text := range slices.Chunk(q.form.Append(nil, q.keys), q.form.Bytes()) {
				placements = append(placements, string(text))
			}
			object["placements"] = placements
			break
		}
		fallthrough
	default:
		object["keys"] = q.keys
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	if _, err := l.out.Write(append(text, '\n')); err != nil {
		return err
	}
	// A key has at most 20 digits and a comma, a byte of a placement at most 6 characters and its
	// share of quotes; names and blanks take the rest.
	text, err = readLine(l.in, int(9*mostBytes(q, successors))+64*len(q.keys)+1<<12)
	if err != nil {
		return err
	}
	var answer lineAnswer
	if err := json.Unmarshal(text, &answer); err != nil {
		return fmt.Errorf("its answer is not the JSON that the request wants: %s", child.Line(err.Error()))
	}
	switch {
	case answer.Refused != nil:
		return &foreign.Refusal{Reason: child.Line(*answer.Refused)}
	case answer.Failed != nil:
		return fmt.Errorf("%s", child.Line(*answer.Failed))
	}
	return a.take(q, answer)
}

// take stores the answer of a line.
func (a *answer) take(q *question, answer lineAnswer) error {
	a.heads, a.keys, a.text = a.heads[:0], a.keys[:0], answer.Text
	want := len(q.keys)
	switch q.ask {
	case foreign.AskText, foreign.AskMove, foreign.AskBoard:
		return nil
	case foreign.AskOpen:
		if answer.Start == nil {
			return fmt.Errorf("its answer to open has no \"start\"")
		}
		a.keys = append(a.keys, *answer.Start, answer.Size)
		return nil
	case foreign.AskExpand, foreign.AskExpandCanonical:
		if len(answer.Positions) != want {
			return fmt.Errorf("its answer about %d keys has %d positions", want, len(answer.Positions))
		}
		for _, p := range answer.Positions {
			if p.Rolls != nil {
				p.Successors = append(p.Successors, p.words()...)
			}
			count := len(p.Successors) + len(p.Placements)
			if count >= foreign.MaxSuccessors {
				return fmt.Errorf("a position has %d successors: want at most %d", count, foreign.MaxSuccessors-1)
			}
			a.heads = append(a.heads, foreign.HeadOf(foreign.Standing(p.Standing), p.Score, count))
			if q.form.Placed() != (p.Successors == nil) && count > 0 {
				return fmt.Errorf("its answer has successors or placements, and the game has the other")
			}
			a.keys = append(a.keys, p.Successors...)
			for _, text := range p.Placements {
				var err error
				if a.keys, err = q.form.Read(a.keys, []byte(text)); err != nil {
					return err
				}
			}
		}
		return nil
	case foreign.AskParse:
		want = 1
	}
	if len(answer.Keys) != want {
		return fmt.Errorf("its answer has %d keys: want %d", len(answer.Keys), want)
	}
	a.keys = append(a.keys, answer.Keys...)
	return nil
}

// readLine reads a line of at most most bytes.
func readLine(in *bufio.Reader, most int) ([]byte, error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > most {
			return nil, fmt.Errorf("its line has more than %d bytes", most)
		}
		text = append(text, part...)
		if err != bufio.ErrBufferFull {
			if err == io.EOF && len(text) > 0 {
				err = io.ErrUnexpectedEOF
			}
			return text, err
		}
	}
}
