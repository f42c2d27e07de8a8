package solver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// machines are several machines in one process. Their store is a map.
type machines struct {
	mu     sync.Mutex // of the maps
	store  map[string][]byte
	stages map[string][]party.Object
	rng    *rand.Rand
	others []*member
	own    int // units of stages of parts
}

// member is one of the machines. The first one leads.
type member struct {
	*machines
	follows bool
	ask     chan *party.Unit // to followers, nil: the stage is finished
	answer  chan any         // an object or an error
}

func (m *member) Follows() bool          { return m.follows }
func (m *member) Objects() party.Objects { return m }
func (m *member) Alone() uint64          { return 10 }
func (m *member) Parts() uint64          { return 25 }

func (m *member) Outcome(ctx context.Context, stage string, o party.Object) (*party.Outcome, error) {
	raw, err := m.Get(ctx, stage, o)
	if err != nil {
		return nil, err
	}
	return party.Decode(raw, 1<<30)
}

func (m *member) AwaitSpace(context.Context, string) bool { return false }

func (m *member) Publish(context.Context, party.Stage, func(context.Context, party.Lead) ([]party.Object, error)) error {
	return errors.New("not here")
}

func (m *member) Put(_ context.Context, name string, raw []byte) (party.Object, error) {
	sum := sha256.Sum256(raw)
	o := party.Object{Name: name, SHA256: hex.EncodeToString(sum[:]), Size: int64(len(raw))}
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.store[name]; ok && string(old) != string(raw) {
		return o, fmt.Errorf("%s is written twice, with different contents", name)
	}
	m.store[name] = raw
	return o, nil
}

func (m *member) Get(_ context.Context, _ string, o party.Object) ([]byte, error) {
	m.mu.Lock()
	raw, ok := m.store[o.Name]
	m.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%s is not in the store", o.Name)
	}
	return raw, nil
}

// do does a unit and stores its outcome.
func (m *member) do(ctx context.Context, s *party.Stage, u *party.Unit) (party.Object, error) {
	for _, need := range u.Needs {
		o, err := m.Outcome(ctx, s.Name, need)
		if err == nil {
			err = s.Need(o)
		}
		if err != nil {
			return party.Object{}, err
		}
	}
	out, err := s.Do(ctx, u)
	if err != nil {
		return party.Object{}, err
	}
	return m.keep(ctx, s, "result", out)
}

func (m *member) keep(ctx context.Context, s *party.Stage, folder string, out *party.Outcome) (party.Object, error) {
	raw, err := out.Encode()
	if err != nil {
		return party.Object{}, err
	}
	o, err := m.Put(ctx, folder+"/"+s.Name+"/"+out.Unit.String(), raw)
	o.Result = out.Result
	return o, err
}

// accept applies the result of a stage.
func (m *member) accept(ctx context.Context, s *party.Stage) error {
	m.mu.Lock()
	objects := m.stages[s.Name]
	m.mu.Unlock()
	if s.Accept != nil {
		return s.Accept(ctx, objects)
	}
	if err := s.Ready(); err != nil {
		return err
	}
	return captain{m, s}.Each(ctx, objects, s.Take)
}

func (m *member) Stage(ctx context.Context, s party.Stage) error {
	if m.follows {
		for u := range m.ask {
			if u == nil {
				return m.accept(ctx, &s)
			}
			o, err := m.do(ctx, &s, u)
			if err != nil {
				m.answer <- err
				return err
			}
			m.answer <- o
		}
		return context.Canceled
	}
	objects, err := s.Lead(ctx, captain{m, &s})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.stages[s.Name] = objects
	m.mu.Unlock()
	for _, o := range m.others {
		o.ask <- nil
	}
	return m.accept(ctx, &s)
}

// captain is the [party.Lead] of a stage. Every unit is done by a random machine, some by two.
type captain struct {
	*member
	stage *party.Stage
}

func (c captain) Share(ctx context.Context, kind task.Kind, needs func(from, to int) []party.Object) (list []party.Object, err error) {
	for n := range c.stage.Chunks {
		u := party.Unit{Slice: c.stage.Slice, Phase: c.stage.Phase, Kind: kind, From: n, To: n + 1, Decided: c.stage.Decided}
		if needs != nil {
			u.Needs = needs(n, n+1)
		}
		if kind == task.Own {
			c.own++
		}
		var o party.Object
		for range 1 + c.rng.IntN(5)/4 {
			// Mostly the same machine does a part.
			if at := (n + c.rng.IntN(10)/9*c.rng.IntN(100)) % (len(c.others) + 1); at > 0 {
				c.others[at-1].ask <- &u
				switch answer := (<-c.others[at-1].answer).(type) {
				case error:
					return nil, answer
				case party.Object:
					o = answer
				}
			} else if o, err = c.do(ctx, c.stage, &u); err != nil {
				return nil, err
			}
		}
		list = append(list, o)
	}
	return list, nil
}

