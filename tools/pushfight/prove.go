package pushfight

import (
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// prove prints the value of a position that a bounded search finds.
func (p *parts) prove(c *urfave.Context) error {
	if c.NArg() < 2 {
		return cli.Usagef("too few arguments: want \"%s pushfight prove POSITION --plies N\"", p.console.Name())
	}
	spec := "pushfight"
	if c.IsSet("game") {
		spec = c.String("game")
	}
	v, err := p.variant(spec)
	if err != nil {
		return err
	}
	position, err := engine.ParsePosition(v, c.Args().Get(1))
	if err != nil {
		return err
	}
	bar := p.console.Progress()
	defer bar.Close()
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
	switch {
	case c.Bool("json"):
		return p.console.PrintJSON(a)
	case proof.Decided:
		return p.console.PrintAnswer(a)
	}
	_, err = fmt.Fprintf(p.console.Out(), "%s\t%s\tnot decided within %s\n", a.Text, a.Verdict, cli.Plural(uint64(c.Int("plies")), "ply", "plies"))
	return err
}
