package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// mutant is a random game with one fault.
type mutant struct {
	*randomGame
	sliceList func([]engine.Slice) []engine.Slice
	index     func(i uint64, ok bool) (uint64, bool)
	weight    func(i uint64) uint64
	parse     func(text string, p engine.Position, err error) (engine.Position, error)
	results   func(results []engine.Result) []engine.Result
	moves     func(moves []engine.Move) []engine.Move
	finished  func(v engine.Value, ok bool) (engine.Value, bool)
	scratch   func(s *mutantScratch)
	parts     func(s *engine.Scratch)
	bound     int // added to MaxSuccessors
}

func (m *mutant) Slices() []engine.Slice {
	list := slices.Clone(m.randomGame.Slices())
	if m.sliceList != nil {
		list = m.sliceList(list)
	}
	return list
}

func (m *mutant) Index(p engine.Position) (uint64, bool) {
	i, ok := m.randomGame.Index(p)
	if m.index != nil {
		i, ok = m.index(i, ok)
	}
	return i, ok
}

func (m *mutant) Weight(i uint64) uint64 {
	if m.weight != nil {
		return m.weight(i)
	}
	return 1
}

func (m *mutant) Parse(text string) (engine.Position, error) {
	p, err := m.randomGame.Parse(text)
	if m.parse != nil {
		p, err = m.parse(text, p, err)
	}
	return p, err
}

func (m *mutant) AppendResults(dst []engine.Result, p engine.Position) []engine.Result {
	results := m.randomGame.AppendResults(nil, p)
	if m.results != nil {
		results = m.results(results)
	}
	return append(dst, results...)
}

func (m *mutant) Moves(p engine.Position) []engine.Move {
	moves := m.randomGame.Moves(p)
	if m.moves != nil {
		moves = m.moves(moves)
	}
	return moves
}

func (m *mutant) Finished(p engine.Position) (engine.Value, bool) {
	v, ok := m.randomGame.Finished(p)
	if m.finished != nil {
		v, ok = m.finished(v, ok)
	}
	return v, ok
}

func (m *mutant) NewScratch() engine.Scratch {
	s := &mutantScratch{randomScratch: randomScratch{m.randomGame}}
	if m.scratch != nil {
		m.scratch(s)
	}
	all := engine.Scratch{Generator: s, Unmover: s, OpenUnmover: s, WinScanner: s, Seeder: s, Searcher: s}
	if m.parts != nil {
		m.parts(&all)
	}
	return all
}

func (m *mutant) Parts() engine.Parts {
	p := m.randomGame.Parts()
	p.MaxSuccessors += m.bound
	return p
}

type mutantScratch struct {
	randomScratch
	successors   func(dst []uint64, i uint64) ([]uint64, engine.Ends)
	predecessors func(dst []uint64, i uint64) []uint64
	open         func(dst []uint64, i uint64) []uint64
	scan         func(wins *fast.Set, first, n uint64)
	exits        func(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends)
	outside      func(i uint64, set *fast.Set) (uint64, bool)
	anyIn        func(i uint64, set *fast.Set) bool
}

func (s *mutantScratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if s.successors != nil {
		return s.successors(dst, i)
	}
	return s.randomScratch.AppendSuccessors(dst, i)
}

func (s *mutantScratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	if s.predecessors != nil {
		return s.predecessors(dst, i)
	}
	return s.randomScratch.AppendPredecessors(dst, i)
}

func (s *mutantScratch) AppendOpenPredecessors(dst []uint64, i uint64) []uint64 {
	if s.open != nil {
		return s.open(dst, i)
	}
	return s.randomScratch.AppendOpenPredecessors(dst, i)
}

func (s *mutantScratch) ScanWins(wins *fast.Set, first, n uint64) {
	if s.scan != nil {
		s.scan(wins, first, n)
		return
	}
	s.randomScratch.ScanWins(wins, first, n)
}

func (s *mutantScratch) AppendExits(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends) {
	if s.exits != nil {
		return s.exits(dst, i)
	}
	return s.randomScratch.AppendExits(dst, i)
}

func (s *mutantScratch) Outside(i uint64, set *fast.Set) (uint64, bool) {
	if s.outside != nil {
		return s.outside(i, set)
	}
	return s.randomScratch.Outside(i, set)
}

func (s *mutantScratch) AnyIn(i uint64, set *fast.Set) bool {
	if s.anyIn != nil {
		return s.anyIn(i, set)
	}
	return s.randomScratch.AnyIn(i, set)
}

