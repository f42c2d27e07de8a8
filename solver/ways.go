package solver

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/chance"
	"github.com/foregone-db/foregone/solver/internal/layers"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/phases"
	"github.com/foregone-db/foregone/solver/internal/scores"
	"github.com/foregone-db/foregone/solver/internal/sweeps"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// ways are the ways of solving a slice. Each slice takes the first that suits it, so that a way
// that some ask for stands before those that always suit. A new way is a package and a line here.
var ways = []way.Way{
	chance.Way{},
	layers.Way{},
	scores.Way{},
	sweeps.Way{},
	phases.Way{},
}

// course is how a game is solved: as a whole by slabs, or slice by slice.
type course struct {
	plan  *budget.Plan
	ways  []way.Way // by slice
	slabs *slabPlan // nil: slice by slice
	disk  uint64    // upper bound, in bytes
}

// leastDisk is the disk of a solve that removes files of values while it writes the table, if there are such.
func (c *course) leastDisk() uint64 {
	if c.slabs != nil {
		return c.disk
	}
	return c.plan.ScarceDisk()
}

// request returns the request for a solve of g with the options.
func (o Options) request(g engine.Game) *way.Request {
	return &way.Request{
		Game: g, Slices: g.Slices(), Strategy: o.Strategy, Limit: max(o.MaxPhase, 0), Memory: o.Memory, Workers: o.Workers,
		Single: o.Party == nil && !o.Shareable,
	}
}

// assignments returns, for each choice that the planner tries in turn, the way of each slice: the
// first ways that suit, and then without one after the other of those that have an alternative.
func assignments(q *way.Request) (list [][]way.Way) {
	without := map[way.Way]bool{}
	for {
		var chosen []way.Way
		var drop way.Way // the first that can be dropped for some slice
		for n := range q.Slices {
			var suits []way.Way
			for _, w := range ways {
				if w.Suits(q, n) && !without[w] {
					suits = append(suits, w)
				}
			}
			if len(suits) == 0 {
				return list
			}
			if len(suits) > 1 && drop == nil {
				drop = suits[0]
			}
			chosen = append(chosen, suits[0])
		}
		list = append(list, chosen)
		if drop == nil {
			return list
		}
		without[drop] = true
	}
}

// sizesFor returns the sizes of a game whose slices are solved in some ways.
func sizesFor(q *way.Request, chosen []way.Way) budget.Sizes {
	z := sizesOf(q.Game)
	needs := map[way.Way]budget.Needs{}
	for _, w := range chosen {
		if needs[w] == nil {
			needs[w] = w.Needs(q)
		}
		z.Ways = append(z.Ways, needs[w])
	}
	return z
}

// planFor plans a solve slice by slice, by the first assignment of ways that fits into the grant.
// If none fits it returns the plan of the first, and the error.
func planFor(q *way.Request, grant budget.Grant) (c course, refused error) {
	list := assignments(q)
	for _, chosen := range list {
		p, err := budget.New(sizesFor(q, chosen), grant)
		if err == nil {
			return course{plan: p, ways: chosen, disk: p.Disk()}, nil
		}
		refused = err
	}
	p := budget.Near(sizesFor(q, list[0]), grant)
	return course{plan: p, ways: list[0], disk: p.Disk()}, refused
}

// choose plans the run: by slabs if that is possible, else slice by slice. It refuses a grant that
// is too small.
func (r *run) choose() (err error) {
	o := r.options
	bySlabs, err := r.chooseSlabs()
	if err != nil {
		return err
	}
	r.course, err = planFor(o.request(r.game), o.grant())
	if bySlabs == nil {
		return err
	}
	r.slabs, r.disk = bySlabs, bySlabs.Disk
	return o.grant().Check()
}

// slicesOf returns the slices with positions that a way solves.
func slicesOf(q *way.Request, chosen []way.Way, w way.Way) (list []int) {
	for n, c := range chosen {
		if c == w && q.Slices[n].Size > 0 {
			list = append(list, n)
		}
	}
	return slices.Clip(list)
}

// keepWays gives each slice that an earlier run solved the way that solved it.
func (r *run) keepWays() error {
	for n := range r.ways {
		name, err := r.solvedBy(n)
		if err != nil {
			return err
		}
		if at := slices.IndexFunc(ways, func(w way.Way) bool { return w.Name() == name }); at >= 0 {
			r.ways[n] = ways[at]
		}
	}
	return nil
}

// solvedBy returns the name of the way that solved a slice in an earlier run, or "".
func (r *run) solvedBy(slice int) (name string, err error) {
	var note ledger.ValuesNote
	inFile, err := r.ledger.Note(ledger.ValuesName(slice), &note)
	if err != nil || inFile && note.Way != "" {
		return note.Way, err
	}
	if sl := r.plan.Slices[slice]; sl.Layer || r.codec.Kind() == engine.Score {
		return "", nil // one way suits
	}
	if inFile {
		return sweeps.Way{}.Name(), nil // notes of older versions have no name
	}
	var last phase.Phase
	solved, err := r.ledger.Note(ledger.SolvedName(slice), &last)
	if err != nil || !solved {
		return "", err
	}
	return phases.Way{}.Name(), nil
}
