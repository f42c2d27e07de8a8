// Package task owns the unit of work of a solve as a value: it can be printed, written
// down, compared and sent.
//
// A task is about one chunk. What it reads beyond that chunk it says ([Kind.Reads]), and
// that does not change while the tasks of a step run: so they may run in any order, in
// any place that has what they read, and more than once. What it finds is applied
// idempotently, records by union (package ledger), updates by their source (package
// exchange).
package task

import (
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Kind says what a task does.
type Kind uint8

const (
	Wins    Kind = iota // find the immediate wins of a chunk
	Scan                // find what the rules alone decide in a chunk, and what waits there
	Part                // the same by a part of the values of exits
	Sort                // sort the moves into a chunk by where they lead
	Send                // send the predecessors of a chunk's frontier to their chunks
	Forward             // look from undecided positions of a chunk at their successors
	Count               // count the successors of undecided positions that are not won
	Confirm             // keep of the positions found in a chunk those that are lost
	Decide              // take as decided what updates found in a chunk
	Absorb              // take in the spilled updates of a chunk
	Finish              // add what was seeded in a chunk, or waited
	Layer               // evaluate a chunk of a layer
	Exits               // find what the exits of a chunk give in points
	Reach               // take as decided what exits of a chunk give just so many points
)

var kinds = [...]struct {
	name  string
	reads Reads
}{
	Wins:    {"wins", 0},
	Scan:    {"scan", Won | Finished},
	Part:    {"part", Won | Finished},
	Sort:    {"sort", Updates},
	Send:    {"send", 0},
	Forward: {"forward", Won | Lost},
	Count:   {"count", Won},
	Confirm: {"confirm", Updates | Won},
	Decide:  {"decide", Updates},
	Absorb:  {"absorb", Updates | Won},
	Finish:  {"finish", Won},
	Layer:   {"layer", Finished},
	Exits:   {"exits", Finished | Won | Lost},
	Reach:   {"reach", 0},
}

// Reads is a set of what a task reads that does not belong to its chunk.
type Reads uint8

const (
	Won      Reads = 1 << iota // which positions of the slice are won by an earlier phase
	Lost                       // which are lost by an earlier phase
	Finished                   // values of the slices that the slice exits into
	Updates                    // what tasks before it sent to its chunk
)

// Reads returns what tasks of the kind read beyond their chunk.
func (k Kind) Reads() Reads { return kinds[k].reads }

// String returns the kind in a word.
func (k Kind) String() string { return kinds[k].name }

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

// MarshalText returns what String does.
func (t Task) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what String returns.
func (t *Task) UnmarshalText(text []byte) error {
	var read Task
	for n := range kinds {
		read.Kind = Kind(n)
		format, into := kinds[n].name+"/%d/%d/%d", []any{&read.Slice, &read.Phase, &read.Chunk}
		if read.Kind == Part {
			format, into = format+"/%d", append(into, &read.Part)
		}
		if _, err := fmt.Sscanf(string(text), format, into...); err == nil && read.String() == string(text) {
			*t = read
			return nil
		}
	}
	return fmt.Errorf("task %q: want KIND/SLICE/PHASE/CHUNK", text)
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
