package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

func runValue(c *Call, db *query.DB) error {
	v := valuer{Console: c.Console, db: db}
	args := c.Args().Slice()
	if len(args) == 0 {
		start, err := c.start(db.Game())
		if err != nil {
			return err
		}
		args = []string{db.Game().Text(start)}
	}
	for _, arg := range args {
		err := c.Context.Err()
		switch {
		case err != nil:
		case arg == "-":
			err = v.stream(c.Context, c.stdin)
		default:
			err = v.answer(arg)
		}
		if err != nil {
			return err
		}
	}
	if v.status != exitFine {
		return statusError(v.status)
	}
	return nil
}

// valuer answers positions one after the other.
type valuer struct {
	*Console
	db     *query.DB
	line   int // the current line of standard input; 0: none
	status int // the exit status so far: a failure outranks wrong input
}

// answer prints the value of a position, or the reason why there is none. It fails only if it
// cannot print.
func (v *valuer) answer(text string) error {
	a, err := v.db.Lookup(text)
	if err == nil {
		a, err = a.Bounded(v.db)
	}
	if err == nil {
		return v.PrintAnswer(a)
	}
	if s := errorStatus(err); v.status != exitFailure {
		v.status = s
	}
	if v.json {
		return v.PrintJSON(struct {
			Position string `json:"position"`
			Error    string `json:"error"`
			Line     int    `json:"line,omitempty"` // of standard input
		}{text, err.Error(), v.line})
	}
	v.stdout.Flush() // keeps the order of both streams
	if v.line > 0 {
		err = fmt.Errorf("line %d: %w", v.line, err)
	}
	_, err = fmt.Fprintf(v.stderr, "%s: %v\n", v.name, err)
	return err
}

// stream answers the lines of r as they arrive, and flushes the answers whenever no line is
// waiting.
func (v *valuer) stream(ctx context.Context, r io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, readErr := readLines(ctx, r)
	defer func() { v.line = 0 }()
	for {
		if len(lines) == 0 {
			if err := v.stdout.Flush(); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case line, ok := <-lines:
			if !ok {
				if *readErr != nil {
					return fmt.Errorf("read positions: %w", *readErr)
				}
				return ctx.Err() // a cancelled reader closes lines, too
			}
			if strings.TrimSpace(line.text) == "" {
				continue
			}
			v.line = line.n
			if err := v.answer(line.text); err != nil {
				return err
			}
		}
	}
}

// numberedLine is a line of a stream, counted from 1.
type numberedLine struct {
	n    int
	text string
}

// readLines reads lines ahead until ctx is done or the stream ends. Then it sets the error and
// closes the channel. A goroutine reads, because reading itself cannot be interrupted.
func readLines(ctx context.Context, r io.Reader) (<-chan numberedLine, *error) {
	lines := make(chan numberedLine, 1024)
	failed := new(error)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(r)
		for n := 1; scanner.Scan(); n++ {
			select {
			case lines <- numberedLine{n, strings.TrimRight(scanner.Text(), "\r")}:
			case <-ctx.Done():
				return
			}
		}
		*failed = scanner.Err()
	}()
	return lines, failed
}

// mostRolls is the number of rolls, as of two dice, whose moves are all listed.
const mostRolls = 36

func runMoves(c *Call, db *query.DB, position engine.Position) error {
	list := func() (query.Moves, error) { return db.Moves(c.Context, position, c.Bool("detail")) }
	if c.Bool("tricky") {
		list = func() (query.Moves, error) { return db.Tricky(c.Context, position, c.Bool("detail")) }
	}
	m, err := list()
	if err != nil {
		return err
	}
	roll := c.String("roll")
	if roll != "" && roll != "all" {
		if m.Rolls = slices.DeleteFunc(m.Rolls, func(r query.Roll) bool { return r.Name != roll }); len(m.Rolls) == 0 {
			return engine.InputErrorf("%s has no roll %q", m.Text, roll)
		}
	}
	if c.json {
		return c.PrintJSON(m)
	}
	if err := c.PrintAnswer(m.Answer); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\n%s\n", db.Game().Board(position))
	if len(m.Moves) == 0 {
		fmt.Fprintln(c.stdout, "no move")
		return nil
	}
	var likeliest []query.Roll // of too many to list
	if roll == "" && len(m.Rolls) > mostRolls {
		likeliest = slices.Clone(m.Rolls)
		slices.SortStableFunc(likeliest, func(a, b query.Roll) int { return cmp.Compare(b.Probability, a.Probability) })
		likeliest = likeliest[:20]
	}
	return c.render("moves", struct {
		query.Moves
		Likeliest              []query.Roll
		Single, Detail, Tricky bool
		Lost                   bool // whatever the move
	}{m, likeliest, db.Game().Kind().Single(), c.Bool("detail"), c.Bool("tricky"), m.Verdict.Result() == engine.Loss})
}

func runLine(c *Call, db *query.DB, position engine.Position) error {
	l, err := db.Line(c.Context, position)
	if err != nil {
		return err
	}
	return c.show("line", l)
}

func runSample(c *Call, db *query.DB) error {
	n := c.Int("n")
	v, err := db.ParseVerdict(c.String("value"))
	if err != nil {
		return err
	}
	found := 0
	for a, err := range db.Sample(c.Context, v, n, c.Int64("seed")) {
		if err != nil {
			return err
		}
		if err := c.PrintAnswer(a); err != nil {
			return err
		}
		found++
	}
	switch {
	case found == 0:
		c.Message("no position has the value %v", v)
	case found < n:
		c.Message("only %s the value %v", Plural(uint64(found), "position has", "positions have"), v)
	}
	return nil
}
