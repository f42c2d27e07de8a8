package discover

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
)

// Options are the parameters of [Find]. The zero value of every field means its default.
type Options struct {
	// Limit is the greatest number of positions allowed; default: no limit.
	Limit uint64
	// Memory is the memory of the process in bytes; default: its limit
	// ([debug.SetMemoryLimit]).
	Memory uint64
	// Files keeps keys that do not fit into memory. An interrupted search continues from them.
	// Without Files, Find refuses games that do not fit.
	Files Files
	// Progress, if set, receives from time to time three numbers: the positions found, those the
	// current step has expanded, and all positions of that step. Calls are not concurrent.
	Progress func(found, done, total uint64)
}

// Slice holds the positions of one slice of a game of rules.
type Slice struct {
	Number  int    // the number in the rules, or 0 if they have no slices
	Name    string // in the game; "": made of the number
	Layer   bool   // no move stays in the slice; unnecessary if the rules have layers
	Targets []int  // the places of the slices that moves lead to, ascending
	Size    uint64 // positions
	Keys    KeySet // nil if the keys are in a file
	File    string // name of the file in Files
	// Resident is the size of Keys in memory, in bytes. It may be 0 where Keys takes a few megabytes.
	Resident uint64
}

// Find finds all positions that play reaches from the start. It returns their slices in ascending
// order of their numbers. Find stays within its memory budget and can be interrupted: when ctx is
// done, it returns the cause. A later call with the same files continues the search.
func Find(ctx context.Context, spec engine.Spec, kind engine.Kind, rules *engine.Rules, o Options) (_ []Slice, err error) {
	defer pool.Catch(&err)
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return nil, err
	}
	if o.Memory == 0 {
		o.Memory = uint64(debug.SetMemoryLimit(-1))
	}
	s := &keySearch{game: g, searchKeys: searchKeys{ctx: ctx, options: o, saved: time.Now()}}
	s.slab = int(min(max(o.Memory/128, 1<<20), slabKeys))
	if err := s.begin(); err != nil {
		return nil, err
	}
	if err := s.search(); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// keySearch is the search for all reachable positions. It searches one slice at a time: when the
// earlier slices are done, it knows all keys by which play enters the next one. Within a slice it
// searches breadth first. It expands new positions in blocks and keeps the results in sorted runs.
// It writes the runs to files when memory is full or a minute has passed.
type keySearch struct {
	game *discovered
	searchKeys
	keyExpansion
	expanded   uint64 // positions that this run has expanded
	successors uint64 // number of their successors, distinct in each block
}

// leastStep is the minimum number of positions in a block.
const leastStep = 1 << 14

// begin starts the search, or continues from the last saved state.
func (s *keySearch) begin() error {
	if s.options.Files != nil {
		text, err := s.options.Files.LoadState()
		if err != nil {
			return err
		}
		if text != nil {
			return s.resume(text)
		}
	}
	s.state.Game = s.game.spec.String()
	start := s.game.canonical(s.game.rules.Start)
	s.state.Waiting = map[int][]keyRun{s.numberOf(start): {runOf([]uint64{start})}}
	return nil
}

// resume continues from the saved state in text.
func (s *keySearch) resume(text []byte) error {
	game, err := GameOf(text)
	if err == nil && game != s.game.spec.String() {
		err = fmt.Errorf("it is one of %s", game)
	}
	if err == nil {
		err = json.Unmarshal(text, &s.state)
	}
	if err != nil {
		return fmt.Errorf("resume the discovery of %v: %w", s.game.spec, err)
	}
	return nil
}

// GameOf returns the canonical spec of the game in a saved state ([Files]).
func GameOf(state []byte) (string, error) {
	var s struct{ Game string }
	if err := json.Unmarshal(state, &s); err != nil {
		return "", fmt.Errorf("the state of a discovery is damaged: %w", err)
	}
	return s.Game, nil
}

