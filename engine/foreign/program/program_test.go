package program

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
)

// behave makes the test program a game with the given behaviour. It returns programs that close
// when the test ends. No process may be left then.
func behave(t *testing.T, how string, patience time.Duration) (*Programs, *games.Registry) {
	t.Helper()
	t.Setenv(behaviour, how)
	pids := filepath.Join(t.TempDir(), "pids")
	t.Setenv(pidFile, pids)
	before := runtime.NumGoroutine()
	programs := New(Options{Patience: patience, MostMemory: 512 << 20, Memory: t.TempDir()})
	t.Cleanup(func() {
		programs.Close()
		checkEnded(t, pids)
		for n := 0; runtime.NumGoroutine() > before+2; n++ {
			if time.Sleep(20 * time.Millisecond); n == 100 {
				t.Errorf("%s: %d goroutines, and %d before", how, runtime.NumGoroutine(), before)
				break
			}
		}
	})
	return programs, games.NewRegistry().With(programs.Families()...)
}

// checkEnded checks that all processes whose numbers are in a file have ended.
func checkEnded(t *testing.T, pids string) {
	t.Helper()
	text, err := os.ReadFile(pids)
	if err != nil || len(text) == 0 {
		t.Errorf("no process ran: %v", err)
	}
	for _, pid := range strings.Fields(string(text)) {
		n, _ := strconv.Atoi(pid)
		if !ended(n) {
			t.Errorf("process %d is left over", n)
		}
	}
}

