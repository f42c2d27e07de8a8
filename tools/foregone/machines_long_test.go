//go:build long && unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// machines are the games of the README's table that several machines can share, with the
// numbers of workers that each is solved by.
var machines = []struct {
	game    string
	workers []int
}{
	{"tictactoe", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"pushfight:movers=1,pushers=1", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"chess", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"pushfight:movers=0,pushers=3", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"rpsw:pieces=2", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"quixo:ranked=true", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"quixo", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"british-square", []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{"connect-four", []int{2, 5}},
	{"teeko", []int{3}},
	{"pushfight:movers=1,pushers=2", []int{2, 7}},
	{"tupitu", []int{2, 5}},
	{"rpsw:pieces=3", []int{4}},
	{"chess:men=4", []int{6}},
	{"dobutsu", []int{4}},
}

// memoryEach is what each of the machines may use.
const memoryEach = 2 << 30

// TestMachinesLong: the program makes of each game the same table on several machines as on
// one, and stays within its memory. The digests of large games take long:
// -run TestMachinesLong/teeko takes one game.
func TestMachinesLong(t *testing.T) {
	program := filepath.Join(t.TempDir(), "foregone")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, m := range machines {
		t.Run(m.game, func(t *testing.T) {
			want := solved(t, program, filepath.Join(t.TempDir(), "db"), m.game)
			for _, n := range m.workers {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					if got := together(t, program, m.game, n); got != want {
						t.Errorf("%d workers make %s, one machine %s", n, got, want)
					}
				})
			}
		})
	}
}

var digestLine = regexp.MustCompile(`(?m)^sha256 +([0-9a-f]{64})$`)

// solved runs a solve to its end and returns the digest that it prints.
func solved(t *testing.T, program, db, game string, args ...string) string {
	t.Helper()
	return output(t, exec.Command(program, solveArgs(db, game, args)...))
}

func solveArgs(db, game string, args []string) []string {
	return append([]string{"solve", "-q", game, "--db", db, "--memory", fmt.Sprint(memoryEach)}, args...)
}

// output runs a solve and returns the digest that it prints.
func output(t *testing.T, c *exec.Cmd) string {
	t.Helper()
	var errors bytes.Buffer
	if c.Stderr == nil {
		c.Stderr = &errors
	}
	out, err := c.Output()
	digest := digestLine.FindSubmatch(out)
	if err != nil || digest == nil {
		t.Fatalf("%v: %v, %s%s", c.Args, err, out, &errors)
	}
	within(t, c, "the solve")
	return string(digest[1])
}

// within reports a process that used more memory than it may.
func within(t *testing.T, c *exec.Cmd, who string) {
	t.Helper()
	peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 // Linux counts KiB
	if peak > memoryEach {
		t.Errorf("%s took %d MiB, and may %d", who, peak>>20, memoryEach>>20)
	}
}

// together solves a game by so many workers, and a coordinator that does no units.
func together(t *testing.T, program, game string, workers int) string {
	t.Helper()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// Without -q the line for the workers is printed.
	lead := exec.CommandContext(ctx, program, solveArgs(filepath.Join(dir, "db"), game, []string{"--cluster", "127.0.0.1:0", "--store", filepath.Join(dir, "store"), "--coordinate"})...)
	lead.Args = append(lead.Args[:2], lead.Args[3:]...)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	lead.Stderr = w
	url := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			if _, line, ok := strings.Cut(lines.Text(), "worker nats://"); ok {
				url <- "nats://" + strings.TrimSpace(line)
			}
		}
		close(url)
	}()
	digest := make(chan string, 1)
	go func() {
		defer close(digest)
		defer w.Close()
		digest <- output(t, lead)
	}()
	var list []*exec.Cmd
	if where, ok := <-url; ok {
		for range workers {
			c := exec.CommandContext(ctx, program, "worker", where, "-q", "--memory", fmt.Sprint(memoryEach))
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
	}
	got := <-digest
	for n, c := range list {
		late := time.AfterFunc(10*time.Second, func() { c.Process.Signal(syscall.SIGTERM) }) // it came when all was over, and waits for the next coordinator
		err := c.Wait()
		if err != nil && late.Stop() {
			t.Errorf("worker %d: %v", n, err)
		}
		within(t, c, "a worker")
	}
	return got
}
