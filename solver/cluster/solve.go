package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// SolveOptions are the options of a coordinator.
type SolveOptions struct {
	Servers string // URLs of NATS servers; unused with an embedded one
	Access  Access
	Store   string  // a folder that all machines share, or s3://BUCKET/PREFIX
	Audit   float64 // share of the units that two workers must do, 0 to 1; [UsualAudit]: chosen by the size of the game
	Quorum  int     // workers that must find the same result of every unit; 0: one
	Idle    bool    // leave all units to workers
	Alone   uint64  // positions up to which work is not shared; 0: measured for the game
	Parts   uint64  // positions from which slices are solved in parts; 0: chosen for the game and the memory
	Limit   time.Duration
	Log     *slog.Logger
	// Status, when set, is called once, before the work begins, with a function that returns
	// the progress of the solve.
	Status func(func() Status)

	// Opened, when set, is called with the game and the final options.
	Opened func(g engine.Game, o solver.Options)
}

// UsualAudit is an Audit of usualShare in games of at least usualFrom positions, while there are two machines,
// and none in smaller games.
const UsualAudit = -1

// Defaults.
const (
	usualShare   = 0.01
	usualFrom    = 1 << 30
	usualParts   = 1 << 28
	leastParts   = 1 << 18
	aloneMoves   = 1 << 18 // moves up to which a step is not shared
	defaultLimit = 30 * time.Minute
)

// leastChunk is the least number of positions of a chunk that is divided for several machines. A
// smaller one is not worth a message.
const leastChunk = 1 << 17

// chunkFor returns the positions of a chunk: a quarter of those for one machine, so that the
// work can be divided evenly among many. In parts, where machines hold the links that chunks send, they are fewer.
func chunkFor(g engine.Game, o solver.Options) uint64 {
	chunk := solver.ChunkFor(g, o)
	if o.Chunk == 0 {
		chunk = max(chunk/4, min(chunk, leastChunk))
		if solver.InParts(g, o) {
			chunk = min(chunk, leastChunk)
		}
	}
	return chunk
}

// aloneFor returns, by a sample, how many positions a step must have before sharing it pays.
func aloneFor(g engine.Game) uint64 {
	const samples = 256
	s := g.NewScratch()
	var list []uint64
	moves := uint64(samples)
	each := max(g.Size()/samples, 1)
	_ = party.Guard(func() error { // units report rules that panic
		for n := range min(samples, g.Size()) {
			list, _ = s.AppendSuccessors(list[:0], each*n+n%each)
			moves += uint64(len(list))
		}
		return nil
	})
	return max(aloneMoves*samples/moves, 16)
}

// MarkName is the file that marks a database's folder as that of a solve on several machines.
// The other files of that solve can be made again from the store.
const MarkName = kv.StatusName + ".cluster"

// Solve solves a game as [solver.Open] and [solver.Solve] do, and leads the workers that join.
// After a kill it resumes, on any machine, from the objects in the store.
func Solve(ctx context.Context, registry *games.Registry, spec engine.Spec, o solver.Options, c SolveOptions) (solver.Summary, error) {
	return solve(ctx, registry, spec, o, c, sound())
}

func solve(ctx context.Context, registry *games.Registry, spec engine.Spec, o solver.Options, c SolveOptions, m machine) (solver.Summary, error) {
	if Stands(o) {
		g, err := solver.Open(ctx, registry, spec, o)
		if err != nil {
			return solver.Summary{}, err
		}
		if c.Opened != nil {
			c.Opened(g, o)
		}
		return solver.Solve(ctx, g, o) // it returns the summary of the table
	}
	c.complete()
	below, err := blob.Open(c.Store)
	if err != nil {
		return solver.Summary{}, err
	}
	l := newLeader(spec, below, c, m)
	l.mark = mark{o.Dir, l.self.store.String()}
	g, fresh := engine.Game(nil), false
	err = l.self.untilSpace(ctx, o.Dir, func() error {
		begun, err := l.mark.begin()
		if err == nil && (fresh || !begun) {
			fresh, err = true, below.Make(ctx)
		}
		if err == nil {
			g, err = l.agreeOnJob(ctx, registry, spec, &o, c)
		}
		return err
	})
	if err != nil {
		return solver.Summary{}, err
	}
	l.large = g.Size() >= usualFrom
	shared := o
	shared.Party = l
	if err := l.checkShared(g, shared); err != nil {
		return solver.Summary{}, err
	}
	if err := l.join(ctx, c); err != nil {
		return solver.Summary{}, err
	}
	defer l.part()
	if c.Status != nil {
		c.Status(l.status)
	}
	if c.Opened != nil {
		c.Opened(g, shared)
	}
	var s solver.Summary
	done := false
	err = l.self.untilSpace(ctx, o.Dir, func() (err error) {
		s, done, err = l.self.open(l, ctx, g, o)
		return err
	})
	if err == nil && !done {
		s, err = l.passes(ctx, g, shared)
	}
	if err == nil {
		l.end(ctx)
	}
	return s, err
}

