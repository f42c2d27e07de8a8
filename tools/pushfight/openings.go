package pushfight

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// openings prints the values of the set-ups.
func openings(c *cli.Call) error {
	if c.IsSet("o") && (c.String("o") == "" || c.String("o") == "-") {
		return cli.Usagef("-o %s: the values of all pairs are written to a file", c.String("o"))
	}
	db, err := c.DatabaseOnFile()
	if err != nil {
		return err
	}
	bar := c.Progress()
	o := public.OpeningsOptions{Workers: c.Int("workers"), Memory: c.Size("memory"), Progress: func(g public.OpeningsProgress) {
		step := fmt.Sprintf("reading the table, pass %d of %d", g.Pass, g.Passes)
		if g.Values {
			step = "valuing set-ups"
		}
		bar.Update(step, "", g.Done, g.Total, 0)
	}}
	var found *public.Openings
	find := func(w io.Writer) (err error) {
		o.Pairs = w
		found, err = public.FindOpenings(c.Context, db, o)
		return err
	}
	if c.IsSet("o") {
		err = durable.WriteFile(c.String("o"), true, find)
	} else {
		err = find(nil)
	}
	bar.Close()
	switch {
	case errors.Is(err, context.Canceled):
		c.Message("stopped; nothing is kept, the same command starts over: %s", c.Typed())
		return cli.ErrInterrupted
	case err != nil:
		return err
	}
	if err := query.SaveStarts(db, found.Starts()); err != nil {
		c.Message("stats and the page cannot show openings: %v", err)
	}
	if c.IsSet("plot") {
		if err := c.Plot(picture.HistogramOf(query.Stats{Game: found.Game, Positions: found.Starts().Count(), Counts: found.Starts().Values}, "pairs of set-ups"), c.String("plot")); err != nil {
			return err
		}
	}
	return c.Show(openingsJSON(found), func() { printOpenings(c, found) })
}

func verdict(v engine.Value) query.Verdict {
	return query.Verdict{Kind: engine.Byte, Value: v, Known: true}
}

// shownSetups is the number of best set-ups to print.
const shownSetups = 10

func printOpenings(c *cli.Call, o *public.Openings) {
	out, starts := c.Out(), o.Starts()
	firsts, seconds := o.Setups.Counts()
	value, best := o.Value()
	part := func(outcome engine.Outcome) string {
		n := starts.Of(outcome)
		return fmt.Sprintf("%s (%.2f %%)", cli.Number(n), 100*float64(n)/float64(starts.Count()))
	}
	fmt.Fprintf(out, "game      %s\n", o.Game)
	fmt.Fprintf(out, "set-ups   %s of the first player, %s of the second: %s pairs\n", cli.Number(uint64(firsts)), cli.Number(uint64(seconds)), cli.Number(starts.Count()))
	fmt.Fprintf(out, "pairs     won %s, drawn %s, lost %s by the first player\n", part(engine.Win), part(engine.Draw), part(engine.Loss))
	fmt.Fprintf(out, "values    %s\n", countsOf(&o.Counts))
	var answered [256]uint64
	for _, a := range o.First {
		answered[a.Value]++
	}
	fmt.Fprintf(out, "answered  %s: set-ups of the first player by their value against the best reply\n", countsOf(&answered))
	fmt.Fprintf(out, "best      %s, by %s\n\n", verdict(value), cli.Plural(uint64(len(best)), "set-up", "set-ups"))
	for _, n := range best[:min(shownSetups, len(best))] {
		a := o.First[n]
		fmt.Fprintf(out, "%s\t%s\tbest reply %s, one of %d; wins against %d replies, draws with %d, loses to %d\n",
			o.Setups.First(n), verdict(value), o.Setups.Second(a.Reply), a.Replies, a.Won, a.Drawn, a.Lost)
	}
	if len(best) > shownSetups {
		fmt.Fprintf(out, "… %d more, see --json\n", len(best)-shownSetups)
	}
}

// countsOf lists the values that occur with their counts.
func countsOf(counts *[256]uint64) string {
	var texts []string
	for v, n := range counts {
		if n > 0 {
			texts = append(texts, verdict(engine.Value(v)).String()+" "+cli.Number(n))
		}
	}
	return strings.Join(texts, ", ")
}

// openingsJSON is openings as JSON.
func openingsJSON(o *public.Openings) any {
	type answered struct {
		Setup   string `json:"setup"`
		Value   string `json:"value"`
		Reply   string `json:"reply"`
		Replies int    `json:"replies"`
		Won     int    `json:"won"`
		Drawn   int    `json:"drawn"`
		Lost    int    `json:"lost"`
	}
	starts := o.Starts()
	firsts, seconds := o.Setups.Counts()
	value, best := o.Value()
	j := struct {
		Game   string            `json:"game"`
		Setups [2]int            `json:"setups"`
		Pairs  uint64            `json:"pairs"`
		Values map[string]uint64 `json:"values"`
		Won    uint64            `json:"won"`
		Drawn  uint64            `json:"drawn"`
		Lost   uint64            `json:"lost"`
		Value  string            `json:"value"`
		Best   []string          `json:"best"`
		First  []answered        `json:"first"`
		Second []string          `json:"second"`
	}{
		Game: o.Game, Setups: [2]int{firsts, seconds}, Pairs: starts.Count(), Values: map[string]uint64{},
		Won: starts.Of(engine.Win), Drawn: starts.Of(engine.Draw), Lost: starts.Of(engine.Loss), Value: verdict(value).String(),
	}
	for _, n := range starts.Values {
		j.Values[n.Verdict.String()] = n.Positions
	}
	for _, n := range best {
		j.Best = append(j.Best, o.Setups.First(n))
	}
	for n, a := range o.First {
		j.First = append(j.First, answered{o.Setups.First(n), verdict(a.Value).String(), o.Setups.Second(a.Reply), a.Replies, a.Won, a.Drawn, a.Lost})
	}
	for n := range seconds {
		j.Second = append(j.Second, o.Setups.Second(n))
	}
	return j
}
