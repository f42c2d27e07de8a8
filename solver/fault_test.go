package solver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// faultPart is the environment variable that runs the tests named *Part, each in a process of its
// own: a failed store leaves goroutines behind.
const faultPart = "FOREGONE_TEST_FAULTS"

// inProcess runs a test of this file in a process of its own.
func inProcess(t *testing.T, part string) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^"+part+"$", "-test.v", fmt.Sprintf("-test.short=%v", testing.Short()))
	command.Env = append(os.Environ(), faultPart+"="+part, "TMPDIR="+t.TempDir())
	out, err := command.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("all as it should be")) {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// part skips a test unless the environment variable names it.
func part(t *testing.T) {
	t.Helper()
	if os.Getenv(faultPart) != t.Name() {
		t.Skip("plays a part in another test")
	}
}

// endPart ends the process of a part without the check for leaked goroutines.
func endPart(t *testing.T) {
	if !t.Failed() {
		fmt.Println("all as it should be")
		os.Exit(0)
	}
}

// broken is a disk whose reads, or else writes, fail from the n-th on. With once set, only that one
// fails.
type broken struct {
	mu    sync.Mutex
	reads bool
	once  bool
	n     int
	seen  int
	where string // the first failure

	mended bool
}

// mend ends all failures, because parts of a failed store retry for ever.
func (b *broken) mend() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mended = true
}

func (b *broken) String() string { return "broken" }

func (b *broken) cause() error {
	if b.reads {
		return syscall.EIO
	}
	return syscall.ENOSPC
}

func (b *broken) MaybeError(op errorfs.Op) error {
	switch op.Kind {
	case errorfs.OpFileWrite, errorfs.OpFileWriteAt, errorfs.OpFileSync, errorfs.OpFileSyncData, errorfs.OpFileSyncTo,
		errorfs.OpCreate, errorfs.OpReuseForWrite, errorfs.OpMkdirAll:
		if b.reads {
			return nil
		}
	case errorfs.OpOpen, errorfs.OpOpenDir, errorfs.OpList, errorfs.OpStat, errorfs.OpFileRead, errorfs.OpFileReadAt, errorfs.OpFileStat:
		if !b.reads {
			return nil
		}
	default:
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen++
	if b.seen <= b.n || b.once && b.seen > b.n+1 || b.mended {
		return nil
	}
	if b.where == "" {
		b.where = fmt.Sprintf("%v of %s", op.Kind, op.Path)
	}
	return &fs.PathError{Op: map[bool]string{true: "read", false: "write"}[b.reads], Path: op.Path, Err: b.cause()}
}

// faulty returns the ways of solving and the games that the tests of faults use.
func faulty() (ways map[string]altered, list map[string]engine.Game) {
	return map[string]altered{
			"in memory": {Options: Options{Chunk: 64, Workers: 1}},
			"spilling":  {Options: Options{Chunk: 64, Workers: 2}, working: 1},
		}, map[string]engine.Game{
			"slices": enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 120, 2)),
			"scores": enginetest.RandomGame(5, enginetest.Eventful(engine.Score, 60, 2)),
			"layers": enginetest.RandomGame(5, enginetest.RandomOptions{Positions: 40, Slices: 4, Degree: 3, Exits: 1, Drawn: 0.1, WinMoves: 0.1}),
		}
}

// solveOn solves g in dir, with its store and layers on disk, and fails if that hangs.
func solveOn(t *testing.T, g engine.Game, way altered, dir string, disk vfs.FS) (Summary, error) {
	t.Helper()
	way.Dir, way.disk = dir, disk
	type result struct {
		s   Summary
		err error
	}
	done := make(chan result, 1)
	go func() {
		s, err := way.solve(context.Background(), g)
		done <- result{s, err}
	}()
	select {
	case r := <-done:
		return r.s, r.err
	case <-time.After(time.Minute):
		t.Fatal("it hangs")
		panic("unreachable")
	}
}

// goesOn resumes a failed solve of g in its folder, on a copy of its disk, and checks the digest.
func goesOn(t *testing.T, g engine.Game, dir string, disk vfs.FS, want string) {
	t.Helper()
	s, err := solveOn(t, g, altered{Options: Options{Workers: 1}}, dir, disk)
	if err != nil {
		t.Fatalf("resumed: %v", err)
	}
	if s.SHA256 != want {
		t.Fatalf("resumed: digest %s, want %s", s.SHA256, want)
	}
}

