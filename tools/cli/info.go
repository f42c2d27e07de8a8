package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/capacity"
)

// infoCommand is the command info.
type infoCommand struct {
	*Console
	counts []capacity.Counts // known without a solve
}

func (cmd infoCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "show a game's rules, sizes and what solving it takes",
		ArgsUsage: "GAME",
		Description: `Prints the rules of a game, its parameters, the number of positions of the variant
and its slices, what solving it is expected to need, what the game offers a solve, and
what else it would gain by. --measure plans the solve of
a game whose counts per value are published instead: it times each kind of work on
random samples on this machine and reckons core-hours, memory and disk.

  ` + cmd.name + ` info tictactoe
  ` + cmd.name + ` info pushfight:movers=1,pushers=2
  ` + cmd.name + ` info pushfight --measure --cores 128`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "measure", Usage: "time each kind of work and plan the whole solve"},
			&cli.IntFlag{Name: "cores", Usage: "with --measure: plan for a machine of `N` cores", Value: 64},
			memoryFlag(),
			shapeFlag(),
			JSONFlag("a JSON object"),
		},
		Action: cmd.Action(1, 1, cmd.run),
	}
}

func (cmd infoCommand) run(c *cli.Context) error {
	switch {
	case c.IsSet("cores") && !c.Bool("measure"):
		return Usagef("--cores goes with --measure")
	case c.Int("cores") < 1:
		return Usagef("--cores %d: want at least 1", c.Int("cores"))
	}
	memory, err := readMemory(c)
	if err != nil {
		return err
	}
	if d, err := cmd.registry.Find(c.Args().First()); err == nil && needsFile(d) && !c.Bool("json") {
		fmt.Fprintf(cmd.stdout, "%s: %s\n\n%s\n\nParameters:\n", d.Name, d.Summary, strings.TrimSpace(d.Rules))
		writeParams(cmd.stdout, d.Params)
		return nil
	}
	uncounted := ""
	g, err := cmd.Counted(c.Context, c.Args().First(), infoMost, memory)
	if engine.IsInput(err) { // too many, or no such game
		uncounted = err.Error()
		g, err = cmd.Played(c.Args().First())
	}
	if err != nil {
		return err
	}
	if c.IsSet("cluster") {
		return cmd.showShape(c, g, uncounted)
	}
	if c.Bool("measure") {
		return cmd.measure(c, g)
	}
	d, err := cmd.registry.Definition(g.Spec())
	if err != nil {
		return err
	}
	about := gameInfo{Game: g, definition: d, uncounted: uncounted}
	if uncounted == "" {
		about.offers = games.Offers(g)
		if about.estimate, err = solver.EstimateFor(g, solver.Options{}); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return cmd.PrintJSON(about.json())
	}
	about.write(cmd.stdout)
	return nil
}

// needsFile reports whether there is no variant of a game without a file.
func needsFile(d engine.Definition) bool {
	for _, p := range d.Params {
		if p.Type == engine.FileParam && p.Default == "" {
			return true
		}
	}
	return false
}

// infoMost is how many positions of a game that brings only its rules are found to tell
// its sizes.
const infoMost = 1 << 25

// gameInfo is what is known of a game before it is solved.
type gameInfo struct {
	engine.Game
	definition engine.Definition
	estimate   solver.Estimate
	offers     []games.Offer
	// uncounted says why the positions of a game that brings only its rules were not
	// counted, so that its sizes are not known; "" where they are.
	uncounted string
}

type sliceJSON struct {
	Name      string `json:"name"`
	First     uint64 `json:"first"`
	Positions uint64 `json:"positions"`
	Exits     []int  `json:"exits"`
}

func (g gameInfo) json() any {
	slices := []sliceJSON{}
	for _, s := range g.Slices() {
		slices = append(slices, sliceJSON{s.Name, s.First, s.Size, append([]int{}, s.Exits...)})
	}
	d := g.definition
	if g.uncounted != "" {
		return struct {
			Game      string       `json:"game"`
			Slug      string       `json:"slug"`
			Summary   string       `json:"summary"`
			Level     engine.Level `json:"level"`
			Kind      string       `json:"kind"`
			Positions *uint64      `json:"positions"` // null: not counted
			Uncounted string       `json:"uncounted"`
			Params    []paramJSON  `json:"params"`
			Rules     string       `json:"rules"`
		}{g.Spec().String(), g.Spec().Slug(), d.Summary, d.Level, d.Kind.String(), nil, g.uncounted, paramsJSON(d.Params), d.Rules}
	}
	return struct {
		Game      string          `json:"game"`
		Slug      string          `json:"slug"`
		Summary   string          `json:"summary"`
		Level     engine.Level    `json:"level"`
		Kind      string          `json:"kind"`
		Positions uint64          `json:"positions"`
		Slices    []sliceJSON     `json:"slices"`
		Params    []paramJSON     `json:"params"`
		Parts     []games.Offer   `json:"parts"`
		Estimate  solver.Estimate `json:"estimate"`
		Rules     string          `json:"rules"`
	}{g.Spec().String(), g.Spec().Slug(), d.Summary, d.Level, g.Kind().String(), g.Size(), slices, paramsJSON(d.Params), g.offers, g.estimate, d.Rules}
}

// write prints it for people.
func (g gameInfo) write(w io.Writer) {
	d, e := g.definition, g.estimate
	fmt.Fprintf(w, "%s: %s\n\n%s\n\n", g.Spec(), d.Summary, strings.TrimSpace(d.Rules))
	facts := columns{}
	if g.uncounted != "" {
		facts.add("positions", "not counted: "+g.uncounted)
		facts.add("level", string(d.Level))
		facts.add("values", kindText(g.Kind()))
		facts.write(w)
		fmt.Fprintln(w, "\nParameters:")
		writeParams(w, d.Params)
		return
	}
	facts.add("positions", Number(g.Size())+" stored")
	facts.add("slices", Number(uint64(len(g.Slices()))))
	facts.add("level", string(d.Level))
	facts.add("values", kindText(g.Kind()))
	facts.add("chunks", fmt.Sprintf("%s of up to %s", Number(uint64(e.Chunks)), Plural(e.Chunk, "position", "positions")))
	facts.add("memory", fmt.Sprintf("at least %s, %s for full speed", size(e.MemoryLeast), size(e.MemoryBest)))
	facts.add("disk", "up to "+size(e.Disk)+" while solving")
	if e.Seconds > 0 {
		facts.add("time", "about "+remaining(e.Seconds)+" on this machine")
	}
	if e.MemoryReverse > 0 {
		facts.add("", fmt.Sprintf("about %.0f times slower than with %d MiB, which have room for the reverse graph", max(e.Slower, 2), e.MemoryReverse>>20+1))
	}
	facts.write(w)
	fmt.Fprintln(w, "\nParameters:")
	writeParams(w, d.Params)
	writeOffers(w, g.offers)
	if len(g.Slices()) > 1 {
		fmt.Fprintln(w, "\nSlices:")
		list := columns{right: []bool{false, true, true}}
		for _, s := range g.Slices() {
			list.add("  "+s.Name, Plural(s.Size, "position", "positions"), "from #"+Number(s.First))
		}
		list.write(w)
	}
}

// writeOffers lists the optional parts that a game has, and those it would gain by.
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

// kindText explains a kind of values.
func kindText(k engine.Kind) string {
	switch k {
	case engine.Byte:
		return "one byte: T, Wn won with the mover's n-th turn, Ln lost after n own turns"
	case engine.Wide:
		return "two bytes: draw, win-N or loss-N in N plies"
	}
	return "scores, the mover's margin: +2, 0, -3"
}
