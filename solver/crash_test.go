package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

// crasher clones a file system before every operation that writes, as a crash would
// leave it then.
type crasher struct {
	mu     sync.Mutex
	memory *vfs.MemFS
	rng    *rand.Rand
	clones []clone
}

type clone struct {
	disk *vfs.MemFS
	what string
}

func (c *crasher) String() string { return "crasher" }

func (c *crasher) MaybeError(op errorfs.Op) error {
	if op.Kind.ReadOrWrite() != errorfs.OpIsWrite {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	percent := []int{0, 50, 100}[len(c.clones)%3] // of what was not synced
	c.clones = append(c.clones, clone{
		c.memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: percent, RNG: c.rng}),
		fmt.Sprintf("crash %d before %v of %s with %d%% of what was not synced", len(c.clones), op.Kind, filepath.Base(op.Path), percent),
	})
	return nil
}

// TestCrashes lets a solve go on from every write to the store or to a layer at which
// a crash could have stopped it.
func TestCrashes(t *testing.T) {
	for name, way := range map[string]Options{
		"in memory": {Chunk: 64, Workers: 1},
		"spilling":  {Chunk: 64, Workers: 2, working: 1},
	} {
		for kind, g := range map[string]engine.Game{
			"slices": enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 120, 2)),
			"layers": enginetest.RandomGame(5, enginetest.RandomOptions{Positions: 40, Slices: 4, Degree: 3, Exits: 1, Drawn: 0.1, WinMoves: 0.1}),
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				want, _ := solveValues(t, g, Options{})
				dir := t.TempDir()
				c := &crasher{memory: vfs.NewCrashableMem(), rng: rand.New(rand.NewPCG(1, 2))}
				way.Dir, way.disk = dir, errorfs.Wrap(c.memory, c)
				if err := way.disk.MkdirAll(dir, 0o777); err != nil {
					t.Fatal(err)
				}
				if _, err := Solve(context.Background(), g, way); err != nil {
					t.Fatal(err)
				}
				if len(c.clones) < 50 {
					t.Fatalf("only %d crashes", len(c.clones))
				}
				step := 1
				if testing.Short() {
					step = 17
				}
				for n := 0; n < len(c.clones); n += step {
					// The table is the last that is written, and beside the store.
					if err := os.Remove(kv.TablePath(dir)); err != nil {
						t.Fatal(err)
					}
					o := Options{Dir: dir, disk: c.clones[n].disk, Workers: 1}
					if n%2 == 1 {
						o.working = 1
					}
					s, err := Solve(context.Background(), g, o)
					if err != nil {
						t.Fatalf("%s: %v", c.clones[n].what, err)
					}
					if s.SHA256 != want.SHA256 {
						t.Fatalf("%s: digest %s, want %s", c.clones[n].what, s.SHA256, want.SHA256)
					}
					c.clones[n].disk = nil
				}
				t.Logf("%d crashes", len(c.clones))
			})
		}
	}
}
