package solver

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/ur"
)

// Environment variables of the test binary. The first names the folder in which it solves until it
// is killed. The others give the bytes of its working arrays, and choose a game without
// predecessors.
const (
	victimDir     = "FOREGONE_TEST_VICTIM"
	victimWorking = "FOREGONE_TEST_WORKING"
	victimListed  = "FOREGONE_TEST_LISTED"
)

// victim solves in the folder named by the environment, if one is, and exits.
func victim() {
	dir := os.Getenv(victimDir)
	if dir == "" {
		return
	}
	working, _ := strconv.ParseUint(os.Getenv(victimWorking), 10, 64)
	o := altered{Options: Options{Dir: dir, Chunk: 1024}, working: working, disk: noSync}
	g := openBoard(nil, enginetest.BoardNamed("strip"))
	switch os.Getenv(victimListed) {
	case "":
	case "dice":
		o.often, g = true, diceVictim()
	case "puzzle":
		o.often, g = true, puzzleVictim()
	case "yes":
		o.often, g = true, listedVictim()
	default:
		o.often, o.Chunk, g = true, 128, randomVictim(&testing.T{}, os.Getenv(victimListed))
	}
	if _, err := o.solve(context.Background(), g); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// listedVictim is the game without predecessors that the killed processes solve.
func listedVictim() engine.Game {
	return enginetest.RandomGame(12, withoutPredecessors(enginetest.Eventful(engine.Byte, 60000, 1)))
}

// TestKilled kills solving processes at random moments, in memory and spilling. Others resume in
// their folders, in memory or spilling, and make the same table.
func TestKilled(t *testing.T) {
	g := openBoard(t, enginetest.BoardNamed("strip"))
	kill(t, g, [2]string{"0", "8000"}, "", 50)
}

// TestListedKilled kills solves of a game without predecessors, with the reverse graph in memory or
// in a file.
func TestListedKilled(t *testing.T) {
	kill(t, listedVictim(), [2]string{"0", "600000"}, "yes", 30)
}

// diceVictim is the game of chance that the killed processes solve, with loops in most slices.
func diceVictim() engine.Game {
	return enginetest.OpenIn(&testing.T{}, games.NewRegistry(ur.Definition()), "ur:pieces=2")
}

// TestDiceKilled kills solves of a game of chance.
func TestDiceKilled(t *testing.T) { kill(t, diceVictim(), [2]string{"0", "0"}, "dice", 20) }

// puzzleVictim is the game of one player that the killed processes solve.
func puzzleVictim() engine.Game {
	return enginetest.RandomGame(13, enginetest.Eventful(engine.Moves, 60000, 2))
}

// TestPuzzleKilled kills solves of a game of one player.
func TestPuzzleKilled(t *testing.T) {
	kill(t, puzzleVictim(), [2]string{"0", "8000"}, "puzzle", 12)
}

// randomVictim is a game drawn at random, of chance or of one player, which its name says with its seed and level.
func randomVictim(t *testing.T, name string) engine.Game {
	var what string
	var seed uint64
	var level engine.Level
	if n, err := fmt.Sscanf(name, "%s %d %q", &what, &seed, &level); n < 3 {
		panic(err)
	}
	if what == "odds" {
		return newRandomOdds(seed, 500).open(t, level)
	}
	return newRandomMoves(seed, 30).open(t, level)
}

// TestRandomKilled kills solves of ten random games of chance and ten of one player of each level. Without the tag long it
// takes three of each, one of a level.
func TestRandomKilled(t *testing.T) {
	for seed := range 10 {
		for n, level := range []engine.Level{engine.LevelRules, engine.LevelRanked, engine.LevelFull} {
			for _, what := range []string{"odds", "moves"} {
				if !slow && seed != n+1 {
					continue
				}
				name := fmt.Sprintf("%s %d %q", what, seed, level)
				t.Run(fmt.Sprintf("%s %d %v", what, seed, level), func(t *testing.T) {
					kill(t, randomVictim(t, name), [2]string{"0", "0"}, name, 4)
				})
			}
		}
	}
}

// kill kills at least least processes that solve a game, or a quarter of that without the tag long.
// Each process has one of two sizes of working memory.
func kill(t *testing.T, g engine.Game, memory [2]string, listed string, least int) {
	want, _ := solveValues(t, g, Options{})
	start := func(dir, working string) *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victimDir+"="+dir, victimWorking+"="+working, victimListed+"="+listed)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	began := time.Now()
	if err := start(t.TempDir(), memory[1]).Wait(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began)
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	if !slow {
		least /= 4
	}
	kills := 0
	for kills < least {
		dir := t.TempDir()
		for {
			cmd := start(dir, memory[rng.Intn(2)])
			timer := time.AfterFunc(time.Duration(rng.Int63n(int64(whole))), func() { cmd.Process.Kill() })
			err := cmd.Wait()
			timer.Stop()
			if err == nil {
				break
			}
			if cmd.ProcessState.Exited() {
				t.Fatalf("the process failed by itself: %v", err)
			}
			kills++
		}
		got, _ := solveValues(t, g, Options{Dir: dir})
		if got.SHA256 != want.SHA256 || !got.Already {
			t.Fatalf("after %d kills: digest %s, want %s; already solved: %v", kills, got.SHA256, want.SHA256, got.Already)
		}
	}
	t.Logf("%d kills; a whole solve takes %v", kills, whole)
}
