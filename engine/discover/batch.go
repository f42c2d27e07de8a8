package discover

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
)

// batcher returns a goroutine's own batcher: that of the rules, or one that expands the positions
// one by one.
func (g *discovered) batcher() fast.Batcher {
	if g.rules.NewBatcher != nil {
		return g.rules.NewBatcher()
	}
	return oneByOne{g}
}

// oneByOne is the batcher of rules that do not answer in batches. Callers do not use its weights.
type oneByOne struct{ *discovered }

// Expand implements [fast.Batcher].
func (b oneByOne) Expand(m *fast.Moves, keys []uint64) error {
	m.Reset()
	for _, key := range keys {
		var ends engine.Ends
		m.Keys, ends = b.moves(m.Keys, key)
		m.Until, m.Ends = append(m.Until, len(m.Keys)), append(m.Ends, ends)
	}
	return nil
}

// Numbers implements [fast.Batcher].
func (b oneByOne) Numbers(dst []int, keys []uint64) error {
	for n, key := range keys {
		dst[n] = b.number(key)
	}
	return nil
}

// Weights implements [fast.Batcher].
func (oneByOne) Weights([]uint64, []uint64) error { return errors.ErrUnsupported }

// mostAhead is the maximum number of positions in one question of a [batchScratch].
const mostAhead = 1024

// batchScratch is the scratch of a game that answers in batches. Callers usually visit positions in
// index order, so it expands a run of consecutive positions and serves the next calls from it. The
// length of a run depends on the number of positions that callers used in earlier runs.
type batchScratch struct {
	g     *discovered
	batch fast.Batcher

	first, end uint64 // bounds of the cached run
	used       uint64 // number of lookups in the run
	ahead      uint64 // length of the next run

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

// Roll implements [fast.Roller].
func (s *batchScratch) Roll(r *fast.Rolls, i uint64) engine.Ends {
	at := s.find(i)
	from := 0
	if at > 0 {
		from = s.moves.Until[at-1]
	}
	have := &s.moves.Rolls[at]
	r.Reset()
	r.Weights, r.Until, r.Moves = append(r.Weights, have.Weights...), append(r.Until, have.Until...), append(r.Moves, have.Moves...)
	for n := range r.Moves {
		if m := &r.Moves[n]; m.End == 0 {
			m.To = s.moves.Keys[from]
			from++
		}
	}
	return s.moves.Ends[at] & engine.Over
}

// find returns the place of a position in the cached run, and loads a new run if necessary.
func (s *batchScratch) find(i uint64) int {
	if i < s.first || i >= s.end {
		s.plan(i)
		s.fill(i)
	}
	s.used++
	return int(i - s.first)
}

// plan sets the length of the run that starts at i.
func (s *batchScratch) plan(i uint64) {
	known := s.end - s.first
	switch {
	case i >= s.end && i-s.end <= known && 4*s.used >= known: // the walk continues
		s.ahead = min(max(2*s.ahead, 16), mostAhead)
	case 8*s.used < known: // callers used little of the run
		s.ahead = max(s.ahead/4, 1)
	}
	s.ahead = max(s.ahead, 1)
}

// fill loads the run that begins at i. A run stays within one slice.
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
	s.rank(p)
}

// rankAll replaces the successors' keys with indices, if all are in one slice whose keys answer in
// batches.
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

// appendKeys appends the keys of the ranks from ≤ rank < end of a slice.
func appendKeys(dst []uint64, p *keyPart, from, end uint64) []uint64 {
	if set, ok := p.keys.(KeyBatches); ok {
		return set.AppendKeys(dst, from, end)
	}
	for rank := from; rank < end; rank++ {
		dst = append(dst, p.keys.Key(rank))
	}
	return dst
}

// rank replaces the keys of the successors of a slice with indices. Their slice numbers are known,
// unless all are in one slice.
func (s *batchScratch) rank(from *keyPart) {
	var target *keyPart // the slice of the previous key
	if len(from.targets) == 1 {
		target = s.g.parts[from.targets[0]]
		if set, ok := target.keys.(KeyBatches); ok {
			s.rankAll(target, set)
			return
		}
	}
	for n, key := range s.moves.Keys {
		if len(from.targets) != 1 && (target == nil || target.number != s.numbers[n]) {
			number := s.numbers[n]
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

// weightRuns caches weights of a game that answers in batches. It keeps recently used runs of
// positions. It is safe for concurrent use.
type weightRuns struct {
	game  *discovered
	slots [weightSlots]atomic.Pointer[weightsOf]
}

// weightsOf holds the weights of a run.
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
