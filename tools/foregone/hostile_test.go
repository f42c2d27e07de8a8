//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	hostileFolder = "testdata/hostile"
	overdue       = 2 * time.Second // the time that a game may survive its bound
	afterCtrlC    = time.Second     // the time until a command has ended
	interrupted   = 130             // the status of a command that an interrupt ended
)

// hostileCase is a row of expected.txt: what a command with a hostile game does.
type hostileCase struct {
	kind, file, command string
	status, mib         int
	folder, message     string
}

// hostileCases reads expected.txt.
func hostileCases(t *testing.T) (list []hostileCase) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(hostileFolder, "expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) != 7 {
			t.Fatalf("expected.txt:%d: %d columns, want 7", n+1, len(row))
		}
		c := hostileCase{kind: row[0], file: row[1], command: row[2], folder: row[5], message: row[6]}
		var wrong [2]error
		c.status, wrong[0] = strconv.Atoi(row[3])
		c.mib, wrong[1] = strconv.Atoi(row[4])
		if err := errors.Join(wrong[:]...); err != nil {
			t.Fatalf("expected.txt:%d: %v", n+1, err)
		}
		list = append(list, c)
	}
	return list
}

// hostileRun is a command with a hostile game that is running or has ended.
type hostileRun struct {
	*exec.Cmd
	dir, mark   string
	out, errors bytes.Buffer
	began       time.Time
}

// begin starts the command of a case and waits until it has begun.
func (c *hostileCase) begin(t *testing.T, patience time.Duration) *hostileRun {
	t.Helper()
	dir := t.TempDir()
	cases, err := filepath.Abs(hostileFolder)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, bounded)
	if err := os.Symlink(self, name); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o777); err != nil {
		t.Fatal(err)
	}
	game := filepath.Join(cases, c.file)
	if strings.HasPrefix(c.file, "programs/") && !strings.HasSuffix(c.file, ".py") {
		game = "exec:" + game
	}
	var args []string
	for _, word := range strings.Fields(c.command) {
		args = append(args, strings.ReplaceAll(word, "GAME", game))
	}
	r := &hostileRun{Cmd: exec.Command(name, args...), dir: filepath.Join(dir, "work"), mark: markVar + "=" + filepath.Base(dir) + strconv.FormatInt(time.Now().UnixNano(), 36)}
	ready := filepath.Join(dir, "ready")
	r.Env = append(os.Environ(), patienceVar+"="+patience.String(), readyVar+"="+ready, r.mark, "GORACE=atexit_sleep_ms=0", "PYTHONDONTWRITEBYTECODE=1")
	r.Dir, r.Stdout, r.Stderr = r.dir, &r.out, &r.errors
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		if time.Sleep(2 * time.Millisecond); n == 10000 {
			t.Fatal("the command did not begin")
		}
	}
	r.began = time.Now()
	return r
}

// interrupt interrupts the command after a while, and measures the time from then on.
func (r *hostileRun) interrupt() {
	time.Sleep(300 * time.Millisecond)
	r.began = time.Now()
	r.Process.Signal(os.Interrupt)
}

// end waits for the end, and returns the time that the command took.
func (r *hostileRun) end() time.Duration {
	r.Wait()
	return time.Since(r.began)
}

// leftOver returns the processes of the run that are still there, other than zombies.
func (r *hostileRun) leftOver() (list []string) {
	names, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && bytes.Contains(text, []byte(r.mark)) {
			list = append(list, filepath.Base(filepath.Dir(name)))
		}
	}
	return list
}

// folderState says in a word what a command left: none, begun (a solve that can go on), wrong (a
// table that its verification contradicts), solved, or other.
func folderState(work string) string {
	var names []string
	filepath.WalkDir(work, func(path string, entry os.DirEntry, err error) error {
		if name, _ := filepath.Rel(work, path); err == nil && name != "." {
			names = append(names, filepath.ToSlash(name))
		}
		return nil
	})
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case len(names) == 0:
		return "none"
	case slices.ContainsFunc(names, func(name string) bool { return name != "db" && !strings.HasPrefix(name, "db/") }):
		return fmt.Sprintf("other: %v", names)
	case has("db/table.wrong") && !has("db/table.foregone"):
		return "wrong"
	case has("db/table.foregone") && !has("db/table.wrong"):
		return "solved"
	case has("db/table.foregone"), has("db/table.wrong"):
		return fmt.Sprintf("other: %v", names)
	}
	return "begun"
}

