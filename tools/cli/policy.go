package cli

import (
	"cmp"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
)

func runPolicy(c *Call, db *query.DB) error {
	if c.IsSet("sample") && c.Bool("all") {
		return Usagef("want one of --sample and --all")
	}
	chance := db.Game().Kind().Uncertain()
	for _, name := range []string{"sample", "all", "walk", "exploit", "games"} {
		if c.IsSet(name) && chance == (name != "games") {
			return Usagef("--%s: a game of chance has --games, any other --sample, --all, --walk and --exploit", name)
		}
	}
	bar := c.Progress()
	command := policy.Command{Line: c.String("exec"), Stderr: bar.writer(), Timeout: cmp.Or(c.Duration("timeout"), -1)}
	options := policy.Options{
		Sample: c.Uint64("sample"), Seed: c.Int64("seed"), Worst: c.Int("worst"), Walk: c.Int("walk"), Exploit: c.Bool("exploit"), Games: c.Int("games"),
		Progress: func(step policy.Step, done, total uint64) { bar.Update(string(step), "", done, total, 0) },
	}
	if c.Bool("all") {
		options.Sample = 0
	}
	if chance {
		losses, err := policy.TestChance(c.Context, db, command, options)
		if bar.Close(); err != nil {
			return err
		}
		return c.show("losses", losses)
	}
	report, err := policy.Test(c.Context, db, command, options)
	bar.Close()
	if err != nil {
		return err
	}
	return c.show("policy", report)
}
