package cli

import (
	"fmt"
	"slices"
	"strings"

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
	if c.json {
		return c.PrintJSON(s)
	}
	showStats(c, s)
	sections := s.Sections
	if s.Reachable != nil {
		sections = append(sections, *s.Reachable)
	}
	showSections(c, sections)
	if len(s.Samples) > 0 {
		fmt.Fprintln(c.stdout)
	}
	for _, a := range s.Samples {
		if err := c.PrintAnswer(a); err != nil {
			return err
		}
	}
	return nil
}

// addCounted adds the figures that require a scan or a count, if their flags are set.
func addCounted(c *Call, db *query.DB, s *query.Stats) (err error) {
	if c.Bool("playouts") {
		playouts, err := count.Games(c.Context, db.Game(), solver.DefaultMemory())
		if err != nil {
			return err
		}
		s.Playouts = &playouts
	}
	if c.Bool("branching") {
		branching, err := db.Branching(c.Context, branchingPositions, 1)
		if err != nil {
			return err
		}
		s.Branching = &branching
	}
	if c.Bool("sections") {
		if s.Sections, err = query.Sections(c.Context, db); err != nil {
			return err
		}
	}
	if c.Bool("reachable") {
		counts, err := query.Reachable(c.Context, db, solver.DefaultMemory())
		if err != nil {
			return err
		}
		s.Reachable = &counts
	}
	if c.Bool("first-moves") {
		first, err := query.CountFirstMoves(c.Context, db)
		if err != nil {
			return err
		}
		s.FirstMoves = &first
	}
	if n := c.Int("samples"); n > 0 {
		s.Samples, err = db.Samples(c.Context, n, c.Int64("seed"))
	}
	return err
}

// showSections prints the counts of the parts of the table.
func showSections(c *Call, sections []query.SectionCounts) {
	if sections == nil {
		return
	}
	fmt.Fprintln(c.stdout)
	twins := slices.ContainsFunc(sections, func(s query.SectionCounts) bool { return s.All != nil && s.All.Positions != s.Positions })
	list := columns{right: []bool{false, true, true, true, true, true, true, true, true}}
	outcomes := []string{"won", "drawn", "lost"}
	if slices.ContainsFunc(sections, func(s query.SectionCounts) bool {
		return len(s.Counts) > 0 && s.Counts[0].Verdict.Outcome() == engine.Scored
	}) {
		outcomes = []string{"above 0", "0", "below 0"}
	}
	if slices.ContainsFunc(sections, func(s query.SectionCounts) bool {
		return len(s.Counts) > 0 && s.Counts[0].Verdict.Kind.Single()
	}) {
		outcomes = []string{"solvable", "unsolvable", "lost"}
	}
	head := append([]string{"section", "stored"}, outcomes...)
	if twins {
		head = append(append(head, "with twins"), outcomes...)
	}
	list.add(head...)
	for _, s := range sections {
		row := []string{s.Name, Number(s.Positions), Number(s.Won), Number(s.Drawn), Number(s.Lost)}
		if a := s.All; twins && a != nil {
			row = append(row, Number(a.Positions), Number(a.Won), Number(a.Drawn), Number(a.Lost))
		}
		list.add(row...)
	}
	list.write(c.stdout)
}

