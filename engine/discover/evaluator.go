package discover

import (
	"errors"
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// familyEvaluator solves layers family by family. It reads successors as bits. The rank of a bit
// gives the place of the successor's value.
type familyEvaluator struct {
	g     *discovered
	rules fast.Families
	familyMoves
}

// EvaluateLayer implements [fast.LayerEvaluator]. It needs keys in memory, and bits of the layer
// that all moves lead to.
func (e *familyEvaluator) EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error {
	if n == 0 {
		return nil
	}
	p := e.g.parts[e.g.partOf(first)]
	if len(p.targets) != 1 {
		return errors.ErrUnsupported
	}
	from, inMemory := p.keys.(*keyIndex)
	to, too := e.g.parts[p.targets[0]].keys.(*keyIndex)
	if !inMemory || !too {
		return errors.ErrUnsupported
	}
	found := e.g.layer.of(e.rules, to)
	if found == nil {
		return errors.ErrUnsupported
	}
	var wrong error
	eachFamily(e.rules, from.keys[first-p.first:][:n], func(_ uint64, keys []uint64) {
		e.turnTo(found, keys)
		for len(keys) > 0 && wrong == nil {
			n := min(len(keys), familyBatch)
			e.mover.Move(&e.moves, keys[:n])
			wrong = e.best(dst[:n], keys[:n], found, exits[p.targets[0]])
			keys, dst = keys[n:], dst[n:]
		}
	})
	return wrong
}

// best stores the values of positions whose moves the mover has listed. found holds the keys of the
// target layer, values their values.
func (e *familyEvaluator) best(dst []byte, keys []uint64, found *familyBits, values []byte) error {
	from := uint32(0)
	for n, until := range e.moves.Until {
		points := 0
		if until == from {
			points = e.g.rules.Score(keys[n])
		} else {
			least := int8(127)
			for _, to := range e.moves.To[from:until] {
				target, number := &e.targets[to>>32], to<<32>>32
				word, bit := uint64(target.first)+number/64, number%64
				if number/64 >= uint64(target.words) || found.bits[word]>>bit&1 == 0 {
					e.missing(keys[n])
				}
				rank := uint64(found.below[word]) + uint64(bits.OnesCount64(found.bits[word]&(1<<bit-1)))
				least = min(least, int8(values[rank]))
			}
			points = -int(least)
		}
		v, err := engine.Score.FromPoints(points)
		if err != nil {
			return err
		}
		dst[n] = byte(v)
		from = until
	}
	return nil
}

// missing panics with a successor of key that is not stored.
func (e *familyEvaluator) missing(key uint64) {
	list, _ := e.g.moves(nil, key)
	for _, to := range list {
		e.g.found(to)
	}
	missing(e.g, key)
}
