// Package task owns the unit of work of a solve as a value: it can be printed, written
// down, compared and sent.
//
// A task is about one chunk. What it reads beyond that chunk, as the comment of its [Kind]
// says, does not change while the tasks of a step run. So they may run in any order, on any
// machine that has what they read, and more than once. Results are applied idempotently:
// records by union (package ledger), updates by their source (package exchange).
package task

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Kind says what a task does. Its comment says in brackets what it reads beyond its chunk:
// positions of the slice that an earlier phase decided, values of the slices that it exits
// into, or updates that earlier tasks sent to the chunk.
type Kind uint8

const (
	Wins    Kind = iota // finds the immediate wins of a chunk
	Scan                // finds what the rules alone decide in a chunk, and what waits there (wins, exits)
	Part                // the same by a part of the values of exits (wins, exits)
	Sort                // sorts the moves into a chunk by where they lead (updates)
	Send                // sends the predecessors of a chunk's frontier to their chunks
	Forward             // looks from undecided positions of a chunk at their successors (wins, losses)
	Count               // counts the successors of undecided positions that are not won (wins)
	Confirm             // keeps of the positions found in a chunk those that are lost (updates, wins)
	Decide              // decides the positions that updates found in a chunk (updates)
	Absorb              // reads the spilled updates of a chunk (updates, wins)
	Finish              // adds what was seeded in a chunk, or waited (wins)
	Layer               // evaluates a chunk of a layer (exits)
	Exits               // finds what the exits of a chunk give in points (exits, wins, losses)
	Reach               // decides the positions whose exits give exactly the score
)

var names = [...]string{
	"wins", "scan", "part", "sort", "send", "forward", "count", "confirm", "decide", "absorb", "finish", "layer", "exits", "reach",
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

// String returns kind/slice/phase/chunk, and /part where there is one.
func (t Task) String() string {
	s := fmt.Sprintf("%v/%d/%d/%d", t.Kind, t.Slice, t.Phase, t.Chunk)
	if t.Kind == Part {
		s += fmt.Sprintf("/%d", t.Part)
	}
	return s
}

// Of returns a task for each of a slice's chunks, those that are done excepted; done may
// be nil.
func Of(kind Kind, slice int, p phase.Phase, chunks int, done []bool) []Task {
	list := make([]Task, 0, chunks)
	for chunk := range chunks {
		if done == nil || !done[chunk] {
			list = append(list, Task{Slice: slice, Phase: p, Kind: kind, Chunk: chunk})
		}
	}
	return list
}

// First returns the least chunk of some tasks, or otherwise where there are none.
func First(list []Task, otherwise int) int {
	if len(list) == 0 {
		return otherwise
	}
	return slices.MinFunc(list, func(a, b Task) int { return a.Chunk - b.Chunk }).Chunk
}
