package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

var (
	// armed chooses how the game faulty misbehaves at one position.
	armed   atomic.Int32 // 1: panic, 2: never end
	release = make(chan struct{})
)

// faultyDefinition defines a game that misbehaves at one position.
func faultyDefinition() engine.Definition {
	return engine.Definition{
		Name: "faulty", Summary: "fails", Rules: "none", Level: engine.LevelRanked, Kind: engine.Byte,
		New: func(spec engine.Spec) (engine.Game, error) {
			inner, err := rpsw.Definition().Parse("rpsw:width=3,height=3,pieces=2", nil)
			if err != nil {
				return nil, err
			}
			g, err := rpsw.Definition().New(inner)
			if err != nil {
				return nil, err
			}
			largest := slices.MaxFunc(g.Slices(), func(a, b engine.Slice) int { return cmp.Compare(a.Size, b.Size) })
			return &faultyGame{g, spec, largest.First + largest.Size/2}, nil
		},
	}
}

type faultyGame struct {
	engine.Game
	spec   engine.Spec
	poison uint64 // the position at which it misbehaves, while it is armed
}

func (g *faultyGame) Spec() engine.Spec { return g.spec }

func (g *faultyGame) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	return engine.Scratch{Generator: faultyGenerator{s.Generator, g.poison}}
}

func (g *faultyGame) Parts() engine.Parts { return engine.Parts{} }

type faultyGenerator struct {
	engine.Generator
	poison uint64
}

func (g faultyGenerator) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if i == g.poison {
		switch armed.Load() {
		case 1:
			panic("a position that should not be")
		case 2:
			<-release
		}
	}
	return g.Generator.AppendSuccessors(dst, i)
}

