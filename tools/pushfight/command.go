package pushfight

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

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
