//go:build long && unix

package main

import (
	"bufio"
	"context"
	"errors"
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
			want, err := solved(exec.Command(program, append(solveArgs(t, m.game), "-q")...))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range m.workers {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					if got, err := together(t, program, m.game, n); got != want || err != nil {
						t.Errorf("%d workers make %s, one machine %s (%v)", n, got, want, err)
					}
				})
			}
		})
	}
}

var digestLine = regexp.MustCompile(`(?m)^sha256 +([0-9a-f]{64})$`)

func solveArgs(t *testing.T, game string) []string {
	return []string{"solve", game, "--db", filepath.Join(t.TempDir(), "db"), "--memory", fmt.Sprint(memoryEach)}
}

// solved runs a solve to its end and returns the digest that it prints.
func solved(c *exec.Cmd) (string, error) {
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w", c.Args, err)
	}
	digest := digestLine.FindSubmatch(out)
	if digest == nil {
		return "", fmt.Errorf("%v: no digest in %s", c.Args, out)
	}
	return string(digest[1]), within(c)
}

// within reports a process that used more memory than it may.
func within(c *exec.Cmd) error {
	peak := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 // Linux counts KiB
	if peak > memoryEach {
		return fmt.Errorf("%v took %d MiB, and may %d", c.Args[1:3], peak>>20, memoryEach>>20)
	}
	return nil
}

// together solves a game by so many workers, and a coordinator that does no units.
func together(t *testing.T, program, game string, workers int) (string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	args := append(solveArgs(t, game), "--cluster", "127.0.0.1:0", "--store", filepath.Join(t.TempDir(), "store"), "--coordinate")
	lead := exec.CommandContext(ctx, program, args...)
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
	var digest string
	ended := make(chan error, 1)
	go func() {
		defer w.Close()
		var err error
		digest, err = solved(lead)
		ended <- err
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
	err = <-ended
	late := time.AfterFunc(5*time.Second, func() { // who came when all was over waits for the next coordinator
		for _, c := range list {
			_ = c.Process.Signal(syscall.SIGTERM) // most have ended
		}
	})
	defer late.Stop()
	for _, c := range list {
		began := time.Now()
		if e := c.Wait(); e != nil && time.Since(began) < time.Second {
			err = errors.Join(err, e)
		}
		err = errors.Join(err, within(c))
	}
	return digest, err
}