// end tells workers and store that the solve is done.
func (l *leader) end(ctx context.Context) {
	l.tell(news{End: true})
	if err := l.self.store.Put(ctx, doneName, nil); err != nil {
		l.self.log.Warn("the store is not marked as done with", "error", err)
	}
	l.self.counters.log(l.self.log, "the solve is done")
	os.Remove(l.mark.path())
}

// checkShared refuses a solve that several machines cannot make. If this machine alone can, for which they have
// too little memory, it refuses workers instead.
func (l *leader) checkShared(g engine.Game, o solver.Options) error {
	err := solver.CheckShared(g, o)
	if err == nil || solver.Shareable(g) != nil || !l.mayBeAlone() {
		return err
	}
	l.refusal = err.Error()
	l.self.log.Warn("this machine solves alone and takes no workers", "reason", l.refusal)
	return nil
}

func newLeader(spec engine.Spec, below blob.Store, c SolveOptions, m machine) *leader {
	l := &leader{
		location: c.Store, folder: storeFolder(spec.Slug()), audit: c.Audit, quorum: c.Quorum, idle: c.Idle, parts: c.Parts, said: make(chan say, 1<<12),
		owners: map[string]owner{}, checked: map[string]time.Time{}, stop: func(error) {}, // until there is a pass
		roster: newRoster(m.timing, c.Log),
		self:   newReplica("lead-"+hostName(), m, c.Log),
	}
	l.self.openStore(below, l.folder)
	return l
}

// passes makes passes until one ends with a table or an error.
func (l *leader) passes(ctx context.Context, g engine.Game, o solver.Options) (solver.Summary, error) {
	for replays := false; ; replays = true {
		var s solver.Summary
		err := l.self.untilSpace(ctx, o.Dir, func() (err error) {
			s, err = l.pass(ctx, g, o, replays)
			return err
		})
		if !errors.Is(err, errAgain) && !errors.Is(err, party.ErrState) || ctx.Err() != nil {
			return s, err
		}
		l.self.log.Warn("the coordinator begins again from what the store has", "error", err)
		if err := l.self.untilSpace(ctx, o.Dir, func() error { return errors.Join(l.mark.endAlone(), dropLedger(o.Dir)) }); err != nil {
			return s, err
		}
	}
}

// Stands reports whether the table of a solve exists, so that nothing needs to be done.
func Stands(o solver.Options) bool {
	t, err := table.Open(kv.TablePath(o.Dir), table.ReaderOptions{})
	if err != nil {
		return false
	}
	defer t.Close()
	have := t.Header().MaxPhase
	return have == 0 || o.MaxPhase > 0 && o.MaxPhase <= have
}

func (c *SolveOptions) complete() {
	c.Limit = cmp.Or(c.Limit, defaultLimit)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
}

func hostName() string {
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "unknown"
	}
	return clean(host)
}

// dropLedger deletes the ledger in a folder; it can be made again from the store.
func dropLedger(dir string) error {
	lock, err := solver.LockFolder(dir)
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(kv.StorePath(dir)), os.RemoveAll(kv.ScratchPath(dir)), lock.Close())
}

// agreeOnJob opens the game, and makes the job or reads it from the store.
func (l *leader) agreeOnJob(ctx context.Context, registry *games.Registry, spec engine.Spec, o *solver.Options, c SolveOptions) (engine.Game, error) {
	digest, err := l.self.engine()
	if err != nil {
		return nil, err
	}
	have, err := readJob(ctx, l.self.store)
	if err != nil {
		return nil, err
	}
	lost := false
	if have != nil {
		if err := have.check(l.self.store, digest, o); err != nil {
			return nil, err
		}
		o.Chunk = have.Chunk
		if err := have.put(ctx, l.self.store); err != nil {
			return nil, err
		}
		if err = l.self.fetchKeys(ctx, have, o.Dir); err != nil {
			if _, lost = errors.AsType[*damagedError](err); !lost {
				return nil, err
			}
			l.self.log.Error("the keys in the store are damaged: the positions are found again", "error", err)
		}
	}
	g, err := solver.Open(ctx, registry, spec, *o)
	if err != nil {
		return nil, err
	}
	if lost {
		if keys, err := l.self.storeKeys(ctx, o.Dir); err != nil || !slices.Equal(keys, have.Keys) {
			return nil, cmp.Or(err, engine.InputErrorf("%s has keys of other rules: give another store", l.self.store))
		}
	}
	if have == nil {
		o.Strategy = solver.SharedStrategy(g, *o)
		o.Party = l // so that memory is planned for several machines
		if l.parts == 0 {
			if l.parts = usualParts; solver.CheckShared(g, *o) != nil {
				l.parts = leastParts // memory does not suffice for replicas
			}
		}
		have = &job{
			Format: jobFormat, Game: spec.String(), Files: spec.Files(), Chunk: chunkFor(g, *o), MaxPhase: max(o.MaxPhase, 0), Strategy: o.Strategy,
			Alone: cmp.Or(c.Alone, aloneFor(g)), Parts: l.parts, Limit: c.Limit, Engine: digest,
		}
		if have.Keys, err = l.self.storeKeys(ctx, o.Dir); err != nil {
			return nil, err
		}
		if err := have.put(ctx, l.self.store); err != nil {
			return nil, err
		}
		if err := have.check(l.self.store, digest, o); err != nil {
			return nil, err
		}
		o.Chunk = have.Chunk
	}
	l.self.job, l.self.id, l.parts = have, have.id(), have.Parts
	return g, nil
}

