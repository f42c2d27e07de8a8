package discover

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// familyEvaluator solves layers family by family. It reads successors as bits. The rank of a bit
// gives the place of the successor's value.
type familyEvaluator struct {
	g     *discovered
	rules fast.MovingFamilies
	discoveredScratch
	familyMoves
	list []uint64 // successors
}

func newFamilyEvaluator(g *discovered, rules fast.MovingFamilies) *familyEvaluator {
	return &familyEvaluator{g: g, rules: rules, discoveredScratch: discoveredScratch{g: g}}
}

// EvaluateLayer implements [fast.LayerEvaluator].
func (e *familyEvaluator) EvaluateLayer(dst []byte, first, n uint64, exits [][]byte) error {
	if n == 0 {
		return nil
	}
	s := &e.discoveredScratch
	s.enter(first)
	set, ok := s.part.keys.(*keyIndex)
	if !ok || s.kin == nil {
		return e.evaluateEach(dst, first, n, exits)
	}
	if e.mover == nil {
		e.mover = e.rules.NewMover()
	}
	values := exits[s.part.targets[0]]
	keys := set.keys[first-s.part.first:][:n]
	var wrong error
	eachFamily(e.rules, keys, func(_ uint64, keys []uint64) {
		e.turnTo(s.kin, keys)
		for len(keys) > 0 && wrong == nil {
			n := min(len(keys), familyBatch)
			e.mover.Move(&e.moves, keys[:n])
			wrong = e.best(dst[:n], keys[:n], values)
			keys, dst = keys[n:], dst[n:]
		}
	})
	return wrong
}

// best stores the values of positions whose moves the mover has listed.
func (e *familyEvaluator) best(dst []byte, keys []uint64, values []byte) error {
	kin, from := e.kin, uint32(0)
	for n, until := range e.moves.Until {
		if until == from {
			v, err := engine.Score.FromPoints(e.g.rules.Score(keys[n]))
			if err != nil {
				return err
			}
			dst[n] = byte(v)
			continue
		}
		least := int8(127)
		for _, to := range e.moves.To[from:until] {
			target, number := &e.targets[to>>32], to<<32>>32
			at := target.first + number
			word := at / 64
			if number/64 >= uint64(target.words) || kin.bits[word]>>(at%64)&1 == 0 {
				e.lost(keys[n])
			}
			rank := uint64(kin.below[word]) + uint64(bits.OnesCount64(kin.bits[word]&(1<<(at%64)-1)))
			least = min(least, int8(values[rank]))
		}
		v, err := engine.Score.FromPoints(-int(least))
		if err != nil {
			return err
		}
		dst[n] = byte(v)
		from = until
	}
	return nil
}

// lost panics with the successor of key that is not stored.
func (e *familyEvaluator) lost(key uint64) {
	list, _ := e.g.moves(nil, key)
	for _, to := range list {
		if _, ok := e.g.index(to); !ok {
			e.missing(to)
		}
	}
	e.missing(key)
}

// evaluateEach is EvaluateLayer for keys without families.
func (e *familyEvaluator) evaluateEach(dst []byte, first, n uint64, exits [][]byte) error {
	for i := range n {
		e.list, _ = e.AppendSuccessors(e.list[:0], first+i)
		points := 0
		if len(e.list) == 0 {
			points = e.g.rules.Score(e.g.key(first + i))
		} else {
			least := int8(127)
			for _, to := range e.list {
				at := e.g.partOf(to)
				least = min(least, int8(exits[at][to-e.g.parts[at].first]))
			}
			points = -int(least)
		}
		v, err := engine.Score.FromPoints(points)
		if err != nil {
			return err
		}
		dst[i] = byte(v)
	}
	return nil
}

// familyWeights returns weights family by family.
type familyWeights struct {
	g     *discovered
	rules fast.MovingFamilies
}

// run implements the WeightRun of [engine.Parts].
func (w familyWeights) run(i uint64) (weight, end uint64) {
	g, rules := w.g, w.rules
	p := g.parts[g.partOf(i)]
	key := p.keys.Key(i - p.first)
	if set, ok := p.keys.(*keyIndex); ok && set.kin != nil {
		family := rules.Family(key)
		if weight = rules.Weight(family); weight != 0 {
			return weight, p.first + set.kin.belowEnd(set.kin.find(family))
		}
	}
	return g.rules.Symmetry.KeyWeight(key), i + 1
}
