package discover

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// familyBits is a set of keys of a layer, with one bit for each number of each family
// ([fast.Families]). The rank of a key is the number of bits before its own.
type familyBits struct {
	table []familyRun // by hash of the family; words is 0 in an empty entry
	shift int         // right shift that maps a hash to a place in the table
	bits  []uint64
	below []uint32 // for each word of bits: the number of keys in earlier words
}

// familyRun is the place of a family's bits.
type familyRun struct {
	family       uint64
	first, words uint32 // of bits; 0 words if the family is absent
}

const (
	// The bits of a layer take at most sparseWords words, and some more for each key. More words
	// would be mostly empty.
	sparseWords = 1 << 18
	// familyBytes is the maximum number of bytes a key, in addition to those of sparseWords.
	familyBytes = 4
	wordBytes   = 12 // of bits and below
	// familyBatch is the number of positions in one call of the mover.
	familyBatch = 256
)

// newFamilyBits returns the empty set over the given families, or nil if it needs more than most
// words. The families are distinct and ascend.
func newFamilyBits(rules fast.Families, families []uint64, most int) *familyBits {
	log := bits.Len(uint(2 * len(families))) // at most half full
	b := &familyBits{table: make([]familyRun, 1<<log), shift: 64 - log}
	words := uint64(0)
	for _, family := range families {
		n := (rules.Size(family) + 63) / 64
		*b.find(family) = familyRun{family, uint32(words), uint32(n)}
		if words += n; words > uint64(most) {
			return nil
		}
	}
	b.bits = make([]uint64, words)
	return b
}

// find returns the entry of a family, or an empty one if the family is absent.
func (b *familyBits) find(family uint64) *familyRun {
	mask := uint64(len(b.table) - 1)
	for at := family * hashFactor >> (b.shift & 63); ; at++ {
		if run := &b.table[at&mask]; run.words == 0 || run.family == family {
			return run
		}
	}
}

// mostWords is an upper bound on the words of bits that are kept for a number of keys.
func mostWords(keys int) int { return sparseWords + familyBytes*keys/wordBytes }

// bytes returns the memory of the set in bytes.
func (b *familyBits) bytes() uint64 { return uint64(wordBytes*len(b.bits) + 16*len(b.table)) }

// bitsOf returns the set of sorted, distinct keys, or nil if its bits are too sparse.
func bitsOf(rules fast.Families, keys []uint64) *familyBits {
	var families, numbers []uint64
	eachFamily(rules, keys, func(family uint64, _ []uint64) { families = append(families, family) })
	b := newFamilyBits(rules, families, mostWords(len(keys)))
	if b == nil {
		return nil
	}
	eachFamily(rules, keys, func(family uint64, keys []uint64) {
		set := b.bits[b.find(family).first:]
		for len(keys) > 0 {
			n := min(len(keys), familyBatch)
			numbers = append(numbers[:0], keys[:n]...)
			rules.Number(numbers)
			for _, number := range numbers {
				set[number/64] |= 1 << (number % 64)
			}
			keys = keys[n:]
		}
	})
	b.settle()
	return b
}

// settle computes the rank before each word and returns the number of keys.
func (b *familyBits) settle() (keys int) {
	b.below = make([]uint32, len(b.bits))
	for n, word := range b.bits {
		b.below[n] = uint32(keys)
		keys += bits.OnesCount64(word)
	}
	return keys
}

// eachFamily calls f for each run of sorted keys that share a family.
func eachFamily(rules fast.Families, keys []uint64, f func(family uint64, keys []uint64)) {
	for len(keys) > 0 {
		n := familyLen(rules, keys)
		f(rules.Family(keys[0]), keys[:n])
		keys = keys[n:]
	}
}

// familyLen returns how many of the sorted keys are in the family of the first.
func familyLen(rules fast.Families, keys []uint64) int {
	family, end := rules.Family(keys[0]), 1
	for end < len(keys) && rules.Family(keys[end]) == family {
		end *= 2
	}
	n := (end + 1) / 2 // lower bound on the family's keys; the family ends before end
	for end = min(end, len(keys)); n < end; {
		if middle := (n + end) / 2; rules.Family(keys[middle]) == family {
			n = middle + 1
		} else {
			end = middle
		}
	}
	return n
}

// familyMoves is a mover, its moves, and the places of the families that the moves name.
type familyMoves struct {
	mover   fast.FamilyMover
	moves   fast.FamilyMoves
	targets []familyRun
}

// turnTo selects the family of keys and looks up the families of its successors.
func (w *familyMoves) turnTo(b *familyBits, keys []uint64) {
	w.targets = w.targets[:0]
	for _, key := range w.mover.Enter(keys) {
		w.targets = append(w.targets, *b.find(key))
	}
}

// families returns the families of the rules, or nil if there are none or the game cannot use them.
// Families serve only games of scores with layers, without points or sides.
func (g *discovered) families() fast.Families {
	if !g.acyclic() || g.kind != engine.Score || g.rules.Points != nil || g.rules.Side != nil {
		return nil
	}
	return g.rules.Families
}

// layerBits caches the bits of one layer. It is safe for concurrent use.
type layerBits struct {
	mutex sync.Mutex
	keys  *keyIndex
	bits  *familyBits // nil if they are too sparse
}

// of returns the bits of a layer's keys, or nil if they are too sparse.
func (l *layerBits) of(rules fast.Families, keys *keyIndex) *familyBits {
	if keys.bits != nil {
		return keys.bits
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.keys != keys {
		l.keys, l.bits = keys, bitsOf(rules, keys.keys)
	}
	return l.bits
}

// weightRun implements the WeightRun of [engine.Parts] for a game with families.
func (g *discovered) weightRun(i uint64) (weight, end uint64) {
	p := g.parts[g.partOf(i)]
	key := p.keys.Key(i - p.first)
	if set, ok := p.keys.(*keyIndex); ok {
		if weight = g.rules.Families.Weight(g.rules.Families.Family(key)); weight != 0 {
			return weight, i + uint64(familyLen(g.rules.Families, set.keys[i-p.first:]))
		}
	}
	return g.rules.Symmetry.KeyWeight(key), i + 1
}
