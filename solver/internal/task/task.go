// Package task owns the unit of work of a solve as a value: it can be printed, written down,
// compared and sent.
//
// A task is about one chunk. Data of other chunks that it reads, as the comment of its [Kind] says,
// do not change while the tasks of a step run. So tasks may run in any order, on any machine that
// has those data, and more than once. Results are applied idempotently: records by union (package
// ledger), updates by their source (package exchange).
package task

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Kind says what a task does. The comment of a kind lists in brackets the data beyond its chunk
// that it reads: positions of the slice that an earlier phase decided (wins, losses), values of the
// slices that it exits into (exits), or updates that earlier tasks sent to the chunk.
type Kind uint8

const (
	Wins    Kind = iota // finds the immediate wins of a chunk
	Scan                // finds what the rules alone decide in a chunk, and which positions wait (wins, exits)
	Part                // the same with a part of the values of exits (wins, exits)
	Sort                // sorts the moves into a chunk by their destinations (updates)
	Send                // sends the predecessors of a chunk's frontier to their chunks
	Forward             // searches the successors of undecided positions of a chunk (wins, losses)
	Count               // counts the successors of undecided positions that are not won (wins)
	Confirm             // keeps the lost positions among those found in a chunk (updates, wins)
	Decide              // decides the positions that updates found in a chunk (updates)
	Absorb              // reads the spilled updates of a chunk (updates, wins)
	Finish              // adds the seeds of a chunk, and positions that waited (wins)
	Layer               // evaluates a chunk of a layer (exits)
	Exits               // finds the points that the exits of a chunk gain (exits, wins, losses)
	Score               // decides the positions whose exits give exactly the score
	Live                // finds the live slabs of a part of a whole game
	Own                 // finds the positions of a remoteness in a part that a machine owns (updates)
)

var names = [...]string{
	"wins", "scan", "part", "sort", "send", "forward", "count", "confirm", "decide", "absorb", "finish", "layer", "exits", "score", "live", "own",
}

// String returns the kind in a word.
func (k Kind) String() string { return names[k] }

// MarshalText implements [encoding.TextMarshaler]. It writes what String returns.
func (k Kind) MarshalText() ([]byte, error) { return []byte(names[k]), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (k *Kind) UnmarshalText(text []byte) error {
	n := slices.Index(names[:], string(text))
	if n < 0 {
		return fmt.Errorf("kind of task %q: want one of %v", text, names)
	}
	*k = Kind(n)
	return nil
}

// Task is a piece of work.
type Task struct {
	Slice int
	Phase phase.Phase
	Kind  Kind
	Chunk int // of the slice
	Part  int // of the values of exits, where Kind is [Part]
}

// String returns kind/slice/phase/chunk, and /part for kind Part.
func (t Task) String() string {
	s := fmt.Sprintf("%v/%d/%d/%d", t.Kind, t.Slice, t.Phase, t.Chunk)
	if t.Kind == Part {
		s += fmt.Sprintf("/%d", t.Part)
	}
	return s
}

// Of returns a task for each of a slice's chunks that is not done; done may be nil.
func Of(kind Kind, slice int, p phase.Phase, chunks int, done []bool) []Task {
	list := make([]Task, 0, chunks)
	for chunk := range chunks {
		if done == nil || !done[chunk] {
			list = append(list, Task{Slice: slice, Phase: p, Kind: kind, Chunk: chunk})
		}
	}
	return list
}

// First returns the least chunk of some tasks, or otherwise if there are none.
func First(list []Task, otherwise int) int {
	if len(list) == 0 {
		return otherwise
	}
	return slices.MinFunc(list, func(a, b Task) int { return a.Chunk - b.Chunk }).Chunk
}
