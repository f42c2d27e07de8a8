package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// crasher clones the file system before every write, in the state that a crash at that moment would
// leave.
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
	percent := []int{0, 50, 100}[len(c.clones)%3] // of the unsynced data, kept
	c.clones = append(c.clones, clone{
		c.memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: percent, RNG: c.rng}),
		fmt.Sprintf("crash %d before %v of %s with %d%% of what was not synced", len(c.clones), op.Kind, filepath.Base(op.Path), percent),
	})
	return nil
}

// TestCrashes resumes a solve after a crash before each write to its store or to a layer.
func TestCrashes(t *testing.T) {
	for name, way := range map[string]altered{
		"in memory": {Options: Options{Chunk: 64, Workers: 1}},
		"spilling":  {Options: Options{Chunk: 64, Workers: 2}, working: 1},
	} {
		for kind, g := range map[string]engine.Game{
			"slices": enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 120, 2)),
			"moves":  enginetest.RandomGame(6, withoutPredecessors(enginetest.Eventful(engine.Byte, 700, 1))),
			"puzzle": enginetest.RandomGame(5, enginetest.Eventful(engine.Moves, 120, 2)),
			"chance": newRandomOdds(2, 100).open(t, engine.LevelRanked),
			"points": newRandomOdds(3, 100).open(t, engine.LevelRanked),
			"scores": enginetest.RandomGame(5, enginetest.Eventful(engine.Score, 60, 2)),
			"sweeps": open(t, "quixo:marks=7,size=3", ""),
			"layers": enginetest.RandomGame(5, enginetest.RandomOptions{Positions: 40, Slices: 4, Degree: 3, Exits: 1, Drawn: 0.1, WinMoves: 0.1}),
		} {
			often := kind == "moves" || kind == "scores" || kind == "sweeps" || kind == "chance" || kind == "points"
			if often && way.working > 0 {
				continue // cannot spill
			}
			t.Run(name+", "+kind, func(t *testing.T) {
				way := way
				way.often = often
				want, _ := solveValues(t, g, Options{})
				dir := t.TempDir()
				c := &crasher{memory: vfs.NewCrashableMem(), rng: rand.New(rand.NewPCG(1, 2))}
				way.Dir, way.disk = dir, errorfs.Wrap(c.memory, c)
				if err := way.disk.MkdirAll(dir, 0o777); err != nil {
					t.Fatal(err)
				}
				if _, err := way.solve(context.Background(), g); err != nil {
					t.Fatal(err)
				}
				if len(c.clones) < 50 {
					t.Fatalf("only %d crashes", len(c.clones))
				}
				step, few := 11, 1<<30 // each share of the unsynced data occurs with either memory
				switch {
				case slow:
					step = 1
				case testing.Short():
					step = 17
				}
				for n := 0; n < len(c.clones); n += step {
					// The table is written last, and not to this file system.
					if err := os.Remove(kv.TablePath(dir)); err != nil {
						t.Fatal(err)
					}
					o := altered{Options: Options{Dir: dir, Workers: 1}, disk: c.clones[n].disk}
					if n%2 == 1 && !often {
						o.working = 1
					}
					scans := new(int)
					if kind != "sweeps" {
						scans = scanned(&o)
					}
					s, err := o.solve(context.Background(), g)
					if err != nil {
						t.Fatalf("%s: %v", c.clones[n].what, err)
					}
					if s.SHA256 != want.SHA256 {
						t.Fatalf("%s: digest %s, want %s", c.clones[n].what, s.SHA256, want.SHA256)
					}
					c.clones[n].disk = nil
					few = min(few, *scans)
				}
				if kind != "layers" && few > 0 && step == 1 {
					t.Errorf("a resumed solve scans at least %d chunks again, wherever it was stopped", few)
				}
				t.Logf("%d crashes", len(c.clones))
			})
		}
	}
}

// scanned makes the options count the chunks that a solve scans.
func scanned(o *altered) *int {
	n := new(int)
	o.arrange = func(tasks []task.Task) []task.Task {
		if len(tasks) > 0 && tasks[0].Kind == task.Scan {
			*n += len(tasks)
		}
		return tasks
	}
	return n
}

// TestScanResumes stops the scan of a game without predecessors after more and more chunks. The
// resumed solve scans only the other chunks, with the graph in memory or in a file.
func TestScanResumes(t *testing.T) {
	g := enginetest.RandomGame(8, withoutPredecessors(enginetest.Eventful(engine.Wide, 2000, 1)))
	want, values := solveValues(t, g, Options{})
	enginetest.CheckValues(t, g, values)
	const chunks = 32
	for stop := 1; stop < chunks; stop += 7 {
		dir := t.TempDir()
		o := altered{Options: Options{Dir: dir, Chunk: 64, Workers: 1}, often: true}
		whole := scanned(&o)
		ctx, cancel := context.WithCancel(context.Background())
		c := &crasher{memory: vfs.NewCrashableMem(), rng: rand.New(rand.NewPCG(1, 2))}
		writes := 0
		o.disk = errorfs.Wrap(c.memory, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if strings.HasPrefix(filepath.Base(op.Path), kv.MovesFile) && op.Kind == errorfs.OpFileWrite {
				if writes++; writes == 40*stop { // a chunk takes some 34
					cancel()
				}
			}
			return nil
		}))
		if err := o.disk.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		_, err := o.solve(ctx, g)
		cancel()
		if err == nil {
			break
		}
		if *whole != chunks {
			t.Fatalf("%d chunks are scanned, want %d", *whole, chunks)
		}
		for _, working := range []uint64{0, 15000} {
			left := altered{Options: Options{Dir: dir}, disk: c.memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: c.rng}), working: working}
			scans := scanned(&left)
			s, err := left.solve(context.Background(), g)
			if err != nil || s.SHA256 != want.SHA256 {
				t.Fatalf("resumed after %d writes: %v, digest %s, want %s", writes, err, s.SHA256, want.SHA256)
			}
			if *scans > chunks-stop {
				t.Errorf("stopped after %d writes: %d of %d chunks are scanned again", writes, *scans, chunks)
			}
			if err := os.Remove(kv.TablePath(dir)); err != nil {
				t.Fatal(err)
			}
		}
	}
}
