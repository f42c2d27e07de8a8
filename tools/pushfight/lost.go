package pushfight

import (
	"strconv"

	published "github.com/foregone-db/foregone/solver/pushfight"
	"github.com/foregone-db/foregone/tools/cli"
)

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
