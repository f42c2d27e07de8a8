package foreign

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// batcher implements [fast.Batcher].
type batcher struct {
	g         *Game
	canonical bool
	heads     []Head
	numbers   []uint64
	checks    int // batches that were checked
}

// ends maps each standing to the engine's ends.
var ends = func() (list [standings]engine.Ends) {
	for standing := range list {
		for bit, end := range map[Standing]engine.Ends{
			Lost: engine.IsLost, Won: engine.IsWon, Drawn: engine.IsDrawn,
			WinsNow: engine.WinsNow, DrawsNow: engine.DrawsNow, LosesNow: engine.LosesNow,
		} {
			if Standing(standing)&bit != 0 {
				list[standing] |= end
			}
		}
	}
	return list
}()

// Expand implements [fast.Batcher].
func (b *batcher) Expand(m *fast.Moves, keys []uint64) error {
	m.Reset()
	b.heads = b.heads[:0]
	for from := 0; from < len(keys); {
		n, err := b.expand(m, keys[from:])
		if err != nil {
			return err
		}
		from += n
	}
	return nil
}

// expand sends the first keys, at most one batch, and returns their number.
func (b *batcher) expand(m *fast.Moves, keys []uint64) (int, error) {
	g := b.g
	i, err := g.take()
	if err != nil {
		return 0, err
	}
	canonical := b.canonical && g.d.Dice == nil // words are no keys
	keys = keys[:min(len(keys), i.Opened().Batch)]
	from := len(m.Keys)
	b.heads, m.Keys, err = i.Expand(b.heads[:0], m.Keys, keys, canonical)
	g.give(i, err)
	if err != nil {
		return 0, g.blame(keys, err, func(i Instance, n int) error {
			_, _, err := i.Expand(nil, nil, keys[n:n+1], canonical)
			return err
		})
	}
	if err := b.read(m, keys, from); err != nil {
		return 0, err
	}
	if g.sampled(len(keys)) {
		if err := b.check(keys, b.heads, m.Keys[from:], canonical); err != nil {
			return 0, err
		}
		g.recalled.add(keys, b.heads, m.Keys[from:], canonical)
		if b.checks++; b.checks <= firstSampled || b.checks%recallEvery == 0 || len(keys) >= recalledNow {
			err = b.recall()
		}
	}
	if err == nil && g.d.Dice != nil {
		err = b.rolls(m, keys, from)
	}
	return len(keys), err
}

// read checks heads and stores their contents in m.
func (b *batcher) read(m *fast.Moves, keys []uint64, from int) error {
	g, scores := b.g, b.g.kind == engine.Score || b.g.kind == engine.Expected
	for n, head := range b.heads {
		count := int(head >> 16)
		switch standing := Standing(head); {
		case standing >= standings:
			return g.breachAt(keys[n], "its standing is %#x, and has unknown bits", uint8(standing))
		case g.kind == engine.Byte && standing&(Won|LosesNow) != 0 && (g.d.placed != nil || g.d.Has(Rank)): // otherwise discovery reports it
			return g.breachAt(keys[n], "its standing is %d, which the kind byte does not have: want kind = \"wide\"", standing)
		case g.kind.Single() && ends[standing]&^g.kind.Ends() != 0 && g.d.Has(Rank): // otherwise discovery reports it
			return g.breachAt(keys[n], "its standing is %d, and a game of one player ends at a goal alone: want 0, 2 or 8", standing)
		case count > g.d.MaxSuccessors:
			return g.breachAt(keys[n], "it has %d successors, and max_successors in its description is %d", count, g.d.MaxSuccessors)
		case scores && head>>8&255 != 0 && count > 0:
			return g.breachAt(keys[n], "it has a score and successors: a score is for finished positions")
		case !scores && head>>8&255 != 0:
			return g.breachAt(keys[n], "it has a score, and the game is not of the kind score")
		default:
			m.Ends = append(m.Ends, ends[standing])
		}
		from += count
		m.Until = append(m.Until, from)
		if scores {
			m.Scores = append(m.Scores, int8(head>>8))
		}
	}
	return nil
}

// check repeats the question and compares the answers. It also checks the canonical keys.
func (b *batcher) check(keys []uint64, heads []Head, successors []uint64, canonical bool) error {
	g := b.g
	again, same, err := b.again(keys, canonical)
	if err != nil {
		return err
	}
	if err := b.compare(keys, heads, successors, again, same, true, "its answer is another the second time"); err != nil || !canonical {
		return err
	}
	plain, theirs, err := b.again(keys, false)
	if err != nil {
		return err
	}
	if err := g.numbers(AskCanonical, theirs, theirs); err != nil {
		return err
	}
	if err := b.compare(keys, heads, successors, plain, theirs, false, "its canonical successors are not its successors made canonical"); err != nil {
		return err
	}
	own := make([]uint64, len(successors))
	if err := g.numbers(AskCanonical, own, successors); err != nil {
		return err
	}
	for n, key := range successors {
		if own[n] != key {
			return g.breachAt(key, "it is the canonical key of a position, and its own canonical key is %#x", own[n])
		}
	}
	return nil
}

