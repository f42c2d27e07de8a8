package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

const crashBatches = 6

// step commits the change number i of a small series, two records and two notes, and waits
// for the disk unless lazy.
func step(s *Ledger, i int, lazy bool) error {
	bits := roaring.New()
	for j := range uint32(20) {
		bits.Add((j*7 + uint32(i)) % 50)
	}
	if lazy {
		s.synced = time.Now().Add(time.Hour)
	}
	_, err := s.Commit(Change{
		Unite: []Set{{Key{Frontier, 0, phase.Phase(i), 0}, bits}, {Key{Frontier, 0, phase.Phase(i), 2}, bits.Clone()}},
		Notes: map[string]any{"padding": strings.Repeat("0123456789", 2000), "last": i}, // several blocks of the log
		Sync:  !lazy,
	})
	return err
}

// steps returns the number of batches of the series in a store, and fails unless each of them is
// whole.
func steps(s *Ledger) (int, error) {
	last := -1
	if _, err := s.Note("last", &last); err != nil {
		return 0, err
	}
	for i := range crashBatches {
		for _, chunk := range []int{0, 2} {
			b, err := s.Get(Key{Frontier, 0, phase.Phase(i), chunk})
			if err != nil {
				return 0, err
			}
			ok := b != nil
			if ok != (i <= last) {
				return 0, fmt.Errorf("the last batch is %d, but phase %d, chunk %d: %v", last, i, chunk, ok)
			}
			if _, has, err := count(s, Key{Frontier, 0, phase.Phase(i), chunk}); has != ok || err != nil {
				return 0, fmt.Errorf("phase %d, chunk %d: %v or %v (%v)", i, chunk, ok, has, err)
			}
			if ok && b.GetCardinality() != 20 {
				return 0, fmt.Errorf("phase %d, chunk %d has %d positions", i, chunk, b.GetCardinality())
			}
		}
	}
	return last + 1, nil
}

// crasher clones a file system before every operation that writes.
type crasher struct {
	mu     sync.Mutex
	memory *vfs.MemFS
	rng    *rand.Rand
	acked  int // batches whose commit has returned
	clones []clone
}

type clone struct {
	fs    *vfs.MemFS
	acked int
	what  string
}

func (c *crasher) String() string { return "crasher" }

func (c *crasher) MaybeError(op errorfs.Op) error {
	if op.Kind.ReadOrWrite() != errorfs.OpIsWrite {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, percent := range []int{0, 40, 100} {
		c.clones = append(c.clones, clone{
			c.memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: percent, RNG: c.rng}), c.acked,
			fmt.Sprintf("crash %d before %v of %s with %d%% of what was not synced", len(c.clones), op.Kind, op.Path, percent),
		})
	}
	return nil
}

// After a crash before any write, from making the folder to deleting the store, the same command
// resumes in the folder, and all committed changes are there.
func TestCrashes(t *testing.T) {
	for name, lazy := range map[string]func(i int) bool{
		"synced":        func(int) bool { return false },
		"every third":   func(i int) bool { return i%3 != 2 },
		"only at close": func(int) bool { return true },
	} {
		t.Run(name, func(t *testing.T) { crashes(t, lazy) })
	}
}

