package slabs

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

	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// machines are several machines in one process. Their store is a map.
type machines struct {
	mu     sync.Mutex // of the maps
	store  map[string][]byte
	stages map[string][]party.Object
	rng    *rand.Rand
	others []*member
}

// member is one of the machines. The first one leads.
type member struct {
	*machines
	follows bool
	ask     chan *party.Unit // to followers, nil: the stage is finished
	answer  chan party.Object
}

func (m *member) Follows() bool          { return m.follows }
func (m *member) Objects() party.Objects { return m }
func (m *member) Outcome(ctx context.Context, stage string, o party.Object) (*party.Outcome, error) {
	raw, err := m.Get(ctx, stage, o)
	if err != nil {
		return nil, err
	}
	return party.Decode(raw, 1<<30)
}

func (m *member) Alone() uint64 { return 0 }
func (m *member) Parts() uint64 { return 0 }

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
	out, err := s.Do(ctx, u)
	if err != nil {
		return party.Object{}, err
	}
	raw, err := out.Encode()
	if err != nil {
		return party.Object{}, err
	}
	o, err := m.Put(ctx, "result/"+s.Name+"/"+u.String(), raw)
	o.Result = out.Result
	return o, err
}

func (m *member) Stage(ctx context.Context, s party.Stage) error {
	if m.follows {
		for u := range m.ask {
			if u == nil {
				m.mu.Lock()
				objects := m.stages[s.Name]
				m.mu.Unlock()
				return s.Accept(ctx, objects)
			}
			o, err := m.do(ctx, &s, u)
			if err != nil {
				return err
			}
			m.answer <- o
		}
		return context.Canceled
	}
	objects, err := s.Lead(ctx, &captain{m, &s})
	if err != nil {
		return err
	}
	m.mu.Lock()
	m.stages[s.Name] = objects
	m.mu.Unlock()
	for _, o := range m.others {
		o.ask <- nil
	}
	return s.Accept(ctx, objects)
}

// captain is the [party.Lead] of a stage. Every unit is done by a random machine, some by two.
type captain struct {
	*member
	stage *party.Stage
}

func (c *captain) Share(ctx context.Context, kind task.Kind, _ func(from, to int) []party.Object) (list []party.Object, err error) {
	for n := range c.stage.Chunks {
		u := party.Unit{Phase: c.stage.Phase, Kind: kind, From: n, To: n + 1, Decided: c.stage.Decided}
		var o party.Object
		for range 1 + c.rng.IntN(5)/4 {
			// Mostly the same machine does a part.
			if at := (n + c.rng.IntN(10)/9*c.rng.IntN(100)) % (len(c.others) + 1); at > 0 {
				c.others[at-1].ask <- &u
				o = <-c.others[at-1].answer
			} else if o, err = c.do(ctx, c.stage, &u); err != nil {
				return nil, err
			}
		}
		list = append(list, o)
	}
	return list, nil
}

func (c *captain) Put(context.Context, *party.Outcome) (o party.Object, err error) { return o, nil }
func (c *captain) Each(context.Context, []party.Object, func(*party.Outcome) error) error {
	return nil
}
func (c *captain) Runs(context.Context, task.Kind) ([][2]int, error) { return nil, nil }

// TestTogether compares the tables and counts of several machines, which give parts to each other at random, with
// those of one.
func TestTogether(t *testing.T) {
	for n, b := range boards {
		if testing.Short() && n > 2 {
			break
		}
		g := game(t, b.board, b.movers, b.pushers)
		want, counts := digest(t, g, setup{})
		all := &machines{store: map[string][]byte{}, stages: map[string][]party.Object{}, rng: rand.New(rand.NewPCG(uint64(n), 9))}
		ends := make(chan error, n)
		for range n {
			m := &member{all, true, make(chan *party.Unit), make(chan party.Object)}
			all.others = append(all.others, m)
			dir := t.TempDir()
			go func() {
				_, err := Solve(t.Context(), g.Parts().Slabs(), Options{Dir: dir, Memory: 1 << 30, Workers: 2, Reporter: reporter{}, Party: m})
				ends <- err
			}()
		}
		lead := &member{machines: all}
		found, err := Solve(t.Context(), g.Parts().Slabs(), Options{Dir: t.TempDir(), Memory: 1 << 30, Workers: 2, Reporter: reporter{}, Party: lead})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		if err := found.Values(t.Context(), func(values []byte) error { sum.Write(values); return nil }); err != nil {
			t.Fatal(err)
		}
		if got := hex.EncodeToString(sum.Sum(nil)); got != want || !slices.Equal(found.Counts, counts) {
			t.Errorf("%v by %d machines: digest %s and %v, want %s and %v", g.Spec(), n+1, got, found.Counts, want, counts)
		}
		found.Close()
		for range n {
			if err := <-ends; err != nil {
				t.Error(err)
			}
		}
	}
}
