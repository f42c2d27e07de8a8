package cli

import (
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
	err = c.show("diff", struct {
		Game        string           `json:"game"`
		Positions   uint64           `json:"positions"`
		Different   uint64           `json:"different"`
		OnlyFirst   uint64           `json:"only_first"`
		OnlySecond  uint64           `json:"only_second"`
		Differences []differenceJSON `json:"differences"`
		More        uint64           `json:"-"`
	}{g.Spec().String(), d.Positions, d.Different, d.OnlyFirst, d.OnlySecond, list, d.Different - uint64(len(list))})
	if err == nil && d.Different > 0 {
		return statusError(exitFailure)
	}
	return err
}
