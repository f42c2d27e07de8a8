package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/query"
)

// differencesShown is the number of differences that diff lists.
const differencesShown = 10

// diffCommand is the command diff.
type diffCommand struct{ *Console }

func (cmd diffCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "compare the tables of two databases",
		ArgsUsage: "DIR DIR",
		Description: `Compares what two databases of one game say of every position and lists the first
differences. The exit status is 1 if there are any. What a solve with --max-phase left
unknown differs from what is known.

  ` + cmd.name + ` diff foregone-data/one foregone-data/other`,
		Flags:  []cli.Flag{JSONFlag("a JSON object")},
		Action: cmd.Action(2, 2, cmd.run),
	}
}

type differenceJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	First    string `json:"first"`
	Second   string `json:"second"`
}

func (cmd diffCommand) run(c *cli.Context) error {
	var dbs [2]*query.DB
	for i := range dbs {
		db, err := cmd.open(c.Args().Get(i), query.Options{})
		if err != nil {
			return err
		}
		defer db.Close()
		dbs[i] = db
	}
	bar := cmd.Progress()
	defer bar.Close()
	d, err := dbs[0].DiffWith(c.Context, dbs[1], differencesShown, func(done, total uint64) {
		bar.Update("comparing positions", "", done, total, 0)
	})
	bar.Close()
	if err != nil {
		return err
	}
	g := dbs[0].Game()
	list := []differenceJSON{}
	for _, x := range d.First {
		list = append(list, differenceJSON{x.Index, g.Text(g.At(x.Index)), x.First.String(), x.Second.String()})
	}
	if c.Bool("json") {
		err = cmd.PrintJSON(struct {
			Game        string           `json:"game"`
			Positions   uint64           `json:"positions"`
			Different   uint64           `json:"different"`
			OnlyFirst   uint64           `json:"only_first"`
			OnlySecond  uint64           `json:"only_second"`
			Differences []differenceJSON `json:"differences"`
		}{g.Spec().String(), d.Positions, d.Different, d.OnlyFirst, d.OnlySecond, list})
	} else {
		for _, x := range list {
			fmt.Fprintf(cmd.stdout, "#%d\t%s\t%s\t%s\n", x.Index, x.Position, x.First, x.Second)
		}
		if more := d.Different - uint64(len(list)); more > 0 {
			fmt.Fprintf(cmd.stdout, "… and %s more\n", Number(more))
		}
		_, err = fmt.Fprintf(cmd.stdout, "%s compared, %s different (%s known to the first only, %s to the second only)\n",
			Plural(d.Positions, "position", "positions"), Number(d.Different), Number(d.OnlyFirst), Number(d.OnlySecond))
	}
	if err == nil && d.Different > 0 {
		return statusError(exitFailure)
	}
	return err
}
