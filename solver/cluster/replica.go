package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// replica is one of the machines that go through all stages, the coordinator or a worker. It
// owns this machine's connections to the store and to NATS, the units in its inbox, the unit
// under way, and the counters of its work. A [leader] and a [follower] each have one.
type replica struct {
	machine
	job     *job
	id      string // of the job
	name    string // of this machine, in names of objects
	store   blob.Store
	conn    *nats.Conn
	log     *slog.Logger
	refuted atomic.Bool // the coordinator rejects the results of this machine
	inbox   *inbox

	turn     sync.Mutex // held while a unit is done
	counters counters
	mu       sync.Mutex // guards the fields below
	now      doing
	loaded   map[string]bool // outcomes that units of the current stage needed
	put      []string        // results of this machine, of the current stage
}

// machine has the behaviour of a machine. Tests have fast, slow and faulty machines, and machines
// with another program.
type machine struct {
	timing timing
	engine func() (string, error) // the digest of its program
	do     func(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error)
	open   opening
}

// sound returns the behaviour of a machine outside tests.
func sound() machine {
	return machine{
		timing: usual(), engine: engineDigest, open: (*leader).solveAlone,
		do: func(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error) { return s.Do(ctx, u) },
	}
}

// newReplica returns a replica without a job and without connections.
func newReplica(name string, m machine, log *slog.Logger) *replica {
	return &replica{machine: m, name: name, log: log, inbox: newInbox()}
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

// doing is the current work of a machine.
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
	r.store = &blob.Patient{Store: s, Folder: folder + "/", Most: r.timing.retry, Retry: func(op, name string, n int, err error) {
		r.counters.retries.Add(1)
		if n == 3 { // a lasting problem goes into the coordinator's log, too
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
	if found && err == nil && m.Stage != stage {
		err = fmt.Errorf("%w: it is the manifest of %s", blob.ErrCorrupt, m.Stage)
	}
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
	if s.Accept != nil {
		return s.Accept(ctx, m.Objects)
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

// send publishes a message under a subject of the job. A lost message only costs time.
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

func (e *unitError) Error() string { return fmt.Sprintf("unit %s: %s", e.unit, e.text) }

// compute does a unit. A panic of the game is a [unitError], and so is a unit that finishes no
// chunk within the job's limit; that one leaves a goroutine behind.
func (r *replica) compute(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error) {
	for _, object := range u.Needs {
		if err := r.load(ctx, s, object); err != nil {
			return nil, err
		}
	}
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
		if panicked, ok := errors.AsType[*party.PanicError](err); ok {
			err = &unitError{u.String(), panicked.Error(), false}
		}
		ended <- result{o, err}
	}()
	tick := time.NewTicker(r.timing.beat)
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
		}
	}
}

// leaveTime is how long a unit may run on after its context is done.
const leaveTime = 2 * time.Second

// perform does a unit, puts its outcome into the store and reports it.
func (r *replica) perform(ctx context.Context, s *party.Stage, u *party.Unit) error {
	r.turn.Lock()
	defer r.turn.Unlock()
	if u.Decided != s.Decided {
		return fmt.Errorf("unit %v is for a state with %d positions decided, and here are %d: %w", u, u.Decided, s.Decided, errAgain)
	}
	name := resultName(s.Name, u.String(), r.name)
	started := time.Now()
	r.begin(u.String(), started)
	defer r.begin("", time.Time{})
	r.say(say{What: sayBegun, Stage: s.Name, Unit: u.String()})
	o, err := r.compute(ctx, s, u)
	if err != nil {
		return err
	}
	object, err := putOutcome(ctx, r.store, name, o)
	if errors.Is(err, blob.ErrConflict) {
		return &unitError{u.String(), "this machine found something else the last time: " + err.Error(), false}
	} else if err != nil {
		return err
	}
	r.reportTrouble("")
	r.put = append(r.put, name)
	took := time.Since(started)
	r.counters.written.Add(uint64(object.Size))
	r.counters.units.Add(1)
	r.counters.busy.Add(int64(took))
	r.say(say{What: sayDone, Stage: s.Name, Unit: u.String(), Took: took.Seconds()})
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
	o, err := r.Outcome(ctx, s.Name, object)
	if err == nil {
		err = s.Need(o)
	}
	if err == nil {
		r.loaded[object.Name+object.SHA256] = true
	}
	return err
}

// serve does the next unit of the stage that the coordinator gave to this machine. If there is
// none it waits for news, but no longer than until the store should be listed again.
func (r *replica) serve(ctx context.Context, s *party.Stage) error {
	awake := r.inbox.awake()
	if u := r.inbox.next(s.Name); u != nil && !r.refuted.Load() {
		err := r.perform(ctx, s, u)
		if err != nil {
			r.handBack(ctx, s, u, err)
		}
		return err
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-awake:
	case <-time.After(r.timing.poll):
	}
	return nil
}

// handBack tells the coordinator why a unit is not done.
func (r *replica) handBack(ctx context.Context, s *party.Stage, u *party.Unit, err error) {
	report := say{What: sayBack, Stage: s.Name, Unit: u.String(), Error: err.Error()}
	if own, ok := errors.AsType[*unitError](err); ok && ctx.Err() == nil {
		report.What, report.Error = sayFailed, own.text
		r.log.Error("a unit fails", "unit", u.String(), "error", own.text)
	} else if ctx.Err() == nil {
		r.log.Error("a unit is handed back", "unit", u.String(), "error", err)
	}
	r.say(report)
}

// status returns the state of the machine.
func (r *replica) status() WorkerStatus {
	r.mu.Lock()
	defer r.mu.Unlock()
	host, _ := os.Hostname()
	c := &r.counters
	w := WorkerStatus{
		Worker: r.name, Host: host, Stage: r.now.stage, Unit: r.now.unit, Trouble: r.now.trouble,
		Units: c.units.Load(), Written: c.written.Load(), Read: c.read.Load(), Retries: c.retries.Load(),
	}
	if w.Unit != "" {
		w.Seconds = time.Since(r.now.started).Seconds()
	}
	if busy := time.Duration(c.busy.Load()); busy > 0 {
		w.Rate = float64(w.Units) / busy.Seconds()
	}
	return w
}

// storeFolder returns the folder of a game's job in a store.
func storeFolder(slug string) string { return filepath.ToSlash(clean(slug)) }
