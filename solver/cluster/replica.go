package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// replica is one of the machines that go through all stages, the coordinator or a worker. It
// owns this machine's connections to the store and to NATS, the units in its inbox, the unit
// under way, and the counters of its work. A [leader] and a [follower] each have one.
type replica struct {
	job     *job
	id      string // of the job
	name    string // of this machine, in names of objects
	store   blob.Store
	conn    *nats.Conn
	queue   *queue
	timing  timing
	log     *slog.Logger
	do      doer
	refuted atomic.Bool // the coordinator rejects the results of this machine
	inbox   *inbox

	turn     sync.Mutex // held while a unit is done
	counters counters
	mu       sync.Mutex // guards what follows
	now      doing
	loaded   map[string]bool // what units of the present stage needed
	put      []string        // results of this machine, of the present stage
}

// doer does a unit of a stage.
type doer func(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error)

func doUnit(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error) {
	return s.Do(ctx, u)
}

// newReplica returns a replica without a job and without connections. A nil do does units as
// their stage says.
func newReplica(name string, t timing, log *slog.Logger, do doer) *replica {
	if do == nil {
		do = doUnit
	}
	return &replica{name: name, timing: t, log: log, do: do, inbox: newInbox()}
}

// counters count since the process began.
type counters struct {
	units, written, read, retries atomic.Uint64
	busy                          atomic.Int64 // nanoseconds
}

// log writes the totals of the machine to a log.
func (c *counters) log(log *slog.Logger, what string) {
	log.Info(what, "units", c.units.Load(), "written", c.written.Load(), "read", c.read.Load())
}

// doing is the present work of a machine.
type doing struct {
	stage   string
	unit    string
	started time.Time
	trouble string
}

// errAgain ends a pass of a replica whose state, or whose result of a stage, is wrong. The
// replica begins from the start, by the objects in the store.
var errAgain = errors.New("from the start again")

// openStore opens the folder of the job in a store. Calls wait while the store is
// unreachable, and failed ones are counted.
func (r *replica) openStore(s blob.Store, folder string) {
	r.store = &blob.Patient{Store: blob.Sub(s, folder), Most: r.timing.retry, Retry: func(op, name string, n int, err error) {
		r.counters.retries.Add(1)
		if n == 3 { // it lasts: the coordinator's log has it, too
			r.reportTrouble(fmt.Sprintf("the store fails: %v", err))
		}
		if n == 1 || n%10 == 0 {
			r.log.Warn("the store fails", "call", op, "object", name, "times", n, "error", err)
		}
	}}
}

// reportTrouble puts a problem of this machine into its next heartbeats; "" removes it.
func (r *replica) reportTrouble(trouble string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.trouble = trouble
}

// mostValues is the limit of the bytes of an outcome's values.
const mostValues = 1 << 31

// enter begins a stage.
func (r *replica) enter(stage string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.stage, r.loaded, r.put = stage, map[string]bool{}, nil
}

// manifest returns the manifest of a stage, or nil if the stage is unfinished.
func (r *replica) manifest(ctx context.Context, stage string) (*manifest, error) {
	m := &manifest{}
	found, err := readJSON(ctx, r.store, stageName(stage), m)
	if errors.Is(err, blob.ErrCorrupt) {
		return nil, &damagedError{stage, party.Object{Name: stageName(stage)}, err}
	}
	if !found || err != nil {
		return nil, err
	}
	return m, nil
}

// take applies the result of a stage.
func (r *replica) take(ctx context.Context, s *party.Stage, m *manifest) error {
	if m.Decided != s.Decided {
		return fmt.Errorf("before %s there are %d positions decided here, and %d by the manifest: %w", s.Name, s.Decided, m.Decided, errAgain)
	}
	if err := s.Ready(); err != nil {
		return err
	}
	return r.eachOutcome(ctx, s.Name, m.Objects, s.Take)
}

// say reports to the coordinator. A lost report costs time only: the results are in the store.
func (r *replica) say(s say) {
	s.Worker = r.name
	r.send(saySubject, s)
}

// send publishes a message under a subject of the job. A message that is lost costs time, and
// nothing else.
func (r *replica) send(subject string, message any) {
	text, err := json.Marshal(message)
	if err == nil {
		err = r.conn.Publish(subject+r.id, text)
	}
	if err != nil {
		r.log.Debug("a message is lost", "subject", subject, "error", err)
	}
}

// unitError is the failure of a unit for a cause of its own, such as a panic of the game.
type unitError struct {
	unit  string
	text  string
	stuck bool // a goroutine still works on it
}

// endless reports whether the unit never ended.
func (e *unitError) endless() bool { return e.stuck }

func (e *unitError) Error() string { return fmt.Sprintf("unit %s: %s", e.unit, e.text) }

