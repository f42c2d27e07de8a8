// Package pushfight extends a program for Push Fight: the command pushfight, merged files, and the
// protocol of the public Analyzer. A program registers it with the games:
//
//	cli.Main(games.NewRegistry(rules.Definition()), pushfight.Extra())
package pushfight

import (
	_ "embed"
	"fmt"
	"strconv"
	"time"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// Extra returns the extensions of Push Fight.
func Extra() cli.Extra {
	return cli.Extra{
		Manual:    manual,
		Commands:  map[string]func(*cli.Call) error{"pushfight": run},
		Formats:   []query.Format{public.Merged},
		Protocols: []serve.Protocol{public.Analyzer},
	}
}

//go:embed manual.txt
var manual string

// run runs the command that the first argument names.
func run(c *cli.Call) error {
	if c.Arg(0) != "prove" && c.NArg() > 1 {
		return cli.Usagef("unexpected argument %q: want \"%s pushfight %s\" and flags", c.Arg(1), c.Name(), c.Arg(0))
	}
	return map[string]func(*cli.Call) error{"chunk": chunk, "lost": lost, "openings": openings, "prove": prove}[c.Arg(0)](c)
}

// variant returns the variant of the family that a spec names.
func variant(c *cli.Call, spec string) (*rules.Variant, error) {
	g, err := c.Game(spec)
	if err != nil {
		return nil, err
	}
	v, ok := g.(*rules.Variant)
	if !ok {
		return nil, engine.InputErrorf("%s is not of the Push Fight family: want pushfight or pushfight:param=value,…", spec)
	}
	return v, nil
}

// lost prints the positions without a turn.
func lost(c *cli.Call) error {
	v, err := variant(c, "pushfight")
	if err != nil {
		return err
	}
	bar := c.Progress()
	lost, err := published.Lost(c.Context, v, published.LostOptions{
		Workers:  c.Int("workers"),
		Progress: bar.Step("searching"),
	})
	bar.Close()
	if err != nil {
		return err
	}
	for _, perm := range lost {
		if !c.Bool("json") {
			c.Out().WriteString(strconv.FormatUint(perm, 10) + "\n")
			continue
		}
		position, err := v.Parse(strconv.FormatUint(perm, 10))
		if err != nil {
			return err
		}
		var index *uint64
		if i, ok := v.Index(position); ok {
			index = &i
		}
		err = c.PrintJSON(struct {
			Permutation uint64  `json:"permutation"`
			Position    string  `json:"position"`
			Index       *uint64 `json:"index"`
		}{perm, v.Text(position), index})
		if err != nil {
			return err
		}
	}
	c.Message("%s", cli.Plural(uint64(len(lost)), "position without a turn", "positions without a turn"))
	return nil
}

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
