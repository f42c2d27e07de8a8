package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/capacity"
)

// countsFor returns those of the counts known that are of a game.
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

// measure prints the capacity plan of a game.
func measureGame(c *Call, g engine.Game, known []capacity.Counts) error {
	counts, err := countsFor(g, known)
	if err != nil {
		return err
	}
	bar := c.Progress()
	defer bar.Close()
	plan, err := capacity.Measure(c.Context, g, counts, capacity.Options{
		Cores:    c.Int("cores"),
		Progress: func(done, total uint64) { bar.Update("measuring", "", done, total, 0) },
	})
	bar.Close()
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return c.PrintJSON(plan)
	}
	showMeasured(c.stdout, plan)
	if plan.BySlabs != nil {
		showSlabs(c.stdout, plan)
	}
	showPlan(c.stdout, plan)
	return nil
}

// showMeasured prints the rates.
func showMeasured(w io.Writer, plan capacity.Plan) {
	fmt.Fprintf(w, "%s: %s\n\nMeasured on one core of this machine (%s),\nmedians of %d rounds of random samples:\n\n",
		plan.Game, Plural(plan.Positions, "position", "positions"), plan.Machine, plan.Rounds)
	list := columns{right: []bool{false, true, true, true, true}}
	list.add("  work", "time", "rate", "edges", "per edge")
	rates := plan.Measured
	if plan.BySlabs != nil {
		rates = append(slices.Clip(plan.BySlabs.Measured), rates...)
	}
	for _, m := range rates {
		edges, perEdge := "-", "-"
		if m.Edges > 0 {
			edges, perEdge = Number(uint64(m.Edges+0.5)), shortTime(m.PerEdge)
		}
		list.add("  "+m.Name, shortTime(m.Nanoseconds), Number(uint64(m.PerSecond+0.5))+" "+m.Unit+"/s", edges, perEdge)
	}
	list.write(w)
}

// showSlabs prints the plan of a solve by slabs.
func showSlabs(w io.Writer, plan capacity.Plan) {
	by := plan.BySlabs
	fmt.Fprintf(w, "\nThe whole solve by slabs on a machine of %s like this one (%s live):\n\n",
		Plural(uint64(plan.Cores), "core", "cores"), Plural(by.Live, "slab", "slabs"))
	showSteps(w, by.Steps, by.CoreHours, by.WallHours)
	showStorage(w, by.Memory, by.Disk)
}

// showPlan prints what follows from the rates, edge by edge.
func showPlan(w io.Writer, plan capacity.Plan) {
	way := ""
	if plan.BySlabs != nil {
		way = " edge by edge"
	}
	fmt.Fprintf(w, "\nThe whole solve%s on a machine of %s like this one:\n\n", way, Plural(uint64(plan.Cores), "core", "cores"))
	showSteps(w, plan.Steps, plan.CoreHours, plan.WallHours)
	showStorage(w, plan.Memory, plan.Disk)
	fmt.Fprintln(w, "\nTo be known about these figures:")
	for _, note := range plan.Notes {
		fmt.Fprintf(w, "  - %s\n", note)
	}
}

// showSteps prints the steps of a solve, their sum, and how they are reckoned.
func showSteps(w io.Writer, steps []capacity.Step, coreHours, wallHours float64) {
	hours := func(h float64) string { return strconv.FormatFloat(h, 'f', 1, 64) }
	list := columns{right: []bool{false, true, true, true}}
	list.add("  step", "units", "core-hours", "wall time")
	rows := func(alternative bool) {
		for _, s := range steps {
			if s.Alternative == alternative {
				list.add("  "+s.Name, Number(uint64(s.Units))+" "+s.Unit, hours(s.CoreHours), duration(3600*s.WallHours))
			}
		}
	}
	rows(false)
	list.add("  total", "", hours(coreHours), duration(3600*wallHours))
	rows(true)
	list.write(w)
	fmt.Fprintln(w, "\nHow it is reckoned:")
	for _, s := range steps {
		fmt.Fprintf(w, "  %s = %s\n", s.Name, s.Formula)
	}
}

// showStorage prints the room that a solve takes.
func showStorage(w io.Writer, memory, disk []capacity.Storage) {
	for _, part := range []struct {
		title string
		list  []capacity.Storage
	}{{"Memory", memory}, {"Disk", disk}} {
		fmt.Fprintf(w, "\n%s:\n", part.title)
		rows := columns{right: []bool{false, true}}
		for _, s := range part.list {
			rows.add("  "+s.Name, size(s.Bytes), s.Formula)
		}
		rows.write(w)
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
