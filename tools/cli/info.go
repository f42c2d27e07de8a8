package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/breadth"
	"github.com/foregone-db/foregone/solver/cluster"
)

func runInfo(c *Call) error {
	if isPack, err := packInfo(c, c.Arg(0)); isPack {
		return err
	}
	if c.Bool("check") {
		return Usagef("info --check takes a pack, and %s is none", quote(c.Arg(0)))
	}
	memory := c.memory()
	if d, err := c.registry.Find(c.Arg(0)); err == nil && needsFile(d) && !c.json {
		c.showRules(d.Name, d)
		return c.render("rules", paramsJSON(d.Params))
	}
	used := solver.CPUTime()
	g, uncounted, least, err := infoGame(c, memory)
	if err != nil {
		return err
	}
	used = solver.CPUTime() - used
	if c.IsSet("cluster") {
		return showShape(c, g, uncounted)
	}
	d, err := c.registry.Definition(g.Spec())
	if err != nil {
		return err
	}
	about := gameInfo{Game: g, definition: d, uncounted: uncounted, memory: memory}
	switch about.known = solver.KnownPositions(c.registry, g.Spec()); {
	case uncounted == "":
		about.offers = games.Offers(g)
		if about.estimate, err = solver.EstimateFor(g, solver.Options{Memory: memory}); err != nil {
			return err
		}
		if d.Level == engine.LevelRules && about.estimate.Seconds > 0 { // the solve discovers the positions, too
			e := &about.estimate
			e.Seconds *= 1 + used.Seconds()/e.CPU
			e.CPU += used.Seconds()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			e.MemoryBest = max(e.MemoryBest, m.Sys+m.Sys/8+outsideHeap)
		}
	default:
		about.least = max(least, about.known)
	}
	if !c.json {
		c.showRules(g.Spec().String(), d)
	}
	return c.show("info", about.json())
}

// showRules prints a name and the rules of a game.
func (c *Call) showRules(name string, d engine.Definition) {
	fmt.Fprintf(c.stdout, "%s: %s\n\n%s\n\n", name, d.Summary, strings.TrimSpace(d.Rules))
}

// infoGame makes the game and counts its positions. If it cannot, it returns the reason and a lower
// bound. Games in files can be slow, so it counts their positions for at most [infoTime].
func infoGame(c *Call, memory uint64) (g engine.Game, uncounted string, least uint64, err error) {
	text := c.Arg(0)
	if spec, err := c.registry.Parse(text, os.ReadFile); err == nil {
		if n := solver.KnownPositions(c.registry, spec); n > infoMost {
			g, err = c.Played(text)
			return g, fmt.Sprintf("%s has %s, and to find more than %s takes long", spec, Plural(n, "position", "positions"), Number(infoMost)), n, err
		}
	}
	ctx := c.Context
	name, _, _ := strings.Cut(text, ":")
	if _, err := c.registry.Find(name); err != nil {
		var stop func()
		ctx, stop = context.WithTimeout(ctx, infoTime)
		defer stop()
	}
	g, err = c.Counted(ctx, text, infoMost, memory)
	if many, ok := errors.AsType[*discover.TooManyError](err); ok {
		least = many.Found
	} else if stopped, ok := errors.AsType[*stoppedError](err); ok {
		least = stopped.found
	}
	switch {
	case c.Context.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		uncounted = fmt.Sprintf("that takes more than %v; %s were found by then", infoTime, Number(least))
	case engine.IsInput(err): // too many, or no such game
		uncounted = err.Error()
	default:
		return g, "", 0, err
	}
	g, err = c.Played(text)
	return g, uncounted, least, err
}

// needsFile reports whether every variant of a game needs a file.
func needsFile(d engine.Definition) bool {
	return slices.ContainsFunc(d.Params, func(p engine.Param) bool { return p.Type == engine.FileParam && p.Default == "" })
}

// infoMost is the greatest number of positions that info discovers to find the sizes of a game
// that defines only rules.
const infoMost = 1 << 25

// outsideHeap is the memory of a process that the collector does not manage, in bytes.
const outsideHeap = 56 << 20

// infoTime is how long info counts the positions of games in files.
const infoTime = 20 * time.Second

// gameInfo describes a game before a solve.
type gameInfo struct {
	engine.Game
	definition engine.Definition
	estimate   solver.Estimate
	offers     []games.Offer
	// uncounted is the reason why the positions of a game that defines only rules were not counted,
	// so that its sizes are unknown; "" if they are known.
	uncounted string
	known     uint64 // number of positions from the game itself, or 0
	least     uint64 // lower bound on the number of positions, if they were not counted
	memory    uint64 // that --memory allows
}

type sliceJSON struct {
	Name      string `json:"name"`
	First     uint64 `json:"first"`
	Positions uint64 `json:"positions"`
	Exits     []int  `json:"exits"`
}

