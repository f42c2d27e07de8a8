package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver/pushfight"
)

func (p *program) pushfightCommand() *cli.Command {
	_, err := p.registry.Find("pushfight")
	return &cli.Command{
		Name:      "pushfight",
		Usage:     "make published files, find lost positions, prove values",
		ArgsUsage: "chunk|lost|prove [POSITION]",
		Hidden:    err != nil,
		Description: `Parts of the solution of Push Fight that need no database.

chunk  makes the published file of a chunk of ` + number(pushfight.Positions) + ` permutation indices of the
       full game. Phase 0: a bit for each position, 1 where the mover can push a piece
       off this turn. Phase 1: five positions a byte, 0 undecided, 1 lost (without a
       turn, or each turn lets the opponent push a piece off), 2 won this turn. With
       --count the name must contain ` + pushfight.NumberPattern + ` for the number of the chunk; files that
       are there already are skipped, so that the same command goes on where it was
       interrupted. Files appear whole.
lost   prints the permutation index of every position of the full game, reachable or
       not, in which the mover has no turn (L0), one a line, ascending.
prove  finds the value of a position, in progress or before the first turn, reachable
       or not, if the game ends within N plies: a bounded search. Four plies take
       moments, six some seconds.

  ` + p.name + ` pushfight chunk --phase 0 --chunk 742 -o bits.bin
  ` + p.name + ` pushfight chunk --phase 1 --chunk 0 --count 7429 -o chunk-%04d.bin
  ` + p.name + ` pushfight lost > lost.txt
  ` + p.name + ` pushfight prove 194131625612 --plies 4
  ` + p.name + ` pushfight prove --plies 3 --json -- -8401495373`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "phase", Usage: "chunk: `0|1`, as the publication counts", DefaultText: "none"},
			&cli.IntFlag{Name: "chunk", Usage: "chunk: the first chunk, `C` from 0 to " + strconv.Itoa(pushfight.Chunks-1), DefaultText: "none"},
			&cli.IntFlag{Name: "count", Usage: "chunk: `N` chunks", Value: 1},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "chunk: write to `FILE`"},
			&cli.IntFlag{Name: "plies", Usage: "prove: search for a remoteness of at most `N`", DefaultText: "none"},
			&cli.StringFlag{Name: "game", Usage: "prove: the variant `GAME` of the family", DefaultText: "the full game"},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
			jsonFlag("a JSON object per file, lost position or value"),
		},
		Action: p.action(1, 2, p.pushfight),
	}
}

// pushfightFlags are the flags of each part of the command: those it needs, and
// those it takes besides.
var pushfightFlags = map[string]struct{ needs, takes []string }{
	"chunk": {[]string{"phase", "chunk", "o"}, []string{"count", "workers", "json", "quiet"}},
	"lost":  {nil, []string{"workers", "json", "quiet"}},
	"prove": {[]string{"plies"}, []string{"game", "workers", "json", "quiet"}},
}

func (p *program) pushfight(c *cli.Context) error {
	what := c.Args().First()
	flags, ok := pushfightFlags[what]
	if !ok {
		return usagef("%q is no part of pushfight: want chunk, lost or prove", what)
	}
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		needed := slices.Contains(flags.needs, name)
		switch {
		case c.IsSet(name) && !needed && !slices.Contains(flags.takes, name):
			return usagef("pushfight %s takes no %s", what, flagText(name))
		case needed && !c.IsSet(name):
			return usagef("pushfight %s needs %s", what, strings.Join(flagTexts(flags.needs), ", "))
		}
	}
	if c.IsSet("workers") && c.Int("workers") < 1 {
		return usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	if what == "prove" {
		return p.pushfightProve(c)
	}
	if c.NArg() > 1 {
		return usagef("unexpected argument %q: want \"%s pushfight %s\" and flags", c.Args().Get(1), p.name, what)
	}
	v, err := p.pushfightVariant("pushfight")
	if err != nil {
		return err
	}
	if what == "chunk" {
		return p.pushfightChunk(c, v)
	}
	return p.pushfightLost(c, v)
}

func flagTexts(names []string) []string {
	var texts []string
	for _, n := range names {
		texts = append(texts, flagText(n))
	}
	return texts
}

// pushfightVariant makes the variant of the family that a spec names.
func (p *program) pushfightVariant(spec string) (*rules.Variant, error) {
	g, err := p.game(spec)
	if err != nil {
		return nil, err
	}
	v, ok := g.(*rules.Variant)
	if !ok {
		return nil, engine.InputErrorf("%s is not of the Push Fight family: want pushfight or pushfight:param=value,…", spec)
	}
	return v, nil
}

// pushfightLost prints the positions without a turn.
func (p *program) pushfightLost(c *cli.Context, v *rules.Variant) error {
	bar := p.newProgress(false)
	defer bar.close()
	lost, err := pushfight.Lost(c.Context, v, pushfight.LostOptions{
		Workers:  c.Int("workers"),
		Progress: func(done, total uint64) { bar.update("searching", "", done, total, 0) },
	})
	bar.close()
	if err != nil {
		return err
	}
	for _, perm := range lost {
		if !c.Bool("json") {
			p.stdout.WriteString(strconv.FormatUint(perm, 10) + "\n")
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
		err = p.printJSON(struct {
			Permutation uint64  `json:"permutation"`
			Position    string  `json:"position"`
			Index       *uint64 `json:"index"`
		}{perm, v.Text(position), index})
		if err != nil {
			return err
		}
	}
	p.message("%s", plural(uint64(len(lost)), "position without a turn", "positions without a turn"))
	return nil
}
