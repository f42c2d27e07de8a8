package engine

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"runtime/debug"
	"slices"
)

// keySearch is the search for all positions that can be reached: slice by slice, since
// what leads into a slice from elsewhere is all known once those before it are done,
// and within a slice breadth first.
type keySearch struct {
	game    *discovered
	limit   uint64             // positions; 0: none
	memory  uint64             // bytes that the process may take
	waiting map[int][][]uint64 // by number of a slice: sorted runs of keys found in it, but not looked at
	keyExpansion
}

// search finds the slices of the game.
func (g *discovered) search(limit uint64) error {
	start := g.canonical(g.rules.Start())
	number := 0
	if g.number != nil {
		number = g.number(start)
	}
	s := &keySearch{
		game: g, limit: limit, memory: uint64(debug.SetMemoryLimit(-1)),
		waiting: map[int][][]uint64{number: {{start}}}, keyExpansion: keyExpansion{slab: slabKeys},
	}
	targets := map[int]map[int]bool{} // numbers of slices
	for len(s.waiting) > 0 {
		number = slices.Min(slices.Collect(maps.Keys(s.waiting)))
		targets[number] = map[int]bool{}
		keys, err := s.slice(number, targets[number])
		if err != nil {
			return err
		}
		g.parts = append(g.parts, &keyPart{keyIndex: keyIndex{keys: keys}, number: number, first: g.size})
		g.size += uint64(len(keys))
	}
	for _, p := range g.parts {
		for at, to := range g.parts {
			if targets[p.number][to.number] {
				p.targets = append(p.targets, at)
			}
		}
	}
	return nil
}

// slice returns the keys of a slice, sorted, and enters where its moves lead.
func (s *keySearch) slice(number int, targets map[int]bool) ([]uint64, error) {
	g := s.game
	next := mergeRuns(s.waiting[number])
	delete(s.waiting, number)
	var seen keySet
	for seen.add(next); len(next) > 0; {
		found, err := s.expand(g, next)
		if err != nil {
			return nil, err
		}
		if g.number != nil && len(found.keys) > 0 && (found.lowest < number || found.lowest == number && g.acyclic || found.highest > math.MaxUint16) {
			return nil, s.strayed(next, number)
		}
		next = nil
		elsewhere := 0
		for n, run := range found.bySlice(g.number) {
			targets[n] = true
			if n == number {
				next = seen.add(run)
			} else {
				s.waiting[n] = append(s.waiting[n], run)
				elsewhere = max(elsewhere, len(run))
			}
		}
		if err := s.admit(g.size + seen.size + uint64(elsewhere)); err != nil {
			return nil, err
		}
		if seen.size >= math.MaxUint32 {
			return nil, InputErrorf("%v has more than %d positions in slice %d, which is the most that a slice can have", g.spec, uint32(math.MaxUint32-1), number)
		}
	}
	return seen.sorted(), nil
}

// strayed names a position of a slice with a move to none that may follow.
func (s *keySearch) strayed(keys []uint64, number int) error {
	g := s.game
	what := "slice"
	if g.acyclic {
		what = "layer"
	}
	for _, key := range keys {
		moves, _ := g.moves(nil, key)
		for _, to := range moves {
			if n := g.number(to); n < number || n == number && g.acyclic || n > math.MaxUint16 {
				return fmt.Errorf("the rules of %v are wrong: position %s in %s %d has a move to %s %d", g.spec, g.keyText(key), what, number, what, n)
			}
		}
	}
	return fmt.Errorf("the rules of %v are wrong: moves from %s %d lead now there, now elsewhere", g.spec, what, number)
}

// admit refuses too many positions.
func (s *keySearch) admit(positions uint64) error {
	each := uint64(9)
	if !s.game.acyclic {
		each *= 2
	}
	switch {
	case s.limit > 0 && positions > s.limit:
		return InputErrorf("%v has more than %d reachable positions, which is the most allowed here", s.game.spec, s.limit)
	case positions*each > s.memory:
		return InputErrorf("%v has at least %d reachable positions, too many for %d MiB of memory", s.game.spec, positions, s.memory>>20)
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
type keySet struct {
	runs [][]uint64
	size uint64 // keys
}

// add adds the keys, which are sorted and distinct, and returns those that were
// not in the set, in the place of keys.
func (s *keySet) add(keys []uint64) []uint64 {
	for _, run := range s.runs {
		keys = subtract(keys, run)
	}
	if len(keys) == 0 {
		return nil
	}
	s.size += uint64(len(keys))
	if cap(keys) > 2*len(keys) {
		keys = slices.Clone(keys)
	}
	s.runs = append(s.runs, keys)
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
