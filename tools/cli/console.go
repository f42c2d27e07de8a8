package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
)

// Console gives commands, including those of an [Extra], access to the games, the streams and the
// command line. It belongs to one command line.
type Console struct {
	name     string
	args     []string // the arguments after the name
	registry *games.Registry
	stdin    io.Reader
	stdout   *bufio.Writer
	stderr   io.Writer
	color    bool // whether standard output shows colours
	quiet    bool
	json     bool // whether --json is set
}

// Name returns the name of the program.
func (c *Console) Name() string { return c.name }

// Typed returns the command line as the user typed it.
func (c *Console) Typed() string {
	words := []string{c.name}
	for _, arg := range c.args {
		words = append(words, quote(arg))
	}
	return strings.Join(words, " ")
}

// Out returns standard output, which is flushed when the command ends.
func (c *Console) Out() *bufio.Writer { return c.stdout }

// PrintJSON prints a value as JSON, compact, on a line of its own.
func (c *Console) PrintJSON(v any) error {
	e := json.NewEncoder(c.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Show prints the result as JSON if --json is set, and calls print otherwise.
func (c *Console) Show(result any, print func()) error {
	if c.json {
		return c.PrintJSON(result)
	}
	print()
	return nil
}

// show prints the result as JSON if --json is set, and otherwise by a template: see render.
func (c *Console) show(name string, result any) error {
	if c.json {
		return c.PrintJSON(result)
	}
	return c.render(name, result)
}

// showList prints results as JSON, an object a line, if --json is set, and otherwise by one template.
func showList[T any](c *Console, name string, list []T) error {
	if !c.json {
		return c.render(name, list)
	}
	for _, one := range list {
		if err := c.PrintJSON(one); err != nil {
			return err
		}
	}
	return nil
}

// PrintAnswer prints a position and its value as the command value does.
func (c *Console) PrintAnswer(a query.Answer) error {
	if c.json {
		return c.PrintJSON(a)
	}
	_, err := fmt.Fprintf(c.stdout, "%s\t%s\t%s\n", a.Text, c.paintValue(a.Verdict, a.Verdict.String()), a.Sentence())
	return err
}

// verdictText writes a value with its meaning.
func (c *Console) verdictText(v query.Verdict) string {
	if v.Outcome() == engine.Unknown {
		return query.Unknown
	}
	return c.paintValue(v, v.String()) + ", " + v.Sentence()
}

// paintValue colours text by the outcome of a verdict.
func (c *Console) paintValue(v query.Verdict, text string) string {
	if !c.color {
		return text
	}
	color := map[engine.Outcome]string{engine.Win: "32", engine.Loss: "31", engine.Draw: "33"}[v.Outcome()]
	if color == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}

// Message prints a line to standard error, unless -q was given.
func (c *Console) Message(format string, args ...any) {
	if c.quiet {
		return
	}
	c.stdout.Flush() // keeps the order of both streams; Run reports a write error at the end
	fmt.Fprintf(c.stderr, format+"\n", args...)
}

// occasionally returns a function that prints a message at most every two seconds, and the first
// after two seconds.
func (c *Console) occasionally() func(format string, args ...any) {
	printed := time.Now()
	return func(format string, args ...any) {
		if time.Since(printed) > 2*time.Second {
			printed = time.Now()
			c.Message(format, args...)
		}
	}
}

// Plot writes a picture into a file, .svg or .png, replaces any file of that name, and prints a
// message.
func (c *Console) Plot(pic *picture.Picture, name string) error {
	err := durable.WriteFile(name, true, func(w io.Writer) error { return writePicture(w, pic, name) })
	if err == nil {
		c.Message("plot written to %s", name)
	}
	return err
}

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
	if !g.silent {
		fmt.Fprintf(g.writer(), format+"\n", args...)
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
