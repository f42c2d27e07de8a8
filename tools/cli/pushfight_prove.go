package cli

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver/pushfight"
)

// pushfightProve prints the value of a position that a bounded search finds.
func (p *program) pushfightProve(c *cli.Context) error {
	if c.NArg() < 2 {
		return usagef("too few arguments: want \"%s pushfight prove POSITION --plies N\"", p.name)
	}
	spec := "pushfight"
	if c.IsSet("game") {
		spec = c.String("game")
	}
	v, err := p.pushfightVariant(spec)
	if err != nil {
		return err
	}
	position, err := engine.ParsePosition(v, c.Args().Get(1))
	if err != nil {
		return err
	}
	bar := p.newProgress(false)
	defer bar.close()
	begun := time.Now()
	proof, err := pushfight.Prove(c.Context, v, position, pushfight.ProveOptions{
		Plies:   c.Int("plies"),
		Workers: c.Int("workers"),
		Progress: func(g pushfight.ProveProgress) {
			rate := float64(g.Positions) / time.Since(begun).Seconds()
			note := fmt.Sprintf("%s positions, %s a second", number(g.Positions), number(uint64(rate)))
			bar.update(plural(uint64(g.Plies), "ply", "plies"), note, g.Done, g.Total, 0)
		},
	})
	bar.close()
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
		return p.printJSON(a)
	case proof.Decided:
		return p.printAnswer(a)
	}
	_, err = fmt.Fprintf(p.stdout, "%s\t%s\tnot decided within %s\n", a.Text, a.Verdict, plural(uint64(c.Int("plies")), "ply", "plies"))
	return err
}