func (s *keySearch) numberOf(key uint64) int {
	if s.game.number == nil {
		return 0
	}
	return s.game.number(key)
}

// search expands all pending positions, slice by slice.
func (s *keySearch) search() error {
	st := &s.state
	for st.Inside || len(st.Waiting) > 0 {
		if !st.Inside {
			number := slices.Min(slices.Collect(maps.Keys(st.Waiting)))
			next, err := s.union(st.Waiting[number])
			if err != nil {
				return err
			}
			delete(st.Waiting, number)
			st.Inside, st.Number, st.Targets = true, number, nil
			st.Next, st.Looked, st.Found, st.Seen = next, 0, nil, []keyRun{next}
		}
		for st.Next.Size > 0 {
			if err := s.step(); err != nil {
				return err
			}
		}
		s.makeRoom(st.Seen)
		keys, err := s.unite(&st.Seen)
		if err != nil {
			return err
		}
		if keys.Size >= math.MaxUint32 {
			return engine.InputErrorf("%v has %d positions in slice %d, which is more than a slice can have", s.game.spec, keys.Size, st.Number)
		}
		st.Parts = append(st.Parts, foundPart{st.Number, st.Targets, keys})
		st.Size += keys.Size
		s.heldParts += keys.bytes()
		st.Inside, st.Seen, st.Next = false, nil, keyRun{}
	}
	return nil
}

// step expands the slice's frontier, and makes the new positions the next frontier.
func (s *keySearch) step() error {
	st := &s.state
	for st.Looked < st.Next.Size {
		if err := s.blocks(); err != nil {
			return err
		}
		if cause := context.Cause(s.ctx); cause != nil {
			if s.options.Files != nil && !errors.Is(cause, syscall.ENOSPC) {
				return errors.Join(cause, s.save())
			}
			return cause
		}
		if s.due() {
			if err := s.save(); err != nil {
				return err
			}
		}
	}
	if len(st.Found) == 0 {
		st.Next, st.Looked = keyRun{}, 0
		return nil
	}
	found, err := s.unite(&st.Found)
	if err != nil {
		return err
	}
	next, err := s.minus(found, st.Seen)
	if err != nil {
		return err
	}
	st.Next, st.Looked, st.Found = next, 0, nil
	if st.Next.Size == 0 {
		return nil
	}
	st.Seen = append(st.Seen, st.Next)
	for n := len(st.Seen); n > 1 && st.Seen[n-2].Size < 2*st.Seen[n-1].Size; n = len(st.Seen) {
		s.makeRoom(st.Seen[n-2:])
		merged, err := s.union(st.Seen[n-2:])
		if err != nil {
			return err
		}
		st.Seen = append(st.Seen[:n-2], merged)
	}
	return nil
}

// makeRoom releases the expansion's buffers before a large merge. The merge holds the keys twice
// for a while.
func (s *keySearch) makeRoom(runs []keyRun) {
	bytes := uint64(0)
	for _, r := range runs {
		bytes += 8 * uint64(len(r.keys))
	}
	if bytes > s.options.Memory/8 {
		s.workers = nil
	}
}

// blocks expands positions until the state is due for saving, ctx is done or the frontier is empty.
func (s *keySearch) blocks() error {
	st := &s.state
	in, err := s.open(st.Next, st.Looked)
	if err != nil {
		return err
	}
	defer in.close()
	for st.Looked < st.Next.Size && !s.due() && s.ctx.Err() == nil {
		block, err := in.take(min(s.block(), st.Next.Size-st.Looked))
		if err == nil {
			err = s.look(block)
		}
		if err != nil {
			return err
		}
		st.Looked += uint64(len(block))
		s.expanded += uint64(len(block))
		if s.options.Progress != nil {
			s.options.Progress(s.found(), st.Looked, st.Next.Size)
		}
	}
	return nil
}

