package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver"
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
		fmt.Fprintf(c.stdout, "%s: %s\n\n%s\n\nParameters:\n", d.Name, d.Summary, strings.TrimSpace(d.Rules))
		writeParams(c.stdout, d.Params)
		return nil
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
	if c.json {
		return c.PrintJSON(about.json())
	}
	about.write(c.stdout)
	return nil
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
	var many *discover.TooManyError
	var stopped *stoppedError
	switch {
	case errors.As(err, &many):
		least = many.Found
	case errors.As(err, &stopped):
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

// json returns the result for --json. If the positions were not counted, it has the reason instead
// of sizes.
func (g gameInfo) json() any {
	d, size := g.definition, g.Size()
	about := struct {
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
	}{Game: g.Spec().String(), Slug: g.Spec().Slug(), Summary: d.Summary, Level: d.Level, Kind: g.Kind().String(), Params: paramsJSON(d.Params), Rules: d.Rules}
	switch {
	case g.uncounted == "":
		slices := []sliceJSON{}
		for _, s := range g.Slices() {
			slices = append(slices, sliceJSON{s.Name, s.First, s.Size, append([]int{}, s.Exits...)})
		}
		about.Positions, about.Slices, about.Parts, about.Estimate = &size, &slices, &g.offers, &g.estimate
		return about
	case g.known > 0:
		about.Positions = &g.known
	}
	about.Uncounted = g.uncounted
	return about
}

// write prints what the user of a terminal gets in place of json. The first line names the game.
func (g gameInfo) write(w io.Writer) {
	d, e := g.definition, g.estimate
	fmt.Fprintf(w, "%s: %s\n\n%s\n\n", g.Spec(), d.Summary, strings.TrimSpace(d.Rules))
	facts := columns{}
	counted := g.uncounted == ""
	if counted {
		facts.add("positions", Number(g.Size())+" stored")
		facts.add("slices", Number(uint64(len(g.Slices()))))
	} else {
		facts.add("positions", "not counted: "+g.uncounted)
		if g.least > 0 {
			facts.add("to find them", g.room())
		}
	}
	facts.add("level", string(d.Level))
	facts.add("values", g.Kind().About())
	if counted {
		facts.add("chunks", fmt.Sprintf("%s of up to %s", Number(uint64(e.Chunks)), Plural(e.Chunk, "position", "positions")))
		if isSmall(e) {
			facts.add("memory", "little: the smallest budget suffices, --memory 64MiB")
			facts.add("disk", "little: less than "+size(max(e.Disk, 1<<20))+" while solving")
		} else {
			facts.add("memory", fmt.Sprintf("at least %s, %s for full speed", size(e.MemoryLeast), size(e.MemoryBest)))
			facts.add("disk", "up to "+size(e.Disk)+" while solving")
		}
		if e.Seconds > 0 {
			facts.add("time", fmt.Sprintf("about %s on this machine, %s of CPU time", briefly(e.Seconds), briefly(e.CPU)))
		}
		if e.MemoryReverse > 0 {
			facts.add("", fmt.Sprintf("about %.0f times slower than with %d MiB, which have room for the reverse graph", max(e.Slower, 2), e.MemoryReverse>>20+1))
		}
	}
	facts.write(w)
	fmt.Fprintln(w, "\nParameters:")
	writeParams(w, d.Params)
	writeOffers(w, g.offers)
	if counted {
		writeBitmaps(w, g.Game, g.memory, pool.Workers(0))
	}
	if counted && len(g.Slices()) > 1 {
		fmt.Fprintln(w, "\nSlices:")
		list := columns{right: []bool{false, true, true}}
		for _, s := range g.Slices() {
			list.add("  "+s.Name, Plural(s.Size, "position", "positions"), "from #"+Number(s.First))
		}
		list.write(w)
	}
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

// writeOffers lists the optional parts that a game has, and those from which it would gain.
func writeOffers(w io.Writer, offers []games.Offer) {
	for _, group := range []struct {
		title   string
		offered bool
	}{{"Offers:", true}, {"Would gain by:", false}} {
		list := columns{}
		for _, o := range offers {
			if o.Offered == group.offered {
				list.add("  "+o.Name, o.Gain)
			}
		}
		if len(list.rows) > 0 {
			fmt.Fprintln(w, "\n"+group.title)
			list.write(w)
		}
	}
}

func writeParams(w io.Writer, params []engine.Param) {
	if len(params) == 0 {
		fmt.Fprintln(w, "  none")
		return
	}
	list := columns{}
	for _, q := range params {
		values := "true or false"
		switch q.Type {
		case engine.IntParam:
			values = fmt.Sprintf("%d to %d", q.Min, q.Max)
		case engine.FileParam:
			values = "FILE"
			if q.Default != "" {
				values = q.Default + " or FILE"
			}
		case engine.WordParam:
			values = q.Default + " or WORD"
		}
		list.add("  "+q.Name+"="+q.Default, values, q.Help)
	}
	list.write(w)
}