func (c captain) Put(ctx context.Context, o *party.Outcome) (party.Object, error) {
	return c.keep(ctx, c.stage, "led", o)
}

func (c captain) Each(ctx context.Context, objects []party.Object, use func(*party.Outcome) error) error {
	for _, object := range objects {
		o, err := c.Outcome(ctx, c.stage.Name, object)
		if err == nil {
			err = use(o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c captain) Runs(context.Context, task.Kind) (runs [][2]int, err error) {
	for n := range c.stage.Chunks {
		runs = append(runs, [2]int{n, n + 1})
	}
	return runs, nil
}

// stripped is a game without some parts of its scratch.
type stripped struct {
	engine.Game
	strip func(s *engine.Scratch)
}

func (g stripped) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	g.strip(&s)
	return s
}

// frontiers returns the records of all phases in the ledger of a finished solve.
func frontiers(t *testing.T, dir string, g engine.Game) map[ledger.Key][]uint32 {
	t.Helper()
	l, err := ledger.OpenExisting(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	all := map[ledger.Key][]uint32{}
	for n := range g.Slices() {
		err := l.EachKey(ledger.Frontier, n, func(p phase.Phase, chunk int) error {
			k := ledger.Key{Record: ledger.Frontier, Slice: n, Phase: p, Chunk: chunk}
			b, err := l.Get(k)
			all[k] = b.ToArray()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestOwners compares tables and ledgers of several machines that solve slices in parts, and give these to each other
// at random, with those of one.
func TestOwners(t *testing.T) {
	games := map[string]enginetest.RandomOptions{
		"byte": enginetest.Eventful(engine.Byte, 150, 1), "slices": enginetest.Eventful(engine.Byte, 120, 3), "wide": enginetest.Eventful(engine.Wide, 150, 1),
		"wide slices": enginetest.Eventful(engine.Wide, 120, 3), "converting": converting(120, 3), "moves": enginetest.Eventful(engine.Moves, 120, 3),
	}
	strips := map[string]func(s *engine.Scratch){
		"all": func(*engine.Scratch) {}, "no seeder": func(s *engine.Scratch) { s.Seeder = nil }, "bare": func(s *engine.Scratch) { s.Seeder, s.WinScanner, s.OpenUnmover, s.Searcher = nil, nil, nil, nil },
	}
	for name, o := range games {
		for without, strip := range strips {
			for seed := range seeds - 2 {
				t.Run(fmt.Sprint(name, " ", without, " ", seed), func(t *testing.T) {
					g := stripped{enginetest.RandomGame(int64(seed), o), strip}
					options := func() Options { return Options{Dir: t.TempDir(), Memory: 1 << 30, Workers: 2, Chunk: 64, Keep: true} }
					single := options()
					want, err := Solve(t.Context(), g, single)
					if err != nil {
						t.Fatal(err)
					}
					all := &machines{store: map[string][]byte{}, stages: map[string][]party.Object{}, rng: rand.New(rand.NewPCG(uint64(seed), 9))}
					ends := make(chan error)
					for range 1 + seed%3 {
						m := &member{all, true, make(chan *party.Unit), make(chan any)}
						all.others = append(all.others, m)
						o := options()
						o.Party = m
						go func() {
							_, err := Solve(t.Context(), g, o)
							ends <- err
						}()
					}
					shared := options()
					shared.Party = &member{machines: all}
					got, err := Solve(t.Context(), g, shared)
					if err != nil {
						for _, m := range all.others {
							close(m.ask)
						}
					}
					for range all.others {
						if failed := <-ends; failed != nil && err == nil {
							t.Error(failed)
						}
					}
					// Without a Seeder immediate wins would send links, so that slices are not solved in parts.
					if inParts := without != "no seeder"; err != nil || got.SHA256 != want.SHA256 || inParts != (all.own > 0) {
						t.Fatalf("digest %s after %d units, want %s (%v)", got.SHA256, all.own, want.SHA256, err)
					}
					have, wanted := frontiers(t, shared.Dir, g), frontiers(t, single.Dir, g)
					for k, set := range wanted {
						if !slices.Equal(have[k], set) {
							t.Errorf("%v: %v, want %v", k, have[k], set)
						}
					}
					if len(have) != len(wanted) {
						t.Errorf("%d records, want %d", len(have), len(wanted))
					}
				})
			}
		}
	}
}
