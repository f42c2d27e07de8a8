package cluster

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// step is a step that the coordinator shares. It owns the state of its units, and decides when
// units are done again and which results count; give.go assigns them to machines. It belongs to one
// goroutine.
type step struct {
	leader *leader
	self   *replica // the leader's
	stage  *party.Stage
	ctx    context.Context
	kind   task.Kind
	units  []*openUnit
	byName map[string]*openUnit
	left   int
	given  int       // units that were given to machines so far
	took   []float64 // seconds a chunk, of finished units
	paces  *paces
	moved  time.Time // the last sign of life of any worker
	listed time.Time
	logged time.Time // when the log last reported that no worker is at work
}

// openUnit is a unit of the step, and its state.
type openUnit struct {
	party.Unit
	name    string
	want    int                     // results of different machines that must agree
	results map[string]party.Object // by machine
	chosen  *party.Object
	held    map[string]*hold // by machine that has the unit to do
	given   int              // times it was given to a machine
	begun   int              // times it was begun and not returned
	failed  map[string]int   // failures, by machine
	tried   bool             // by the coordinator itself
}

// hold is a unit in the list of a machine.
type hold struct {
	rank  int       // machines do units by ascending rank
	heard time.Time // when the unit was given, or the machine last gave a sign of life
	begun time.Time // zero: not yet
}

// failures returns how often the unit failed.
func (u *openUnit) failures() (n int) {
	for _, k := range u.failed {
		n += k
	}
	return n
}

// Share implements [party.Lead].
func (l *lead) Share(ctx context.Context, kind task.Kind, needs func(from, to int) []party.Object) ([]party.Object, error) {
	runs, err := l.Runs(ctx, kind)
	if err != nil {
		return nil, err
	}
	s := &step{leader: l.leader, self: l.leader.self, stage: l.stage, ctx: ctx, kind: kind, byName: map[string]*openUnit{}, left: len(runs), moved: time.Now(), paces: newPaces(kind, l.leader.owners)}
	for _, run := range runs {
		u := &openUnit{
			Unit: party.Unit{
				Slice: l.stage.Slice, Phase: l.stage.Phase, Kind: kind, From: run[0], To: run[1], Decided: l.stage.Decided,
			},
			results: map[string]party.Object{}, held: map[string]*hold{}, failed: map[string]int{},
		}
		if needs != nil {
			u.Needs = needs(run[0], run[1])
		}
		u.name = u.String()
		u.want = l.leader.wanted(u.name, len(l.leader.roster.present()))
		s.units, s.byName[u.name] = append(s.units, u), u
	}
	l.leader.note(func(b *Status) {
		*b = Status{Stage: l.stage.Name, Step: kind.String(), Total: len(runs), Alarms: b.Alarms}
		l.leader.started = time.Now()
	})
	if l.leader.idle && len(l.leader.roster.present()) == 0 {
		l.leader.lonely.Do(func() { s.self.log.Warn("waiting for workers") })
	}
	if err := s.list(); err != nil {
		return nil, err
	}
	if err := s.work(); err != nil {
		return nil, err
	}
	var list []party.Object
	for _, u := range s.units {
		list = append(list, *u.chosen)
	}
	return list, nil
}

// wanted returns how many machines must find the same result of a unit.
func (l *leader) wanted(unit string, workers int) int {
	want, audit := max(l.quorum, 1), l.audit
	if audit == UsualAudit {
		audit = 0
		if l.large && (workers > 1 || workers == 1 && !l.idle) {
			audit = usualShare
		}
	}
	h := fnv.New64a()
	h.Write([]byte(l.self.id + unit))
	if want == 1 && float64(h.Sum64()%10000) < audit*10000 {
		want = 2
	}
	return want
}

