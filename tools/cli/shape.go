package cli

import (
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
	return c.show("shape", struct {
		cluster.Estimate
		Game   string `json:"-"`
		Memory uint64 `json:"-"`
	}{e, g.Spec().String(), memory})
}
