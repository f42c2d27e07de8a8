package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/breadth"
)

// solveOptions reads the flags of solve.
func solveOptions(c *Call, spec engine.Spec) solver.Options {
	return solver.Options{
		Dir:      cmp.Or(c.String("db"), defaultDir(spec, c.Arg(0))),
		Workers:  c.Int("workers"),
		Memory:   c.Size("memory"),
		Strategy: solver.Strategy(c.String("strategy")),
		MaxPhase: c.Int("max-phase"),
		Chunk:    c.Uint64("chunk"),
		Keep:     c.Bool("keep"),
		Version:  Version(),
		Disk:     c.Size("disk"),
	}
}

func runSolve(c *Call) error {
	spec, err := c.registry.Parse(c.Arg(0), os.ReadFile)
	if err != nil {
		return err
	}
	o := solveOptions(c, spec)
	if c.String("strategy") == byBitmaps || !c.IsSet("strategy") && exists(kv.BitmapsPath(o.Dir)) {
		return solveBitmaps(c, spec, o)
	}
	team, err := readTogether(c)
	if err != nil {
		return err
	}
	if err := cmp.Or(serveProfiles(c), c.prepareDisk(o.Dir)); err != nil {
		return err
	}
	c.limitMemory(c.memory())
	bar := c.newProgress(c.json)
	show := solveProgress{bar: bar}
	var printErr error
	done := solver.Event{Kind: solver.EventDone}
	o.Events = func(e solver.Event) {
		show.event(e)
		if e.Kind == solver.EventDone {
			done = e // printed after the verification
		} else if c.json && printErr == nil {
			printErr = errors.Join(c.PrintJSON(e), c.stdout.Flush())
		}
	}
	var announced sync.WaitGroup
	summary, err := solveGame(c, team, spec, o, bar, func(g engine.Game, o solver.Options) {
		show.game = g
		switch {
		case c.json:
		case team == nil:
			announce(c, bar, g, o)
		default: // workers need not wait for the estimate
			announced.Go(func() {
				defer func() { _ = recover() }() // rules that panic here also panic in a unit, which reports it
				announce(c, bar, g, o)
			})
		}
	})
	announced.Wait()
	bar.Close()
	if full := c.overLimit(); full != nil {
		return full
	}
	if err := solveEnded(c, &show, err, printErr); err != nil {
		return err
	}
	verified, err := verifySolved(c, show.game, summary, o)
	if err != nil {
		return err
	}
	if !c.json {
		return showSummary(c, o.Dir, summary)
	}
	return c.PrintJSON(lastEvent(done, summary, verified))
}

// solveEnded reports an interrupted solve, and returns the error that a solve ended with.
func solveEnded(c *Call, show *solveProgress, err, printErr error) error {
	if interrupted(c.Context, err) {
		c.Message("stopped; %s, the same command resumes: %s", show.lost(), c.Typed())
		return statusError(exitInterrupted)
	}
	return errors.Join(err, printErr)
}

// lastEvent completes the event that ends a solve, which a table that was there before lacks.
func lastEvent(done solver.Event, summary solver.Summary, verified *kv.Verified) solver.Event {
	if done.SHA256 == "" {
		done.Size, done.Seconds, done.SHA256 = summary.Positions, summary.Elapsed.Seconds(), summary.SHA256
	}
	done.Verified = verified
	return done
}

// verifySolved verifies a table that was just finished. It returns what is known of the table.
func verifySolved(c *Call, g engine.Game, summary solver.Summary, o solver.Options) (*kv.Verified, error) {
	if summary.Already || g == nil {
		return kv.VerifiedOf(o.Dir, summary.SHA256), nil
	}
	bar := c.newProgress(c.json)
	v, report, err := solver.VerifySolved(c.Context, g, summary, o, bar.Step("verifying positions"))
	bar.Close()
	switch {
	case interrupted(c.Context, err):
		c.Message("stopped; the table is finished, and not verified: %s verify --all --db %s", c.name, quote(o.Dir))
		return nil, statusError(exitInterrupted)
	case report.Failed > 0:
		f, kind := report.Failures[0], g.Kind()
		return nil, errors.Join(err, fmt.Errorf("the table contradicts the rules: of %s, %s wrong, such as %s at #%d, where its successors say %s; "+
			"either the game does not give equal answers to equal questions, or the solver is wrong; the table is now %s",
			Plural(report.Checked, "value recomputed", "values recomputed"), Plural(report.Failed, "is", "are"),
			kind.Text(f.Stored), f.Index, kind.Text(f.Computed), kv.WrongPath(o.Dir)))
	}
	return &v, err
}

// solveGame solves on this machine alone, or with a team. It passes the game to opened before it
// does any work.
func solveGame(c *Call, team *together, spec engine.Spec, o solver.Options, bar *Progress, opened func(engine.Game, solver.Options)) (s solver.Summary, err error) {
	if team != nil {
		team.options.Opened = opened
		return team.solve(c.Context, spec, o, bar)
	}
	g, err := solver.Open(c.Context, c.registry, spec, o)
	if err != nil {
		return s, err
	}
	opened(g, o)
	return solver.Solve(c.Context, g, o)
}

// isSmall reports whether a solve fits the smallest budget of memory, and takes so little disk that
// the bounds of the estimate, which are for large games, say nothing.
func isSmall(e solver.Estimate) bool {
	const positions, memory, disk = 1 << 16, 64 << 20, 64 << 20
	return e.Positions <= positions && e.MemoryLeast <= memory && e.Disk <= disk
}