// work gives the units to machines, and waits until all are done.
func (s *step) work() error {
	ctx, cancel := context.WithCancel(s.ctx)
	var own chan error // nil: the coordinator does no units
	if s.left > 0 && !s.leader.idle {
		own = make(chan error, 1)
		go func() { own <- s.help(ctx) }()
	}
	defer func() {
		cancel()
		if own != nil {
			<-own
		}
	}()
	tick := time.NewTicker(s.self.timing.poll / 5)
	defer tick.Stop()
	for s.left > 0 {
		s.assign()
		var err error
		select {
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		case m := <-s.leader.said:
			err = s.hear(m)
		case err = <-own:
			own = nil
		case <-tick.C:
			err = s.look()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// help does units as a worker does, until ctx is done.
func (s *step) help(ctx context.Context) error {
	for ctx.Err() == nil {
		err := s.self.serve(ctx, s.stage)
		if _, own := errors.AsType[*unitError](err); err != nil && !own && ctx.Err() == nil { // hear counts failures of units
			return s.leader.forgetDamaged(s.ctx, err)
		}
	}
	return nil
}

// hear handles the report of a machine on a unit.
func (s *step) hear(m say) error {
	u := s.byName[m.Unit]
	if m.Stage != s.stage.Name || u == nil {
		return nil
	}
	s.moved = time.Now()
	s.heed(m.Worker)
	if u.chosen != nil {
		return nil
	}
	switch m.What {
	case sayBegun:
		if u.held[m.Worker] == nil {
			u.held[m.Worker] = &hold{heard: s.moved}
		}
		u.held[m.Worker].begun = s.moved
		u.begun++
		if u.begun > 2*s.self.timing.most && len(u.results) == 0 {
			u.failed["?"]++ // it was begun many times and never ended
			return s.tryAlone(u)
		}
	case sayDone:
		s.took = append(s.took, m.Took/float64(u.To-u.From))
		s.paces.learn(u, m.Worker, m.Took)
		return s.result(u, m.Worker)
	case sayBack:
		delete(u.held, m.Worker)
		u.begun = max(u.begun-1, 0)
	case sayFailed:
		first, _, _ := strings.Cut(m.Error, "\n")
		s.self.log.Warn("a unit failed", "unit", u.name, "worker", m.Worker, "times", u.failures()+1, "error", first)
		return s.fail(u, m.Worker)
	}
	return nil
}

// fail notes that a machine could not do a unit.
func (s *step) fail(u *openUnit, machine string) error {
	delete(u.held, machine)
	u.failed[machine]++
	if u.failures() >= s.self.timing.most {
		return s.tryAlone(u)
	}
	return nil
}

// heed records a sign of life of a machine for all units assigned to it.
func (s *step) heed(machine string) {
	for _, u := range s.units {
		if h := u.held[machine]; h != nil {
			h.heard = s.moved
		}
	}
}

// list finds results in the store whose messages were lost.
func (s *step) list() error {
	s.listed = time.Now()
	names, err := s.self.store.List(s.ctx, resultFolder+s.stage.Name+"/"+s.kind.String()+"-")
	if err != nil {
		return err
	}
	for _, name := range names {
		_, unit, worker, ok := resultParts(name)
		if u := s.byName[unit]; ok && u != nil && u.chosen == nil {
			if err := s.result(u, worker); err != nil {
				return err
			}
		}
	}
	return nil
}

// result checks and counts the result of a worker.
func (s *step) result(u *openUnit, worker string) error {
	if _, known := u.results[worker]; known || s.leader.roster.isRefuted(worker) {
		return nil
	}
	name := resultName(s.stage.Name, u.name, worker)
	raw, err := s.self.store.Get(s.ctx, name)
	s.self.counters.read.Add(uint64(len(raw)))
	var o *party.Outcome
	if err == nil {
		if o, err = party.Decode(raw, mostValues); err != nil || o.Unit.String() != u.name || o.Unit.Decided != u.Decided {
			err = fmt.Errorf("%w: it is not an outcome of %s (%v)", blob.ErrCorrupt, u.name, err)
		}
	}
	switch {
	case errors.Is(err, blob.ErrNotFound):
		delete(u.held, worker)
		return nil
	case errors.Is(err, blob.ErrCorrupt):
		s.self.log.Error("a result is damaged, and the unit is done again", "worker", worker, "object", name, "error", err)
		if err := s.self.store.Delete(s.ctx, name); err != nil {
			return err
		}
		return s.fail(u, worker)
	case err != nil:
		return err
	}
	s.moved = time.Now()
	delete(u.held, worker)
	u.results[worker] = party.Object{Name: name, SHA256: hexDigest(raw), Size: int64(len(raw)), Result: o.Result}
	return s.agree(u)
}

// votes returns the machines of each result of a unit, by its digest, and the number of machines
// with the most frequent one.
func (u *openUnit) votes() (by map[string][]string, most int) {
	by = map[string][]string{}
	for worker, object := range u.results {
		by[object.SHA256] = append(by[object.SHA256], worker)
		most = max(most, len(by[object.SHA256]))
	}
	return by, most
}

// agree chooses the result of a unit if enough workers found it.
func (s *step) agree(u *openUnit) error {
	votes, _ := u.votes()
	if len(votes) > 1 {
		u.want = max(u.want, 2)
	}
	for digest, workers := range votes {
		if len(workers) < u.want {
			continue
		}
		object := u.results[slices.Min(workers)]
		u.chosen = &object
		s.left--
		s.leader.note(func(b *Status) { b.Done++ })
		for other, list := range votes {
			if other != digest {
				for _, wrong := range list {
					if err := s.refute(u, wrong, workers); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	if len(votes) > 1 {
		s.self.log.Error("two workers found different results: another one does the unit", "unit", u.name, "workers", slices.Sorted(maps.Keys(u.results)))
	}
	return nil
}

// refute ends the use of a worker with a wrong result. Its units of the step are done again. If
// unchecked results of earlier steps came from it, they may be wrong, too, and the solve ends.
func (s *step) refute(u *openUnit, worker string, by []string) error {
	s.leader.alert("a worker found something wrong", "worker", worker, "unit", u.name, "refuted by", by)
	s.leader.roster.refute(worker)
	s.leader.tell(news{Refuted: []string{worker}})
	for _, o := range s.units {
		object, ok := o.results[worker]
		if !ok {
			continue
		}
		if err := s.self.store.Delete(s.ctx, object.Name); err != nil {
			return err
		}
		delete(o.results, worker)
		if o.chosen != nil && o.chosen.Name == object.Name {
			o.chosen = nil
			s.left++
			if err := s.agree(o); err != nil {
				return err
			}
		}
	}
	if s.leader.quorum >= 2 {
		return nil
	}
	trusted, err := s.trusted(worker)
	if err != nil || trusted == "" {
		return err
	}
	return &RefutedError{Worker: worker, Unit: u.name, By: by, Trusted: trusted, Store: s.leader.location}
}

// trusted returns the first finished stage that has a result of the worker, or "".
func (s *step) trusted(worker string) (string, error) {
	names, err := s.self.store.List(s.ctx, stageFolder)
	if err != nil {
		return "", err
	}
	for _, name := range names {
		m := manifest{}
		if found, err := readJSON(s.ctx, s.self.store, name, &m); err != nil || !found {
			return m.Stage, err
		}
		for _, o := range m.Objects {
			if _, _, by, ok := resultParts(o.Name); ok && by == worker {
				return m.Stage, nil
			}
		}
	}
	return "", nil
}

// look finds results whose messages were lost, and stragglers. If no machine is working, the
// coordinator does a unit itself.
func (s *step) look() error {
	now := time.Now()
	if now.Sub(s.listed) > s.self.timing.poll {
		if err := s.list(); err != nil {
			return err
		}
	}
	present := s.leader.roster.present()
	for _, m := range present {
		if m.beat.Stage == s.stage.Name && s.byName[m.beat.Unit] != nil {
			s.moved = now
			s.heed(m.beat.Worker)
		}
	}
	s.double(now)
	if s.left == 0 || now.Sub(s.moved) < s.self.timing.alone {
		return nil
	}
	if time.Since(s.logged) > s.self.timing.alone {
		s.logged = now
		s.self.log.Warn("no worker works on a unit: the coordinator does units itself", "stage", s.stage.Name, "left", s.left, "workers", len(present))
	}
	for _, u := range s.units {
		if u.chosen == nil {
			return s.tryAlone(u)
		}
	}
	return nil
}

// tryAlone does a unit on the coordinator. If workers failed and the coordinator fails, too, the
// unit is the cause, and the solve ends.
func (s *step) tryAlone(u *openUnit) error {
	if u.tried {
		return nil
	}
	if u.failures() > 0 {
		u.tried = true
		s.self.log.Warn("workers cannot do a unit: the coordinator tries it", "unit", u.name)
	}
	s.self.turn.Lock()
	defer s.self.turn.Unlock()
	o, err := s.self.compute(s.ctx, s.stage, &u.Unit)
	if own, ok := errors.AsType[*unitError](err); ok {
		s.self.log.Error("a unit cannot be done", "unit", u.name, "error", own.text)
		chunks := fmt.Sprintf("chunks %d to %d of slice %d, of %d positions each", u.From, u.To-1, u.Slice, s.self.job.Chunk)
		return &PoisonError{Unit: u.name, Positions: chunks, Text: own.text}
	} else if err != nil {
		return err
	}
	if _, err := putOutcome(s.ctx, s.self.store, resultName(s.stage.Name, u.name, s.self.name), o); err != nil {
		return err
	}
	s.moved = time.Now()
	if _, known := u.results[s.self.name]; known && u.want > len(u.results) {
		if s.leader.quorum > 1 {
			s.self.log.Warn("a result waits for another worker to confirm it", "unit", u.name)
			return nil
		}
		u.want = len(u.results) // there is no other worker
		s.self.log.Warn("a result could not be confirmed: there is no other worker", "unit", u.name)
		return s.agree(u)
	}
	if err := s.result(u, s.self.name); err != nil {
		return err
	}
	s.moved = time.Now().Add(-s.self.timing.alone) // without signs of life the next unit follows at once
	return nil
}
