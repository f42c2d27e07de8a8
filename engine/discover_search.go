package engine

import (
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// reachable returns the keys of all positions that can be reached from the start,
// sorted.
func (g *discovered) reachable(limit uint64) ([]uint64, error) {
	s := keySearch{g: g, limit: limit}
	s.add([]uint64{g.rules.Start()})
	for len(s.next) > 0 && s.err == nil {
		layer := s.next
		s.next = nil
		s.expand(layer)
	}
	if s.err != nil {
		return nil, s.err
	}
	return s.seen.sorted(), nil
}

// keySearch is a breadth-first search, layer by layer. No map: sorted runs of keys
// are a quarter the size and are walked in order.
type keySearch struct {
	g     *discovered
	limit uint64

	mu   sync.Mutex // guards what follows while a layer is expanded
	seen keySet
	next []uint64 // keys not seen before this layer
	err  error
}

// expand adds all successors of the keys in layer.
func (s *keySearch) expand(layer []uint64) {
	const block = 1024 // keys a worker takes at a time
	workers := min(runtime.GOMAXPROCS(0), len(layer)/block+1)
	var taken atomic.Int64
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			const full = 1 << 20 // keys that are worth sorting together
			var found []uint64
			for {
				from := int(taken.Add(block)) - block
				if from >= len(layer) {
					break
				}
				for _, key := range layer[from:min(from+block, len(layer))] {
					n := len(found)
					var ends Ends
					found, ends = s.g.rules.AppendMoves(found, key)
					if fault := s.g.fault(ends, len(found)-n); fault != "" {
						s.fail(fmt.Errorf("the rules of %v are wrong: position %s %s", s.g.spec, s.g.keyText(key), fault))
						return
					}
				}
				if len(found) >= full {
					if !s.add(found) {
						return
					}
					found = found[:0]
				}
			}
			s.add(found)
		})
	}
	wait.Wait()
}

// add makes the keys that were not seen yet seen, and part of the next layer. It
// reorders keys and reports whether the search should go on.
func (s *keySearch) add(keys []uint64) bool {
	slices.Sort(keys)
	keys = slices.Compact(keys)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return false
	}
	fresh := s.seen.add(keys)
	s.next = append(s.next, fresh...)
	if s.limit > 0 && s.seen.size > s.limit {
		s.err = InputErrorf("%v has more than %d reachable positions, which is the most allowed here", s.g.spec, s.limit)
	}
	return s.err == nil
}

func (s *keySearch) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

// fault says in which way a position with these ends and that many moves to
// stored positions breaks the contract of [Rules], or "".
func (g *discovered) fault(ends Ends, moves int) string {
	over := ends & Over
	switch {
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
// twice as long as the next.
type keySet struct {
	runs [][]uint64
	size uint64
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
	a, b := s.runs[n-2], s.runs[n-1]
	merged := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			merged, a = append(merged, a[0]), a[1:]
		} else {
			merged, b = append(merged, b[0]), b[1:]
		}
	}
	merged = append(append(merged, a...), b...)
	s.runs[n-1] = nil
	s.runs = s.runs[:n-1]
	s.runs[n-2] = merged
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
