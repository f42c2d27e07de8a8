//go:build long && unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
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
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/cluster"
)

// machines are the games of the README's table that several machines can share, with numbers of
// workers. It leaves out the whole of Push Fight, and quixo:size=5,marks=20 and nine men's morris,
// which take 20 and 14 GiB on each machine.
var machines = []struct {
	game    string
	workers []int
	memory  int64 // bytes that each machine may use, or 0 for 2 GiB
}{
	{game: "tictactoe", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "pushfight:movers=1,pushers=1", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "chess", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "pushfight:movers=0,pushers=3", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "rpsw:pieces=2", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "quixo:ranked=true", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "quixo", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "british-square", workers: []int{1, 2, 3, 4, 5, 6, 7, 8}},
	{game: "connect-four", workers: []int{2, 5}},
	{game: "teeko", workers: []int{3, 5}},
	{game: "pushfight:movers=1,pushers=2", workers: []int{2, 7}},
	{game: "tupitu", workers: []int{2, 5}},
	{game: "kalah", workers: []int{2, 5}},
	{game: "morris", workers: []int{2, 6}},
	{game: "tictacchec:pieces=NBR", workers: []int{3, 8}},
	{game: "rpsw:pieces=3", workers: []int{4}},
	{game: "chess:men=4", workers: []int{6}},
	{game: "dobutsu", workers: []int{4}},
	{game: "dobutsu:drops=false", workers: []int{3}},
	{game: "connect-four:width=5,height=6,ranked=true", workers: []int{3, 6}},
	{game: "connect-four:width=7,height=4,ranked=true", workers: []int{4, 2}},
	{game: "connect-four:width=6,height=5,ranked=true", workers: []int{3, 5}},
	{game: "morris:men=5,rings=3", workers: []int{3, 5}},
	{game: "morris:men=6,rings=3,flying=true,placed=true", workers: []int{4}},
	{game: "quixo:size=5,marks=23", workers: []int{3}},
	{game: "chess:pieces=KBNvKN", workers: []int{4, 2}},
	{game: "chess:pieces=KRBvKR", workers: []int{3, 5}},
	{game: "chess:pieces=KQPvKQ", workers: []int{4}},
	{game: "chess:pieces=KRPvKR", workers: []int{4}},
	{game: "tictacchec", workers: []int{4}},
	{game: "rpsw", workers: []int{2}, memory: 5 << 30},
	{game: "dobutsu:width=3,height=5", workers: []int{4}},
}

// TestMachinesLong: several machines make the same table of each game as one machine. The program
// stays within its memory. Store and traffic agree with "info --cluster", within a fifth if that
// was measured. The digests of large games take long: -run TestMachinesLong/teeko tests one game.
func TestMachinesLong(t *testing.T) {
	program := filepath.Join(t.TempDir(), "foregone")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, m := range machines {
		t.Run(m.game, func(t *testing.T) {
			m.memory = cmp.Or(m.memory, 2<<30)
			args := append(solveArgs(t, m.game, m.memory), "-q")
			alone := exec.Command(program, args...)
			want, err := solved(alone, m.memory)
			if err != nil {
				t.Fatal(err)
			}
			used := alone.ProcessState
			t.Logf("one machine: %v of CPU time, at most %d MiB, %d bytes in its folder, sha256 %s",
				used.UserTime()+used.SystemTime(), peakOf(used)>>20, sizeOf(t, args[3]), want)
			for _, n := range m.workers {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					if got, err := together(t, program, m.game, n, m.memory); got != want || err != nil {
						t.Errorf("%d workers make %s, one machine %s (%v)", n, got, want, err)
					}
				})
			}
		})
	}
}

var digestLine = regexp.MustCompile(`(?m)^sha256 +([0-9a-f]{64})$`)

func solveArgs(t *testing.T, game string, memory int64) []string {
	return []string{"solve", game, "--db", databaseOf(t), "--memory", fmt.Sprint(memory)}
}

func databaseOf(t *testing.T) string { return filepath.Join(t.TempDir(), "db") }

// solved runs a solve to its end and returns the digest that it prints.
func solved(c *exec.Cmd, memory int64) (string, error) {
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w", c.Args, err)
	}
	digest := digestLine.FindSubmatch(out)
	if digest == nil {
		return "", fmt.Errorf("%v: no digest in %s", c.Args, out)
	}
	return string(digest[1]), within(c, memory)
}

// within returns an error if a process used more memory than it may.
func within(c *exec.Cmd, memory int64) error {
	if peak := peakOf(c.ProcessState); peak > memory {
		return fmt.Errorf("%v took %d MiB, and may %d", c.Args[1:3], peak>>20, memory>>20)
	}
	return nil
}

// peakOf returns the peak memory of a process, in bytes.
func peakOf(p *os.ProcessState) int64 {
	return p.SysUsage().(*syscall.Rusage).Maxrss << 10 // Linux counts KiB
}

// together solves a game with a number of workers, and a coordinator that does no units.
func together(t *testing.T, program, game string, workers int, memory int64) (string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	store := filepath.Join(t.TempDir(), "store")
	args := append(solveArgs(t, game, memory), "--cluster", "127.0.0.1:0", "--store", store, "--coordinate")
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
		digest, err = solved(lead, memory)
		ended <- err
	}()
	var list []*exec.Cmd
	logs := make([]bytes.Buffer, workers)
	if where, ok := <-url; ok {
		for i := range workers {
			c := exec.CommandContext(ctx, program, "worker", where, "--memory", fmt.Sprint(memory))
			c.Stderr = &logs[i]
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
	}
	err = <-ended
	var stopped atomic.Bool
	late := time.AfterFunc(5*time.Second, func() { // stop workers that joined after the end
		stopped.Store(true)
		for _, c := range list {
			_ = c.Process.Signal(syscall.SIGTERM) // most have ended
		}
	})
	defer late.Stop()
	for _, c := range list {
		if e := c.Wait(); e != nil && !stopped.Load() {
			err = errors.Join(err, e)
		}
		err = errors.Join(err, within(c, memory))
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

// total returns the sum of the numbers that a regular expression finds in a log.
func total(line *regexp.Regexp, log []byte) (sum uint64) {
	if m := line.FindSubmatch(log); m != nil {
		for _, number := range m[1:] {
			n, _ := strconv.ParseUint(string(number), 10, 64) // only digits match
			sum += n
		}
	}
	return sum
}

// sizeOf returns the size of all files in a folder, in bytes.
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

// compareVolume compares the bytes in the store, and the traffic, with "info --cluster".
func compareVolume(t *testing.T, program, game string, workers int, stored, moved uint64) error {
	t.Helper()
	out, err := exec.Command(program, "info", game, "--cluster", fmt.Sprintf("%dx1,2GiB", workers+1), "--json").Output()
	var said cluster.Estimate
	if err := errors.Join(err, json.Unmarshal(out, &said)); err != nil {
		return err
	}
	t.Logf("store %d bytes, said up to %d; moved %d, said up to %d", stored, said.Store, moved, said.Traffic)
	for _, pair := range [][2]uint64{{stored, said.Store}, {moved, said.Traffic}} {
		ratio := float64(pair[0]) / float64(pair[1])
		if ratio > 1.2 || moved == 0 {
			err = errors.Join(err, fmt.Errorf("%d bytes are %.2f of what was said", pair[0], ratio))
		}
	}
	return err
}
