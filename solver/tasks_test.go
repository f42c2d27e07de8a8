package solver

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// TestTasksTwice does every task of a solve twice, and the tasks of a step in any order, each after
// encoding and decoding. The table is the same.
func TestTasksTwice(t *testing.T) {
	list := []engine.Game{
		enginetest.RandomGame(31, enginetest.Eventful(engine.Byte, 700, 1)),
		enginetest.Without(enginetest.RandomGame(32, enginetest.Eventful(engine.Byte, 700, 5)), enginetest.WinScan), // then losses are counted
		enginetest.RandomGame(33, enginetest.Eventful(engine.Wide, 700, 4)),
		enginetest.RandomGame(34, withoutPredecessors(enginetest.Eventful(engine.Wide, 700, 1))),
		enginetest.RandomGame(35, withoutPredecessors(enginetest.Eventful(engine.Byte, 700, 4))),
		enginetest.RandomGame(36, enginetest.Eventful(engine.Moves, 700, 3)),
		enginetest.RandomGame(37, enginetest.Eventful(engine.Score, 700, 3)),
		enginetest.RandomGame(38, withoutPredecessors(enginetest.Eventful(engine.Score, 700, 3))),
		enginetest.RandomGame(36, enginetest.RandomOptions{Positions: 60, Slices: 60, Degree: 3, Exits: 1, Drawn: 0.1, WinMoves: 0.1, DrawMoves: 0.1}),
		open(t, "rpsw:width=3,height=3,pieces=2", ""),
		openBoard(t, enginetest.BoardNamed("strip")),
	}
	seen := map[task.Kind]int{}
	for n, g := range list {
		t.Run(fmt.Sprintf("%d %s", n, g.Spec().Name()), func(t *testing.T) {
			want, _ := solveValues(t, g, Options{})
			for name, way := range optionSets() {
				if !slow && (n+len(name))%2 == 0 {
					continue // each game takes half of the ways, the next one the other half
				}
				if !crew.Unmoves(g) || g.Kind() != engine.Byte && g.Kind() != engine.Moves {
					way.working = 0 // cannot spill
				}
				way.Chunk = max(g.Size()/40, 64)
				rng := rand.New(rand.NewPCG(uint64(n), 7))
				// One worker, because no machine does a task twice at the same time.
				way.Workers = 1
				way.arrange = func(tasks []task.Task) []task.Task {
					var all []task.Task
					for range 2 {
						some := slices.Clone(tasks)
						rng.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
						all = append(all, some...)
					}
					for i := range all {
						seen[all[i].Kind]++
						all[i] = sent(t, all[i])
					}
					return all
				}
				if got, _ := solveValues(t, g, way); got.SHA256 != want.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, got.SHA256, want.SHA256)
				}
				// In any order, by several workers, and interrupted.
				way.Workers = 3
				way.arrange = func(tasks []task.Task) []task.Task {
					slices.Reverse(tasks)
					return tasks
				}
				way.Dir, way.often = t.TempDir(), true
				for stop := 3; interrupted(t, g, way, stop); stop += 11 {
				}
				if got, _ := solveValues(t, g, Options{Dir: way.Dir}); got.SHA256 != want.SHA256 {
					t.Errorf("%s, backwards: digest %s, want %s", name, got.SHA256, want.SHA256)
				}
			}
		})
	}
	for kind := task.Wins; kind <= task.Score; kind++ {
		if seen[kind] == 0 {
			t.Errorf("no task of the kind %v was done", kind)
		}
	}
}

// sent returns a task after encoding and decoding, as another machine reads it.
func sent(t *testing.T, sent task.Task) (got task.Task) {
	t.Helper()
	text, err := json.Marshal(sent)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil || got != sent {
		t.Fatalf("%v was read as %v (%v)", sent, got, err)
	}
	return got
}