// check returns what is wrong with a run that has ended.
func (c *hostileCase) check(r *hostileRun) (wrong []string) {
	status, text := r.ProcessState.ExitCode(), r.errors.String()
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	if status != c.status {
		complain("status %d, want %d", status, c.status)
	}
	if status != 0 && status != interrupted && (strings.Count(text, "\n") != 1 || strings.ContainsFunc(strings.TrimSuffix(text, "\n"), func(r rune) bool { return r < ' ' || r == 0x7f })) {
		complain("the message is not one line without control characters")
	}
	if status != 0 && r.out.Len() > 0 {
		complain("it wrote %q", r.out.String())
	}
	if !regexp.MustCompile(c.message).MatchString(text + r.out.String()) {
		complain("the message is\n%s, want one with\n%s", text+r.out.String(), c.message)
	}
	if state := folderState(r.dir); !slices.Contains(strings.Split(c.folder, "|"), state) {
		complain("the folder is %s, want %s", state, c.folder)
	}
	if usage, ok := r.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" && usage.Maxrss>>10 > int64(c.mib) {
		complain("it had %d MiB of memory, want at most %d", usage.Maxrss>>10, c.mib)
	}
	if left := r.leftOver(); len(left) > 0 {
		complain("processes %v are left over", left)
	}
	return wrong
}

// patiently makes a run whose faults it reports. Runs at a time take cores from each other, so that it
// makes up to three, and reports the faults of the last.
func patiently(t *testing.T, run func() []string) {
	t.Helper()
	wrong := run()
	for range 2 {
		if len(wrong) > 0 {
			wrong = run()
		}
	}
	for _, text := range wrong {
		t.Error(text)
	}
}

// tooLate returns what is wrong with the time of a run. The bars hold on a machine that does nothing
// else, where the long run checks them; beside other tests a run may take longer by allowance.
func tooLate(what string, took, most time.Duration) []string {
	if took <= allowance*most {
		return nil
	}
	return []string{fmt.Sprintf("%s %v, want at most %v", what, took, allowance*most)}
}

// TestHostileCorpus runs a command with each hostile game, as expected.txt says: message, status,
// memory and what is left in the folder; no process, and nothing outside the folder. None survives
// its bound by more than two seconds.
func TestHostileCorpus(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	cases := hostileCases(t)
	checkCorpus(t, cases)
	t.Run("cases", func(t *testing.T) {
		for _, c := range cases {
			most := questionTime + overdue
			if c.status == interrupted {
				most = afterCtrlC
			}
			t.Run(c.kind+"/"+c.file, func(t *testing.T) {
				t.Parallel()
				patiently(t, func() []string { return c.run(t, most) })
			})
		}
	})
}

// run runs the command of a case to its end. It returns what is wrong, also if the command, or its
// end after an interrupt, took more than most.
func (c *hostileCase) run(t *testing.T, most time.Duration) []string {
	t.Helper()
	r := c.begin(t, questionTime)
	if c.status == interrupted {
		r.interrupt()
	}
	took := r.end()
	return append(c.check(r), tooLate("it took", took, most)...)
}

// checkCorpus checks that there are enough cases of each kind, and that each file is a case.
func checkCorpus(t *testing.T, cases []hostileCase) {
	t.Helper()
	used := map[string]bool{"programs/hostile.py": true}
	kinds := map[string]int{}
	for _, c := range cases {
		used[c.file] = true
		kinds[c.kind]++
	}
	for _, kind := range []string{"time", "memory", "disk", "lies", "protocol", "escape", "signals"} {
		if kinds[kind] < 4 {
			t.Errorf("there are %d cases of %s, want at least 4", kinds[kind], kind)
		}
		delete(kinds, kind)
	}
	if len(kinds) > 0 {
		t.Errorf("unknown kinds: %v", kinds)
	}
	for folder, least := range map[string]int{"modules": 60, "programs": 40} {
		files, err := filepath.Glob(filepath.Join(hostileFolder, folder, "*"))
		if err != nil || len(files) < least {
			t.Errorf("%d %s, want at least %d (%v)", len(files), folder, least, err)
		}
		for _, path := range files {
			if name := folder + "/" + filepath.Base(path); !used[name] && filepath.Base(path) != "__pycache__" {
				t.Errorf("no case has the file %s", name)
			}
		}
	}
}

// TestHostileCtrlC: while a game does not answer, and has hours to do so, an interrupt ends the
// command within a second, with status 130 and no process left.
func TestHostileCtrlC(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Run("cases", func(t *testing.T) {
		for _, c := range hostileCases(t) {
			if c.kind != "time" && c.kind != "signals" || c.status == 0 {
				continue
			}
			ends := regexp.MustCompile("called the host|signal|closed").MatchString(c.message) // by itself
			t.Run(c.file, func(t *testing.T) {
				t.Parallel()
				patiently(t, func() (wrong []string) {
					r := c.begin(t, time.Hour)
					r.interrupt()
					took := r.end()
					if status := r.ProcessState.ExitCode(); status != interrupted && !(ends && status == c.status) {
						wrong = append(wrong, fmt.Sprintf("status %d, want %d: %s", status, interrupted, r.errors.String()))
					}
					if left := r.leftOver(); len(left) > 0 {
						wrong = append(wrong, fmt.Sprintf("processes %v are left over", left))
					}
					return append(wrong, tooLate("after the interrupt it took", took, afterCtrlC)...)
				})
			})
		}
	})
}
