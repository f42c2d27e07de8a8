package cli

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/foregone-db/foregone/kv"
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
	verified := "not verified"
	if stats.Verified != nil && stats.Verified.All {
		verified = "verified"
	}
	switch {
	case summary.Already:
		fmt.Fprintf(c.stdout, "%s was solved already, %s.\n", stats.Game, verified)
	case stats.MaxPhase > 0:
		fmt.Fprintf(c.stdout, "%s is solved up to remoteness %d (plies), %s.\n", stats.Game, stats.MaxPhase, verified)
	default:
		fmt.Fprintf(c.stdout, "%s is solved, %s.\n", stats.Game, verified)
	}
	facts := columns{}
	facts.add("positions", Number(stats.Positions))
	addOutcomes(&facts, stats)
	facts.add("values", shortCounts(stats.Counts))
	if stats.Start != nil {
		facts.add("start", c.verdictText(stats.Start.Verdict))
	}
	if w := stats.LongestWin; w != nil {
		facts.add(longest(stats), fmt.Sprintf("%s at #%d", c.verdictText(w.Verdict), w.Index))
	}
	if !summary.Already {
		facts.add("time", duration(summary.Elapsed.Seconds()))
	}
	facts.add("table", fmt.Sprintf("%s, %s", summary.Table, size(tableSize)))
	facts.add("verified", verifiedText(stats.Verified))
	facts.add("sha256", summary.SHA256)
	facts.write(c.stdout)
	return showNext(c, db, stats)
}

// single reports whether the counts are of a game of one player.
func single(stats query.Stats) bool {
	return len(stats.Counts) > 0 && stats.Counts[0].Verdict.Kind.Single()
}

// longest names the position that is farthest from its end.
func longest(stats query.Stats) string {
	if single(stats) {
		return "hardest"
	}
	return "longest win"
}

// verifiedText says how far a table was verified.
func verifiedText(v *kv.Verified) string {
	switch {
	case v == nil:
		return "no"
	case v.All:
		return "all values, recomputed from their successors"
	}
	return fmt.Sprintf("no; %s recomputed from their successors, none wrong", Plural(v.Positions, "random value was", "random values were"))
}

// addOutcomes adds the numbers of won, lost and drawn positions.
func addOutcomes(facts *columns, stats query.Stats) {
	if stats.Won()+stats.Lost()+stats.Drawn() == 0 {
		return // scores, or no known values
	}
	if single(stats) {
		facts.add("solvable", Number(stats.Won())+"  "+share(stats.Won(), stats.Positions))
		rest := map[bool]string{false: "unsolvable", true: "unknown"}[stats.MaxPhase > 0]
		facts.add(rest, Number(stats.Drawn())+"  "+share(stats.Drawn(), stats.Positions))
		return
	}
	facts.add("won", Number(stats.Won())+"  "+share(stats.Won(), stats.Positions))
	facts.add("lost", Number(stats.Lost())+"  "+share(stats.Lost(), stats.Positions))
	if stats.MaxPhase > 0 {
		unknown := stats.Positions - stats.Won() - stats.Lost()
		facts.add("unknown", Number(unknown)+"  "+share(unknown, stats.Positions))
	} else {
		facts.add("drawn", Number(stats.Drawn())+"  "+share(stats.Drawn(), stats.Positions))
	}
}

// shortCounts lists the first values with their counts, and the number of further values.
func shortCounts(counts []query.Count) string {
	const shown = 7
	var parts []string
	for i, c := range counts {
		if i == shown && len(counts) > shown+1 {
			parts = append(parts, fmt.Sprintf("… %d more", len(counts)-shown))
			break
		}
		parts = append(parts, c.Verdict.String()+" "+Number(c.Positions))
	}
	return strings.Join(parts, ", ")
}

// showNext prints commands to run next, with a position of the database.
func showNext(c *Call, db *query.DB, stats query.Stats) error {
	example := ""
	switch {
	case stats.Start != nil:
		example = stats.Start.Text
	case stats.LongestWin != nil:
		example = stats.LongestWin.Text
	case stats.InPlace != nil:
		example = db.Game().Text(db.Game().At(stats.InPlace.Known[0].First))
	case stats.Positions > 0:
		example = db.Game().Text(db.Game().At(0))
	default:
		return errors.New("the game has no positions")
	}
	dbText := c.dbArgument(db.Dir())
	fmt.Fprintf(c.stdout, "\nNext:\n  %s stats%s\n  %s moves%s %s\n  %s line%s %s\n",
		c.name, dbText, c.name, dbText, positionArgument(example), c.name, dbText, positionArgument(example))
	if v, ok := sampleValue(stats); ok {
		fmt.Fprintf(c.stdout, "  %s sample%s --value %s\n", c.name, dbText, v)
	}
	return nil
}

// sampleValue picks an interesting value: the longest win, or the last in the list.
func sampleValue(stats query.Stats) (string, bool) {
	if stats.LongestWin != nil {
		return stats.LongestWin.Verdict.String(), true
	}
	if len(stats.Counts) == 0 {
		return "", false
	}
	return stats.Counts[len(stats.Counts)-1].Verdict.String(), true
}
