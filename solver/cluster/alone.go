package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver"
)

// A coordinator to whom nobody has come yet solves as a machine by itself does, with
// counters and all, in the folder of the database. When the first worker is met it stops, and
// makes a pass as the leader, in which it publishes what it has found before the first stage
// that it shares.

// mark is the file in a database's folder that says that its solve is one of several
// machines, and where their store is. A second line says that the folder has more than the
// store: what was found alone and is not all published.
type mark struct{ dir, store string }

const aloneLine = "alone"

func (m mark) path() string { return filepath.Join(m.dir, MarkName) }

// read returns what the file says.
func (m mark) read() (there, same, alone bool) {
	text, err := os.ReadFile(m.path())
	if err != nil {
		return false, false, false
	}
	store, rest, _ := strings.Cut(string(text), "\n")
	return true, store == m.store, strings.TrimSpace(rest) == aloneLine
}

// write writes the file.
func (m mark) write(alone bool) error {
	f, err := durable.Create(m.path())
	if err != nil {
		return err
	}
	defer f.Discard()
	text := m.store + "\n"
	if alone {
		text += aloneLine + "\n"
	}
	if _, err := fmt.Fprint(f, text); err != nil {
		return err
	}
	return f.Replace()
}

// begin makes the folder of a database one of a solve on several machines. What a pass
// before has left there is dropped, unless the store lacks it. It returns whether the solve
// was begun before: then its store stands, and is waited for if it is away.
func (m mark) begin() (begun bool, err error) {
	_, err = os.Stat(kv.StorePath(m.dir))
	there, same, alone := m.read()
	if err == nil && !there {
		return false, engine.InputErrorf("%s has a solve that was begun on one machine: let it go on there, or give another folder by --db", m.dir)
	}
	if err := os.MkdirAll(m.dir, 0o777); err != nil {
		return false, err
	}
	if there && !(alone && same) {
		if err := dropLedger(m.dir); err != nil {
			return false, err
		}
	}
	return there && same, m.write(alone && same)
}

// endAlone notes that the store has all that counts.
func (m mark) endAlone() error {
	if _, _, alone := m.read(); !alone {
		return nil
	}
	return m.write(false)
}

// errMet ends a solve alone.
var errMet = errors.New("a worker has joined")

// solveAlone solves the game until a worker is met. It returns whether the table stands.
func (l *leader) solveAlone(ctx context.Context, g engine.Game, o solver.Options, c SolveOptions) (s solver.Summary, done bool, err error) {
	if c.shared || l.idle || l.audit > 0 || l.quorum > 1 {
		return s, false, nil
	}
	shared, err := l.self.store.List(ctx, stageFolder)
	if err != nil || len(shared) > 0 {
		return s, false, err
	}
	if err := l.mark.write(true); err != nil {
		return s, false, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	writing := make(chan struct{}) // closed when it is not worth to stop any more
	tell := o.Events
	o.Events = func(e solver.Event) {
		if e.Kind == solver.EventCompact && writing != nil {
			close(writing)
			writing = nil
		}
		if c.joined != nil && c.joined(e) {
			cancel(errMet)
		}
		if tell != nil {
			tell(e)
		}
	}
	go func(writing <-chan struct{}) {
		select {
		case <-l.roster.met:
			cancel(errMet)
		case <-writing:
		case <-ctx.Done():
		}
	}(writing)
	o.Party, o.Chunk, o.Shareable = nil, l.self.job.Chunk, true
	s, err = solver.Solve(ctx, g, o)
	if err != nil && errors.Is(context.Cause(ctx), errMet) {
		l.self.log.Info("a worker has joined: what was found alone is published")
		return s, false, nil
	}
	return s, err == nil, err
}
