package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver"
)

// A job and keys that are damaged or gone are made again: for workers that join, and for a coordinator that begins
// again with or without its folder.
func TestMended(t *testing.T) {
	t.Parallel()
	const game = "british-square:width=3,height=3"
	want := alone(t, parse(t, game))
	for _, harm := range []func(path string){func(path string) { os.Remove(path) }, func(path string) { damage(t, path) }} {
		for _, object := range []string{jobNames[0], jobNames[1], keysFolder + "000000"} {
			s := newSetup(t, game, filepath.Join(t.TempDir(), "store"))
			s.solve.Idle = true
			o := solver.Options{Dir: filepath.Join(t.TempDir(), "db"), Memory: 512 << 20, Workers: 1, Chunk: s.chunk}
			path := filepath.Join(s.store, storeFolder(s.spec.Slug()), object)
			broken := func(dir string, workers ...string) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s.solve.Opened = func(engine.Game, solver.Options) {
					harm(path)
					for _, name := range workers {
						s.worker(t.Context(), name, nil)
					}
					if len(workers) == 0 {
						cancel()
					}
				}
				o.Dir = dir
				got, err := s.lead(ctx, o)
				if len(workers) == 0 && !errors.Is(err, context.Canceled) || len(workers) > 0 && (err != nil || got.SHA256 != want) {
					t.Fatalf("%s: the digest is %s, want %s (%v)", object, got.SHA256, want, err)
				}
			}
			broken(o.Dir)
			broken(filepath.Join(t.TempDir(), "lost"))
			var log record
			s.solve.Log = textLog(&log)
			broken(o.Dir, "w1", "w2")
			s.group.Wait()
			if strings.HasPrefix(object, keysFolder) && !log.says("a part of the keys is damaged or gone") {
				t.Errorf("the coordinator says %s", log.String())
			}
			for name, err := range s.ends {
				if err != nil {
					t.Errorf("%s: worker %s ends with %v", object, name, err)
				}
			}
		}
	}
}

// A coordinator that finds a damaged job and a damaged copy says what to do.
func TestLostJob(t *testing.T) {
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	store := blob.OpenDir(s.store)
	if err := store.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range jobNames {
		name = storeFolder(s.spec.Slug()) + "/" + name
		if err := store.Put(t.Context(), name, []byte("job")); err != nil {
			t.Fatal(err)
		}
		damage(t, filepath.Join(s.store, name))
	}
	if _, err := s.run(t.Context()); !engine.IsInput(err) || !strings.Contains(err.Error(), "are damaged: delete this folder of the store") {
		t.Errorf("it ends with %v", err)
	}
}

// A plan that divides another number of chunks and the manifest of another stage, as of a store that mixes up objects,
// are made again.
func TestForeignObjects(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "rpsw:width=2,height=3,pieces=2", filepath.Join(t.TempDir(), "store"))
	want, err := s.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	store := blob.OpenDir(s.store)
	names, err := store.List(t.Context(), "")
	foreign, plans := false, []string{`{"sizes":[1]}`, `{"sizes":[99999]}`, `{"sizes":[0]}`}
	for _, name := range names {
		switch {
		case strings.Contains(name, "/"+planFolder) && len(plans) > 0:
			err = errors.Join(err, store.Replace(t.Context(), name, []byte(plans[0])))
			plans = plans[1:]
		case strings.HasSuffix(name, "/"+stageName("scan-1")):
			other, failed := store.Get(t.Context(), strings.Replace(name, "scan-1", "scan-2", 1))
			err = errors.Join(err, failed, store.Replace(t.Context(), name, other))
			foreign = true
		case strings.Contains(name, "/"+stageFolder) && !strings.HasSuffix(name, "/"+stageName("scan-2")):
			err = errors.Join(err, store.Delete(t.Context(), name))
		}
	}
	if err != nil || len(plans) > 0 || !foreign {
		t.Fatalf("plans that are left: %q, foreign manifest: %v, %v", plans, foreign, err)
	}
	var log record
	s.solve.Log = textLog(&log)
	if got, err := s.run(t.Context()); err != nil || got.SHA256 != want.SHA256 || !log.says("it is not a division of") || !log.says("it is the manifest of scan-2") {
		t.Errorf("the digest is %s, want %s (%v): %s", got.SHA256, want.SHA256, err, log.String())
	}
}

// A worker whose coordinator is gone takes up the job of the next one at the same address.
func TestMoved(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "rpsw:width=2,height=3,pieces=2", filepath.Join(t.TempDir(), "store"))
	s.solve.Idle, s.chunk = true, 1<<10
	ctx, cancel := context.WithCancel(t.Context())
	s.solve.Status = func(status func() Status) {
		go func() {
			for len(status().Workers) == 0 {
				time.Sleep(10 * time.Millisecond)
			}
			cancel()
		}()
	}
	var log record
	s.worker(t.Context(), "w", func(o *workSetup) { o.Log = textLog(&log) })
	if _, err := s.run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.spec, s.chunk, s.solve.Status = parse(t, "tictactoe"), 64, nil
	if got, err := s.run(t.Context()); err != nil || got.SHA256 != alone(t, s.spec) {
		t.Errorf("the digest is %s (%v)", got.SHA256, err)
	}
	s.group.Wait()
	if err := s.ends["w"]; err != nil || !log.says("the coordinator has another job") {
		t.Errorf("the worker ends with %v: %s", err, log.String())
	}
}

