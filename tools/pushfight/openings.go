package pushfight

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"

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
	result := resultOf(found)
	if c.Bool("json") {
		return c.PrintJSON(result)
	}
	return c.Print(openingsText, result.text(found))
}

func verdict(v engine.Value) query.Verdict {
	return query.Verdict{Kind: engine.Byte, Value: v, Known: true}
}

// answered is a set-up of the first player with the best reply.
type answered struct {
	Setup   string `json:"setup"`
	Value   string `json:"value"`
	Reply   string `json:"reply"`
	Replies int    `json:"replies"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
	Lost    int    `json:"lost"`
}

// result is openings as JSON.
type result struct {
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
}

//go:embed openings.tmpl
var openingsText string

// shownSetups is the number of best set-ups to print.
const shownSetups = 10

// text returns what the text of a result needs: the best set-ups, and the set-ups by value.
func (r result) text(o *public.Openings) any {
	text := struct {
		result
		Counts   []query.Count
		Answered []query.Count
		Top      []answered
		More     int
	}{result: r, Counts: o.Starts().Values}
	var byValue [256]uint64
	for _, a := range o.First {
		byValue[a.Value]++
	}
	for v, n := range byValue {
		if n > 0 {
			text.Answered = append(text.Answered, query.Count{Verdict: verdict(engine.Value(v)), Positions: n})
		}
	}
	_, best := o.Value()
	for _, n := range best[:min(shownSetups, len(best))] {
		text.Top = append(text.Top, r.First[n])
	}
	text.More = len(best) - len(text.Top)
	return text
}

func resultOf(o *public.Openings) result {
	starts := o.Starts()
	firsts, seconds := o.Setups.Counts()
	value, best := o.Value()
	j := result{
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
