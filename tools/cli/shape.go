package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/cluster"
)

// parseShape reads a shape such as 8x16,32GiB.
func parseShape(text string) (nodes, cores int, memory uint64, err error) {
	wrong := Usagef("--cluster %s: want MACHINESxCORES,MEMORY, such as 8x16,32GiB", text)
	shape, size, sized := strings.Cut(text, ",")
	a, b, ok := strings.Cut(shape, "x")
	if !ok {
		return 0, 0, 0, wrong
	}
	nodes, err = strconv.Atoi(a)
	if err == nil {
		cores, err = strconv.Atoi(b)
	}
	if err != nil || nodes < 1 || cores < 1 || nodes > 1<<20 || cores > 1<<20 {
		return 0, 0, 0, wrong
	}
	if memory = solver.DefaultMemory(); sized {
		if memory, err = parseSize(size); err != nil {
			return 0, 0, 0, wrong
		}
	}
	return nodes, cores, memory, nil
}

// showShape prints the cost of a solve on several machines. If the positions were not counted,
// uncounted has the reason.
func showShape(c *Call, g engine.Game, uncounted string) error {
	if uncounted != "" {
		return engine.InputErrorf("%s", uncounted)
	}
	nodes, cores, memory, err := parseShape(c.String("cluster"))
	if err != nil {
		return err
	}
	rules, _, err := c.registry.Rules(g.Spec())
	if err != nil {
		return err
	}
	e, err := cluster.EstimateFor(g, rules != nil, nodes, cores, memory)
	if err != nil {
		return err
	}
	if c.json {
		return c.PrintJSON(e)
	}
	fmt.Fprintf(c.stdout, "game      %s\nmachines  %d with %s and %s\n", g.Spec(), nodes, Plural(uint64(cores), "core", "cores"), size(memory))
	fmt.Fprintf(c.stdout, "memory    %s on every machine, at least\n", size(e.MemoryLeast))
	fmt.Fprintf(c.stdout, "store     up to %s, and up to %s moved\n", size(e.Store), size(e.Traffic))
	if e.CoreHours > 0 {
		fmt.Fprintf(c.stdout, "work      %.2f core-hours, %.2f hours; one such machine alone takes %.2f hours\n", e.CoreHours, e.Hours, e.HoursAlone)
	}
	switch {
	case !e.Fits:
		fmt.Fprintln(c.stdout, "worth it  no: a machine has too little memory")
	case e.CoreHours == 0:
		fmt.Fprintln(c.stdout, "worth it  not known: what the work takes is not sampled for such games")
	case e.Worth:
		fmt.Fprintln(c.stdout, "worth it  yes")
	default:
		fmt.Fprintln(c.stdout, "worth it  no: one machine alone is as fast")
	}
	return nil
}
