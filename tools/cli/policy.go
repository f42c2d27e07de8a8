package cli

import (
	"fmt"
	"strconv"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
)

func runPolicy(c *Call) error {
	if c.IsSet("sample") && c.Bool("all") {
		return Usagef("want one of --sample and --all")
	}
	db, err := c.Database()
	if err != nil {
		return err
	}
	defer db.Close()
	bar := c.Progress()
	defer bar.Close()
	command := policy.Command{Line: c.String("exec"), Stderr: bar.writer(), Timeout: c.Duration("timeout")}
	if command.Timeout == 0 {
		command.Timeout = -1
	}
	options := policy.Options{
		Sample: c.Uint64("sample"), Seed: c.Int64("seed"), Worst: c.Int("worst"), Walk: c.Int("walk"),
		Progress: func(step policy.Step, done, total uint64) { bar.Update(string(step), "", done, total, 0) },
	}
	if c.Bool("all") {
		options.Sample = 0
	}
	report, err := policy.Test(c.Context, db, command, options)
	bar.Close()
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return c.PrintJSON(report)
	}
	policyText{c.Console, report}.print()
	return nil
}

// policyText prints a report for people.
type policyText struct {
	console *Console
	policy.Report
}

func (r policyText) print() {
	asked := r.Asked()
	facts := columns{}
	facts.add("game", r.Game)
	facts.add("policy", r.Policy)
	text := Plural(asked, "position", "positions")
	if r.Sample > 0 {
		text += fmt.Sprintf(", at random with seed %d", r.Seed)
	}
	if r.Finished > 0 {
		text += fmt.Sprintf("; %s more, where there is nothing to move", Number(r.Finished))
	}
	if r.Unknown > 0 {
		text += fmt.Sprintf("; %s more, whose value is not known", Number(r.Unknown))
	}
	facts.add("asked", text)
	part := func(n uint64) string { return Number(n) + "  " + share(n, asked) }
	facts.add("optimal", part(r.Optimal()))
	facts.add("outcome kept", part(r.Kept()))
	facts.add("given away", fmt.Sprintf("%s to a draw, %s to a loss, %s to a loss",
		Plural(r.Won.Draw, "win", "wins"), Plural(r.Won.Loss, "win", "wins"), Plural(r.Drawn.Loss, "draw", "draws")))
	if r.Kind == engine.Score && asked > 0 {
		facts.add("points", fmt.Sprintf("%s given away, %.3f a position", Number(r.PointsLost), float64(r.PointsLost)/float64(asked)))
	}
	if n := r.Unjudged(); n > 0 {
		facts.add("not judged", Plural(n, "answer", "answers")+" whose value is not known")
	}
	facts.write(r.console.stdout)
	r.printTallies()
	r.printCases()
	r.printStart()
}

// printTallies prints the outcomes of won, drawn and lost positions under the policy.
func (r policyText) printTallies() {
	fmt.Fprintln(r.console.stdout)
	list := columns{right: []bool{false, true, true, true, true, true}}
	list.add("position", "asked", "optimal", "then won", "drawn", "lost")
	for _, row := range []struct {
		name string
		policy.Tally
	}{{"won", r.Won}, {"drawn", r.Drawn}, {"lost", r.Lost}} {
		list.add(row.name, Number(row.Asked), share(row.Optimal, row.Asked), share(row.Win, row.Asked), share(row.Draw, row.Asked), share(row.Loss, row.Asked))
	}
	list.write(r.console.stdout)
}

// printCases prints the worst answers.
func (r policyText) printCases() {
	if len(r.Worst) == 0 {
		return
	}
	fmt.Fprint(r.console.stdout, "\nworst cases\n")
	list := columns{}
	list.paint = func(row, column int, text string) string {
		switch {
		case row > 0 && column == 0:
			return r.console.paintValue(r.Worst[row-1].Value, text)
		case row > 0 && column == 1:
			return r.console.paintValue(r.Worst[row-1].After, text)
		}
		return text
	}
	list.add("value", "after", "played", "best", "index", "position")
	for _, c := range r.Worst {
		best := c.Best
		if best == "" {
			best = query.Unknown
		}
		list.add(c.Value.String(), c.After.String(), c.Move, best, "#"+strconv.FormatUint(c.Index, 10), c.Position)
	}
	list.write(r.console.stdout)
}

// printStart prints the policy's result from the start.
func (r policyText) printStart() {
	s := r.Start
	if s == nil {
		return
	}
	fmt.Fprintf(r.console.stdout, "\nfrom the start, %s\n", r.console.verdictText(s.Value))
	if len(s.Walks) == 0 {
		fmt.Fprintln(r.console.stdout, "no game was played: the value is not known")
	}
	for _, w := range s.Walks {
		r.printWalk(w)
	}
}

func (r policyText) printWalk(w policy.Walk) {
	fmt.Fprintf(r.console.stdout, "the policy moves %s: %s", map[bool]string{true: "first", false: "second"}[w.First], map[engine.Outcome]string{
		engine.Win: "it always wins", engine.Draw: "it never loses", engine.Loss: "it loses",
	}[w.Outcome])
	f := w.Failure
	if f != nil && w.Outcome == engine.Draw {
		fmt.Fprint(r.console.stdout, ", but does not win")
	}
	if !w.Complete {
		fmt.Fprint(r.console.stdout, ", as far as that was followed")
	}
	fmt.Fprintf(r.console.stdout, " (%s asked)\n", Plural(w.Asked, "position", "positions"))
	if f == nil {
		return
	}
	notes := map[int]string{}
	for _, m := range f.Mistakes {
		notes[m.Ply] = fmt.Sprintf("   a mistake: from %v to %v", m.Value, m.After)
	}
	for i, turn := range f.Moves {
		fmt.Fprintf(r.console.stdout, "%3d  %s%s\n", i+1, turn, notes[i+1])
	}
	moves := Plural(uint64(len(f.Moves)), "move", "moves")
	switch {
	case f.Repeats >= 0:
		fmt.Fprintf(r.console.stdout, "end: play comes back to the position after %s\n", Plural(uint64(f.Repeats), "move", "moves"))
	case f.Cut:
		fmt.Fprintf(r.console.stdout, "end: broken off after %s\n", moves)
	case r.Kind == engine.Score:
		fmt.Fprintf(r.console.stdout, "end: %v for the policy after %s, by %s\n", w.Outcome, moves, signed(f.Points))
	default:
		fmt.Fprintf(r.console.stdout, "end: %v for the policy after %s\n", w.Outcome, moves)
	}
}

// signed writes a score.
func signed(points int) string {
	if points > 0 {
		return "+" + strconv.Itoa(points)
	}
	return strconv.Itoa(points)
}
