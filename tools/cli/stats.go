package cli

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/count"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/solver"
)

// branchingPositions is the number of positions that --branching samples.
const branchingPositions = 1_000_000

func runStats(c *Call, db *query.DB) error {
	s, err := db.Stats()
	if err != nil {
		return err
	}
	if c.IsSet("plot") {
		h, err := picture.Histogram(s)
		if err == nil {
			err = c.Plot(h, c.String("plot"))
		}
		if err != nil {
			return err
		}
	}
	if err := addCounted(c, db, &s); err != nil {
		return err
	}
	return showStats(c, s)
}

// addCounted adds the figures that require a scan or a count, if their flags are set.
func addCounted(c *Call, db *query.DB, s *query.Stats) (err error) {
	memory := c.memory()
	counted(c, &err, "playouts", &s.Playouts, func() (count.Playouts, error) { return count.Games(c.Context, db.Game(), memory) })
	counted(c, &err, "branching", &s.Branching, func() (query.Branching, error) { return db.Branching(c.Context, branchingPositions, 1) })
	counted(c, &err, "reachable", &s.Reachable, func() (query.SectionCounts, error) { return query.Reachable(c.Context, db, memory) })
	counted(c, &err, "first-moves", &s.FirstMoves, func() (query.FirstMoves, error) { return query.CountFirstMoves(c.Context, db) })
	counted(c, &err, "turns", &s.Turns, func() (query.Turns, error) { return db.Turns(c.Context, memory) })
	if err == nil && c.Bool("sections") {
		bar := c.Progress()
		s.Sections, err = query.Sections(c.Context, db, bar.Step("counting sections"))
		bar.Close()
	}
	if n := c.Int("samples"); err == nil && n > 0 {
		s.Samples, err = db.Samples(c.Context, n, c.Int64("seed"))
	}
	return err
}

// counted finds a figure if its flag is set, unless an earlier one has failed.
func counted[T any](c *Call, failed *error, flag string, into **T, find func() (T, error)) {
	if *failed == nil && c.Bool(flag) {
		var figure T
		figure, *failed = find()
		*into = &figure
	}
}

// showStats prints the figures as text.
func showStats(c *Call, s query.Stats) error {
	parts := s.Sections
	if s.Reachable != nil {
		parts = append(parts, *s.Reachable)
	}
	outcomes := []string{"won", "drawn", "lost"}
	for _, part := range parts {
		if len(part.Counts) == 0 {
			continue
		}
		if v := part.Counts[0].Verdict; v.Kind.Single() {
			outcomes = []string{"solvable", "unsolvable", "lost"}
		} else if v.Outcome() == engine.Scored {
			outcomes = []string{"above 0", "0", "below 0"}
		}
	}
	return c.show("stats", struct {
		query.Stats
		Parts    []query.SectionCounts
		Outcomes []string
		Twins    bool
	}{s, parts, outcomes, slices.ContainsFunc(parts, func(p query.SectionCounts) bool { return p.All != nil && p.All.Positions != p.Positions })})
}

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