// If a disk is full from the n-th write on, or refuses only that write, the solve ends with an
// error that names what failed. With room again, the same folder leads to the same table.
func TestFullDisk(t *testing.T) { inProcess(t, "TestFullDiskPart") }

func TestFullDiskPart(t *testing.T) {
	part(t)
	ways, list := faulty()
	for name, way := range ways {
		for kind, g := range list {
			want, _ := solveValues(t, g, Options{})
			failed, finished := 0, 0
			step := 10
			if slow {
				step = 20
			}
			for n := 0; finished < 2; n += 1 + n/step {
				memory := vfs.NewCrashableMem()
				disk := &broken{n: n, once: n%3 == 1}
				dir := t.TempDir()
				if err := memory.MkdirAll(dir, 0o777); err != nil {
					t.Fatal(err)
				}
				s, err := solveOn(t, g, way, dir, errorfs.Wrap(memory, disk))
				left := memory.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: n % 3 * 50, RNG: rand.New(rand.NewPCG(1, uint64(n)))})
				disk.mend()
				what := fmt.Sprintf("%s, %s, write %d, %s", name, kind, n, disk.where)
				switch {
				case err == nil && s.SHA256 != want.SHA256:
					t.Fatalf("%s: digest %s, want %s", what, s.SHA256, want.SHA256)
				case err == nil && disk.where == "":
					finished++
				case err == nil:
					t.Logf("%s: did no harm", what)
				case !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir):
					t.Fatalf("%s: %v", what, err)
				default:
					failed++
				}
				goesOn(t, g, dir, left, want.SHA256)
			}
			if failed == 0 {
				t.Errorf("%s, %s: no write failed", name, kind)
			}
			t.Logf("%s, %s: %d failures", name, kind, failed)
		}
	}
	endPart(t)
}

// interruptedDisks returns copies of the disk at about n moments of a solve of g.
func interruptedDisks(t *testing.T, g engine.Game, way altered, dir string, n int) []clone {
	t.Helper()
	c := &crasher{memory: vfs.NewCrashableMem(), rng: rand.New(rand.NewPCG(3, 4))}
	if err := c.memory.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := solveOn(t, g, way, dir, errorfs.Wrap(c.memory, c)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(kv.TablePath(dir)); err != nil {
		t.Fatal(err)
	}
	var some []clone
	for i := 2; i < len(c.clones); i += max(len(c.clones)/n, 1) { // 2: all that was written
		i += (2 - i%3 + 3) % 3
		if i < len(c.clones) {
			some = append(some, c.clones[i])
		}
	}
	return some
}

// A failed read ends the solve with an error that names what failed, or does no harm. The resumed
// solve makes the same table.
func TestReadErrors(t *testing.T) { inProcess(t, "TestReadErrorsPart") }

func TestReadErrorsPart(t *testing.T) {
	part(t)
	ways, list := faulty()
	moments := 20
	if slow {
		moments = 60
	}
	for name, way := range ways {
		for kind, g := range list {
			want, _ := solveValues(t, g, Options{})
			dir := t.TempDir()
			failed := 0
			for i, left := range interruptedDisks(t, g, way, dir, moments) {
				n := i * 37 % 150
				disk := &broken{reads: true, n: n, once: i%2 == 1}
				s, err := solveOn(t, g, way, dir, errorfs.Wrap(left.disk, disk))
				after := left.disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: 100, RNG: rand.New(rand.NewPCG(1, 2))})
				disk.mend()
				what := fmt.Sprintf("%s, %s, %s, read %d, %s", name, kind, left.what, n, disk.where)
				switch {
				case err == nil && s.SHA256 != want.SHA256:
					t.Fatalf("%s: digest %s, want %s", what, s.SHA256, want.SHA256)
				case err == nil:
				case !errors.Is(err, syscall.EIO) || !strings.Contains(err.Error(), dir):
					t.Fatalf("%s: %v", what, err)
				default:
					failed++
				}
				goesOn(t, g, dir, after, want.SHA256)
				if err := os.Remove(kv.TablePath(dir)); err != nil {
					t.Fatal(err)
				}
			}
			if failed == 0 {
				t.Errorf("%s, %s: no read failed", name, kind)
			}
			t.Logf("%s, %s: %d failures", name, kind, failed)
		}
	}
	endPart(t)
}