// block returns how many positions to expand at a time, so that their successors take a small share
// of the memory. It assumes the average number of successors of the positions expanded so far.
func (s *keySearch) block() uint64 {
	switch {
	case s.options.Files == nil:
		return math.MaxUint64
	case s.expanded == 0:
		return leastStep
	}
	return max(leastStep, s.options.Memory/16/8/(1+s.successors/s.expanded))
}

// look expands one block of keys, and adds the runs of their successors.
func (s *keySearch) look(keys []uint64) error {
	g, st := s.game, &s.state
	found, err := s.expand(g, keys)
	if err != nil {
		return err
	}
	if g.number != nil && len(found.keys) > 0 && (found.lowest < st.Number || found.lowest == st.Number && g.acyclic() || found.highest > math.MaxUint16) {
		return s.strayed(keys, st.Number)
	}
	runs, err := found.bySlice(g)
	if err != nil {
		return err
	}
	for n, run := range runs {
		s.add(runOf(run), n)
	}
	return s.admit()
}

// add adds a run of successors that belong to a slice.
func (s *keySearch) add(run keyRun, slice int) {
	st := &s.state
	if run.Size == 0 {
		return
	}
	s.successors += run.Size
	if at, ok := slices.BinarySearch(st.Targets, slice); !ok {
		st.Targets = slices.Insert(st.Targets, at, slice)
	}
	if slice == st.Number {
		st.Found = append(st.Found, run)
	} else {
		st.Waiting[slice] = append(st.Waiting[slice], run)
	}
}

// result returns the slices found.
func (s *keySearch) result() []Slice {
	var parts []Slice
	places := map[int]int{}
	for at, p := range s.state.Parts {
		places[p.Number] = at
	}
	for _, p := range s.state.Parts {
		part := Slice{Number: p.Number, Size: p.Run.Size, File: p.Run.Name}
		if p.Run.inMemory() {
			part.Keys, part.File, part.Resident = &keyIndex{keys: p.Run.keys}, "", KeySetBytes*p.Run.Size
		}
		for _, number := range p.Targets {
			part.Targets = append(part.Targets, places[number])
		}
		parts = append(parts, part)
	}
	return parts
}

// strayed returns the error that names a move to an earlier slice, to the same layer, or to a
// number above 65,535.
func (s *keySearch) strayed(keys []uint64, number int) error {
	g := s.game
	what := "slice"
	if g.acyclic() {
		what = "layer"
	}
	for _, key := range keys {
		moves, _ := g.moves(nil, key)
		for _, to := range moves {
			if n := g.number(to); n < number || n == number && g.acyclic() || n > math.MaxUint16 {
				return fmt.Errorf("the rules of %v are wrong: position %s in %s %d has a move to %s %d", g.spec, g.keyText(key), what, number, what, n)
			}
		}
	}
	return fmt.Errorf("the rules of %v are wrong: moves from %s %d lead now there, now elsewhere", g.spec, what, number)
}

// TooManyError reports that a search found more positions than allowed. It wraps an
// [engine.InputError].
type TooManyError struct {
	Found uint64 // positions so far
	err   error
}

// Error implements error.
func (e *TooManyError) Error() string { return e.err.Error() }

// Unwrap returns the error that names the limit.
func (e *TooManyError) Unwrap() error { return e.err }

// admit returns an error if the search exceeds its limit or, without files, its memory.
func (s *keySearch) admit() error {
	each, found := uint64(9), s.found()
	if !s.game.acyclic() {
		each *= 2
	}
	switch o := s.options; {
	case o.Limit > 0 && found > o.Limit:
		return &TooManyError{found, engine.InputErrorf("%v has more than %d reachable positions, which is the most allowed here", s.game.spec, o.Limit)}
	case o.Files == nil && found*each > o.Memory:
		return &TooManyError{found, engine.InputErrorf("%v has at least %d reachable positions, too many for %d MiB of memory", s.game.spec, found, o.Memory>>20)}
	}
	return nil
}
