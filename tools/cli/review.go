package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
	"github.com/foregone-db/foregone/query/review"
)

func runReview(c *Call, db *query.DB) error {
	games, err := readGames(c)
	if err != nil {
		return err
	}
	if len(games) == 0 {
		return Usagef("%s: no game: want turns, separated by blanks", strings.Join(c.Args().Slice(), " "))
	}
	turns := 0
	for _, g := range games {
		turns += len(g.Turns)
	}
	page := review.NewPage(db, c.Int("games"))
	done, bar := uint64(0), c.Progress()
	work := func(_ int, g review.Game) (*review.Review, error) {
		return review.Judge(c.Context, db, g, turns <= maxNamed)
	}
	err = pool.InOrder(c.Context, pool.Workers(c.Int("workers")), slices.Values(games), work, func(_ review.Game, r *review.Review) error {
		done += uint64(len(r.Steps))
		bar.Update("judging moves", "", done, uint64(turns), 0)
		page.Add(r)
		return showReview(c, r, len(games))
	})
	bar.Close()
	if err != nil {
		return err
	}
	if err := page.Summary.Finish(c.Context, db, c.Int("worst")); err != nil {
		return err
	}
	if err := writeReview(c, db, page); err != nil {
		return err
	}
	if page.Summary.Faulty > 0 {
		return statusError(exitUsage)
	}
	return nil
}

// maxNamed is the greatest number of turns of all games for which blunders get a best move: to find
// it takes all moves of the position.
const maxNamed = 20_000

// readGames reads the games of the files and folders that the arguments name.
func readGames(c *Call) (games []review.Game, err error) {
	for _, arg := range c.Args().Slice() {
		if arg == "-" {
			text, err := readAll(c.Context, c.stdin)
			if err != nil {
				return nil, err
			}
			games = append(games, review.Parse(arg, text)...)
			continue
		}
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case c.Context.Err() != nil:
				return c.Context.Err()
			case path != arg && strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
				return nil
			case entry.IsDir():
				return nil
			}
			text, err := os.ReadFile(path)
			if err == nil && !utf8.Valid(text) {
				err = Usagef("%s is not a text file", path)
			}
			games = append(games, review.Parse(path, string(text))...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

// readAll reads standard input to its end.
func readAll(ctx context.Context, r io.Reader) (string, error) {
	lines, readErr := readLines(ctx, r)
	var b strings.Builder
	for line := range lines {
		b.WriteString(line.text + "\n")
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return b.String(), *readErr
}

// showReview prints a judged game: all moves if it is the only one, and blunders alone otherwise.
func showReview(c *Call, r *review.Review, games int) error {
	if r.Error != "" {
		c.stdout.Flush() // keeps the order of both streams
		fmt.Fprintf(c.stderr, "%s: %s, game %d: %s\n", c.name, r.File, r.Number, r.Error)
	}
	if c.json {
		return c.PrintJSON(r)
	}
	if c.IsSet("o") {
		return nil
	}
	return c.render("review", struct {
		*review.Review
		All       bool
		Sparkline string
	}{r, games == 1, sparkline(r.Graph())})
}

// sparkline draws heights between -1 and 1 as a line of blocks, high where the first player wins.
func sparkline(heights []float64) string {
	var b strings.Builder
	for _, h := range heights {
		b.WriteRune([]rune("▁▂▃▄▅▆▇█")[min(7, int((h+1)*4))])
	}
	return b.String()
}

// writeReview writes the page, or prints the summary if there are several games.
func writeReview(c *Call, db *query.DB, page *review.Page) error {
	s := &page.Summary
	if c.IsSet("o") {
		name, err := c.write(page.WriteHTML, db)
		if err == nil {
			c.Message("the review of %s written to %s", Plural(uint64(s.Games), "game", "games"), name)
		}
		if err != nil || !c.json {
			return err
		}
	}
	if c.json {
		return c.PrintJSON(struct {
			Summary *review.Summary `json:"summary"`
		}{s})
	}
	if s.Games == 1 {
		return nil
	}
	return c.render("reviews", s)
}

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
