package uci

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/foreign/internal/child"
)

// Options of [New]. The zero value of every field means its default.
type Options struct {
	// Engine is the path of the engine; default: the environment variable FOREGONE_UCI, else
	// fairy-stockfish in the search path for programs.
	Engine string
	// Patience is the time limit for an answer; default: 30 s.
	Patience time.Duration
}

// Engines runs engines, a process for each worker. It is safe for concurrent use.
type Engines struct {
	options Options
	group   *child.Group
}

// New makes Engines without starting an engine. The caller closes it.
func New(o Options) *Engines {
	return &Engines{o, child.NewGroup(child.Options{Patience: o.Patience, Merged: true})}
}

// Begin prepares for a command: soon after ctx is done, all engines are killed. The caller calls
// end when the command has ended.
func (s *Engines) Begin(ctx context.Context) (end func()) { return s.group.Begin(ctx) }

// Close kills all engines and prevents new ones.
func (s *Engines) Close() error { return s.group.Close() }

const (
	engineVariable = "FOREGONE_UCI" // the path of the engine
	engineName     = "fairy-stockfish"
	debianPath     = "/usr/games/" + engineName // is not always in the search path
	engineTitle    = "Fairy-Stockfish"
)

// Find returns the path of the engine.
func (s *Engines) Find() (string, error) {
	path := cmp.Or(s.options.Engine, os.Getenv(engineVariable))
	if path == "" {
		if _, err := exec.LookPath(engineName); err != nil {
			if _, err := os.Stat(debianPath); err == nil {
				return debianPath, nil
			}
		}
		path = engineName
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return "", &foreign.Absent{Reason: fmt.Sprintf("the engine Fairy-Stockfish is not here (%v): install the package fairy-stockfish, or say where it is with %s", err, engineVariable)}
	}
	return found, nil
}

// start starts an engine.
func (s *Engines) start() (*talker, error) {
	path, err := s.Find()
	if err != nil {
		return nil, err
	}
	t := &talker{}
	t.Process, err = s.group.Start(exec.Command(path), func(p *child.Process) error {
		t.Process = p
		return t.greet()
	})
	if err != nil {
		return nil, fmt.Errorf("the engine %s: %w", path, err)
	}
	return t, nil
}

// talker is a running engine. Only one goroutine at a time may use it.
type talker struct {
	*child.Process
	id       string   // the engine's name for itself
	variants []string // known variants
}

// mostLines bounds the number of consecutive irrelevant lines of an engine.
const mostLines = 1 << 16

// answers sends commands while it passes each line of the engine to take, until take reports the
// last one. It bounds the consecutive lines for which take reports nothing.
func (t *talker) answers(commands string, take func(line string) (said, last bool, err error)) error {
	return t.Ask(func() error {
		sent := make(chan error, 1)
		go func() {
			_, err := t.Out.Write([]byte(commands))
			sent <- err
		}()
		for silent := 0; silent < mostLines; silent++ {
			text, err := t.In.ReadSlice('\n')
			if len(text) > 0 && err != nil && len(text) == t.In.Size() {
				return fmt.Errorf("its line has more than %d bytes", t.In.Size())
			}
			if err != nil {
				return err // a blocked write ends with the process
			}
			said, last, err := take(strings.TrimRight(string(text), "\r\n"))
			if err != nil {
				return err
			}
			if last {
				return <-sent
			}
			if said {
				silent = 0
			}
		}
		return fmt.Errorf("it has written %d lines without an answer", mostLines)
	})
}

// lines sends commands and returns the engine's output up to the line last.
func (t *talker) lines(commands, last string) (list []string, err error) {
	err = t.answers(commands, func(line string) (said, over bool, err error) {
		if line = strings.TrimSpace(line); line != "" && line != last {
			list = append(list, line)
		}
		return line == last, line == last, nil
	})
	return list, err
}

// ready sends commands that the engine may not answer, and waits until it is ready.
func (t *talker) ready(commands string) ([]string, error) {
	return t.lines(commands+"isready\n", "readyok")
}

// greet switches the engine to UCI, and reads its name and its variants.
func (t *talker) greet() error {
	list, err := t.lines("uci\n", "uciok")
	if err != nil {
		return err
	}
	t.variants = nil
	for _, line := range list {
		if id, ok := strings.CutPrefix(line, "id name "); ok {
			t.id = child.Line(id)
		}
		if rest, ok := strings.CutPrefix(line, "option name UCI_Variant "); ok {
			words := strings.Fields(rest)
			for n := 1; n < len(words); n++ {
				if words[n-1] == "var" {
					t.variants = append(t.variants, words[n])
				}
			}
		}
	}
	if !strings.HasPrefix(t.id, engineTitle) || t.variants == nil {
		return fmt.Errorf("it calls itself %q, and has %d variants: want %s", t.id, len(t.variants), engineTitle)
	}
	return nil
}