// TestMutantsAreFound checks that every fault is found by the check meant for it, in small games
// and in sampled ones.
func TestMutantsAreFound(t *testing.T) {
	sink := []uint64(nil)
	for _, test := range []struct {
		check, fault string
		mutate       func(m *mutant)
	}{
		{"parts", "open predecessors alone", func(m *mutant) { m.parts = func(s *engine.Scratch) { s.Unmover = nil } }},
		{"parts", "seeds alone", func(m *mutant) { m.parts = func(s *engine.Scratch) { s.WinScanner = nil } }},
		{"parts", "every other worker has others", func(m *mutant) {
			var made atomic.Int32
			m.parts = func(s *engine.Scratch) {
				if made.Add(1)%2 == 0 {
					s.Searcher = nil
				}
			}
		}},
		{"slices", "gap", func(m *mutant) {
			m.sliceList = func(l []engine.Slice) []engine.Slice { l[1].First++; return l }
		}},
		{"slices", "cycle", func(m *mutant) {
			m.sliceList = func(l []engine.Slice) []engine.Slice {
				l[0].Exits, l[1].Exits, l[2].Exits = []int{1}, []int{2}, []int{0}
				return l
			}
		}},
		{"slices", "one name twice", func(m *mutant) {
			m.sliceList = func(l []engine.Slice) []engine.Slice { l[1].Name = l[0].Name; return l }
		}},
		{"index", "off by one", func(m *mutant) {
			m.index = func(i uint64, ok bool) (uint64, bool) { return i + i%7/6, ok }
		}},
		{"weights", "not as declared", func(m *mutant) { m.weight = func(i uint64) uint64 { return 1 + i%5/4 } }},
		{"weights", "sum", func(m *mutant) {
			m.sliceList = func(l []engine.Slice) []engine.Slice { l[1].Weight = 0; return l }
			m.weight = func(i uint64) uint64 { return 1 + (i+1)%(m.slices[1].Size/2)/(m.slices[1].Size/2-1) }
		}},
		{"successors", "exit not declared", func(m *mutant) {
			m.sliceList = func(l []engine.Slice) []engine.Slice {
				for s := range l {
					l[s].Exits = nil
				}
				return l
			}
		}},
		{"successors", "more than there can be", func(m *mutant) { m.bound = -1 }},
		{"successors", "out of range", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.successors = func(dst []uint64, i uint64) ([]uint64, engine.Ends) {
					dst, ends := s.randomScratch.AppendSuccessors(dst, i)
					return append(dst, m.Size()), ends
				}
			}
		}},
		{"lists", "dst lost", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.successors = func(dst []uint64, i uint64) ([]uint64, engine.Ends) {
					return s.randomScratch.AppendSuccessors(dst[:0], i)
				}
			}
		}},
		{"successors", "finished and going on", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.successors = func(dst []uint64, i uint64) ([]uint64, engine.Ends) {
					dst, ends := s.randomScratch.AppendSuccessors(dst, i)
					if ends&engine.IsLost != 0 {
						dst = append(dst, i)
					}
					return dst, ends
				}
			}
		}},
		{"successors", "Finished denies", func(m *mutant) {
			m.finished = func(v engine.Value, ok bool) (engine.Value, bool) { return 0, false }
		}},
		{"successors", "Finished with another outcome", func(m *mutant) {
			m.finished = func(v engine.Value, ok bool) (engine.Value, bool) { return engine.Tie, ok }
		}},
		{"predecessors", "one missing", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.predecessors = func(dst []uint64, i uint64) []uint64 {
					n := len(dst)
					dst = s.randomScratch.AppendPredecessors(dst, i)
					if len(dst) > n+1 {
						dst = dst[:len(dst)-1]
					}
					return dst
				}
			}
		}},
		{"predecessors", "one too many", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.predecessors = func(dst []uint64, i uint64) []uint64 {
					return append(s.randomScratch.AppendPredecessors(dst, i), i)
				}
			}
		}},
		{"predecessors", "distinct, where successors are not", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.predecessors = func(dst []uint64, i uint64) []uint64 {
					n := len(dst)
					dst = s.randomScratch.AppendPredecessors(dst, i)
					slices.Sort(dst[n:])
					return slices.Insert(slices.Compact(dst[n:]), 0, dst[:n]...)
				}
			}
		}},
		{"open predecessors", "those that win at once, too", func(m *mutant) {
			m.scratch = func(s *mutantScratch) { s.open = s.randomScratch.AppendPredecessors }
		}},
		{"open predecessors", "one missing", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.open = func(dst []uint64, i uint64) []uint64 {
					n := len(dst)
					dst = s.randomScratch.AppendOpenPredecessors(dst, i)
					return dst[:max(n, len(dst)-1)]
				}
			}
		}},
		{"wins", "missed", func(m *mutant) {
			m.scratch = func(s *mutantScratch) { s.scan = func(*fast.Set, uint64, uint64) {} }
		}},
		{"wins", "outside the run", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.scan = func(wins *fast.Set, first, n uint64) {
					s.randomScratch.ScanWins(wins, first, n)
					if first > 0 && wins.Covers(first-1) {
						wins.Add(first - 1)
					}
				}
			}
		}},
		{"seeds", "an exit missing", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.exits = func(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends) {
					n := len(dst)
					dst, inside, open, ends := s.randomScratch.AppendExits(dst, i)
					return dst[:max(n, len(dst)-1)], inside, open, ends
				}
			}
		}},
		{"seeds", "parallel moves counted once", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.exits = func(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends) {
					list := slices.Sorted(slices.Values(m.randomGame.moves[i]))
					dst, inside, open, ends := s.randomScratch.AppendExits(dst, i)
					return dst, inside - (len(list) - len(slices.Compact(list))), open, ends
				}
			}
		}},
		{"seeds", "moves into wins at once are open", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.exits = func(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends) {
					dst, inside, _, ends := s.randomScratch.AppendExits(dst, i)
					return dst, inside, inside, ends
				}
			}
		}},
		{"seeds", "ends unsaid", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.exits = func(dst []uint64, i uint64) ([]uint64, int, int, engine.Ends) {
					dst, inside, open, _ := s.randomScratch.AppendExits(dst, i)
					return dst, inside, open, 0
				}
			}
		}},
		{"search", "Outside ignores what is covered", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.outside = func(i uint64, set *fast.Set) (uint64, bool) {
					for _, j := range m.randomGame.moves[i] {
						if !set.Has(j) {
							return j, true
						}
					}
					return i, m.ends[i]&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0
				}
			}
		}},
		{"search", "Outside ignores ends", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.outside = func(i uint64, set *fast.Set) (uint64, bool) {
					n := slices.IndexFunc(m.randomGame.moves[i], set.Lacks)
					if n < 0 {
						return 0, false
					}
					return m.randomGame.moves[i][n], true
				}
			}
		}},
		{"search", "Outside returns another position", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.outside = func(i uint64, set *fast.Set) (uint64, bool) {
					_, ok := s.randomScratch.Outside(i, set)
					return i, ok
				}
			}
		}},
		{"search", "AnyIn leaves out the last", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.anyIn = func(i uint64, set *fast.Set) bool {
					l := m.randomGame.moves[i]
					return slices.ContainsFunc(l[:max(len(l), 1)-1], set.Has)
				}
			}
		}},
		{"results", "one missing", func(m *mutant) {
			m.results = func(r []engine.Result) []engine.Result { return r[:max(len(r), 1)-1] }
		}},
		{"results", "one twice", func(m *mutant) {
			m.results = func(r []engine.Result) []engine.Result { return append(r, r[:min(len(r), 1)]...) }
		}},
		{"results", "no turns", func(m *mutant) {
			m.results = func(r []engine.Result) []engine.Result {
				for n := range r {
					r[n].Turns = 0
				}
				return r
			}
		}},
		{"results", "wrong end", func(m *mutant) {
			m.results = func(r []engine.Result) []engine.Result {
				for n := range r {
					if r[n].Ended {
						r[n].End++
					}
				}
				return r
			}
		}},
		{"results", "moves out of order", func(m *mutant) {
			m.moves = func(l []engine.Move) []engine.Move { slices.Reverse(l); return l }
		}},
		{"results", "moves of other turns", func(m *mutant) {
			m.moves = func(l []engine.Move) []engine.Move {
				for n := range l {
					l[n].Turn += " "
				}
				return l
			}
		}},
		{"notation", "plain error", func(m *mutant) {
			m.parse = func(text string, p engine.Position, err error) (engine.Position, error) {
				if err != nil {
					err = errors.New(err.Error())
				}
				return p, err
			}
		}},
		{"notation", "another position", func(m *mutant) {
			m.parse = func(text string, p engine.Position, err error) (engine.Position, error) {
				if text == m.Text(m.At(3)) {
					p = m.At(4)
				}
				return p, err
			}
		}},
		{"concurrency", "every other worker is not like the first", func(m *mutant) {
			var made atomic.Int32
			m.scratch = func(s *mutantScratch) {
				if made.Add(1)%2 == 0 {
					s.successors = func(dst []uint64, i uint64) ([]uint64, engine.Ends) {
						return s.randomScratch.AppendSuccessors(dst, max(i, 1))
					}
				}
			}
		}},
		{"allocations", "AppendSuccessors", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.successors = func(dst []uint64, i uint64) ([]uint64, engine.Ends) {
					sink = append([]uint64(nil), i)
					return s.randomScratch.AppendSuccessors(dst, i)
				}
			}
		}},
		{"allocations", "AnyIn", func(m *mutant) {
			m.scratch = func(s *mutantScratch) {
				s.anyIn = func(i uint64, set *fast.Set) bool {
					sink = append([]uint64(nil), i)
					return s.randomScratch.AnyIn(i, set)
				}
			}
		}},
	} {
		for _, exhaustive := range []uint64{1000, 1} {
			t.Run(fmt.Sprintf("%s/%s/%d", test.check, test.fault, exhaustive), func(t *testing.T) {
				if test.check == "allocations" && raceEnabled {
					t.Skip("the race detector allocates")
				}
				g := RandomGame(5, Eventful(engine.Byte, 400, 5)).(*randomGame)
				m := &mutant{randomGame: g}
				test.mutate(m)
				found := map[string]string{}
				c := newChecker(m, Options{Exhaustive: exhaustive, Samples: 600, Moves: 400, Positions: 400})
				for _, check := range checks {
					if check.needs&^PartsOf(m) != 0 {
						continue
					}
					if check.name == test.check {
						c.report = func(format string, args ...any) { found[check.name] += fmt.Sprintf(format, args...) + "\n" }
						check.run(c)
						break
					}
					c.report = t.Errorf // earlier checks must find nothing
					if test.check != "weights" || check.name != "slices" {
						check.run(c)
					}
				}
				if found[test.check] == "" {
					t.Error("not found")
				}
				if testing.Verbose() {
					first, _, _ := strings.Cut(found[test.check], "\n")
					t.Log(first)
				}
			})
		}
	}
	_ = sink
}

