package discover_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"syscall"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// memoryFiles are [discover.Files] in memory. A crash loses all lists that no saved state includes.
type memoryFiles struct {
	lists, saved map[string][]uint64
	state        []byte
	created      int
}

func (m *memoryFiles) Create(name string) (discover.Writer, error) {
	m.created++
	m.lists[name] = []uint64{}
	return &memoryFile{m, name}, nil
}

type memoryFile struct {
	*memoryFiles
	name string
}

func (f *memoryFile) Write(keys []uint64) error {
	f.lists[f.name] = append(f.lists[f.name], keys...)
	return nil
}

func (f *memoryFile) Close() error { return nil }

func (m *memoryFiles) Open(name string) (discover.Reader, error) {
	keys, ok := m.lists[name]
	if !ok {
		return nil, fmt.Errorf("no list %s", name)
	}
	return &memoryKeys{keys}, nil
}

type memoryKeys struct{ keys []uint64 }

func (k *memoryKeys) Next(buf []uint64) (int, error) {
	n := copy(buf, k.keys)
	k.keys = k.keys[n:]
	return n, nil
}

func (*memoryKeys) Close() error { return nil }

func (m *memoryFiles) Remove(name string) error { delete(m.lists, name); return nil }

func (m *memoryFiles) SaveState(state []byte) error {
	m.state = slices.Clone(state)
	m.saved = map[string][]uint64{}
	for name, keys := range m.lists {
		m.saved[name] = slices.Clone(keys)
	}
	return nil
}

func (m *memoryFiles) LoadState() ([]byte, error) { return m.state, nil }

// crash drops all lists that are not durable.
func (m *memoryFiles) crash() {
	m.lists = map[string][]uint64{}
	for name, keys := range m.saved {
		m.lists[name] = slices.Clone(keys)
	}
}

// slicedRules are random moves between numbered positions, within a slice or to later slices.
type slicedRules struct {
	graphRules
	slices uint64
}

func (r slicedRules) contract() *engine.Rules {
	rules := r.graphRules.contract()
	rules.Slice = r.KeySlice
	return rules
}

func (r slicedRules) KeySlice(key uint64) int {
	return int(key * 0xf1de83e19937733d * r.slices / uint64(len(r.moves)))
}

func randomSlices(rng *rand.Rand, n, slices int) slicedRules {
	r := slicedRules{graphRules{moves: make([][]int, n)}, uint64(slices)}
	first, slice := 0, 0
	for i := range r.moves {
		if n := r.KeySlice(uint64(i) * keyStep); n != slice {
			first, slice = i, n
		}
		for range 1 + rng.Intn(4) {
			r.moves[i] = append(r.moves[i], first+rng.Intn(n-first))
		}
	}
	return r
}

// TestFindKeysInFiles checks that an often interrupted search with keys in files finds the same
// positions.
func TestFindKeysInFiles(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for _, shape := range []struct{ positions, slices int }{{40_000, 1}, {60_000, 1}, {60_000, 7}} {
		r := randomSlices(rng, shape.positions, shape.slices)
		want, err := discover.Find(context.Background(), engine.Spec{}, engine.Wide, r.contract(), discover.Options{})
		if err != nil {
			t.Fatal(err)
		}
		files := &memoryFiles{}
		var got []discover.Slice
		for stops := 0; ; stops++ {
			files.crash()
			ctx, cancel := context.WithCancelCause(context.Background())
			left := 1 + rng.Intn(8)
			got, err = discover.Find(ctx, engine.Spec{}, engine.Wide, r.contract(), discover.Options{
				Memory: 100_000, Files: files,
				Progress: func(found, done, total uint64) {
					if left--; left == 0 {
						cancel(errors.New("stopped"))
					}
					if done > total || found > uint64(shape.positions) {
						t.Errorf("%d found, %d of %d done", found, done, total)
					}
				},
			})
			if err == nil {
				t.Logf("%d lists written, %d stops", files.created, stops)
				break
			}
			if err.Error() != "stopped" {
				t.Fatal(err)
			}
		}
		if len(got) != len(want) || shape.slices > 1 && len(want) < 2 {
			t.Fatalf("%d slices, want %d of %d", len(got), len(want), shape.slices)
		}
		inFiles := 0
		for n, part := range got {
			keys := files.lists[part.File]
			if part.Keys != nil {
				keys = nil
				for rank := range part.Keys.Len() {
					keys = append(keys, part.Keys.Key(rank))
				}
			} else {
				inFiles++
			}
			if part.Number != want[n].Number || part.Size != want[n].Size || uint64(len(keys)) != part.Size || !slices.Equal(part.Targets, want[n].Targets) {
				t.Fatalf("slice %d: %d keys, leading to %v, want %d and %v", part.Number, len(keys), part.Targets, want[n].Size, want[n].Targets)
			}
			for rank, key := range keys {
				if want[n].Keys.Key(uint64(rank)) != key {
					t.Fatalf("slice %d: key %d is %#x, want %#x", part.Number, rank, key, want[n].Keys.Key(uint64(rank)))
				}
			}
		}
		if inFiles == 0 {
			t.Error("all keys fit into memory")
		}
	}
}

// fullFiles are on a disk that becomes full when the first list is created.
type fullFiles struct {
	memoryFiles
	full context.CancelCauseFunc
}

func (f *fullFiles) Create(name string) (discover.Writer, error) {
	f.full(fmt.Errorf("want less: %w", syscall.ENOSPC))
	return f.memoryFiles.Create(name)
}

// TestFindFull: a search whose context says that the disk is full does not save what it has in memory.
func TestFindFull(t *testing.T) {
	r := randomSlices(rand.New(rand.NewSource(3)), 60_000, 1)
	ctx, cancel := context.WithCancelCause(t.Context())
	files := &fullFiles{memoryFiles{lists: map[string][]uint64{}}, cancel}
	if _, err := discover.Find(ctx, engine.Spec{}, engine.Wide, r.contract(), discover.Options{Memory: 100_000, Files: files}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk gives %v", err)
	}
	for name, keys := range files.lists {
		if len(keys) > 0 || files.created > 1 || files.state != nil {
			t.Errorf("%s has %d keys, %d lists were created", name, len(keys), files.created)
		}
	}
}
