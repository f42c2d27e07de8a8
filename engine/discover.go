package engine

import (
	"fmt"
	"math/bits"
)

// Discover makes a game of rules: it finds all positions that can be reached from
// the start, the start included, and numbers them by the rank of their keys. The
// game has one slice, no symmetry (the weight of every position is 1) and no
// predecessors. Finished positions that the rules give a key are stored.
//
// kind is [Byte] or [Wide]; rules cannot say scores. A limit other than 0 is the
// greatest number of positions allowed; more are refused with an [InputError].
// Rules that break their contract (a finished position with moves, an end that
// the kind cannot hold) are an error that names the position.
//
// The search keeps all keys in memory: count on 35 bytes a position at its peak
// and 9 afterwards. It runs on all cores.
//
// Successors are appended as often as the rules append their keys. A move that
// ends the game and so leads to no key (bits WinsNow, DrawsNow, LosesNow) is shown
// by the game's [Notation] as one turn, "wins", "draws" or "loses"; its resulting
// position is a mark that such an end was reached from here, written as the
// position it was reached from followed by that word.
func Discover(spec Spec, kind Kind, rules Rules, limit uint64) (Game, error) {
	if kind != Byte && kind != Wide {
		return nil, fmt.Errorf("discover %v: rules cannot have values of the %v kind", spec, kind)
	}
	g := &discovered{spec: spec, kind: kind, rules: rules}
	g.text, _ = rules.(KeyNotation)
	g.board, _ = rules.(KeyBoard)
	g.turns, _ = rules.(MoveNotation)
	keys, err := g.reachable(limit)
	if err != nil {
		return nil, err
	}
	g.keys = newKeyIndex(keys)
	return g, nil
}

// discovered is the game that Discover makes.
type discovered struct {
	spec  Spec
	kind  Kind
	rules Rules
	keys  keyIndex

	text  KeyNotation  // nil: keys in hexadecimal
	board KeyBoard     // nil: the text
	turns MoveNotation // nil: the text of the position that a move leads to
}

func (g *discovered) Spec() Spec           { return g.spec }
func (g *discovered) Kind() Kind           { return g.kind }
func (g *discovered) Size() uint64         { return uint64(len(g.keys.keys)) }
func (g *discovered) Weight(uint64) uint64 { return 1 }

func (g *discovered) Slices() []Slice {
	return []Slice{{Name: "all", Size: g.Size(), Weight: 1}}
}

func (g *discovered) NewScratch() Scratch { return discoveredScratch{g} }

// discoveredScratch has no state: rules are safe for concurrent use.
type discoveredScratch struct{ g *discovered }

func (s discoveredScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, Ends) {
	n := len(dst)
	dst, ends := s.g.rules.AppendMoves(dst, s.g.keys.keys[i])
	for j := n; j < len(dst); j++ {
		rank, ok := s.g.keys.rank(dst[j])
		if !ok {
			panic(fmt.Sprintf("engine: the rules of %v lead to key %#x now, but did not during discovery", s.g.spec, dst[j]))
		}
		dst[j] = rank
	}
	return dst, ends
}

// keyIndex ranks keys. A table by the leading bits of a key's distance from the
// lowest one leaves a short run of keys to search.
type keyIndex struct {
	keys   []uint64 // sorted, distinct, at least one
	starts []uint64 // per bucket its first rank, and one more at the end
	shift  int
}

// newKeyIndex takes ownership of keys.
func newKeyIndex(keys []uint64) keyIndex {
	const perBucket = 16
	low, high := keys[0], keys[len(keys)-1]
	shift := max(0, bits.Len64(high-low)-bits.Len(uint(len(keys))/perBucket))
	x := keyIndex{keys, make([]uint64, (high-low)>>shift+2), shift}
	bucket := uint64(0)
	for rank, key := range keys {
		for b := (key - low) >> shift; bucket < b; {
			bucket++
			x.starts[bucket] = uint64(rank)
		}
	}
	x.starts[bucket+1] = uint64(len(keys))
	return x
}

// rank returns the number of keys below key, or false where key is not one.
func (x *keyIndex) rank(key uint64) (uint64, bool) {
	low := x.keys[0]
	if key < low || key > x.keys[len(x.keys)-1] {
		return 0, false
	}
	bucket := (key - low) >> x.shift
	from, to := x.starts[bucket], x.starts[bucket+1]
	for from < to {
		if mid := (from + to) / 2; x.keys[mid] < key {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from, x.keys[from] == key // from is in range, key being at most the last one
}