func TestTwins(t *testing.T) {
	// A game of four positions, two of which are twins of the other two.
	g := &mutant{randomGame: RandomGame(1, RandomOptions{Positions: 4, Stuck: 1}).(*randomGame)}
	g.randomGame.slices[0].Weight = 2
	g.weight = func(uint64) uint64 { return 2 }
	g.index = func(i uint64, ok bool) (uint64, bool) { return i % 2, ok }
	twins := func(p engine.Position) []engine.Position {
		i, _ := g.randomGame.Index(p)
		return []engine.Position{p, g.At(i ^ 2)}
	}
	failures := func(o Options) (n int) {
		c := newChecker(g, o)
		c.sample = c.sample[:2]
		c.report = func(string, ...any) { n++ }
		checkTwins(c)
		return n
	}
	if n := failures(Options{Twins: twins}); n > 0 {
		t.Errorf("%d failures of a game without a fault", n)
	}
	if n := failures(Options{Twins: func(p engine.Position) []engine.Position { return nil }}); n == 0 {
		t.Error("a missing twin is not found")
	}
	g.index = func(i uint64, ok bool) (uint64, bool) { return i, ok }
	if n := failures(Options{Twins: twins}); n == 0 {
		t.Error("a twin with an index of its own is not found")
	}
}

func TestCheckValues(t *testing.T) {
	g := RandomGame(1, Eventful(engine.Byte, 100, 2))
	values := make([]engine.Value, g.Size())
	for i, v := range Naive(g) {
		values[i] = v
	}
	CheckValues(t, g, values)
	for _, i := range []int{0, 50, 99} {
		wrong := slices.Clone(values)
		wrong[i]++
		r := &recorder{TB: t}
		CheckValues(r, g, wrong)
		if len(r.errors) != 1 || !strings.Contains(r.errors[0], fmt.Sprintf("n%d", i)) {
			t.Errorf("a wrong value of n%d is reported as %q", i, r.errors)
		}
	}
}

// recorder is a test that records its errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
