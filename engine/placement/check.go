package placement

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// complaint formats an error about a declaration.
type complaint func(format string, args ...any) error

// check returns an [engine.InputError] if the declaration is wrong.
func (d *Declaration) check() error {
	bad := func(format string, args ...any) error {
		return engine.InputErrorf("declaration of a placement: "+format, args...)
	}
	switch {
	case d.Squares < 1 || d.Squares > MaxSquares:
		return bad("%d squares: want 1 to %d", d.Squares, MaxSquares)
	case d.Width < 0 || d.Width > 0 && d.Squares%d.Width != 0:
		return bad("rows of %d squares: want a divisor of %d", d.Width, d.Squares)
	case len(d.Groups) < 1 || len(d.Groups) > MaxGroups:
		return bad("%d groups: want 1 to %d", len(d.Groups), MaxGroups)
	case len(d.columns())-len(d.Groups) > MaxCounters:
		return bad("%d counters: want at most %d, the side to move included", len(d.Counters), MaxCounters)
	case d.View != nil && (d.Sides || !isPermutation(d.View, d.Squares)):
		return bad("the view %v: want each square from 0 to %d once, and no sides", d.View, d.Squares-1)
	case results[d.Stuck] == nil:
		return bad("stuck is %q: want lost, drawn or won", d.Stuck)
	}
	for _, step := range []func(complaint) error{d.checkColumns, d.checkMoves, d.checkEnds} {
		if err := step(bad); err != nil {
			return err
		}
	}
	return nil
}

// checkColumns checks groups, counters and the bounds of their counts.
func (d *Declaration) checkColumns(bad complaint) error {
	names, sides := map[string]bool{}, [2][3]int{} // numbers of groups and of counters, by side
	for i, c := range d.columns() {
		kind, what, most := 0, "group", d.Squares
		wrong := len(c.Name) != 1 || c.Name[0] <= ' ' || c.Name[0] > '~' || strings.Contains("./#", c.Name)
		if i >= len(d.Groups) {
			kind, what, most = 1, "counter", maxCount
			wrong = c.Name == "" || strings.ContainsAny(c.Name, " =")
		}
		if wrong || names[c.Name] {
			return bad("a %s %q: want names that differ, of groups one sign but \".\", \"/\" or \"#\", of counters without blanks and \"=\"", what, c.Name)
		}
		if c.Side < 0 || c.Side > 2 || c.Min < 0 || c.Max < c.Min || c.Max > most {
			return bad("%s %q has side %d and %d to %d pieces: want side 0 to 2 and 0 to %d pieces", what, c.Name, c.Side, c.Min, c.Max, most)
		}
		names[c.Name] = true
		sides[kind][c.Side]++
	}
	for _, g := range d.Groups {
		if set, ok := d.setOf(g.Squares); !ok || set == 0 {
			return bad("group %q may stand on %v: want squares from 0 to %d", g.Name, g.Squares, d.Squares-1)
		}
	}
	if s := sides; !d.Sides && (s[0][0] != s[0][1] || s[1][0] != s[1][1]) {
		return bad("the players have %d and %d groups, and %d and %d counters: want as many of both, since they change places", s[0][0], s[0][1], s[1][0], s[1][1])
	}
	sums := append([]Bound{}, d.Bounds...)
	for _, c := range d.Changes {
		sums = append(sums, Bound{Sum: c})
	}
	for _, m := range d.Moves {
		sums = append(append(sums, Bound{Sum: m.Change}), m.When...)
	}
	for _, e := range d.Ends {
		sums = append(sums, e.When...)
	}
	for _, b := range sums {
		for name := range b.Sum {
			if !names[name] {
				return bad("no group and no counter is called %q", name)
			}
		}
	}
	return nil
}

func (d *Declaration) checkMoves(bad complaint) error {
	for n, m := range d.Moves {
		g := d.group(m.Group)
		switch {
		case g < 0 || !d.Sides && d.Groups[g].Side == 1:
			return bad("move %d has the group %q: want one of the mover's", n, m.Group)
		case m.Takes != "" && (d.group(m.Takes) < 0 || m.Takes == m.Group):
			return bad("move %d takes %q: want another group", n, m.Takes)
		case len(m.Steps) > d.Squares || len(m.Rays) > d.Squares:
			return bad("move %d has steps from %d squares: want at most %d", n, max(len(m.Steps), len(m.Rays)), d.Squares)
		}
		for _, lines := range append(append([][][]int{{m.Puts}}, m.Rays...), m.Steps) {
			for _, to := range lines {
				if _, ok := d.setOf(to); !ok {
					return bad("move %d leads to %v: want squares from 0 to %d", n, to, d.Squares-1)
				}
			}
		}
	}
	return nil
}

func (d *Declaration) checkEnds(bad complaint) error {
	for n, e := range d.Ends {
		if results[e.Result] == nil || (d.group(e.Group) >= 0) != (e.When == nil) || e.When != nil && (e.Group != "" || e.Patterns != nil) {
			return bad("end %d has group %q, %d bounds and result %q: want a group with patterns, or bounds alone; and lost, drawn or won", n, e.Group, len(e.When), e.Result)
		}
		for _, p := range e.Patterns {
			if set, ok := d.setOf(p); !ok || set == 0 {
				return bad("end %d has the pattern %v: want squares from 0 to %d", n, p, d.Squares-1)
			}
		}
	}
	return nil
}
