package program

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// question is a question to a game. Parameters are keys, in two's complement.
type question struct {
	ask  foreign.Question
	keys []uint64
	form foreign.Form // of keys and successors
	text string       // of AskParse
}

// answer is a game's answer. It keeps its memory between questions.
type answer struct {
	heads []foreign.Head // of AskExpand
	keys  []uint64       // successors, or a number for each key; for AskOpen the start and the number of ranks
	text  string         // of AskText, AskMove and AskBoard
}

// language is one of the protocol's two encodings, frames or lines.
type language interface {
	// ask sends a question and stores the answer in a, whose lists it overwrites. The answer has
	// at most the given number of successors. After an error except a Refusal, the process ends.
	ask(q *question, a *answer, successors int) error
}

// Frame numbers of answers.
const (
	answered = iota
	refused
	failed
)

const (
	greeting  = "foregone" // a program sends it first, before its description in a frame
	headBytes = 8          // of a frame
	mostWords = 1 << 10    // bytes of a reason
)

var le = binary.LittleEndian

// frames is the binary language. A frame consists of the length of its content in bytes, a number,
// both 32 bits, and the content.
type frames struct {
	in    *bufio.Reader
	out   io.Writer
	bytes []byte
}

// describe reads the description that follows the greeting.
func (f *frames) describe() ([]byte, error) {
	number, size, err := f.head()
	if err != nil {
		return nil, err
	}
	if number != answered && number != failed || size > foreign.MaxDescription {
		return nil, fmt.Errorf("its description is a frame of number %d with %d bytes: want number 0 and at most %d bytes", number, size, foreign.MaxDescription)
	}
	content, err := f.content(size)
	if err == nil && number == failed {
		err = fmt.Errorf("%s", child.Line(string(content)))
	}
	return content, err
}

// head reads the head of a frame.
func (f *frames) head() (number, size uint32, err error) {
	head, err := f.content(headBytes)
	if err != nil {
		return 0, 0, err
	}
	return le.Uint32(head[4:]), le.Uint32(head), nil
}

// content reads size bytes. The next read overwrites them.
func (f *frames) content(size uint32) ([]byte, error) {
	if cap(f.bytes) < int(size) {
		f.bytes = make([]byte, size)
	}
	f.bytes = f.bytes[:size]
	_, err := io.ReadFull(f.in, f.bytes)
	return f.bytes, err
}

// ask implements [language].
func (f *frames) ask(q *question, a *answer, successors int) error {
	size := q.form.Bytes()*len(q.keys) + len(q.text)
	f.bytes = le.AppendUint32(le.AppendUint32(f.bytes[:0], uint32(size)), uint32(q.ask))
	f.bytes = q.form.Append(f.bytes, q.keys)
	if _, err := f.out.Write(append(f.bytes, q.text...)); err != nil {
		return err
	}
	number, length, err := f.head()
	if err != nil {
		return err
	}
	most := uint64(mostWords)
	if number == answered {
		most = mostBytes(q, successors)
	}
	switch {
	case number > failed:
		return fmt.Errorf("it answered with a frame of number %d: want 0, 1 or 2", number)
	case uint64(length) > most:
		return fmt.Errorf("its answer declares %d bytes: want at most %d", length, most)
	}
	content, err := f.content(length)
	switch {
	case err != nil:
		return err
	case number == refused:
		return &foreign.Refusal{Reason: child.Line(string(content))}
	case number == failed:
		return fmt.Errorf("%s", child.Line(string(content)))
	}
	return a.read(q, content)
}

// headsBytes returns the size of the heads of n positions, padded to words of 64 bits.
func headsBytes(n int) int { return (4*n + 7) &^ 7 }

// mostBytes returns the maximum size of an answer.
func mostBytes(q *question, successors int) uint64 {
	switch q.ask {
	case foreign.AskOpen:
		return 16
	case foreign.AskExpand, foreign.AskExpandCanonical:
		return uint64(headsBytes(len(q.keys)) + q.form.Bytes()*successors)
	case foreign.AskText, foreign.AskMove, foreign.AskBoard:
		return foreign.MaxText
	case foreign.AskParse:
		return 8
	}
	return 8 * uint64(len(q.keys))
}

// read reads the content of an answer.
func (a *answer) read(q *question, content []byte) error {
	a.heads, a.keys, a.text = a.heads[:0], a.keys[:0], ""
	size := len(content)
	switch q.ask {
	case foreign.AskText, foreign.AskMove, foreign.AskBoard:
		a.text = string(content)
		return nil
	case foreign.AskExpand, foreign.AskExpandCanonical:
		n := len(q.keys)
		if size < headsBytes(n) {
			return fmt.Errorf("its answer about %d keys has %d bytes: want the heads of all, in %d", n, size, headsBytes(n))
		}
		for at := range n {
			a.heads = append(a.heads, foreign.Head(le.Uint32(content[4*at:])))
		}
		content = content[headsBytes(n):]
	default:
		if want := mostBytes(q, 0); uint64(size) != want {
			return fmt.Errorf("its answer has %d bytes: want %d", size, want)
		}
	}
	if size := q.form.Bytes(); len(content)%size != 0 {
		return fmt.Errorf("its answer has %d bytes of successors: want a multiple of %d", len(content), size)
	}
	var err error
	a.keys, err = q.form.Read(a.keys, content)
	return err
}