// showStats prints the figures as text.
func showStats(c *Call, s query.Stats) {
	facts := columns{}
	facts.add("game", s.Game)
	if s.MaxPhase > 0 {
		facts.add("solved", fmt.Sprintf("up to remoteness %d (plies), the rest is unknown", s.MaxPhase))
	}
	positions := Number(s.Positions) + " stored"
	if s.PositionsAll > 0 {
		positions += ", " + Number(s.PositionsAll) + " with symmetric twins"
	}
	facts.add("positions", positions)
	if s.InPlace != nil {
		addInPlace(&facts, *s.InPlace, s.Positions)
	}
	addOutcomes(&facts, s)
	if s.Error > 0 {
		facts.add("error", fmt.Sprintf("every value is proved to within %.2g", s.Error))
	}
	if s.Start != nil {
		facts.add("start", c.verdictText(s.Start.Verdict))
	}
	if f := s.FirstMoves; f != nil {
		facts.add("first move", fmt.Sprintf("%s: %s, %s, %s; %s as good as the best", Plural(f.Moves, "result", "results"),
			Plural(f.Won, "wins", "win"), Plural(f.Drawn, "draws", "draw"), Plural(f.Lost, "loses", "lose"), Number(f.Best)))
	}
	if o := s.Starts; o != nil {
		of := func(n uint64) string { return share(n, o.Count()) }
		facts.add("starts", fmt.Sprintf("%s %s: the player who moves first wins %s (%s in the first turn), draws %s, loses %s",
			Number(o.Count()), o.What, of(o.Of(engine.Win)), of(o.AtOnce()), of(o.Of(engine.Draw)), of(o.Of(engine.Loss))))
		facts.add("", "before they are chosen: "+c.verdictText(o.Value))
	}
	if w := s.LongestWin; w != nil {
		facts.add(longest(s), fmt.Sprintf("%s: #%d  %s", c.verdictText(w.Verdict), w.Index, w.Text))
	}
	if s.Playouts != nil {
		addPlayouts(&facts, *s.Playouts)
	}
	if b := s.Branching; b != nil {
		counted := ""
		if !b.All {
			counted = ", of " + Plural(b.Positions, "random position", "random positions")
		}
		facts.add("moves", fmt.Sprintf("%.2f on average, at most %s%s", b.Mean, Number(uint64(b.Most)), counted))
		facts.add("", fmt.Sprintf("%s with one move, %s finished", Number(b.Forced), Number(b.Finished)))
	}
	if s.InPlace != nil {
		facts.add("values", "not counted: the file is used in place")
		facts.write(c.stdout)
		return
	}
	facts.add("verified", verifiedText(s.Verified))
	facts.add("sha256", s.SHA256)
	facts.write(c.stdout)
	fmt.Fprintln(c.stdout)
	showCounts(c, s)
}

// showCounts prints the number of positions of each value.
func showCounts(c *Call, s query.Stats) {
	list := columns{right: []bool{false, true, true, true, true}}
	list.paint = func(row, column int, text string) string {
		if row > 0 && column == 0 {
			return c.paintValue(s.Counts[row-1].Verdict, text)
		}
		return text
	}
	list.add("value", map[bool]string{false: "plies", true: "moves"}[single(s)], "stored", "share", "with twins")
	for _, n := range s.Counts {
		plies := "-"
		if remoteness, ok := n.Verdict.Plies(); ok {
			plies = fmt.Sprint(remoteness)
		}
		text := n.Verdict.String()
		if kind := n.Verdict.Kind; kind.Uncertain() {
			text = kind.BucketText(kind.Bucket(n.Verdict.Value))
		}
		list.add(text, plies, Number(n.Positions), share(n.Positions, s.Positions), Number(n.All))
	}
	list.write(c.stdout)
}

// addPlayouts adds the number of complete games.
func addPlayouts(facts *columns, n count.Playouts) {
	facts.add("games", fmt.Sprintf("%s complete ones: %s won by the first player, %s by the second, %s drawn",
		picture.Thousands(n.Total), picture.Thousands(n.First), picture.Thousands(n.Second), picture.Thousands(n.Draws)))
	if f := n.Finished; f != nil {
		facts.add("finished", fmt.Sprintf("%s: %s won by the first player, %s by the second, %s drawn",
			Plural(f.Positions, "position", "positions"), Number(f.First), Number(f.Second), Number(f.Draws)))
	}
}

// addInPlace adds the contents of a file that is used in place.
func addInPlace(facts *columns, f query.InPlace, positions uint64) {
	const shown = 4
	var ranges []string
	for i, r := range f.Known {
		if i == shown && len(f.Known) > shown+1 {
			ranges = append(ranges, fmt.Sprintf("… %d more", len(f.Known)-shown))
			break
		}
		ranges = append(ranges, fmt.Sprintf("%d-%d", r.First, r.Last))
	}
	facts.add("file", fmt.Sprintf("%s (%s)", f.Path, f.Encoding))
	facts.add("known", Number(f.Known.Count())+"  "+share(f.Known.Count(), positions)+"  indices "+strings.Join(ranges, ", "))
}
