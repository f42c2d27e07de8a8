package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// plainEvery is the time between two lines of progress without a terminal.
const plainEvery = 5 * time.Second

// Progress shows the progress of a task: as a bar on a terminal, as occasional lines elsewhere,
// and not at all if it is silent. Its methods are safe for concurrent use.
type Progress struct {
	w      io.Writer
	silent bool

	mu    sync.Mutex
	bars  *mpb.Progress // nil: no terminal
	bar   *mpb.Bar
	step  string
	note  string
	begun time.Time // of the step
	first uint64    // units done at that time
	eta   float64   // seconds, 0: unknown
	shown time.Time // of the last plain line
}

// Progress returns a progress on standard error, silent if -q was given. The caller closes it
// before it prints.
func (c *Call) Progress() *Progress { return c.newProgress(false) }

func (c *Call) newProgress(silent bool) *Progress {
	g := &Progress{w: c.stderr, silent: silent || c.quiet, shown: time.Now()}
	if g.silent || !isTerminal(c.stderr) {
		return g
	}
	c.stdout.Flush()
	c.closers = append(c.closers, g.Close)
	g.bars = mpb.New(mpb.WithOutput(c.stderr), mpb.WithWidth(40))
	g.bar = g.bars.New(0, mpb.BarStyle().Rbound("]").Lbound("["),
		mpb.AppendDecorators(
			decor.Percentage(decor.WC{W: 5}),
			decor.Any(func(decor.Statistics) string { return "  " + g.text() }),
		))
	return g
}

// text returns the text next to the bar.
func (g *Progress) text() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	text := g.step
	if g.note != "" {
		text += ", " + g.note
	}
	if g.eta > 0 {
		text += ", about " + remaining(g.eta) + " left"
	}
	return text
}

// Update shows that done of total units of a step are done, with a note next to them. eta is the
// number of seconds left, or 0 to estimate it from the time so far. Below 0 it is not shown.
func (g *Progress) Update(step, note string, done, total uint64, eta float64) {
	if g.silent {
		return
	}
	now := time.Now()
	g.mu.Lock()
	if step != g.step {
		g.step, g.begun, g.first = step, now, done
	}
	g.note = note
	if spent := now.Sub(g.begun).Seconds(); eta == 0 && spent > 1 && done > g.first && total > done {
		eta = spent / float64(done-g.first) * float64(total-done)
	}
	g.eta = eta
	g.mu.Unlock()
	if g.bar != nil {
		g.bar.SetTotal(int64(max(total, 1)), false)
		g.bar.SetCurrent(int64(done))
		return
	}
	if now.Sub(g.shown) < plainEvery {
		return
	}
	g.shown = now
	percent := 0.0
	if total > 0 {
		percent = 100 * float64(done) / float64(total)
	}
	fmt.Fprintf(g.w, "%.0f%%  %s\n", percent, g.text())
}

// Step returns a function that shows the progress of a step.
func (g *Progress) Step(name string) func(done, total uint64) {
	return func(done, total uint64) { g.Update(name, "", done, total, 0) }
}

// Message prints a line above the bar.
func (g *Progress) Message(format string, args ...any) {
	switch {
	case g.silent:
	case g.bars != nil:
		fmt.Fprintf(g.bars, format+"\n", args...)
	default:
		fmt.Fprintf(g.w, format+"\n", args...)
	}
}

// writer returns a writer for text that does not disturb the bar.
func (g *Progress) writer() io.Writer {
	if g.bars != nil {
		return g.bars
	}
	return g.w
}

// Close removes the bar.
func (g *Progress) Close() {
	if g.bars != nil {
		g.bar.Abort(true)
		g.bars.Wait()
		g.bars = nil
	}
}
