package enginetest

import (
	"reflect"
	"regexp"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// Parts is a set of optional parts of a game. They change how a solver works, and must not change
// its results. Hiding a part also hides the parts that depend on it.
type Parts uint16

const (
	Predecessors     Parts = 1 << iota // Unmover
	OpenPredecessors                   // OpenUnmover
	WinScan                            // WinScanner
	Seeds                              // Seeder
	Search                             // Searcher
	Bound                              // MaxSuccessors
	Layers                             // LayerEvaluator
	Steps                              // Slabs
	Whole                              // Sweeps

	// AllParts are the parts above.
	AllParts Parts = 1<<iota - 1
)

// optional has the fields of [engine.Parts] or [engine.Scratch] with the parts above.
var optional = []string{"Unmover", "OpenUnmover", "WinScanner", "Seeder", "Searcher", "MaxSuccessors", "LayerEvaluator", "Slabs", "Sweeps"}

// PartsOf returns which of these parts a game has.
func PartsOf(g engine.Game) (parts Parts) {
	p, s := reflect.ValueOf(g.Parts()), reflect.ValueOf(g.NewScratch())
	for n, name := range optional {
		if in := s.FieldByName(name); in.IsValid() && !in.IsZero() || !in.IsValid() && !p.FieldByName(name).IsZero() {
			parts |= 1 << n
		}
	}
	return parts
}

// Without returns g with the given parts hidden. It ignores parts that g does not have.
func Without(g engine.Game, hidden Parts) engine.Game {
	if hidden&Predecessors != 0 {
		hidden |= OpenPredecessors
	}
	if hidden&WinScan != 0 {
		hidden |= Seeds
	}
	if hidden&PartsOf(g) == 0 {
		return g
	}
	return withoutGame{g, hidden}
}

// withoutGame is a game with hidden parts, whether the rest is valid or not.
type withoutGame struct {
	engine.Game
	hidden Parts
}

func (g withoutGame) Parts() engine.Parts {
	p := g.Game.Parts()
	if g.hidden&Layers != 0 {
		p.Closed = nil
	}
	g.hide(reflect.ValueOf(&p))
	return p
}

func (g withoutGame) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	g.hide(reflect.ValueOf(&s))
	return s
}

func (g withoutGame) hide(parts reflect.Value) {
	for n, name := range optional {
		if field := parts.Elem().FieldByName(name); g.hidden>>n&1 != 0 && field.IsValid() {
			field.SetZero()
		}
	}
}

// checkParts: the parts are consistent, and every worker gets the same parts.
func checkParts(c *checker) {
	if err := engine.CheckParts(c.g); err != nil {
		c.fail("%v", err)
	}
	parts := PartsOf(c.g)
	for range 3 {
		if other := PartsOf(c.g); other != parts {
			c.fail("a worker has the parts %b, another %b", parts, other)
		}
	}
	checkWeightRuns(c)
	checkSections(c)
	checkFeatures(c)
}

var featureName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkFeatures: features have distinct names, and give a position the same number each time.
func checkFeatures(c *checker) {
	names := map[string]bool{}
	for _, f := range c.g.Parts().Features {
		if !featureName.MatchString(f.Name) || names[f.Name] {
			c.fail("a feature has the name %q: want small letters, digits and _, each once", f.Name)
		}
		names[f.Name] = true
		for range min(c.g.Size(), uint64(c.Samples)) {
			p := c.g.At(c.rand.Uint64() % c.g.Size())
			if a, b := f.Of(p), f.Of(p); a != b {
				c.fail("feature %s of %s is %d, then %d", f.Name, c.g.Text(p), a, b)
			}
		}
	}
}

// checkSections: sections have distinct names and follow each other.
func checkSections(c *checker) {
	if c.g.Parts().Sections == nil {
		return
	}
	names, next := map[string]bool{}, uint64(0)
	for _, s := range c.g.Parts().Sections() {
		if s.Name == "" || names[s.Name] {
			c.fail("a section has the name %q: want names, each once", s.Name)
		}
		if s.First < next || s.First+s.Size > c.g.Size() {
			c.fail("section %q is #%d to #%d: want it after the previous section, and below %d", s.Name, s.First, s.First+s.Size, c.g.Size())
		}
		names[s.Name], next = true, s.First+s.Size
	}
}

// checkWeightRuns: runs of weights equal the weights of their positions.
func checkWeightRuns(c *checker) {
	run := c.g.Parts().WeightRun
	if run == nil {
		return
	}
	for range min(c.g.Size(), uint64(c.Samples)) {
		i := c.rand.Uint64() % c.g.Size()
		weight, end := run(i)
		if end <= i || end > c.g.Size() {
			c.fail("the run of weights from #%d ends at %d", i, end)
			continue
		}
		for _, j := range []uint64{i, end - 1, i + c.rand.Uint64()%(end-i)} {
			if got := c.g.Weight(j); got != weight {
				c.fail("#%d weighs %d, but the run of weights from #%d says %d", j, got, i, weight)
			}
		}
	}
}

// checkRolls: the rolls of a game of chance have weights with the declared sum, and moves, which lead to
// stored positions, or within the turn to lower places. Together they are the successors.
func checkRolls(c *checker) {
	dice := c.g.Parts().Dice
	for n := 0; dice != nil && n < len(c.few); n++ {
		i := c.few[n]
		base := c.g.Size() + i*dice.Places
		found := c.checkPlace(nil, i, base, dice.Places)
		for k := range dice.Places {
			found = c.checkPlace(found, base+k, base, k)
		}
		slices.Sort(found)
		if list, _ := c.successors(i); !slices.Equal(slices.Compact(list), slices.Compact(found)) {
			c.fail("the rolls of %s lead to %v, its successors are %v", c.name(i), found, list)
		}
	}
}

// checkPlace checks a position or a place, and appends the stored positions that it leads to.
func (c *checker) checkPlace(found []uint64, at, base, below uint64) []uint64 {
	var r fast.Rolls
	ends, sum := c.scratch.Roller.Roll(&r, at), uint64(0)
	for n, weight := range r.Weights {
		if sum += uint64(weight); weight == 0 || len(r.Of(n)) == 0 {
			c.fail("roll %d of index %d has the weight %d and %d moves: want both above 0; a roll without a legal move has one that passes", n, at, weight, len(r.Of(n)))
		}
	}
	if want := c.g.Parts().Dice.Sum; len(r.Weights) > 0 && (sum != want || ends != 0) {
		c.fail("the weights of index %d have the sum %d and ends %s: want %d and none", at, sum, endsText(ends), want)
	}
	for _, m := range r.Moves {
		if m.End == 0 && m.To < c.g.Size() {
			found = append(found, m.To)
		} else if m.End == 0 && m.To-base >= below {
			c.fail("index %d leads to index %d: want a stored position or a lower place of the turn, from %d on", at, m.To, base)
		}
	}
	return found
}