// ended waits a while for the end of a process. A zombie counts as ended.
func ended(pid int) bool {
	for range 100 {
		if p, err := os.FindProcess(pid); err != nil || p.Signal(syscall.Signal(0)) != nil {
			return true
		}
		if status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err == nil {
			if _, rest, _ := strings.Cut(string(status), ") "); strings.HasPrefix(rest, "Z") {
				return true
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	return false
}

// solve makes the game and computes its values.
func solve(r *games.Registry) (g engine.Game, values map[uint64]engine.Value, err error) {
	spec, err := r.Parse("exec:"+os.Args[0], os.ReadFile)
	if err != nil {
		return nil, nil, err
	}
	defer pool.Catch(&err)
	g, err = r.Open(spec)
	if err != nil {
		return nil, nil, err
	}
	return g, enginetest.Naive(g), nil
}

// TestLanguages: frames and lines give the same game, whatever goes to standard error.
func TestLanguages(t *testing.T) {
	for _, how := range []string{"frames", "lines", "complains", "stays"} {
		t.Run(how, func(t *testing.T) {
			_, r := behave(t, how, 10*time.Second)
			g, values, err := solve(r)
			if err != nil {
				t.Fatal(err)
			}
			if g.Size() != 8 || g.Spec().Name() != "speaker.exec" {
				t.Fatalf("%v has %d positions", g.Spec(), g.Size())
			}
			for i, v := range values {
				if lost := v%2 == 1; lost != (i%3 == 0) {
					t.Errorf("%d is worth %v", i, v)
				}
			}
			if p, err := g.Parse("at 5"); err != nil || g.Text(p) != "at 5" {
				t.Errorf("at 5 is read as %v, %v", p, err)
			}
			if _, err := g.Parse("five"); !engine.IsInput(err) || !strings.HasSuffix(err.Error(), `: want "at" and a number`) {
				t.Errorf("a wrong text gives %v", err)
			}
		})
	}
}

// TestPlacement: a game with a declared placement is the same in frames, in lines, and without a
// program.
func TestPlacement(t *testing.T) {
	for _, how := range []string{"placed", "lines, placed"} {
		t.Run(how, func(t *testing.T) {
			_, r := behave(t, how, 10*time.Second)
			g, values, err := solve(r)
			if err != nil {
				t.Fatal(err)
			}
			spec, err := r.Parse("../testdata/ponghauki.json", os.ReadFile)
			if err != nil {
				t.Fatal(err)
			}
			want, err := r.Open(spec)
			if err != nil {
				t.Fatal(err)
			}
			if wanted := enginetest.Naive(want); !maps.Equal(values, wanted) || len(values) != 16 {
				t.Errorf("%v, want %v", values, wanted)
			}
			if i, _ := g.Start(); g.Text(i) != "XX.OO" {
				t.Errorf("it starts from %s", g.Text(i))
			}
		})
	}
}

// TestHostile: every misbehaviour ends in one line that names it, and leaves no process behind.
func TestHostile(t *testing.T) {
	for how, want := range map[string]string{
		"garbage":                      `it began with "Hello, w": want "foregone" and a frame, or a JSON object in a line`,
		"silent":                       "it did not answer within 300ms",
		"gone":                         `it ended, with exit status 3, while it was asked, after it wrote "no licence found"`,
		"endless description":          "its line has more than 65536 bytes",
		"wrong description":            `its name is "": want a lower-case word of letters, digits and dashes`,
		"huge description":             "its description is a frame of number 0 with 4294967295 bytes: want number 0 and at most 65536 bytes",
		"sleeps":                       "at key 0x7: it did not answer within 300ms",
		"computes":                     "at key 0x7: it did not answer within 300ms",
		"exits":                        `at key 0x7: it ended, with exit status 7, while it was asked, after it wrote "ValueError: oh dear"`,
		"closes its output":            "at key 0x7: it closed its standard input or output while it was asked",
		"half a frame":                 "at key 0x7: it ended, with exit status 0, while it was asked",
		"half a frame, and sleeps":     "at key 0x7: it did not answer within 300ms",
		"garbage later":                "at key 0x7: it answered with a frame of number 543516513: want 0, 1 or 2",
		"wrong number":                 "at key 0x7: it answered with a frame of number 9: want 0, 1 or 2",
		"a billion successors":         "at key 0x7: its answer declares 4026531840 bytes: want at most 40",
		"more than said":               "at key 0x7: its answer declares 48 bytes: want at most 40",
		"another number of successors": "at key 0x7: it answered with 2 successors, and its heads have 1 together",
		"few heads":                    "at key 0x7: its answer about 1 keys has 0 bytes: want the heads of all, in 8",
		"odd length":                   "at key 0x7: its answer has 5 bytes of successors: want a multiple of 8",
		"standing":                     "at key 0x7: its standing is 0x40, and has unknown bits",
		"fails":                        "at key 0x7: no idea",
		"another answer":               "at key 0x7: its answer is another the second time",
		"other start":                  "and started from",
		"leaves a child":               "at key 0x7: it did not answer within 300ms",
		"lines, garbage":               "at key 0x7: its answer is not the JSON that the request wants: invalid character 'H' looking for beginning of value",
		"lines without end":            "at key 0x7: its line has more than",
		"lines, half":                  "at key 0x7: it ended, with exit status 0, while it was asked",
		"lines, few":                   "at key 0x7: its answer about 1 keys has 0 positions",
		"lines, type":                  "at key 0x7: its answer is not the JSON that the request wants: json: cannot unmarshal string",
		"lines, negative":              "at key 0x7: its answer is not the JSON that the request wants: json: cannot unmarshal number -1",
		"lines, many":                  "at key 0x7: it has 5 successors, and max_successors in its description is 4",
		"lines, fail":                  "at key 0x7: no idea",
		"wrongly placed":               "it has the position \"XXXOO\", which its placement excludes",
	} {
		t.Run(how, func(t *testing.T) {
			patience := 10 * time.Second
			if strings.Contains(want, "300ms") {
				patience = 300 * time.Millisecond
			}
			_, r := behave(t, how, patience)
			ask := func(r *games.Registry) error {
				_, _, err := solve(r)
				return err
			}
			if how == "other start" {
				ask = twice
			}
			err := ask(r)
			if err == nil || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("the error is\n%v, want one line with\n%s", err, want)
			}
		})
	}
}

// TestMemory: the memory limit ends a program that allocates without end.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds memory")
	}
	_, r := behave(t, "allocates", time.Minute)
	_, _, err := solve(r)
	// A program with the race detector ends with the detector's exit status.
	want := regexp.MustCompile(`^.*at key 0x7: it ended, with exit status (2|66), while it was asked.*$`)
	if err == nil || !want.MatchString(err.Error()) {
		t.Errorf("the error is\n%v, want one line with\n%s", err, want)
	}
}