// infoJSON is the result for --json. If the positions were not counted, it has the reason instead of
// sizes.
type infoJSON struct {
	Game      string           `json:"game"`
	Slug      string           `json:"slug"`
	Summary   string           `json:"summary"`
	Level     engine.Level     `json:"level"`
	Kind      string           `json:"kind"`
	Positions *uint64          `json:"positions"` // null: neither counted nor known
	Slices    *[]sliceJSON     `json:"slices,omitempty"`
	Uncounted string           `json:"uncounted,omitempty"`
	Params    []paramJSON      `json:"params"`
	Parts     *[]games.Offer   `json:"parts,omitempty"`
	Estimate  *solver.Estimate `json:"estimate,omitempty"`
	Rules     string           `json:"rules"`

	About   string        `json:"-"` // of the values
	Room    string        `json:"-"` // see room; "": unknown
	Small   bool          `json:"-"`
	Memory  uint64        `json:"-"`
	Bitmaps *breadth.Plan `json:"-"`
}

func (g gameInfo) json() infoJSON {
	d, size := g.definition, g.Size()
	about := infoJSON{
		Game: g.Spec().String(), Slug: g.Spec().Slug(), Summary: d.Summary, Level: d.Level, Kind: g.Kind().String(), Uncounted: g.uncounted,
		Params: paramsJSON(d.Params), Rules: d.Rules, About: g.Kind().About(), Small: isSmall(g.estimate), Memory: g.memory,
	}
	if g.uncounted == "" {
		slices := []sliceJSON{}
		for _, s := range g.Slices() {
			slices = append(slices, sliceJSON{s.Name, s.First, s.Size, append([]int{}, s.Exits...)})
		}
		about.Positions, about.Slices, about.Parts, about.Estimate = &size, &slices, &g.offers, &g.estimate
		if p, ok := breadth.PlanFor(g.Game, g.memory, pool.Workers(0)); ok {
			about.Bitmaps = &p
		}
		return about
	}
	if g.known > 0 {
		about.Positions = &g.known
	}
	if g.least > 0 {
		about.Room = g.room()
	}
	return about
}

// Approximate bytes per position of a discovery: searchBytes in memory; listBytes in lists on disk
// if memory does not suffice.
const searchBytes, listBytes = 25, 8

// room describes whether the positions fit into memory.
func (g gameInfo) room() string {
	n := g.least
	switch {
	case n*searchBytes > g.memory:
		return fmt.Sprintf("needs lists on disk, at least some %s, in addition to %s of memory", size(3*n*listBytes), size(g.memory))
	case g.known == 0:
		return fmt.Sprintf("at least some %s; whether %s suffice is not known", size(n*searchBytes), size(g.memory))
	}
	return fmt.Sprintf("fits memory: about %s of %s", size(n*searchBytes), size(g.memory))
}

// parseShape reads a shape such as 8x16,32GiB,10Gbit.
func parseShape(text string) (s cluster.Shape, err error) {
	shape, rest, sized := strings.Cut(text, ",")
	memory, link, _ := strings.Cut(rest, ",")
	fmt.Sscanf(shape, "%dx%d", &s.Nodes, &s.Cores)
	if s.Memory = solver.DefaultMemory(); sized {
		s.Memory, err = parseSize(memory)
	}
	number, unit := strings.CutSuffix(cmp.Or(link, "0Gbit"), "Gbit")
	gigabits, failed := strconv.ParseFloat(number, 64)
	s.Link = uint64(1e9 * gigabits)
	linked := unit && failed == nil && gigabits >= 0 && gigabits <= 1e6
	if err != nil || !linked || shape != fmt.Sprintf("%dx%d", s.Nodes, s.Cores) || min(s.Nodes, s.Cores) < 1 || max(s.Nodes, s.Cores) > 1<<20 {
		return s, Usagef("--cluster %s: want MACHINESxCORES,MEMORY,LINK, such as 8x16,32GiB or 8x16,32GiB,10Gbit", text)
	}
	return s, nil
}

// showShape prints the cost of a solve on several machines. If the positions were not counted,
// uncounted has the reason.
func showShape(c *Call, g engine.Game, uncounted string) error {
	if uncounted != "" {
		return engine.InputErrorf("%s", uncounted)
	}
	shape, err := parseShape(c.String("cluster"))
	if err != nil {
		return err
	}
	rules, _, err := c.registry.Rules(g.Spec())
	if err != nil {
		return err
	}
	e, err := cluster.EstimateFor(g, rules != nil, shape)
	if err != nil {
		return err
	}
	return c.show("shape", struct {
		cluster.Estimate
		Game   string `json:"-"`
		Memory uint64 `json:"-"`
	}{e, g.Spec().String(), shape.Memory})
}