// again expands keys a second time.
func (b *batcher) again(keys []uint64, canonical bool) (heads []Head, successors []uint64, err error) {
	err = b.g.askAll(keys, func(i Instance, from, to int) error {
		h, s, err := i.Expand(nil, nil, keys[from:to], canonical)
		heads, successors = append(heads, h...), append(successors, s...)
		return err
	})
	return heads, successors, err
}

// compare compares two answers to the same question, position by position. Unless ordered, it
// compares the successors as multisets.
func (b *batcher) compare(keys []uint64, heads []Head, successors []uint64, otherHeads []Head, others []uint64, ordered bool, rule string) error {
	if len(heads) != len(otherHeads) {
		return b.g.breachAt(keys[0], "%s", rule)
	}
	for n, head := range heads {
		if head != otherHeads[n] {
			return b.g.breachAt(keys[n], "%s", rule)
		}
		count := int(head >> 16)
		mine, theirs := successors[:count], others[:count]
		if !ordered {
			mine, theirs = sorted(mine), sorted(theirs)
		}
		if !slices.Equal(mine, theirs) {
			return b.g.breachAt(keys[n], "%s", rule)
		}
		successors, others = successors[count:], others[count:]
	}
	return nil
}

// Numbers implements [fast.Batcher].
func (b *batcher) Numbers(dst []int, keys []uint64) error {
	b.numbers = slices.Grow(b.numbers[:0], len(keys))[:len(keys)]
	if err := b.g.numbers(AskNumbers, b.numbers, keys); err != nil {
		return err
	}
	for n, number := range b.numbers {
		if number >= mostNumbers {
			return b.g.breachAt(keys[n], "its number is %d: want 0 to %d", number, mostNumbers-1)
		}
		dst[n] = int(number)
	}
	return nil
}

// Weights implements [fast.Batcher].
func (b *batcher) Weights(dst []uint64, keys []uint64) error {
	if err := b.g.numbers(AskWeights, dst, keys); err != nil {
		return err
	}
	for n, weight := range dst {
		if weight == 0 {
			return b.g.breachAt(keys[n], "its weight is 0: want 1 or more, the number of its twins and itself")
		}
	}
	return nil
}

const (
	mostRecalled   = 1 << 10 // answers kept
	recalledNow    = 16      // answers compared at a time
	recalledEach   = 8       // answers kept of a batch
	recallEvery    = 16      // checks of small batches
	mostSuccessors = 1 << 10 // of an answer that is kept
)

// recall keeps answers from the whole course of a game, so that the same questions can be asked
// again much later. A game that begins to answer otherwise is found, even if it repeats its new
// answers. It is safe for concurrent use.
type recall struct {
	mu   sync.Mutex
	kept []answered
	seen int // answers offered
}

// answered is an answer about a position.
type answered struct {
	key        uint64
	head       Head
	successors []uint64
	canonical  bool
}

// add keeps some answers of a batch. All answers offered so far have the same chance to be kept.
func (r *recall) add(keys []uint64, heads []Head, successors []uint64, canonical bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	each := max(len(keys)/recalledEach, 1)
	for n, head := range heads {
		mine := successors[:head>>16]
		successors = successors[head>>16:]
		if n%each != 0 || len(mine) > mostSuccessors {
			continue
		}
		r.seen++
		a := answered{keys[n], head, append([]uint64{}, mine...), canonical}
		if len(r.kept) < mostRecalled {
			r.kept = append(r.kept, a)
		} else if at := rand.IntN(r.seen); at < mostRecalled {
			r.kept[at] = a
		}
	}
}

// some returns random answers.
func (r *recall) some() (list []answered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range min(recalledNow, len(r.kept)) {
		list = append(list, r.kept[rand.IntN(len(r.kept))])
	}
	return list
}

// recall asks earlier questions again.
func (b *batcher) recall() error {
	for _, a := range b.g.recalled.some() {
		heads, successors, err := b.again([]uint64{a.key}, a.canonical)
		if err != nil {
			return err
		}
		if err := b.compare([]uint64{a.key}, []Head{a.head}, a.successors, heads, successors, true, "its answer is another than when it was asked before"); err != nil {
			return err
		}
	}
	return nil
}
