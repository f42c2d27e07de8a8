package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/capacity"
)

// countsFor returns the known counts of a game.
func countsFor(g engine.Game, known []capacity.Counts) (capacity.Counts, error) {
	var games []string
	for _, c := range known {
		if c.Game == g.Spec().String() {
			return c, nil
		}
		games = append(games, c.Game)
	}
	if games == nil {
		games = []string{"no game of this program"}
	}
	return capacity.Counts{}, engine.InputErrorf("the capacity of %s cannot be planned: that takes the counts per value, which are published for %s only", g.Spec(), strings.Join(games, ", "))
}

// measureGame prints the capacity plan of a game.
func measureGame(c *Call, g engine.Game, known []capacity.Counts) error {
	counts, err := countsFor(g, known)
	if err != nil {
		return err
	}
	bar := c.Progress()
	plan, err := capacity.Measure(c.Context, g, counts, capacity.Options{
		Cores:    c.Int("cores"),
		Progress: bar.Step("measuring"),
	})
	bar.Close()
	if err != nil {
		return err
	}
	return c.Show(plan, func() { showPlan(c.stdout, plan) })
}

// showPlan prints what was measured, the steps of a solve, their sum and method, and the memory and
// disk that it takes.
func showPlan(w io.Writer, plan capacity.Plan) {
	fmt.Fprintf(w, "%s: %s\n\nMeasured on one core of this machine (%s),\nmedians of %d rounds of random samples:\n\n",
		plan.Game, Plural(plan.Positions, "position", "positions"), plan.Machine, plan.Rounds)
	measured := columns{right: []bool{false, true, true}}
	measured.add("  work", "time", "rate")
	for _, m := range plan.Measured {
		measured.add("  "+m.Name, shortTime(m.Nanoseconds), Number(uint64(m.PerSecond+0.5))+" "+m.Unit+"/s")
	}
	measured.write(w)
	fmt.Fprintf(w, "\nThe whole solve by slabs (%s live) on a machine of %s like this one:\n\n",
		Plural(plan.Live, "slab", "slabs"), Plural(uint64(plan.Cores), "core", "cores"))
	hours := func(h float64) string { return strconv.FormatFloat(h, 'f', 1, 64) }
	list := columns{right: []bool{false, true, true, true}}
	list.add("  step", "units", "core-hours", "wall time")
	for _, s := range plan.Steps {
		list.add("  "+s.Name, Number(uint64(s.Units))+" "+s.Unit, hours(s.CoreHours), duration(3600*s.WallHours))
	}
	list.add("  total", "", hours(plan.CoreHours), duration(3600*plan.WallHours))
	list.write(w)
	fmt.Fprintln(w, "\nHow each step is computed:")
	for _, s := range plan.Steps {
		fmt.Fprintf(w, "  %s = %s\n", s.Name, s.Formula)
	}
	for _, part := range []struct {
		title string
		list  []capacity.Storage
	}{{"Memory", plan.Memory}, {"Disk", plan.Disk}} {
		fmt.Fprintf(w, "\n%s:\n", part.title)
		rows := columns{right: []bool{false, true}}
		for _, s := range part.list {
			rows.add("  "+s.Name, size(s.Bytes), s.Formula)
		}
		rows.write(w)
	}
	fmt.Fprintln(w, "\nTo be known about these figures:")
	for _, note := range plan.Notes {
		fmt.Fprintf(w, "  - %s\n", note)
	}
}

// shortTime writes nanoseconds for people: 52.1 ns, 4.7 µs, 1.2 ms.
func shortTime(ns float64) string {
	for _, u := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if ns >= u.ns {
			return strconv.FormatFloat(ns/u.ns, 'f', 1, 64) + " " + u.name
		}
	}
	return strconv.FormatFloat(ns, 'f', 1, 64) + " ns"
}
