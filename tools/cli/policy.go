package cli

import (
	"cmp"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
)

func runPolicy(c *Call, db *query.DB) error {
	if c.IsSet("sample") && c.Bool("all") {
		return Usagef("want one of --sample and --all")
	}
	bar := c.Progress()
	command := policy.Command{Line: c.String("exec"), Stderr: bar.writer(), Timeout: cmp.Or(c.Duration("timeout"), -1)}
	options := policy.Options{
		Sample: c.Uint64("sample"), Seed: c.Int64("seed"), Worst: c.Int("worst"), Walk: c.Int("walk"), Exploit: c.Bool("exploit"),
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
	return c.Show(report, func() { showPolicy(c.Console, report) })
}

// showPolicy prints a report as text.
func showPolicy(c *Console, r policy.Report) {
	facts := columns{}
	facts.add("game", r.Game)
	facts.add("policy", r.Policy)
	text := Plural(r.Asked, "position", "positions")
	if r.Sample != nil {
		text += fmt.Sprintf(", at random with seed %d", *r.Seed)
	}
	if r.Finished > 0 {
		text += fmt.Sprintf("; %s more, where there is nothing to move", Number(r.Finished))
	}
	if r.Unknown > 0 {
		text += fmt.Sprintf("; %s more, whose value is not known", Number(r.Unknown))
	}
	facts.add("asked", text)
	facts.add("optimal", Number(r.Optimal)+"  "+share(r.Optimal, r.Asked))
	facts.add("outcome kept", Number(r.Kept)+"  "+share(r.Kept, r.Asked))
	facts.add("given away", fmt.Sprintf("%s to a draw, %s to a loss, %s to a loss", Plural(r.GivenAway.WinDraw, "win", "wins"),
		Plural(r.GivenAway.WinLoss, "win", "wins"), Plural(r.GivenAway.DrawLoss, "draw", "draws")))
	if r.PointsLost != nil && r.Asked > 0 {
		facts.add("points", fmt.Sprintf("%s given away, %.3f a position", Number(*r.PointsLost), float64(*r.PointsLost)/float64(r.Asked)))
	}
	if n := r.Unjudged(); n > 0 {
		facts.add("not judged", Plural(n, "answer", "answers")+" whose value is not known")
	}
	facts.write(c.stdout)
	fmt.Fprintln(c.stdout)
	list := columns{right: []bool{false, true, true, true, true, true}}
	list.add("position", "asked", "optimal", "then won", "drawn", "lost")
	for _, row := range []struct {
		name string
		policy.Tally
	}{{"won", r.ByOutcome.Win}, {"drawn", r.ByOutcome.Draw}, {"lost", r.ByOutcome.Loss}} {
		list.add(row.name, Number(row.Asked), share(row.Optimal, row.Asked), share(row.Win, row.Asked), share(row.Draw, row.Asked), share(row.Loss, row.Asked))
	}
	list.write(c.stdout)
	showWorst(c, r.Worst)
	if e := r.Exploit; e != nil {
		showExploit(c, e)
	}
	if s := r.Start; s != nil {
		fmt.Fprintf(c.stdout, "\nfrom the start, %s\n", c.verdictText(s.Value))
		if len(s.Walks) == 0 {
			fmt.Fprintln(c.stdout, "no game was played: the value is not known")
		}
		for _, w := range s.Walks {
			showWalk(c, w)
		}
	}
}

// showExploit prints what the best opponent gains.
func showExploit(c *Console, e *policy.Exploit) {
	fmt.Fprintf(c.stdout, "\nagainst the best opponent (%s asked; a win counts 1, a loss -1)\n", Plural(e.Asked, "position", "positions"))
	list := columns{right: []bool{false, true, true, true}}
	list.add("", "perfect play", "the policy", "opponent gains")
	row := func(name string, s policy.Exploited) {
		list.add(name, fmt.Sprintf("%.4g", s.Value), fmt.Sprintf("%.4g", s.Result), fmt.Sprintf("%.4g", s.Gain))
	}
	for _, s := range e.Sides {
		row("it moves "+s.Side, s)
	}
	name := "mean of all positions that can arise"
	if e.Average.All {
		name = "mean of all stored positions"
	}
	row(name, e.Average.Exploited)
	list.write(c.stdout)
	if e.Gain != nil {
		fmt.Fprintf(c.stdout, "exploitability: %.4g, the mean of both sides\n", *e.Gain)
	}
}

// showWorst prints the worst answers.
func showWorst(c *Console, worst []policy.Case) {
	if len(worst) == 0 {
		return
	}
	fmt.Fprint(c.stdout, "\nworst cases\n")
	list := columns{}
	list.paint = func(row, column int, text string) string {
		switch {
		case row > 0 && column == 0:
			return c.paintValue(worst[row-1].Value, text)
		case row > 0 && column == 1:
			return c.paintValue(worst[row-1].After, text)
		}
		return text
	}
	list.add("value", "after", "played", "best", "index", "position")
	for _, w := range worst {
		list.add(w.Value.String(), w.After.String(), w.Move, cmp.Or(w.Best, query.Unknown), fmt.Sprintf("#%d", w.Index), w.Position)
	}
	list.write(c.stdout)
}

// showWalk prints the result of the games of one side.
func showWalk(c *Console, w policy.Walk) {
	fmt.Fprintf(c.stdout, "the policy moves %s: %s", w.Side, map[engine.Outcome]string{
		engine.Win: "it always wins", engine.Draw: "it never loses", engine.Loss: "it loses",
	}[w.Outcome])
	f := w.Failure
	if f != nil && w.Outcome == engine.Draw {
		fmt.Fprint(c.stdout, ", but does not win")
	}
	if !w.Complete {
		fmt.Fprint(c.stdout, ", as far as that was followed")
	}
	fmt.Fprintf(c.stdout, " (%s asked)\n", Plural(w.Asked, "position", "positions"))
	if f == nil {
		return
	}
	notes := map[int]string{}
	for _, m := range f.Mistakes {
		notes[m.Ply] = fmt.Sprintf("   a mistake: from %v to %v", m.Value, m.After)
	}
	for i, turn := range f.Moves {
		fmt.Fprintf(c.stdout, "%3d  %s%s\n", i+1, turn, notes[i+1])
	}
	moves := Plural(uint64(len(f.Moves)), "move", "moves")
	switch {
	case f.Repeats != nil:
		fmt.Fprintf(c.stdout, "end: play comes back to the position after %s\n", Plural(uint64(*f.Repeats), "move", "moves"))
	case f.Cut:
		fmt.Fprintf(c.stdout, "end: broken off after %s\n", moves)
	case f.Score != nil:
		points, _ := engine.Score.FromPoints(*f.Score)
		fmt.Fprintf(c.stdout, "end: %v for the policy after %s, by %s\n", w.Outcome, moves, engine.Score.Text(points))
	default:
		fmt.Fprintf(c.stdout, "end: %v for the policy after %s\n", w.Outcome, moves)
	}
}
