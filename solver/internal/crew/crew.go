// Package crew owns the goroutines of a solve: the data of each, the optional parts of the game
// that they use ([Abilities]), and the order in which they take tasks.
package crew

import (
	"context"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// Worker is the data of one goroutine of the solve: the game's scratch, its optional parts,
// and a buffer.
type Worker struct {
	ID      int
	Scratch engine.Scratch
	Abilities
	Indices []uint64
}

// NewWorker returns a worker of a game.
func NewWorker(id int, g engine.Game) *Worker {
	scratch := g.NewScratch()
	return &Worker{ID: id, Scratch: scratch, Abilities: abilitiesOf(scratch)}
}

// Crew runs work on all workers.
type Crew struct {
	Workers []*Worker
	order   Order
}

// Order returns the tasks of a step as workers take them: all, in any order. It may repeat some.
type Order func(tasks []task.Task) []task.Task

// AsListed is the order in which a step lists its tasks.
func AsListed(tasks []task.Task) []task.Task { return tasks }

// New returns a crew of n workers.
func New(n int, g engine.Game, order Order) *Crew {
	c := &Crew{Workers: make([]*Worker, n), order: order}
	for i := range c.Workers {
		c.Workers[i] = NewWorker(i, g)
	}
	return c
}

// Each calls f for the units 0 to n-1, in ascending order as workers come free, and
// returns the first error. It starts no unit after an error or once ctx is done.
func (c *Crew) Each(ctx context.Context, n int, f func(ctx context.Context, w *Worker, unit int) error) error {
	return pool.Each(ctx, len(c.Workers), n, func(ctx context.Context, worker, unit int) error { return f(ctx, c.Workers[worker], unit) })
}

// Do does a task.
type Do func(ctx context.Context, w *Worker, t task.Task) error

// Run does the tasks of a step, and returns the first error.
func (c *Crew) Run(ctx context.Context, tasks []task.Task, do Do) error {
	_, err := c.RunUntil(ctx, tasks, func() bool { return false }, do)
	return err
}

// RunUntil does tasks until enough returns true, and returns the tasks that were left. The first
// task is always done.
func (c *Crew) RunUntil(ctx context.Context, tasks []task.Task, enough func() bool, do Do) (left []task.Task, err error) {
	tasks = c.order(tasks)
	var mu sync.Mutex
	err = c.Each(ctx, len(tasks), func(ctx context.Context, w *Worker, unit int) error {
		if unit > 0 && enough() {
			mu.Lock()
			defer mu.Unlock()
			left = append(left, tasks[unit])
			return nil
		}
		return do(ctx, w, tasks[unit])
	})
	return left, err
}

// Abilities are the optional parts of a game's scratch that a solve uses. No other file reads the
// optional parts.
type Abilities struct {
	Unmover  fast.Unmover        // nil if the game has none
	Scanner  fast.WinScanner     // nil if the game has none
	Seeder   fast.Seeder         // nil if the game has none
	Searcher fast.Searcher       // a plain one if the game has none
	Searches bool                // the game has its own
	Layers   fast.LayerEvaluator // nil if the game has none
	Score    func(i uint64) int  // games of scores have one
}

func abilitiesOf(s engine.Scratch) (a Abilities) {
	a = Abilities{
		Unmover: s.Unmover, Scanner: s.WinScanner, Seeder: s.Seeder,
		Searcher: s.Searcher, Searches: s.Searcher != nil,
		Layers: s.LayerEvaluator, Score: s.Score,
	}
	if s.OpenUnmover != nil {
		a.Unmover = openUnmover{s.OpenUnmover}
	}
	if !a.Searches {
		a.Searcher = &plainSearcher{moves: s.Generator}
	}
	return a
}

// Unmoves reports whether a game lists predecessors.
func Unmoves(g engine.Game) bool { return g.NewScratch().Unmover != nil }

// MaxSuccessors returns an upper bound on a position's successors, or false if the game declares
// none.
func MaxSuccessors(g engine.Game) (int, bool) {
	most := g.Parts().MaxSuccessors
	return most, most > 0
}

// Resident returns the bytes that a game keeps in memory.
func Resident(g engine.Game) uint64 { return g.Parts().Resident }

// Closed returns the runs of a slice that the game's layer evaluator solves as a whole, by their numbers of
// positions, or nil if it solves none.
func Closed(g engine.Game, slice int) []uint64 {
	if runs := g.Parts().Closed; runs != nil {
		return runs(slice)
	}
	return nil
}

// openUnmover is the [fast.Unmover] of games that can omit predecessors that the seed scan decides.
type openUnmover struct{ fast.OpenUnmover }

func (u openUnmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return u.AppendOpenPredecessors(dst, i)
}

// plainSearcher is the [fast.Searcher] of games without one.
type plainSearcher struct {
	moves   engine.Generator
	indices []uint64
}

func (p *plainSearcher) Outside(i uint64, set *fast.Set) (uint64, bool) {
	var ends engine.Ends
	p.indices, ends = p.moves.AppendSuccessors(p.indices[:0], i)
	if ends&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0 {
		return i, true
	}
	if n := set.FirstLacking(p.indices); n >= 0 {
		return p.indices[n], true
	}
	return 0, false
}

func (p *plainSearcher) AnyIn(i uint64, set *fast.Set) bool {
	p.indices, _ = p.moves.AppendSuccessors(p.indices[:0], i)
	return set.FirstOf(p.indices) >= 0
}