// check refuses a job that differs from the options.
func (j *job) check(store blob.Store, digest string, o *solver.Options) error {
	switch {
	case j.Engine != digest:
		return engine.InputErrorf("%s was begun by another version of the program (%s, this is %s): resume with that version, or give another store", store, j.Engine, digest)
	case j.MaxPhase != max(o.MaxPhase, 0):
		return engine.InputErrorf("%s was begun up to phase %d (0: all): resume with that limit, or give another store", store, j.MaxPhase)
	case o.Chunk != 0 && o.Chunk != j.Chunk:
		return engine.InputErrorf("%s has chunks of %d positions: resume without --chunk, or give another store", store, j.Chunk)
	}
	o.Strategy = j.Strategy
	return nil
}

// join connects to NATS and begins to listen.
func (l *leader) join(ctx context.Context, c SolveOptions) (err error) {
	if l.self.conn, err = connect(ctx, c.Servers, c.Access, "foregone coordinator", l.self.log, nil); err != nil {
		return err
	}
	for subject, handle := range map[string]nats.MsgHandler{
		helloSubject:            func(m *nats.Msg) { l.greet(ctx, m) },
		statusSubject:           func(m *nats.Msg) { l.answer(m, l.status()) },
		beatSubject + l.self.id: hearJSON(func(b beat) { l.meet(ctx, b) }),
		saySubject + l.self.id:  hearJSON(func(s say) { l.hear(ctx, s) }),
	} {
		if _, err := l.self.conn.Subscribe(subject, handle); err != nil {
			return fmt.Errorf("listen to workers: %w", err)
		}
	}
	for { // subscriptions are made again with each connection
		within, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := l.self.conn.FlushWithContext(within)
		cancel()
		if err == nil || ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if l.self.conn.IsClosed() {
			return fmt.Errorf("the connection to NATS: %w", err)
		}
		l.self.log.Warn("waiting for NATS", "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(l.self.timing.poll / 5):
		}
	}
}

// hearJSON returns a handler that passes on messages in JSON and ignores others.
func hearJSON[T any](use func(T)) nats.MsgHandler {
	return func(m *nats.Msg) {
		var v T
		if json.Unmarshal(m.Data, &v) == nil {
			use(v)
		}
	}
}

// greet answers a worker that asks for the job.
func (l *leader) greet(ctx context.Context, m *nats.Msg) {
	j := *l.self.job
	go func() { // a worker that has not read it does so next
		if string(m.Data) == l.self.id {
			return
		}
		if err := j.put(ctx, l.self.store); err != nil && ctx.Err() == nil {
			l.self.log.Error("the job in the store", "error", err)
		}
	}()
	l.answer(m, hello{Job: l.self.id, Game: l.self.job.Game, Store: l.location, Folder: l.folder, Engine: l.self.job.Engine, Refused: l.refusal})
}

// answer answers a request, at an inbox only. Otherwise a worker could publish through the
// coordinator to subjects that are closed to it.
func (l *leader) answer(m *nats.Msg, v any) {
	text, err := json.Marshal(v)
	if !strings.HasPrefix(m.Reply, nats.InboxPrefix) {
		err = fmt.Errorf("the request has the reply subject %q: want an inbox", m.Reply)
	}
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		l.self.log.Warn("a request gets no answer", "subject", m.Subject, "error", err)
	}
}

// part ends what join began.
func (l *leader) part() {
	_ = l.self.conn.FlushTimeout(2 * time.Second) // sends the news of the end
	l.self.conn.Close()
}

// pass solves from the start to the table or to an error. The store has the finished stages. A pass that
// replays has no ledger, so that it comes to each of them.
func (l *leader) pass(ctx context.Context, g engine.Game, o solver.Options, replays bool) (solver.Summary, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l.mu.Lock()
	l.stop, l.finished, l.replays = cancel, map[string]*manifest{}, replays
	l.mu.Unlock()
	return solver.Solve(ctx, g, o)
}

var _ party.Party = (*leader)(nil)