// compute does a unit and calls alive now and then. A panic of the game is a [unitError], and so
// is a unit that finishes no chunk within the job's limit; that one leaves a goroutine behind.
func (r *replica) compute(ctx context.Context, s *party.Stage, u *party.Unit, alive func()) (*party.Outcome, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		o   *party.Outcome
		err error
	}
	ended := make(chan result, 1)
	var step atomic.Int64
	go func() {
		o, err := r.do(party.WithProgress(ctx, func() { step.Add(1) }), s, u)
		var panicked *party.PanicError
		if errors.As(err, &panicked) {
			err = &unitError{u.String(), panicked.Error(), false}
		}
		ended <- result{o, err}
	}()
	tick := time.NewTicker(r.timing.ack / 6)
	defer tick.Stop()
	last, since := int64(-1), time.Now()
	for {
		select {
		case e := <-ended:
			return e.o, e.err
		case <-ctx.Done(): // a goroutine that ignores the context is left behind
			select {
			case e := <-ended:
				return e.o, e.err
			case <-time.After(leaveTime):
				return nil, context.Cause(ctx)
			}
		case <-tick.C:
			if n := step.Load(); n != last {
				last, since = n, time.Now()
			}
			if time.Since(since) > r.job.Limit {
				return nil, &unitError{u.String(), fmt.Sprintf("no chunk was done in %v", r.job.Limit), true}
			}
			alive()
		}
	}
}

// leaveTime is how long a unit may run on after its context is done.
const leaveTime = 2 * time.Second

// perform does a unit, puts its outcome into the store and reports it.
func (r *replica) perform(ctx context.Context, s *party.Stage, m *unitMessage, msg receipt) error {
	r.turn.Lock()
	defer r.turn.Unlock()
	u, err := m.unit()
	if err != nil {
		return err
	}
	if u.Decided != s.Decided {
		return fmt.Errorf("unit %v is for a state with %d positions decided, and here are %d: %w", u, u.Decided, s.Decided, errAgain)
	}
	name := resultName(s.Name, u.String(), r.name)
	started := time.Now()
	r.begin(u.String(), started)
	defer r.begin("", time.Time{})
	r.say(say{What: sayBegun, Stage: s.Name, Unit: u.String()})
	for _, object := range u.Needs {
		if err := r.load(ctx, s, object); err != nil {
			return err
		}
	}
	o, err := r.compute(ctx, s, u, func() { _ = msg.InProgress() })
	if err != nil {
		return err
	}
	raw, err := o.Encode()
	if err != nil {
		return err
	}
	if err := r.store.Put(ctx, name, raw); errors.Is(err, blob.ErrConflict) {
		return &unitError{u.String(), "this machine found something else the last time: " + err.Error(), false}
	} else if err != nil {
		return err
	}
	r.reportTrouble("")
	r.put = append(r.put, name)
	took := time.Since(started)
	r.counters.written.Add(uint64(len(raw)))
	r.counters.units.Add(1)
	r.counters.busy.Add(int64(took))
	r.say(say{What: sayDone, Stage: s.Name, Unit: u.String(), Took: took.Seconds(), Object: party.Object{Name: name, SHA256: hexDigest(raw), Size: int64(len(raw))}})
	return nil
}

func (r *replica) begin(unit string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.unit, r.now.started = unit, at
}

// load applies an outcome that units need, once in a stage.
func (r *replica) load(ctx context.Context, s *party.Stage, object party.Object) error {
	if r.loaded[object.Name+object.SHA256] {
		return nil
	}
	o, err := r.getOutcome(ctx, s.Name, object)
	if err == nil {
		err = s.Need(o)
	}
	if err == nil {
		r.loaded[object.Name+object.SHA256] = true
	}
	return err
}

// serve waits for a unit and does it if it belongs to the stage. Units given to this machine come
// before those of the queue. It returns early when there is news.
func (r *replica) serve(ctx context.Context, s *party.Stage) error {
	awake := r.inbox.awake()
	if !r.refuted.Load() {
		if m := r.inbox.next(s.Name); m != nil {
			back := &given{r, s.Name, m}
			return r.settle(ctx, s, m, back, r.perform(ctx, s, m, back))
		}
	}
	if !r.inbox.asking {
		r.inbox.asking = true
		go r.ask()
	}
	var msg jetstream.Msg
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-awake:
		return nil
	case msg = <-r.inbox.incoming:
		r.inbox.asking = false
	}
	if msg == nil {
		return nil
	}
	m := &unitMessage{}
	err := json.Unmarshal(msg.Data(), m)
	if err == nil {
		_, err = m.unit()
	}
	if err != nil { // a worker can have servers send their answers to any subject
		r.log.Error("a message that is no unit", "error", err)
		return ignore(msg.Term())
	}
	if wanted, err := r.wanted(ctx, s, m, msg); err != nil || !wanted {
		return err
	}
	return r.settle(ctx, s, m, msg, r.perform(ctx, s, m, msg))
}

