package pushfight

import (
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

// parts are the parts of the command, which share its flags.
type parts struct{ console *cli.Console }

// part is one of them: what it is called, the flags that it needs, and those that it
// takes besides.
type part struct {
	name         string
	needs, takes []string
	run          func(c *urfave.Context) error
}

func (p *parts) list() []part {
	return []part{
		{"chunk", []string{"phase", "chunk", "o"}, []string{"count", "workers", "json", "quiet"}, p.chunk},
		{"counts", nil, []string{"db", "memory", "workers", "json", "quiet"}, p.counts},
		{"lost", nil, []string{"workers", "json", "quiet"}, p.lost},
		{"openings", nil, []string{"db", "memory", "plot", "o", "workers", "json", "quiet"}, p.openings},
		{"prove", []string{"plies"}, []string{"game", "workers", "json", "quiet"}, p.prove},
	}
}

// command makes the command.
func command(console *cli.Console) *urfave.Command {
	p := &parts{console}
	return &urfave.Command{
		Name:        "pushfight",
		Usage:       "make published files, count values, find lost positions, value set-ups, prove values",
		ArgsUsage:   "chunk|counts|lost|openings|prove [POSITION]",
		Description: description(console.Name()),
		Flags:       flags(),
		Action:      console.Action(1, 2, p.run),
	}
}

// description is the help of the command.
func description(name string) string {
	return `Parts of the solution of Push Fight. Only counts and openings need a database.

chunk  makes the published file of a chunk of ` + cli.Number(published.Positions) + ` permutation indices of the
       full game. Phase 0: a bit for each position, 1 where the mover can push a piece
       off this turn. Phase 1: five positions a byte, 0 undecided, 1 lost (without a
       turn, or each turn lets the opponent push a piece off), 2 won this turn. With
       --count the name must contain ` + published.NumberPattern + ` for the number of the chunk; files that
       are there already are skipped, so that the same command goes on where it was
       interrupted. Files appear whole.
counts  prints how many positions have each value: of the permutation indices (merged),
       reachable or not, and of the indices of the table (minimized). What the table
       does not have is counted by slabs, from the log that solve --keep leaves. Ctrl-C
       stops it; the same command goes on from the last round.
lost   prints the permutation index of every position of the full game, reachable or
       not, in which the mover has no turn (L0), one a line, ascending.
openings  finds the value of every pair of set-ups, from a finished database of the
       family: the first player places his pieces on the left half of the columns, the
       second then his on the right half, and the first moves. It shows how many pairs
       have each value, what the second player's best reply makes of each set-up of the
       first, and the best of these. The table is read front to back as often as
       --memory asks for: the full game needs 2.5 GiB for one pass, less memory makes
       more passes. Nothing is kept of a run that is stopped. What the pairs are worth
       together is kept beside the table, for stats and the page. --json prints one
       object: game; setups, how many each player has; pairs; values, how many pairs have each value (all values are the first player's); won, drawn,
       lost, how many pairs are; value, of the game before the set-ups; best, the first
       player's set-ups that lead to it, those that beat most replies first; first, for each of his set-ups its setup, the
       value against the best reply, reply and replies, the first such reply and how
       many there are, and how many replies are won, drawn, lost; second, the second
       player's set-ups. -o writes a value byte for each pair (0 drawn, odd lost in
       (byte-1)/2 turns, even won in byte/2) at place reply × set-ups of the first +
       set-up, in the order of second and first. --plot draws the pairs by remoteness.
prove  finds the value of a position, in progress or before the first turn, reachable
       or not, if the game ends within N plies: a bounded search. Four plies take
       moments, six some seconds.

  ` + name + ` pushfight chunk --phase 0 --chunk 742 -o bits.bin
  ` + name + ` pushfight chunk --phase 1 --chunk 0 --count 7429 -o chunk-%04d.bin
  ` + name + ` pushfight counts --db foregone-data/pushfight > values.tsv
  ` + name + ` pushfight lost > lost.txt
  ` + name + ` pushfight openings --db foregone-data/pushfight --plot pairs.svg
  ` + name + ` pushfight prove 194131625612 --plies 4
  ` + name + ` pushfight prove --plies 3 --json -- -8401495373`
}

func flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.IntFlag{Name: "phase", Usage: "chunk: `0|1`, as the publication counts", DefaultText: "none"},
		&urfave.IntFlag{Name: "chunk", Usage: "chunk: the first chunk, `C` from 0 to " + strconv.Itoa(published.Chunks-1), DefaultText: "none"},
		&urfave.IntFlag{Name: "count", Usage: "chunk: `N` chunks", Value: 1},
		&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "chunk, openings: write to `FILE`"},
		cli.DatabaseFlag(),
		&urfave.StringFlag{Name: "memory", Usage: "counts, openings: `SIZE` that may be taken", Value: "4GiB"},
		&urfave.StringFlag{Name: "plot", Usage: "openings: draw the pairs into `FILE`, which ends in .svg or .png"},
		&urfave.IntFlag{Name: "plies", Usage: "prove: search for a remoteness of at most `N`", DefaultText: "none"},
		&urfave.StringFlag{Name: "game", Usage: "prove: the variant `GAME` of the family", DefaultText: "the full game"},
		&urfave.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
		cli.JSONFlag("a JSON object per file, lost position or value, or of all openings; a list of counts"),
	}
}

// run runs the part that the first argument names, once its flags fit.
func (p *parts) run(c *urfave.Context) error {
	name := c.Args().First()
	list := p.list()
	at := slices.IndexFunc(list, func(q part) bool { return q.name == name })
	if at < 0 {
		return cli.Usagef("%q is no part of pushfight: want chunk, counts, lost, openings or prove", name)
	}
	q := list[at]
	for _, f := range c.Command.Flags {
		flag := f.Names()[0]
		needed := slices.Contains(q.needs, flag)
		switch {
		case c.IsSet(flag) && !needed && !slices.Contains(q.takes, flag):
			return cli.Usagef("pushfight %s takes no %s", name, flagText(flag))
		case needed && !c.IsSet(flag):
			return cli.Usagef("pushfight %s needs %s", name, strings.Join(flagTexts(q.needs), ", "))
		}
	}
	if c.IsSet("workers") && c.Int("workers") < 1 {
		return cli.Usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	return q.run(c)
}

// alone refuses what stands behind the name of a part that takes no argument.
func (p *parts) alone(c *urfave.Context) error {
	if c.NArg() > 1 {
		return cli.Usagef("unexpected argument %q: want \"%s pushfight %s\" and flags", c.Args().Get(1), p.console.Name(), c.Args().First())
	}
	return nil
}

// flagText writes the name of a flag as it is typed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func flagTexts(names []string) []string {
	var texts []string
	for _, n := range names {
		texts = append(texts, flagText(n))
	}
	return texts
}

// variant makes the variant of the family that a spec names.
func (p *parts) variant(spec string) (*rules.Variant, error) {
	g, err := p.console.Game(spec)
	if err != nil {
		return nil, err
	}
	v, ok := g.(*rules.Variant)
	if !ok {
		return nil, engine.InputErrorf("%s is not of the Push Fight family: want pushfight or pushfight:param=value,…", spec)
	}
	return v, nil
}
