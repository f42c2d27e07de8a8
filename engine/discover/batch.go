package discover

import (
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// mostAhead is how many positions a [batchScratch] asks for at a time, at most.
const mostAhead = 1024

// batchScratch is the scratch of a game that answers in batches. Since positions are
// mostly walked in index order it asks for a run of them, and answers from that as long as
// it can. A run is as long as what was used of those before makes worth while.
type batchScratch struct {
	g     *discovered
	batch fast.Batcher

	first, end uint64 // of the run that is known
	used       uint64 // positions of it that were asked for
	ahead      uint64 // positions to ask for

	keys    []uint64
	moves   fast.Moves // with indices in place of keys
	numbers []int
	ranks   []uint64
}

// AppendSuccessors implements [engine.Generator].
func (s *batchScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	at := s.find(i)
	from := 0
	if at > 0 {
		from = s.moves.Until[at-1]
	}
	return append(dst, s.moves.Keys[from:s.moves.Until[at]]...), s.moves.Ends[at]
}

// Score returns the margin of a finished position: see [engine.Scratch].
func (s *batchScratch) Score(i uint64) int { return int(s.moves.Scores[s.find(i)]) }

// find returns the place of a position in a run that has it.
func (s *batchScratch) find(i uint64) int {
	if i < s.first || i >= s.end {
		s.plan(i)
		s.fill(i)
	}
	s.used++
	return int(i - s.first)
}

// plan decides how many positions to ask for from i on.
func (s *batchScratch) plan(i uint64) {
	known := s.end - s.first
	switch {
	case i >= s.end && i-s.end <= known && 4*s.used >= known: // the walk goes on
		s.ahead = min(max(2*s.ahead, 16), mostAhead)
	case 8*s.used < known: // most was asked for in vain
		s.ahead = max(s.ahead/4, 1)
	}
	s.ahead = max(s.ahead, 1)
}

// fill asks for the run that begins at i, in one slice.
func (s *batchScratch) fill(i uint64) {
	p := s.g.parts[s.g.partOf(i)]
	s.first, s.end, s.used = i, min(i+s.ahead, p.first+p.size), 0
	s.keys = s.keys[:0]
	s.keys = appendKeys(s.keys, p, s.first-p.first, s.end-p.first)
	m := &s.moves
	err := s.batch.Expand(m, s.keys)
	if err == nil && len(p.targets) != 1 && len(m.Keys) > 0 {
		s.numbers = slices.Grow(s.numbers[:0], len(m.Keys))[:len(m.Keys)]
		if s.g.number != nil {
			err = s.batch.Numbers(s.numbers, m.Keys)
		} else {
			clear(s.numbers)
		}
	}
	if err != nil {
		s.end = s.first
		panic(pool.Failure{Err: err})
	}
	if len(p.targets) == 1 {
		s.rankIn(s.g.parts[p.targets[0]])
	} else {
		s.rank()
	}
}

// rankIn makes indices of successors that are all in one slice.
func (s *batchScratch) rankIn(target *keyPart) {
	if set, ok := target.keys.(KeyBatches); ok {
		s.rankAll(target, set)
		return
	}
	for n, key := range s.moves.Keys {
		rank, ok := target.keys.Rank(key)
		if !ok {
			s.missing(key)
		}
		s.moves.Keys[n] = target.first + rank
	}
}

// rankAll is rankIn of a set that answers in batches.
func (s *batchScratch) rankAll(target *keyPart, set KeyBatches) {
	keys := s.moves.Keys
	s.ranks = slices.Grow(s.ranks[:0], len(keys))[:len(keys)]
	if err := set.Ranks(s.ranks, keys); err != nil {
		s.end = s.first
		panic(pool.Failure{Err: err})
	}
	for n, rank := range s.ranks {
		if rank == ^uint64(0) {
			s.missing(keys[n])
		}
		keys[n] = target.first + rank
	}
}

// appendKeys appends the keys of some ranks of a slice.
func appendKeys(dst []uint64, p *keyPart, from, end uint64) []uint64 {
	if set, ok := p.keys.(KeyBatches); ok {
		return set.AppendKeys(dst, from, end)
	}
	for rank := from; rank < end; rank++ {
		dst = append(dst, p.keys.Key(rank))
	}
	return dst
}

// rank makes indices of successors, the numbers of whose slices are known.
func (s *batchScratch) rank() {
	var target *keyPart // that of the one before
	for n, key := range s.moves.Keys {
		if number := s.numbers[n]; target == nil || target.number != number {
			at, ok := slices.BinarySearchFunc(s.g.parts, number, func(p *keyPart, number int) int { return p.number - number })
			if !ok {
				s.missing(key)
			}
			target = s.g.parts[at]
		}
		rank, ok := target.keys.Rank(key)
		if !ok {
			s.missing(key)
		}
		s.moves.Keys[n] = target.first + rank
	}
}

func (s *batchScratch) missing(key uint64) {
	s.end = s.first
	missing(s.g, key)
}

const (
	weightRun   = 512 // positions
	weightSlots = 64
)

// weightRuns answers for the weights of a game that answers in batches. Runs of positions
// that were asked for lately are kept. It is safe for concurrent use.
type weightRuns struct {
	game  *discovered
	slots [weightSlots]atomic.Pointer[weightsOf]
}

// weightsOf is the weights of a run.
type weightsOf struct {
	run     uint64
	weights [weightRun]uint64
}

func (w *weightRuns) at(i uint64) uint64 {
	run := i / weightRun
	slot := &w.slots[run%weightSlots]
	known := slot.Load()
	if known == nil || known.run != run {
		known = w.ask(run)
		slot.Store(known)
	}
	return known.weights[i%weightRun]
}

func (w *weightRuns) ask(run uint64) *weightsOf {
	keys := make([]uint64, 0, weightRun)
	for i, end := run*weightRun, min((run+1)*weightRun, w.game.size); i < end; {
		p := w.game.parts[w.game.partOf(i)]
		until := min(end, p.first+p.size)
		keys = appendKeys(keys, p, i-p.first, until-p.first)
		i = until
	}
	known := &weightsOf{run: run}
	if err := w.game.rules.NewBatcher().Weights(known.weights[:len(keys)], keys); err != nil {
		panic(pool.Failure{Err: err})
	}
	return known
}
