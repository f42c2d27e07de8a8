package cluster

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver"
)

// Until the first worker joins, a coordinator solves as one machine does, with counters, in the
// folder of the database. Then it stops and makes a pass as the leader, in which it publishes
// its results before the first stage that it shares.

// mark is the file that marks a database's folder as that of a solve on several machines. Its
// first line is the location of their store. A second line says that the folder has results
// that the store lacks: those found alone and not yet published.
type mark struct{ dir, store string }

const aloneLine = "alone"

func (m mark) path() string { return filepath.Join(m.dir, MarkName) }

// read reports whether the file exists, names the same store, and has the second line.
func (m mark) read() (there, same, alone bool) {
	text, err := os.ReadFile(m.path())
	if err != nil {
		return false, false, false
	}
	store, rest, _ := strings.Cut(string(text), "\n")
	return true, store == m.store, strings.TrimSpace(rest) == aloneLine
}

func (m mark) write(alone bool) error {
	text := m.store + "\n"
	if alone {
		text += aloneLine + "\n"
	}
	return durable.WriteBytes(m.path(), true, []byte(text))
}

// begin marks the folder of a database. It drops results of earlier passes there, unless the
// store lacks them. It reports whether an earlier run began the solve: then its store exists, and
// the coordinator waits for it if it is unreachable.
func (m mark) begin() (begun bool, err error) {
	_, err = os.Stat(kv.StorePath(m.dir))
	there, same, alone := m.read()
	if err == nil && !there {
		return false, engine.InputErrorf("%s has a solve that was begun on one machine: resume it there, or give another folder by --db", m.dir)
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

// endAlone notes that the store has all results.
func (m mark) endAlone() error {
	if _, _, alone := m.read(); !alone {
		return nil
	}
	return m.write(false)
}

// errMet ends a solve alone when a worker joins.
var errMet = errors.New("a worker has joined")

// opening begins a solve without workers, until one joins. It returns whether the table is
// finished.
type opening func(l *leader, ctx context.Context, g engine.Game, o solver.Options) (s solver.Summary, done bool, err error)

// mayBeAlone reports whether the coordinator may solve without workers.
func (l *leader) mayBeAlone() bool { return !l.idle && l.audit <= 0 && l.quorum < 2 }

// solveAlone is the [opening] that solves the game as one machine does.
func (l *leader) solveAlone(ctx context.Context, g engine.Game, o solver.Options) (s solver.Summary, done bool, err error) {
	shared := o
	shared.Party = l
	if !l.mayBeAlone() || l.refusal == "" && solver.InParts(g, shared) { // parts move to workers without more
		return s, false, nil
	}
	stages, err := l.self.store.List(ctx, stageFolder)
	if err != nil || len(stages) > 0 {
		return s, false, err
	}
	if err := l.mark.write(true); err != nil {
		return s, false, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	writing := make(chan struct{}) // closed when the table is being written, too late to stop
	tell := o.Events
	o.Events = func(e solver.Event) {
		if e.Kind == solver.EventCompact && writing != nil {
			close(writing)
			writing = nil
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
