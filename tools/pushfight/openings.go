package pushfight

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
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
	o := public.OpeningsOptions{Workers: c.Int("workers"), Memory: c.Size("memory"), Progress: func(g public.OpeningsProgress) { showOpenings(bar, g) }}
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
		c.Message("stopped; nothing is kept, the same command begins anew: %s", c.Typed())
		return cli.ErrInterrupted
	case err != nil:
		return err
	}
	if err := query.SaveStarts(db, found.Starts()); err != nil {
		c.Message("stats and the page will not tell of openings: %v", err)
	}
	if c.IsSet("plot") {
		if err := c.Plot(picture.HistogramOf(statsOf(found), "pairs of set-ups"), c.String("plot")); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return c.PrintJSON(openingsJSON(found))
	}
	printOpenings(c, found)
	return nil
}

// showOpenings shows the progress of the openings.
func showOpenings(bar *cli.Progress, g public.OpeningsProgress) {
	step := "reading the table"
	if g.Values {
		step = "valuing set-ups"
	}
	note := ""
	if g.Passes > 1 {
		note = fmt.Sprintf("pass %d of %d", g.Pass, g.Passes)
	}
	bar.Update(step, note, g.Done, g.Total, 0)
}

// statsOf returns the counts of pairs as statistics of a table.
func statsOf(o *public.Openings) query.Stats {
	starts := o.Starts()
	s := query.Stats{Game: o.Game, Positions: starts.Count()}
	for _, n := range starts.Values {
		s.Counts = append(s.Counts, query.Count{Verdict: n.Verdict, Positions: n.Positions, All: n.Positions})
	}
	return s
}

func verdict(v engine.Value) query.Verdict {
	return query.Verdict{Kind: engine.Byte, Value: v, Known: true}
}

// shownSetups is the number of best set-ups to print.
const shownSetups = 10

func printOpenings(c *cli.Call, o *public.Openings) {
	out := c.Out()
	s := statsOf(o)
	firsts, seconds := o.Setups.Counts()
	won, drawn, lost := o.Outcomes()
	value, best := o.Value()
	part := func(n uint64) string {
		return fmt.Sprintf("%s (%.2f %%)", cli.Number(n), 100*float64(n)/float64(s.Positions))
	}
	fmt.Fprintf(out, "game      %s\n", o.Game)
	fmt.Fprintf(out, "set-ups   %s of the first player, %s of the second: %s pairs\n", cli.Number(uint64(firsts)), cli.Number(uint64(seconds)), cli.Number(s.Positions))
	fmt.Fprintf(out, "pairs     won %s, drawn %s, lost %s by the first player\n", part(won), part(drawn), part(lost))
	fmt.Fprintf(out, "values    %s\n", countsOf(s.Counts))
	answered := make([]query.Count, len(o.Counts))
	for b := range answered {
		answered[b].Verdict = verdict(engine.Value(b))
	}
	for _, a := range o.First {
		answered[a.Value].Positions++
	}
	fmt.Fprintf(out, "answered  %s: set-ups of the first player by their value against the best reply\n", countsOf(answered))
	fmt.Fprintf(out, "best      %s, by %s\n", verdict(value), cli.Plural(uint64(len(best)), "set-up", "set-ups"))
	fmt.Fprintln(out)
	for i, n := range best {
		if i == shownSetups {
			fmt.Fprintf(out, "… %d more, see --json\n", len(best)-i)
			break
		}
		a := o.First[n]
		fmt.Fprintf(out, "%s\t%s\tbest reply %s, one of %d; wins against %d replies, draws with %d, loses to %d\n",
			o.Setups.First(n), verdict(value), o.Setups.Second(a.Reply), a.Replies, a.Won, a.Drawn, a.Lost)
	}
}

// countsOf lists the values that occur with their counts.
func countsOf(counts []query.Count) string {
	var texts []string
	for _, n := range counts {
		if n.Positions > 0 {
			texts = append(texts, n.Verdict.String()+" "+cli.Number(n.Positions))
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
	j := struct {
		Game   string          `json:"game"`
		Setups [2]int          `json:"setups"`
		Pairs  uint64          `json:"pairs"`
		Values json.RawMessage `json:"values"`
		Won    uint64          `json:"won"`
		Drawn  uint64          `json:"drawn"`
		Lost   uint64          `json:"lost"`
		Value  string          `json:"value"`
		Best   []string        `json:"best"`
		First  []answered      `json:"first"`
		Second []string        `json:"second"`
	}{Game: o.Game}
	s := statsOf(o)
	j.Setups[0], j.Setups[1] = o.Setups.Counts()
	j.Pairs = s.Positions
	j.Values = append(j.Values, '{')
	for i, n := range s.Counts {
		if i > 0 {
			j.Values = append(j.Values, ',')
		}
		j.Values = strconv.AppendQuote(j.Values, n.Verdict.String())
		j.Values = strconv.AppendUint(append(j.Values, ':'), n.Positions, 10)
	}
	j.Values = append(j.Values, '}')
	j.Won, j.Drawn, j.Lost = o.Outcomes()
	value, best := o.Value()
	j.Value = verdict(value).String()
	for _, n := range best {
		j.Best = append(j.Best, o.Setups.First(n))
	}
	for n, a := range o.First {
		j.First = append(j.First, answered{o.Setups.First(n), verdict(a.Value).String(), o.Setups.Second(a.Reply), a.Replies, a.Won, a.Drawn, a.Lost})
	}
	for n := range j.Setups[1] {
		j.Second = append(j.Second, o.Setups.Second(n))
	}
	return j
}