// crashes commits the series; the batches for which lazy returns true do not wait for the disk.
func crashes(t *testing.T, lazy func(i int) bool) {
	c := &crasher{memory: vfs.NewCrashableMem(), rng: rand.New(rand.NewPCG(1, 2))}
	o := Options{FS: errorfs.Wrap(c.memory, c), memTable: 1 << 20}
	acknowledge := func(n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acked = n
	}
	s := mustCreate(t, "/data/db", o)
	for i := range crashBatches {
		if err := step(s, i, lazy(i)); err != nil {
			t.Fatal(err)
		}
		if lazy(i) {
			continue
		}
		acknowledge(i + 1)
		if i == 2 { // some batches are in tables then
			if err := s.db.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustClose(t, s)
	acknowledge(crashBatches)
	s = mustOpen(t, "/data/db", o)
	acknowledge(-1) // a deletion may remove all batches
	if err := s.Drop(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d crashes", len(c.clones))
	seen := map[int]bool{}
	for _, crash := range c.clones {
		n, err := recovered(crash)
		if err != nil {
			t.Fatalf("%s: %v", crash.what, err)
		}
		seen[n] = true
	}
	for n := range crashBatches + 1 {
		if !seen[n] && !lazy(0) {
			t.Errorf("no crash left %d batches", n)
		}
	}
}

// recovered opens the folder after a crash, or creates a store there, and completes the series. It
// returns the number of batches that the crash left.
func recovered(crash clone) (n int, err error) {
	o := Options{FS: crash.fs}
	s, err := open("/data/db", nil, o)
	if errors.Is(err, kv.ErrNotFound) {
		if crash.acked > 0 {
			return 0, fmt.Errorf("%d batches are gone: %w", crash.acked, err)
		}
		m := toy()
		s, err = open("/data/db", &m, o)
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if n, err = steps(s); err != nil {
		return 0, err
	}
	if n < crash.acked {
		return 0, fmt.Errorf("%d of %d batches", n, crash.acked)
	}
	for i := n; i < crashBatches; i++ {
		if err := step(s, i, false); err != nil {
			return 0, err
		}
	}
	if all, err := steps(s); err != nil || all != crashBatches {
		return 0, fmt.Errorf("%d batches after resuming: %w", all, err)
	}
	return n, nil
}

// failing is the environment variable that makes TestFailingHelper write to a full disk. It has a
// process of its own because a failed store leaves goroutines behind.
const failing = "FOREGONE_KV_TEST_FAILING"

// A full disk makes Commit return an error, whichever write fails. It neither crashes nor hangs the
// process, and committed changes stay.
func TestFullDisk(t *testing.T) {
	if failing := os.Getenv(failing); failing != "" {
		return
	}
	command := exec.Command(os.Args[0], "-test.run=^TestFailingHelper$", "-test.v")
	command.Env = append(os.Environ(), failing+"=1")
	out, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "all as it should be") {
		t.Errorf("%v\n%s", err, out)
	}
}

// full fails all writes from the n-th on.
type full struct {
	mu   sync.Mutex
	left int
}

func (f *full) String() string { return "full" }

func (f *full) MaybeError(op errorfs.Op) error {
	if op.Kind != errorfs.OpFileWrite && op.Kind != errorfs.OpFileSync && op.Kind != errorfs.OpFileSyncData && op.Kind != errorfs.OpCreate {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left--; f.left >= 0 {
		return nil
	}
	return syscall.ENOSPC
}

func TestFailingHelper(t *testing.T) {
	if os.Getenv(failing) == "" {
		t.Skip("plays a part in TestFullDisk")
	}
	outcomes := map[string]int{}
	for n := 0; ; n += 1 + n/40 {
		memory := vfs.NewCrashableMem()
		disk := &full{left: n}
		outcome, err := runUntilFull(memory, disk)
		if err != nil {
			t.Fatalf("full at write %d: %v", n, err)
		}
		outcomes[outcome]++
		if outcome == "finished" {
			break
		}
	}
	if err := fillLazily(); err != nil {
		t.Fatalf("batches that do not wait for the disk: %v", err)
	}
	text, _ := json.Marshal(outcomes)
	fmt.Printf("%s\n", text)
	if outcomes["create"] == 0 || outcomes["commit"] == 0 {
		t.Fatal("not every outcome was seen")
	}
	fmt.Println("all as it should be")
	os.Exit(0) // without the check for leaked goroutines
}

// fillLazily commits batches that do not wait for a full disk. Pebble notices it some batches later.
func fillLazily() error {
	m, disk := toy(), &full{left: 1 << 30}
	s, err := open("/data/db", &m, Options{FS: errorfs.Wrap(vfs.NewMem(), disk)})
	if err != nil {
		return err
	}
	disk.mu.Lock()
	disk.left = 0
	disk.mu.Unlock()
	for end := time.Now().Add(time.Minute); err == nil && time.Now().Before(end); {
		err = step(s, 0, true)
	}
	if !errors.Is(err, kv.ErrFailed) || !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("a batch fails with %w", err)
	}
	if err := s.Close(); !errors.Is(err, kv.ErrFailed) {
		return fmt.Errorf("closing: %w", err)
	}
	return nil
}

// TestWaitsForSpace: a ledger that may wait for space goes on as if nothing had happened, whichever write meets the full disk.
// A failed sync may not be tried again.
func TestWaitsForSpace(t *testing.T) {
	all := 0
	for left := range 30 {
		m, disk := toy(), &full{left: left}
		waited := 0
		memory := vfs.NewMem()
		writes := errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind == errorfs.OpFileWrite {
				return disk.MaybeError(op)
			}
			return nil
		})
		s, err := open("/data/db", &m, Options{FS: errorfs.Wrap(memory, writes), memTable: 512 << 10, Full: func() bool {
			disk.mu.Lock()
			defer disk.mu.Unlock()
			disk.left = 1 << 30
			waited++
			return true
		}})
		for i := 0; err == nil && i < 8; i++ {
			err = step(s, i, false)
		}
		if err == nil {
			err = s.Close()
		}
		if err != nil && (waited > 0 || !errors.Is(err, syscall.ENOSPC)) {
			t.Fatalf("full at write %d: %v, after %d waits", left, err, waited)
		}
		if all += waited; waited > 0 {
			again, err := open("/data/db", nil, Options{FS: memory})
			if err != nil {
				t.Fatalf("full at write %d: the ledger does not open again: %v", left, err)
			}
			if n, err := steps(again); n != 8 || err != nil {
				t.Errorf("full at write %d: %d batches, %v", left, n, err)
			}
			again.Close()
		}
	}
	if all < 15 {
		t.Errorf("of 30 full disks %d were noticed", all)
	}
}

func runUntilFull(memory *vfs.MemFS, disk *full) (string, error) {
	type result struct {
		outcome string
		acked   int
		err     error
	}
	done := make(chan result, 1)
	go func() {
		m := toy()
		s, err := open("/data/db", &m, Options{FS: errorfs.Wrap(memory, disk), memTable: 512 << 10})
		if err != nil {
			done <- result{"create", 0, err}
			return
		}
		for i := range crashBatches {
			if err := step(s, i, false); err != nil {
				if _, again := s.Commit(Change{}); !errors.Is(again, kv.ErrFailed) {
					err = fmt.Errorf("the next commit: %w", again)
				}
				if closing := s.Close(); !errors.Is(closing, kv.ErrFailed) {
					err = fmt.Errorf("closing: %w", closing)
				}
				done <- result{"commit", i, err}
				return
			}
		}
		done <- result{"finished", crashBatches, s.Close()}
	}()
	var r result
	select {
	case r = <-done:
	case <-time.After(time.Minute):
		return "", errors.New("it hangs")
	}
	switch {
	case r.outcome == "finished" && r.err == nil:
	case r.outcome == "finished":
		r.outcome = "close"
		fallthrough
	default:
		if !errors.Is(r.err, syscall.ENOSPC) {
			return "", r.err
		}
		if r.outcome == "commit" && !errors.Is(r.err, kv.ErrFailed) {
			return "", r.err
		}
	}
	_, err := recovered(clone{fs: memory.CrashClone(vfs.CrashCloneCfg{}), acked: r.acked})
	return r.outcome, err
}
