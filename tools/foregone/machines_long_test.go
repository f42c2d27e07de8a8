//go:build long && unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/cluster"
)

// machines are the games of the README's table that several machines can share, but for those that take hours
// so, of which smaller ones stand here, with the numbers of workers that each is solved by.
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
	{"kalah", []int{2, 5}},
	{"morris", []int{2, 6}},
	{"tictacchec:pieces=NBR", []int{3, 8}},
	{"rpsw:pieces=3", []int{4}},
	{"chess:men=4", []int{6}},
	{"dobutsu", []int{4}},
	{"connect-four:width=5,height=6,ranked=true", []int{3}},
	{"morris:men=5,rings=3", []int{3}},
	{"quixo:size=5,marks=23", []int{3}},
	{"chess:pieces=KBNvKN", []int{4}},
}

// memoryEach is what each of the machines may use.
const memoryEach = 2 << 30

// TestMachinesLong: the program makes of each game the same table on several machines as on
// one, stays within its memory, and takes of the store what "info --cluster" says, up to a fifth where that was
// measured. The digests of large games take long: -run TestMachinesLong/teeko takes one game.
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
	return []string{"solve", game, "--db", databaseOf(t), "--memory", fmt.Sprint(memoryEach)}
}

func databaseOf(t *testing.T) string { return filepath.Join(t.TempDir(), "db") }

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
	store := filepath.Join(t.TempDir(), "store")
	args := append(solveArgs(t, game), "--cluster", "127.0.0.1:0", "--store", store, "--coordinate")
	db := args[3]
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
	logs := make([]bytes.Buffer, workers)
	if where, ok := <-url; ok {
		for i := range workers {
			c := exec.CommandContext(ctx, program, "worker", where, "--memory", fmt.Sprint(memoryEach))
			c.Stderr = &logs[i]
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
	if err == nil {
		var moved uint64
		for i := range logs {
			moved += total(workerMoved, logs[i].Bytes())
		}
		text, e := os.ReadFile(kv.LogPath(db))
		err = errors.Join(e, compareVolume(t, program, game, workers, sizeOf(t, store), moved+total(leadMoved, text)))
	}
	return digest, err
}

var (
	workerMoved = regexp.MustCompile(`msg="the worker leaves" units=\d+ written=(\d+) read=(\d+)`)
	leadMoved   = regexp.MustCompile(`"msg":"the solve is done","units":\d+,"written":(\d+),"read":(\d+)`)
)

// total returns the sum of the numbers that a line of a log has.
func total(line *regexp.Regexp, log []byte) (sum uint64) {
	if m := line.FindSubmatch(log); m != nil {
		for _, number := range m[1:] {
			n, _ := strconv.ParseUint(string(number), 10, 64) // they are digits
			sum += n
		}
	}
	return sum
}

// sizeOf returns the bytes of all files in a folder.
func sizeOf(t *testing.T, dir string) (bytes uint64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		bytes += uint64(info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// compareVolume compares what the store has, and what went there and back, with what "info --cluster" says.
func compareVolume(t *testing.T, program, game string, workers int, stored, moved uint64) error {
	t.Helper()
	out, err := exec.Command(program, "info", game, "--cluster", fmt.Sprintf("%dx1,2GiB", workers+1), "--json").Output()
	var said cluster.Estimate
	if err := errors.Join(err, json.Unmarshal(out, &said)); err != nil {
		return err
	}
	t.Logf("store %d bytes, said %d; moved %d, said %d; measured: %v", stored, said.Store, moved, said.Traffic, said.Measured)
	for _, pair := range [][2]uint64{{stored, said.Store}, {moved, said.Traffic}} {
		ratio := float64(pair[0]) / float64(pair[1])
		if ratio > 1.2 || said.Measured && ratio < 0.8 || moved == 0 {
			err = errors.Join(err, fmt.Errorf("%d bytes are %.2f of what was said", pair[0], ratio))
		}
	}
	return err
}