// ask fetches a unit from the queue. It may outlast a stage: a fetched unit must reach the
// inbox, or nobody does it.
func (r *replica) ask() {
	ctx, cancel := context.WithTimeout(context.Background(), r.timing.poll+10*time.Second)
	defer cancel()
	msg, err := r.queue.next(ctx, r.timing.poll)
	if err != nil { // the stream is lost or unreachable: the coordinator makes it again
		select {
		case <-time.After(r.timing.poll / 10):
		case <-r.inbox.gone:
		}
	}
	select {
	case <-r.inbox.gone:
		if msg != nil {
			_ = ignore(msg.Nak())
			_ = r.conn.FlushTimeout(time.Second)
		}
	default:
	}
	if msg != nil && r.busy() { // another machine may be idle
		_ = ignore(msg.Nak())
		msg = nil
	}
	r.inbox.incoming <- msg
}

// busy reports whether this machine has a unit to do besides the one it fetches.
func (r *replica) busy() bool {
	r.mu.Lock()
	now := r.now
	r.mu.Unlock()
	return now.unit != "" || r.inbox.has(now.stage)
}

// wanted reports whether this machine should do a unit now. If not, wanted has answered the
// queue.
func (r *replica) wanted(ctx context.Context, s *party.Stage, m *unitMessage, msg jetstream.Msg) (bool, error) {
	if slices.Contains(m.Not, r.name) || r.refuted.Load() {
		return false, ignore(msg.NakWithDelay(r.timing.ack / 30))
	}
	meta, err := msg.Metadata()
	again := err == nil && meta.NumDelivered > 1 || m.Attempt > 1
	if m.Stage == s.Name && !again {
		return true, nil
	}
	finished, err := r.manifest(ctx, m.Stage)
	switch {
	case err != nil:
		return false, errors.Join(err, ignore(msg.Nak()))
	case finished != nil:
		return false, ignore(msg.Ack())
	case m.Stage != s.Name: // this machine is in another stage
		return false, ignore(msg.NakWithDelay(r.timing.ack / 60))
	}
	u, err := m.unit()
	if err != nil {
		return false, ignore(msg.Term())
	}
	stand, err := r.store.List(ctx, resultName(s.Name, u.String(), ""))
	if err != nil {
		return false, errors.Join(err, ignore(msg.Nak()))
	}
	if own := resultName(s.Name, u.String(), r.name); len(stand) > 0 && (len(m.Not) == 0 || slices.Contains(stand, own)) {
		if _, err := r.store.Get(ctx, stand[0]); err == nil {
			r.say(say{What: sayDone, Stage: s.Name, Unit: u.String()}) // the coordinator lists the store to find it
			return false, ignore(msg.Ack())
		}
	}
	return true, nil
}

// ignore drops the error of an answer to the queue: the queue delivers the unit again.
func ignore(error) error { return nil }

// settle answers where a unit came from, by the error of perform.
func (r *replica) settle(ctx context.Context, s *party.Stage, m *unitMessage, msg receipt, err error) error {
	u, bad := m.unit()
	if bad != nil {
		return ignore(msg.Term())
	}
	var own *unitError
	var damaged *damagedError
	switch {
	case err == nil:
		return ignore(msg.Ack())
	case ctx.Err() != nil:
		r.say(say{What: sayBack, Stage: s.Name, Unit: u.String()})
		_ = ignore(msg.Nak())
		return context.Cause(ctx)
	case errors.As(err, &damaged):
		r.say(say{What: sayDamaged, Stage: damaged.stage, Object: damaged.object, Error: damaged.err.Error()})
	case errors.As(err, &own):
		r.say(say{What: sayFailed, Stage: s.Name, Unit: u.String(), Error: own.text})
		r.log.Error("a unit fails", "unit", u.String(), "error", own.text)
		return errors.Join(ignore(msg.NakWithDelay(r.timing.ack/30)), err)
	default:
		r.say(say{What: sayBack, Stage: s.Name, Unit: u.String(), Error: err.Error()})
		r.log.Error("a unit is handed back", "unit", u.String(), "error", err)
	}
	_ = ignore(msg.Nak())
	return err
}

// beatOf returns a heartbeat of the machine, without Leaves.
func (r *replica) beatOf(threads int) beat {
	r.mu.Lock()
	defer r.mu.Unlock()
	host, _ := os.Hostname()
	c := &r.counters
	b := beat{
		Worker: r.name, Host: host, PID: os.Getpid(), Threads: threads, Stage: r.now.stage, Unit: r.now.unit, Trouble: r.now.trouble,
		Units: c.units.Load(), Busy: time.Duration(c.busy.Load()).Seconds(), Written: c.written.Load(), Read: c.read.Load(), Retries: c.retries.Load(),
	}
	if b.Unit != "" {
		b.Since = time.Since(r.now.started).Seconds()
	}
	return b
}

// storeFolder returns the folder of a game's job in a store.
func storeFolder(slug string) string { return filepath.ToSlash(clean(slug)) }