// If a file of the store or of a layer has a flipped bit or is cut short, the solve names the file,
// or the damage does no harm. It never makes another table.
func TestDamagedFiles(t *testing.T) { inProcess(t, "TestDamagedFilesPart") }

func TestDamagedFilesPart(t *testing.T) {
	part(t)
	ways, list := faulty()
	moments := 20
	if slow {
		moments = 60
	}
	rng := rand.New(rand.NewPCG(5, 6))
	refused := 0 // in one way of solving a game, all damage may hit data that is not read again
	for name, way := range ways {
		for kind, g := range list {
			want, _ := solveValues(t, g, Options{})
			dir := t.TempDir()
			for i, left := range interruptedDisks(t, g, way, dir, moments) {
				path, content := pickFile(t, left.disk, dir, rng)
				if path == "" {
					continue
				}
				at := rng.IntN(len(content))
				what := fmt.Sprintf("%s, %s, %s, %s cut to %d of %d bytes", name, kind, left.what, path, at, len(content))
				if i%2 == 0 {
					what = fmt.Sprintf("%s, %s, %s, %s with byte %d of %d changed", name, kind, left.what, path, at, len(content))
					content[at] ^= 1 << rng.IntN(8)
				} else {
					content = content[:at]
				}
				spoil(t, left.disk, path, content)
				s, err := solveOn(t, g, way, dir, left.disk)
				switch {
				case err == nil && s.SHA256 != want.SHA256:
					t.Fatalf("%s: digest %s, want %s", what, s.SHA256, want.SHA256)
				case err == nil:
					if err := os.Remove(kv.TablePath(dir)); err != nil {
						t.Fatal(err)
					}
				case !strings.Contains(err.Error(), dir):
					t.Fatalf("%s: %v", what, err)
				default:
					refused++
					t.Logf("%s: %v", what, err)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
	endPart(t)
}

// pickFile returns a non-empty file of the store or the scratch folder, and its content.
func pickFile(t *testing.T, disk vfs.FS, dir string, rng *rand.Rand) (path string, content []byte) {
	t.Helper()
	var paths []string
	for _, folder := range []string{kv.StorePath(dir), kv.ScratchPath(dir)} {
		names, err := disk.List(folder)
		if err != nil {
			continue
		}
		for _, name := range names {
			info, err := disk.Stat(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			if info.Size() > 0 && !strings.HasPrefix(name, "OPTIONS") {
				paths = append(paths, filepath.Join(folder, name))
			}
		}
	}
	if len(paths) == 0 {
		return "", nil
	}
	path = paths[rng.IntN(len(paths))]
	f, err := disk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if content, err = io.ReadAll(f); err != nil {
		t.Fatal(err)
	}
	return path, content
}

func spoil(t *testing.T, disk vfs.FS, path string, content []byte) {
	t.Helper()
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A solve neither reads nor overwrites a damaged table in its folder.
func TestDamagedTable(t *testing.T) {
	g := enginetest.RandomGame(2, enginetest.Eventful(engine.Byte, 300, 2))
	dir := t.TempDir()
	if _, err := solveOn(t, g, altered{}, dir, noSync); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(kv.TablePath(dir))
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(good); at += 101 {
		for _, bad := range [][]byte{good[:at], append(append(bytes.Clone(good[:at]), good[at]^8), good[at+1:]...)} {
			if err := os.WriteFile(kv.TablePath(dir), bad, 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := solveOn(t, g, altered{}, dir, noSync)
			if err == nil { // damage within a block is found when the block is read
				r, openErr := table.Open(kv.TablePath(dir), table.ReaderOptions{})
				if openErr != nil {
					t.Fatal(openErr)
				}
				err = r.Check(context.Background(), nil)
				r.Close()
			}
			if !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), kv.TablePath(dir)) {
				t.Fatalf("%d bytes, changed at %d: %v", len(bad), at, err)
			}
			if left, err := os.ReadFile(kv.TablePath(dir)); err != nil || !bytes.Equal(left, bad) {
				t.Fatalf("%d bytes, changed at %d: the table was changed (%v)", len(bad), at, err)
			}
		}
	}
}
