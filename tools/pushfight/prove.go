package pushfight

import (
	"fmt"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// prove prints the value of a position that a bounded search finds.
func prove(c *cli.Call) error {
	if c.NArg() < 2 {
		return cli.Usagef("too few arguments: want \"%s pushfight prove POSITION --plies N\"", c.Name())
	}
	v, err := variant(c, c.String("game"))
	if err != nil {
		return err
	}
	position, err := engine.ParsePosition(v, c.Arg(1))
	if err != nil {
		return err
	}
	bar := c.Progress()
	begun := time.Now()
	proof, err := published.Prove(c.Context, v, position, published.ProveOptions{
		Plies:   c.Int("plies"),
		Workers: c.Int("workers"),
		Progress: func(g published.ProveProgress) {
			rate := float64(g.Positions) / time.Since(begun).Seconds()
			note := fmt.Sprintf("%s positions, %s a second", cli.Number(g.Positions), cli.Number(uint64(rate)))
			bar.Update(cli.Plural(uint64(g.Plies), "ply", "plies"), note, g.Done, g.Total, 0)
		},
	})
	bar.Close()
	if err != nil {
		return err
	}
	a := query.Answer{
		Game: v.Spec().String(), Position: position, Text: v.Text(position),
		Verdict: query.Verdict{Kind: v.Kind(), Value: proof.Value, Known: proof.Decided},
	}
	a.Index, a.Stored = v.Index(position)
	if c.Bool("json") || proof.Decided {
		return c.PrintAnswer(a)
	}
	_, err = fmt.Fprintf(c.Out(), "%s\t%s\tnot decided within %s\n", a.Text, a.Verdict, cli.Plural(uint64(c.Int("plies")), "ply", "plies"))
	return err
}
