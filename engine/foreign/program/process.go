package program

import (
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

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