// A coordinator with too little memory for several machines solves alone, and refuses workers; one that must not
// solve alone is refused.
func TestTooLittleMemory(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "rpsw:pieces=3", filepath.Join(t.TempDir(), "store"))
	s.solve.Parts = 1 << 40 // slices in parts would fit
	o := solver.Options{Dir: filepath.Join(t.TempDir(), "db"), Memory: 224 << 20, Workers: 1}
	var log record
	s.solve.Log, s.machine.open = textLog(&log), (*leader).solveAlone
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.solve.Opened = func(engine.Game, solver.Options) { s.worker(t.Context(), "w", nil) }
	go func() {
		s.group.Wait()
		time.Sleep(time.Second)
		s.group.Wait()
		cancel()
	}()
	if _, err := s.lead(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := s.ends["w"]; !engine.IsInput(err) || !strings.Contains(err.Error(), "the coordinator takes no workers: ") || !strings.Contains(err.Error(), "of memory") {
		t.Errorf("the worker ends with %v", err)
	}
	if !log.says("this machine solves alone and takes no workers") {
		t.Error(log.String())
	}
	s.solve.Idle = true
	o.Dir = filepath.Join(t.TempDir(), "db")
	if _, err := s.lead(t.Context(), o); !engine.IsInput(err) || !strings.Contains(err.Error(), "of memory") {
		t.Errorf("it ends with %v", err)
	}
}

// A worker that does not have the memory for a part of a game by slabs is refused; another one solves it.
func TestNoRoomForPart(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.solve.Idle = true
	s.solve.Opened = func(engine.Game, solver.Options) {
		s.worker(t.Context(), "small", func(o *workSetup) { o.Memory = 128 << 20 })
		go func() {
			s.group.Wait()
			s.worker(t.Context(), "large", nil)
		}()
	}
	if got, err := s.run(t.Context()); err != nil || got.SHA256 != alone(t, s.spec) {
		t.Errorf("the digest is %s (%v)", got.SHA256, err)
	}
	s.group.Wait()
	if err := s.ends["small"]; !engine.IsInput(err) || !strings.Contains(err.Error(), "MiB of memory to solve by slabs, and the budget is 128 MiB") {
		t.Errorf("the small worker ends with %v", err)
	}
	if err := s.ends["large"]; err != nil {
		t.Errorf("the large worker ends with %v", err)
	}
}

// A server at an address in use is refused at once.
func TestBusyAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	began := time.Now()
	if _, err := Serve(ServerOptions{Listen: l.Addr().String()}); !engine.IsInput(err) || !strings.Contains(err.Error(), "address already in use") {
		t.Errorf("it ends with %v", err)
	}
	if took := time.Since(began); took > startWait/4 {
		t.Errorf("it took %v", took)
	}
}

// A worker deletes the folders that killed workers left, and no others.
func TestScratchSwept(t *testing.T) {
	scratch := t.TempDir()
	live, drop, err := makeScratch(scratch)
	if err != nil {
		t.Fatal(err)
	}
	dead, other := filepath.Join(scratch, scratchPrefix+"dead"), filepath.Join(scratch, "other")
	for _, dir := range []string{filepath.Join(dead, "db"), other, live} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dead, scratchLock), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := sweepScratch(scratch); err != nil {
		t.Error(err)
	}
	for dir, want := range map[string]bool{dead: false, other: true, live: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v", dir, err == nil)
		}
	}
	drop()
	if _, err := os.Stat(filepath.Dir(live)); err == nil {
		t.Error("the folder is left")
	}
}

// A machine whose disk is full waits for space, and says so.
func TestUntilSpace(t *testing.T) {
	var log record
	r := newReplica("w", machine{timing: timing{retry: time.Millisecond}}, textLog(&log))
	n := 0
	err := r.untilSpace(t.Context(), "folder", func() error {
		if n++; n == 1 {
			return fmt.Errorf("write: %w", syscall.ENOSPC)
		} else if n < 5 {
			return &solver.SpaceError{}
		}
		return errAgain
	})
	if n != 5 || !errors.Is(err, errAgain) || !log.says(`msg="the disk is full: waiting for space" folder=folder`) || r.status().Trouble == "" {
		t.Errorf("after %d calls it ends with %v: %s", n, err, log.String())
	}
	if err := r.untilSpace(t.Context(), "folder", func() error { return &solver.SpaceError{} }); err == nil {
		t.Error("a solve that never fits is begun")
	}
}

// A coordinator that leaves all units to workers says that it waits for them.
func TestWaitsForWorkers(t *testing.T) {
	t.Parallel()
	var log record
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	s.solve.Idle, s.solve.Log = true, textLog(&log)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		if !log.says(`level=WARN msg="waiting for workers"`) {
			t.Error(log.String())
		}
		cancel()
	}()
	if _, err := s.run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Clean deletes what a finished solve left, and keeps an unfinished one until it is asked to delete that, too.
func TestClean(t *testing.T) {
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	if _, err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	other := blob.OpenDir(s.store)
	if err := other.Put(t.Context(), "unfinished/"+jobNames[0], []byte("job")); err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"[{" + storeFolder(s.spec.Slug()) + " %d false} {unfinished 1 true}]", "[{unfinished 1 false}]", "[]"} {
		names, err := other.List(t.Context(), storeFolder(s.spec.Slug())+"/")
		if n == 0 {
			if err != nil || len(names) < 3 {
				t.Fatalf("the store has %v (%v)", names, err)
			}
			want = fmt.Sprintf(want, len(names))
		}
		list, err := Clean(t.Context(), s.store, n > 0)
		if err != nil || fmt.Sprint(list) != want {
			t.Errorf("it is %v, want %s (%v)", list, want, err)
		}
	}
	if _, err := Clean(t.Context(), t.TempDir(), false); !engine.IsInput(err) {
		t.Errorf("a folder that is no store: %v", err)
	}
}
