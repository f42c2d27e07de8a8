// Package pushfight extends a program for Push Fight: the command pushfight, merged files, and the
// protocol of the public Analyzer. A program registers it with the games:
//
//	cli.Main(games.NewRegistry(rules.Definition()), pushfight.Extra())
package pushfight

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
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