// twice starts two processes of one game.
func twice(r *games.Registry) error {
	spec, err := r.Parse("exec:"+os.Args[0], os.ReadFile)
	if err != nil {
		return err
	}
	rules, _, err := r.Rules(spec)
	if err != nil {
		return err
	}
	a, b := rules.NewBatcher(), rules.NewBatcher()
	failures := make(chan error)
	for _, batcher := range []fast.Batcher{a, b} {
		go func() {
			var m fast.Moves
			var err error
			for n := 0; n < 1000 && err == nil; n++ {
				err = batcher.Expand(&m, make([]uint64, 256))
			}
			failures <- err
		}()
	}
	return cmp.Or(<-failures, <-failures) // both may find it
}

// TestAbsent: the definition in a database makes a game even without its program. That game cannot
// answer. With the program, the game works again if the same user ran it before or lists it.
func TestAbsent(t *testing.T) {
	t.Setenv(behaviour, "frames")
	first := New(Options{Memory: t.TempDir()})
	defer first.Close()
	spec, err := games.NewRegistry().With(first.Families()...).Parse("exec:"+os.Args[0], os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	restored := func(memory string) (*engine.Rules, error) {
		p := New(Options{Memory: memory})
		t.Cleanup(func() { p.Close() })
		r := games.NewRegistry().With(p.Families()...)
		again, err := r.Restore(spec.String(), spec.Files())
		if err != nil {
			t.Fatal(err)
		}
		rules, _, err := r.Rules(again)
		return rules, err
	}
	if rules, err := restored(first.options.Memory); err != nil || rules.Absent || rules.Start != 7 {
		t.Errorf("a program that was run before: %+v, %v", rules, err)
	}
	rules, err := restored(t.TempDir())
	if err != nil || !rules.Absent || rules.Notation.KeyText(31) != "0x1f" {
		t.Fatalf("a program that is not here: %+v, %v", rules, err)
	}
	var absent *foreign.Absent
	if err := rules.NewBatcher().Expand(&fast.Moves{}, []uint64{1}); !errors.As(err, &absent) || engine.IsInput(err) || !strings.HasPrefix(err.Error(), "speaker.exec cannot be asked: its program, of SHA-256 ") {
		t.Errorf("a program that is not here is asked: %v", err)
	}
	t.Setenv(listVariable, os.Args[0])
	if rules, err := restored(t.TempDir()); err != nil || rules.Absent {
		t.Errorf("a program that is named: %+v, %v", rules, err)
	}
	for _, kept := range []string{"", "{}", `{"program":"../x","description":{}}`} {
		if _, err := first.restore(kinds[1], kept); err == nil {
			t.Errorf("%q is restored", kept)
		}
	}
}

// TestChanged: a program that changes while a command runs is not started again.
func TestChanged(t *testing.T) {
	t.Setenv(behaviour, "frames")
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.exe")
	if err := os.WriteFile(path, self, 0o777); err != nil {
		t.Fatal(err)
	}
	p := New(Options{Memory: t.TempDir()})
	defer p.Close()
	spec, err := games.NewRegistry().With(p.Families()...).Parse("exec:"+path, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	p.closeSpare()
	os.Remove(path)
	if err := os.WriteFile(path, append(self, 0), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, _, err := games.NewRegistry().With(p.Families()...).Rules(spec); err == nil || !strings.Contains(err.Error(), "was changed since the command began") {
		t.Errorf("a changed program gives %v", err)
	}
}

// closeSpare ends the processes that have only described themselves.
func (p *Programs) closeSpare() {
	for hash, process := range p.spare {
		delete(p.spare, hash)
		process.Close()
	}
}

// TestInterrupt: an interrupt soon ends a program that hangs. The error is that of the interrupt.
func TestInterrupt(t *testing.T) {
	p, r := behave(t, "sleeps", time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	defer p.Begin(ctx)()
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, _, err := solve(r); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestKilled: when this program is killed, its processes end too, even those that sleep. This holds
// on Linux; elsewhere they end at their next read.
func TestKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends them")
	}
	pids := filepath.Join(t.TempDir(), "pids")
	host := exec.Command(os.Args[0])
	host.Env = append(os.Environ(), behaviour+"=host", pidFile+"="+pids, "TMPDIR="+t.TempDir())
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < 500; n++ {
		if text, err := os.ReadFile(pids); err == nil && len(text) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	host.Process.Kill()
	host.Wait()
	checkEnded(t, pids)
}
