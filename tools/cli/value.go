package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/query"
)

// valueCommand is the command value.
type valueCommand struct{ *Console }

func (cmd valueCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "value",
		Usage:     "look up the value of positions",
		ArgsUsage: "POSITION…",
		Description: `Prints a line for each position: the position, its value for the player to move,
and what that means, parted by tabs. "-" reads positions from standard input, one a
line, and answers each as it comes; blank lines are skipped. A position that cannot
be read is reported, the others are still answered, and the exit status is 2. Of a value
that the database does not have it says what the moves show: "at least W2".

  ` + cmd.name + ` value XO..X....
  ` + cmd.name + ` value '#17' '#18' --json
  cut -f1 positions.tsv | ` + cmd.name + ` value -
  ` + cmd.name + ` value -- -8401495373`,
		Flags:  []cli.Flag{DatabaseFlag(), JSONFlag("a JSON object per position, errors included")},
		Action: cmd.Action(1, -1, cmd.run),
	}
}

func (cmd valueCommand) run(c *cli.Context) error {
	db, err := cmd.Database(c)
	if err != nil {
		return err
	}
	defer db.Close()
	v := valuer{Console: cmd.Console, db: db, json: c.Bool("json")}
	for _, arg := range c.Args().Slice() {
		if arg == "-" {
			err = v.stream(c.Context, cmd.stdin)
		} else {
			err = errors.Join(c.Context.Err(), v.answer(arg))
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
	json   bool
	line   int // of standard input that is being answered; 0: none
	status int // the exit status so far: failures are worse than wrong input
}

// answer prints the value of a position, or why there is none. It fails only when
// nothing can be printed.
func (v *valuer) answer(text string) error {
	a, err := v.db.Lookup(text)
	if err == nil {
		a, err = a.Bounded(v.db)
	}
	if err == nil {
		return v.print(a)
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
	v.stdout.Flush() // the lines before stay before
	if v.line > 0 {
		err = fmt.Errorf("line %d: %w", v.line, err)
	}
	_, err = fmt.Fprintf(v.stderr, "%s: %v\n", v.name, err)
	return err
}

func (v *valuer) print(a query.Answer) error {
	if v.json {
		return v.PrintJSON(a)
	}
	return v.PrintAnswer(a)
}

// stream answers the lines of r as they come. What was answered is written out
// whenever no further line waits.
func (v *valuer) stream(ctx context.Context, r io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type numbered struct {
		n    int
		text string
	}
	lines := make(chan numbered, 1024)
	defer func() { v.line = 0 }()
	var readErr error
	go func() { // reading cannot be interrupted
		defer close(lines)
		scanner := bufio.NewScanner(r)
		for n := 1; scanner.Scan(); n++ {
			line := strings.TrimRight(scanner.Text(), "\r")
			if strings.TrimSpace(line) == "" {
				continue
			}
			select {
			case lines <- numbered{n, line}:
			case <-ctx.Done():
				return
			}
		}
		readErr = scanner.Err()
	}()
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
				if readErr != nil {
					return fmt.Errorf("read positions: %w", readErr)
				}
				return ctx.Err() // a reader that was told to stop closes lines, too
			}
			v.line = line.n
			if err := v.answer(line.text); err != nil {
				return err
			}
		}
	}
}