// poisoned runs a solve of the faulty game, armed in that way, with two workers.
func poisoned(t *testing.T, how int32, log *record) error {
	s := newSetup(t, "faulty", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.solve.Alone, s.solve.Idle, s.solve.Limit = 64, 600, true, time.Second
	s.solve.Log = textLog(log)
	s.solve.Opened = func(engine.Game, solver.Options) { armed.Store(how) }
	defer armed.Store(0)
	ctx, cancel := context.WithCancel(t.Context())
	defer s.group.Wait()
	defer cancel()
	for _, name := range []string{"a", "b", "c", "d"} {
		s.worker(ctx, name, nil)
	}
	_, err := s.run(t.Context())
	return err
}

// A unit in which the game panics ends the solve, after the coordinator has tried it, too. The
// error names the unit.
func TestPoison(t *testing.T) {
	var p *PoisonError
	var log record
	err := poisoned(t, 1, &log)
	if !errors.As(err, &p) || !strings.Contains(err.Error(), "should not be") || engine.IsInput(err) {
		t.Errorf("it ends with %v", err)
	}
	if text := fmt.Sprint(err); !strings.Contains(text, "unit "+p.Unit) || !strings.Contains(text, "cannot be done, by no machine") {
		t.Errorf("it does not say what: %v", text)
	}
	if !log.says(`msg="a unit failed" unit=`+p.Unit+" worker=") || !log.says(`msg="a unit cannot be done" unit=`+p.Unit) || !log.says("AppendSuccessors") {
		t.Errorf("the log does not say which unit, which worker, and where: %s", log.String())
	}
}

// A unit that never ends ends the solve in the same way.
func TestEndless(t *testing.T) {
	var p *PoisonError
	if err := poisoned(t, 2, &record{}); !errors.As(err, &p) || !strings.Contains(err.Error(), "no chunk was done") {
		t.Errorf("it ends with %v", err)
	}
	close(release)
}

// slowly does units correctly, after a pause.
func slowly(pause time.Duration) func(context.Context, *party.Stage, *party.Unit) (*party.Outcome, error) {
	return func(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error) {
		time.Sleep(pause)
		return s.Do(ctx, u)
	}
}

// wrongly does units as if the machine had bad memory.
func wrongly(ctx context.Context, s *party.Stage, u *party.Unit) (*party.Outcome, error) {
	o, err := s.Do(ctx, u)
	if err == nil {
		flip(o)
	}
	return o, err
}

// flip changes a bit of an outcome.
func flip(o *party.Outcome) {
	if o.Unit.Kind == task.Own && len(o.Values) > 0 {
		o.Values[len(o.Values)-1] ^= 1
	}
	for _, c := range o.Changes {
		for _, s := range c.Unite {
			if !s.Bits.IsEmpty() {
				s.Bits.Remove(s.Bits.Minimum())
				return
			}
		}
	}
}

// An audit detects a worker with bad memory. It ends the solve if results of that worker were used
// before.
func TestAudit(t *testing.T) {
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.solve.Alone, s.solve.Audit = 512, 300, 1
	s.solve.Idle = true
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	want := alone(t, s.spec)
	s.worker(ctx, "bad", func(o *workSetup) { o.do = wrongly })
	s.worker(ctx, "good", nil)
	s.worker(ctx, "well", nil)
	got, err := s.run(t.Context())
	var refuted *RefutedError
	switch {
	case errors.As(err, &refuted):
		if refuted.Worker != "bad" || len(refuted.By) == 0 {
			t.Errorf("%v", err)
		}
	case err != nil || got.SHA256 != want:
		t.Errorf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	cancel()
}

// By default two machines do one in a hundred units of a large game, and none of others or if there is one machine.
func TestUsualAudit(t *testing.T) {
	twice := func(l *leader, workers int) (n int) {
		l.self = &replica{id: "job"}
		for unit := range 10000 {
			n += l.wanted(fmt.Sprint(unit), workers) - 1
		}
		return n
	}
	for _, c := range []struct {
		l           *leader
		workers     int
		least, most int
	}{
		{&leader{audit: UsualAudit, large: true}, 1, 50, 200},
		{&leader{audit: UsualAudit, large: true, idle: true}, 2, 50, 200},
		{&leader{audit: UsualAudit, large: true, idle: true}, 1, 0, 0},
		{&leader{audit: UsualAudit, large: true}, 0, 0, 0},
		{&leader{audit: UsualAudit}, 5, 0, 0},
		{&leader{large: true}, 5, 0, 0},
		{&leader{audit: 1}, 0, 10000, 10000},
	} {
		if n := twice(c.l, c.workers); n < c.least || n > c.most {
			t.Errorf("audit %v, large %v, idle %v, %d workers: %d of 10,000 units are done twice, want %d to %d", c.l.audit, c.l.large, c.l.idle, c.workers, n, c.least, c.most)
		}
	}
	if l := (leader{audit: UsualAudit}); !l.mayBeAlone() {
		t.Error("the usual audit keeps the coordinator from solving alone")
	}
}

// With a quorum a worker with bad memory is refuted, and the table is right.
func TestQuorum(t *testing.T) {
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.solve.Alone, s.solve.Quorum, s.solve.Idle = 512, 300, 2, true
	var log record
	s.solve.Log = textLog(&log)
	var status func() Status
	s.solve.Status = func(f func() Status) { status = f }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	want := alone(t, s.spec)
	s.worker(ctx, "bad", func(o *workSetup) { o.do = wrongly })
	s.worker(ctx, "good", nil)
	s.worker(ctx, "well", nil)
	got, err := s.run(t.Context())
	if err != nil || got.SHA256 != want {
		t.Errorf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	if st := status(); len(st.Alarms) == 0 || !strings.Contains(st.Alarms[0], "bad") || strings.Contains(st.Alarms[0], "worker good") {
		t.Errorf("the alarms are %q", st.Alarms)
	}
	if !log.says(`msg="a worker found something wrong" worker=bad unit=`) {
		t.Errorf("the log does not say who is wrong: %s", log.String())
	}
	cancel()
}

// A stopped worker returns its unit at once.
func TestLeave(t *testing.T) {
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.chunk, s.solve.Alone, s.solve.Idle = 512, 300, true
	ctx, cancel := context.WithCancel(t.Context())
	s.worker(ctx, "leaves", func(o *workSetup) { o.do = slowly(200 * time.Millisecond) })
	left := make(chan time.Duration, 1)
	time.AfterFunc(1500*time.Millisecond, func() {
		started := time.Now()
		cancel()
		s.group.Wait()
		left <- time.Since(started)
		s.worker(t.Context(), "stays", nil)
	})
	if _, err := s.run(t.Context()); err != nil {
		t.Error(err)
	}
	if d := <-left; d > 5*time.Second {
		t.Errorf("it took %v to leave", d)
	}
	s.group.Wait()
	if err := s.ends["leaves"]; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

// A damaged object is made again, whichever machine finds the damage: here the coordinator, and a
// worker that joins late.
func TestDamagedStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := newSetup(t, "pushfight:movers=0,pushers=2", dir)
	s.chunk, s.solve.Alone = 512, 300
	want := alone(t, s.spec)
	ctx, stop := context.WithCancel(t.Context())
	stages := 0
	db := filepath.Join(t.TempDir(), "db")
	o := solver.Options{Dir: db, Memory: 512 << 20, Workers: 1, Chunk: 512, Events: func(e solver.Event) {
		if e.Kind == solver.EventPhase {
			if stages++; stages == 3 {
				stop()
			}
		}
	}}
	if _, err := s.lead(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	below := blob.OpenDir(dir)
	names, err := below.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	n, sent := 0, 0
	for _, name := range names {
		if strings.Contains(name, "/"+partFolder) { // messages between parts
			switch sent++; sent {
			case 1:
				err = below.Delete(t.Context(), name)
			case 2, 6:
				damage(t, filepath.Join(dir, name))
			}
		}
		if strings.Contains(name, "/"+resultFolder) {
			switch n++; n % 3 {
			case 0:
				err = below.Delete(t.Context(), name)
			case 1:
				damage(t, filepath.Join(dir, name))
			}
		}
	}
	if n < 5 || sent < 6 || err != nil {
		t.Fatalf("%d results and %d messages in the store: %v", n, sent, err)
	}
	s.worker(t.Context(), "late", nil)
	o.Events = nil
	var log record
	s.solve.Log = textLog(&log)
	got, err := s.lead(t.Context(), o)
	if err != nil || got.SHA256 != want {
		t.Errorf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	if again := strings.Count(log.String(), "the coordinator begins again"); again > n+sent {
		t.Errorf("the coordinator begins again %d times, with %d results and %d messages in the store", again, n, sent)
	}
	if !log.says(`msg="an object of the store is damaged`) || !log.says("object="+resultFolder) || !log.says("object="+partFolder) {
		t.Errorf("the log does not say what is damaged: %s", log.String())
	}
}