// announce prints the estimate before the solve begins.
func announce(c *Call, bar *Progress, g engine.Game, o solver.Options) {
	if exists(kv.TablePath(o.Dir)) || c.quiet {
		return
	}
	e, err := solver.EstimateFor(g, o)
	if err != nil {
		return // the solve reports the error
	}
	text := fmt.Sprintf("solving %s: %s, at least %s of memory (%s for full speed), up to %s of disk",
		g.Spec(), Plural(e.Positions, "position", "positions"), size(e.MemoryLeast), size(e.MemoryBest), size(e.Disk))
	if isSmall(e) {
		text = fmt.Sprintf("solving %s: %s, which need little memory and disk", g.Spec(), Plural(e.Positions, "position", "positions"))
	}
	if e.Seconds >= 1 {
		text += ", about " + remaining(e.Seconds)
	}
	bar.Message("%s", text)
	if e.MemoryReverse > 0 {
		bar.Message("memory is too small for the reverse graph: the solve takes about %.0f times as long; --memory %dMiB is enough", max(e.Slower, 2), e.MemoryReverse>>20+1)
	}
}

// solveProgress shows the events of a solve as progress.
type solveProgress struct {
	bar  *Progress
	game engine.Game
	at   solver.StepName // the current step
}

// lost describes the work that an interruption loses.
func (s *solveProgress) lost() string {
	switch s.at {
	case solver.StepScan:
		return "only the unfinished chunks of the scan are lost"
	case solver.StepReverseGraph:
		return "nothing that was committed is lost, and the moves that were found are sorted again"
	}
	return "nothing that was committed is lost"
}

func (s *solveProgress) event(e solver.Event) {
	s.at = e.Step
	switch {
	case e.Kind == solver.EventResume:
		s.bar.Message("resuming an interrupted solve")
	case e.Kind == solver.EventDiscover:
		s.update(e, string(e.Step), Plural(e.New, "position", "positions")+" found"+rate(float64(e.New)/max(e.Seconds, 1e-3)))
	case e.Total > 0:
		s.update(e, fmt.Sprintf("%s %d%%", s.step(e), 100*e.Done/e.Total), Number(e.Decided)+" decided"+rate(e.Rate))
	}
}

// update shows the progress of the whole solve, in thousandths.
func (s *solveProgress) update(e solver.Event, step, note string) {
	s.bar.Update(step, note, uint64(10*e.Percent), 1000, cmp.Or(e.Left, -1))
}

// rate writes a number of positions per second, or "" if it is unknown.
func rate(positions float64) string {
	switch {
	case positions <= 0:
		return ""
	case positions < 1e6:
		return fmt.Sprintf(", %.0f k/s", positions/1e3)
	}
	return fmt.Sprintf(", %.1f M/s", positions/1e6)
}

// step describes the current step.
func (s *solveProgress) step(e solver.Event) string {
	var parts []string
	if e.Slice != "" && len(s.game.Slices()) > 1 {
		parts = append(parts, e.Slice)
	}
	if e.Kind != solver.EventCompact {
		parts = append(parts, fmt.Sprintf("phase %d", e.Phase))
	}
	if e.Step != "" {
		parts = append(parts, string(e.Step))
	}
	return strings.Join(parts, ", ")
}

// byBitmaps is the strategy that solves a game of one player in bitmaps on disk.
const byBitmaps = "bitmaps"

// solveBitmaps solves a game in bitmaps. The folder holds these in place of a table.
func solveBitmaps(c *Call, spec engine.Spec, o solver.Options) error {
	for _, flag := range []string{"max-phase", "chunk", "keep", "cluster"} {
		if c.IsSet(flag) {
			return Usagef("--%s has no effect with --strategy %s", flag, byBitmaps)
		}
	}
	if err := c.prepareDisk(o.Dir); err != nil {
		return err
	}
	o.Strategy = solver.Auto
	g, err := solver.Open(c.Context, c.registry, spec, o)
	if err != nil {
		return err
	}
	counts, err := breadth.Solve(c.Context, g, breadth.Options{
		Dir: o.Dir, Memory: o.Memory, Workers: o.Workers,
		Progress: func(distance int, positions uint64) {
			if c.json {
				c.PrintJSON(solver.Event{Kind: solver.EventPhase, Phase: distance, New: positions})
				c.stdout.Flush()
			} else {
				c.Message("%d moves: %s", distance, Plural(positions, "position", "positions"))
			}
		},
	})
	if full := c.overLimit(); full != nil {
		return full
	}
	if interrupted(c.Context, err) {
		c.Message("stopped; the same command resumes: %s", c.Typed())
		return statusError(exitInterrupted)
	} else if err != nil {
		return err
	}
	return c.show("bitmaps", struct {
		Event     string   `json:"event"`
		Positions uint64   `json:"positions"`
		Solvable  uint64   `json:"solvable"`
		Moves     int      `json:"moves"` // of the hardest positions
		Counts    []uint64 `json:"counts"`
		Dir, DB   string   `json:"-"`
		Hardest   uint64   `json:"-"`
	}{"done", g.Size(), (&breadth.State{Counts: counts}).Solvable(), len(counts) - 1, counts, o.Dir, c.dbArgument(o.Dir), counts[len(counts)-1]})
}
