package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// showSummary prints the results of a solve and the commands to run next.
func showSummary(c *Call, dir string, summary solver.Summary) error {
	debug.FreeOSMemory() // frees the solve's game and arrays before the database is opened
	db, err := c.open(dir, query.Options{})
	if err != nil {
		return fmt.Errorf("the solve is finished, but its table cannot be read: %w", err)
	}
	stats, err := db.Stats()
	if err != nil {
		return err
	}
	tableSize, err := fileSize(summary.Table)
	if err != nil {
		return err
	}
	return c.render("summary", struct {
		Stats query.Stats
		Solve solver.Summary
		Bytes uint64
		Next  next
	}{stats, summary, tableSize, c.next(db, stats)})
}

// single reports whether the counts are of a game of one player.
func single(stats query.Stats) bool {
	return len(stats.Counts) > 0 && stats.Counts[0].Verdict.Kind.Single()
}

// next is what the texts of results need to show commands to run next.
type next struct {
	DB       string // the argument that names the database, after a blank; or ""
	Position string // as an argument
	Sample   string // an interesting value: the longest win, or the last in the list; or ""
}

func (c *Call) next(db *query.DB, stats query.Stats) next {
	n, g := next{DB: c.dbArgument(db.Dir())}, db.Game()
	example := ""
	switch {
	case stats.Start != nil:
		example = stats.Start.Text
	case stats.LongestWin != nil:
		example = stats.LongestWin.Text
	case stats.InPlace != nil:
		example = g.Text(g.At(stats.InPlace.Known[0].First))
	case stats.Positions > 0:
		example = g.Text(g.At(0))
	}
	n.Position = positionArgument(example)
	switch {
	case stats.LongestWin != nil:
		n.Sample = stats.LongestWin.Verdict.String()
	case len(stats.Counts) > 0:
		n.Sample = stats.Counts[len(stats.Counts)-1].Verdict.String()
	}
	return n
}
