package cli

import (
	"fmt"

	"github.com/foregone-db/foregone/query"
)

// differencesShown is the number of differences that diff lists.
const differencesShown = 10

type differenceJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	First    string `json:"first"`
	Second   string `json:"second"`
}

func runDiff(c *Call) error {
	dbs, err := c.openAll(c.Args().Slice(), query.Options{})
	if err != nil {
		return err
	}
	bar := c.Progress()
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
	err = c.Show(struct {
		Game        string           `json:"game"`
		Positions   uint64           `json:"positions"`
		Different   uint64           `json:"different"`
		OnlyFirst   uint64           `json:"only_first"`
		OnlySecond  uint64           `json:"only_second"`
		Differences []differenceJSON `json:"differences"`
	}{g.Spec().String(), d.Positions, d.Different, d.OnlyFirst, d.OnlySecond, list}, func() {
		for _, x := range list {
			fmt.Fprintf(c.stdout, "#%d\t%s\t%s\t%s\n", x.Index, x.Position, x.First, x.Second)
		}
		if more := d.Different - uint64(len(list)); more > 0 {
			fmt.Fprintf(c.stdout, "… and %s more\n", Number(more))
		}
		fmt.Fprintf(c.stdout, "%s compared, %s different (%s known to the first only, %s to the second only)\n",
			Plural(d.Positions, "position", "positions"), Number(d.Different), Number(d.OnlyFirst), Number(d.OnlySecond))
	})
	if err == nil && d.Different > 0 {
		return statusError(exitFailure)
	}
	return err
}
