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
	return c.Show(plan, func() {
		showMeasured(c.stdout, plan)
		showPlan(c.stdout, plan)
	})
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

// showPlan prints the whole solve: by slabs, if the game has them, and edge by edge.
func showPlan(w io.Writer, plan capacity.Plan) {
	way, machine := "", "on a machine of "+Plural(uint64(plan.Cores), "core", "cores")+" like this one"
	if by := plan.BySlabs; by != nil {
		live := fmt.Sprintf(" (%s live)", Plural(by.Live, "slab", "slabs"))
		showSolve(w, " by slabs "+machine+live, by.Steps, by.CoreHours, by.WallHours, by.Memory, by.Disk)
		way = " edge by edge"
	}
	showSolve(w, way+" "+machine, plan.Steps, plan.CoreHours, plan.WallHours, plan.Memory, plan.Disk)
	fmt.Fprintln(w, "\nTo be known about these figures:")
	for _, note := range plan.Notes {
		fmt.Fprintf(w, "  - %s\n", note)
	}
}

// showSolve prints the steps of a solve, their sum and method, and the memory and disk that it
// takes.
func showSolve(w io.Writer, how string, steps []capacity.Step, coreHours, wallHours float64, memory, disk []capacity.Storage) {
	fmt.Fprintf(w, "\nThe whole solve%s:\n\n", how)
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
