package program

import (
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

const (
	batchBytes = 1 << 20 // approximate size of keys and answers
	mostBatch  = 256     // keys
)

// instance implements [foreign.Instance] on a process.
type instance struct {
	*process
	foreign.Variant
	most     int // successors of a position
	form     foreign.Form
	question question
	answer   answer
}

// open makes an instance of a fresh process.
func (i *instance) open(d *foreign.Description, params []int64) error {
	i.most = d.MaxSuccessors
	i.Batch = min(max(batchBytes/(d.Form().Bytes()*(i.most+1)+8), 1), mostBatch)
	list := make([]uint64, len(params))
	for n, p := range params {
		list[n] = uint64(p)
	}
	if err := i.put(foreign.AskOpen, list); err != nil {
		return err
	}
	i.form, i.Start, i.Size = d.Form(), i.answer.keys[0], i.answer.keys[1]
	return nil
}

// put sends a question about keys.
func (i *instance) put(q foreign.Question, keys []uint64) error {
	i.question = question{ask: q, keys: keys, form: i.form}
	return i.ask(&i.question, &i.answer, len(keys)*i.most)
}

// Expand implements [foreign.Instance].
func (i *instance) Expand(heads []foreign.Head, successors []uint64, keys []uint64, canonical bool) ([]foreign.Head, []uint64, error) {
	q := foreign.AskExpand
	if canonical {
		q = foreign.AskExpandCanonical
	}
	if err := i.put(q, keys); err != nil {
		return heads, successors, err
	}
	total := 0
	for _, head := range i.answer.heads {
		total += int(head >> 16)
	}
	if have := len(i.answer.keys); have != total {
		return heads, successors, fmt.Errorf("it answered with %d successors, and its heads have %d together", have, total)
	}
	return append(heads, i.answer.heads...), append(successors, i.answer.keys...), nil
}

// Numbers implements [foreign.Instance].
func (i *instance) Numbers(q foreign.Question, dst, keys []uint64) error {
	err := i.put(q, keys)
	if err == nil {
		copy(dst, i.answer.keys)
	}
	return err
}

// Words implements [foreign.Instance].
func (i *instance) Words(q foreign.Question, keys ...uint64) (string, error) {
	err := i.put(q, keys)
	return i.answer.text, err
}

// Parse implements [foreign.Instance].
func (i *instance) Parse(text string) (uint64, error) {
	i.question = question{ask: foreign.AskParse, text: text}
	if err := i.ask(&i.question, &i.answer, 0); err != nil {
		return 0, err
	}
	return i.answer.keys[0], nil
}

// process is a running program and the language that it uses.
type process struct {
	*child.Process
	language language
}

// start starts a process and reads its description.
func start(group *child.Group, command *exec.Cmd) (p *process, description []byte, err error) {
	p = &process{}
	p.Process, err = group.Start(command, func(c *child.Process) (err error) {
		p.Process = c
		description, err = p.greet()
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return p, description, nil
}

// greet detects the language of the program, and reads its description.
func (p *process) greet() ([]byte, error) {
	first, err := p.In.Peek(1)
	if err != nil {
		return nil, err
	}
	if first[0] == '{' {
		p.language = &lines{in: p.In, out: p.Out}
		return readLine(p.In, foreign.MaxDescription)
	}
	have := make([]byte, len(greeting))
	if n, err := io.ReadFull(p.In, have); err == io.ErrUnexpectedEOF && !strings.HasPrefix(greeting, string(have[:n])) {
		have = have[:n]
	} else if err != nil {
		return nil, err
	}
	if string(have) != greeting {
		return nil, fmt.Errorf("it began with %q: want %q and a frame, or a JSON object in a line", have, greeting)
	}
	f := &frames{in: p.In, out: p.Out}
	p.language = f
	return f.describe()
}

// ask sends a question.
func (p *process) ask(q *question, a *answer, successors int) error {
	return p.Ask(func() error { return p.language.ask(q, a, successors) })
}
