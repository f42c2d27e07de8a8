package engine

import (
	"fmt"
	"math"
	"math/bits"
	"runtime/debug"
	"slices"
)

// search finds the layers of the game.
func (g *discovered) search(limit uint64) error {
	s := &keySearch{game: g, limit: limit, memory: uint64(debug.SetMemoryLimit(-1)), keyExpansion: keyExpansion{slab: slabKeys}}
	if g.numbers == nil {
		return s.everywhere()
	}
	return s.byLayer()
}

// keySearch is the search for all positions that can be reached.
type keySearch struct {
	game   *discovered
	limit  uint64 // positions; 0: none
	memory uint64 // bytes that the process may take
	keyExpansion
}

// everywhere searches a game without layers, breadth first.
func (s *keySearch) everywhere() error {
	var seen keySet
	size := uint64(1)
	next := []uint64{s.start()}
	for seen.add(next); len(next) > 0; {
		found, err := s.expand(s.game, next)
		if err != nil {
			return err
		}
		next = seen.add(found.keys)
		size += uint64(len(next))
		if err := s.admit(size, 18); err != nil {
			return err
		}
	}
	s.game.layers = []*keyLayer{{keyIndex: keyIndex{keys: seen.sorted()}, exits: []int{0}}}
	s.game.size = uint64(len(s.game.layers[0].keys))
	return nil
}

func (s *keySearch) start() uint64 { return s.game.canonical(s.game.rules.Start()) }

// byLayer searches a game with layers: what leads to a layer is all known once those
// before it are done.
func (s *keySearch) byLayer() error {
	g := s.game
	start := s.start()
	waiting := map[int][][]uint64{g.numbers.KeyLayer(start): {{start}}} // sorted runs by layer
	exits := map[int][]int{}                                            // numbers of layers
	for len(waiting) > 0 {
		number := math.MaxInt
		for n := range waiting {
			number = min(number, n)
		}
		keys := mergeRuns(waiting[number])
		delete(waiting, number)
		if len(keys) >= math.MaxUint32 {
			return InputErrorf("%v has %d positions in layer %d, which is more than a layer can hold", g.spec, len(keys), number)
		}
		g.layers = append(g.layers, &keyLayer{keyIndex: keyIndex{keys: keys}, number: number, first: g.size})
		g.size += uint64(len(keys))
		found, err := s.expand(g, keys)
		if err != nil {
			return err
		}
		if len(found.keys) > 0 && (found.lowest <= number || found.highest > math.MaxUint16) {
			return s.strayed(keys, number)
		}
		if err := s.admit(g.size+uint64(len(found.keys)), 9); err != nil {
			return err
		}
		for n, run := range found.byLayer(g.numbers) {
			waiting[n] = append(waiting[n], run)
			exits[number] = append(exits[number], n)
		}
	}
	for _, l := range g.layers {
		for at, to := range g.layers {
			if slices.Contains(exits[l.number], to.number) {
				l.exits = append(l.exits, at)
			}
		}
	}
	return nil
}

// strayed names a position of a layer with a move to no later one.
func (s *keySearch) strayed(keys []uint64, number int) error {
	g := s.game
	for _, key := range keys {
		moves, _ := g.moves(nil, key)
		for _, to := range moves {
			if n := g.numbers.KeyLayer(to); n <= number || n > math.MaxUint16 {
				return fmt.Errorf("the rules of %v are wrong: position %s in layer %d has a move to layer %d", g.spec, g.keyText(key), number, n)
			}
		}
	}
	return fmt.Errorf("the rules of %v are wrong: moves from layer %d lead now there, now elsewhere", g.spec, number)
}

// admit refuses too many positions; for each so many bytes are needed.
func (s *keySearch) admit(positions, each uint64) error {
	switch {
	case s.limit > 0 && positions > s.limit:
		return InputErrorf("%v has more than %d reachable positions, which is the most allowed here", s.game.spec, s.limit)
	case positions*each > s.memory:
		return InputErrorf("%v has at least %d reachable positions, too many for %d MiB of memory", s.game.spec, positions, s.memory>>20)
	case positions >= math.MaxUint32 && s.game.numbers == nil:
		return InputErrorf("%v has more than %d reachable positions, which is the most without layers", s.game.spec, uint32(math.MaxUint32-1))
	}
	return nil
}

// fault says in which way a position with these ends and that many moves to
// stored positions breaks the contract of [Rules], or "".
func (g *discovered) fault(ends Ends, moves int) string {
	over := ends & Over
	switch {
	case ends == 0:
		return ""
	case g.kind == Score:
		return "has an end that is won, lost or drawn, which scores cannot hold"
	case bits.OnesCount8(uint8(over)) > 1:
		return "is finished in two ways"
	case over != 0 && (moves > 0 || ends != over):
		return "is finished and has moves"
	case g.kind == Byte && ends&IsWon != 0:
		return "is finished and won for the player to move, which the byte kind cannot hold"
	case g.kind == Byte && ends&LosesNow != 0:
		return "has a move that loses at once, which the byte kind cannot hold"
	}
	return ""
}

// keySet is a set of keys in sorted runs without common keys, each run at least
// twice as long as the next. No map: this is a quarter the size and walked in order.
type keySet struct{ runs [][]uint64 }

// add adds the keys, which are sorted and distinct, and returns those that were
// not in the set, in the place of keys.
func (s *keySet) add(keys []uint64) []uint64 {
	for _, run := range s.runs {
		keys = subtract(keys, run)
	}
	if len(keys) == 0 {
		return nil
	}
	s.runs = append(s.runs, slices.Clone(keys))
	for n := len(s.runs); n > 1 && len(s.runs[n-2]) < 2*len(s.runs[n-1]); n = len(s.runs) {
		s.mergeLast()
	}
	return keys
}

// sorted returns all keys and gives them up.
func (s *keySet) sorted() []uint64 {
	for len(s.runs) > 1 {
		s.mergeLast()
	}
	return s.runs[0]
}

// mergeLast makes one of the last two runs.
func (s *keySet) mergeLast() {
	n := len(s.runs)
	merged := merge(s.runs[n-2], s.runs[n-1])
	s.runs[n-1] = nil
	s.runs = s.runs[:n-1]
	s.runs[n-2] = merged
}

// mergeRuns returns the distinct keys of sorted runs.
func mergeRuns(runs [][]uint64) []uint64 {
	for len(runs) > 1 {
		runs = append(runs[2:], merge(runs[0], runs[1])) // the shortest are mostly in front
	}
	return runs[0]
}

// merge returns the distinct keys of two sorted lists of distinct keys.
func merge(a, b []uint64) []uint64 {
	merged := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x < y:
			merged, a = append(merged, x), a[1:]
		case y < x:
			merged, b = append(merged, y), b[1:]
		default:
			merged, a, b = append(merged, x), a[1:], b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// subtract returns, in the place of keys, those that are not in run. Both are
// sorted. It gallops, so that few keys cost little against a long run.
func subtract(keys, run []uint64) []uint64 {
	kept := keys[:0]
	for _, key := range keys {
		step := 1
		for step < len(run) && run[step] < key {
			step *= 2
		}
		// What comes before step/2 is less than key, what is at step is not.
		at, found := slices.BinarySearch(run[step/2:min(step+1, len(run))], key)
		run = run[min(step/2+at, len(run)):]
		if !found {
			kept = append(kept, key)
		}
	}
	return kept
}
