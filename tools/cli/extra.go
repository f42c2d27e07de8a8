package cli

import (
	"bufio"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/picture"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/solver/capacity"
)

// Extra is what a program has beside the games of its registry and what every program
// does with them: mostly what one game brings and no other could use. Every field may
// be left out.
type Extra struct {
	// Commands makes commands, for each command line anew. Their actions are those
	// of [Console.Action]; they have flags and arguments, no commands below them,
	// and names that no other command has. A flag -q is added to each.
	Commands func(*Console) []*cli.Command
	// Formats can be exported to, besides those that every game has.
	Formats []query.Format
	// Protocols are asked in over HTTP where databases are served.
	Protocols []serve.Protocol
	// Counts are known of games that are too large to be tried, so that
	// info --measure can plan their solve.
	Counts []capacity.Counts
}

// Console is what the commands of an [Extra] work with: the command line that is run. It
// belongs to that.
type Console struct{ program *program }

// Name returns the name of the program.
func (c *Console) Name() string { return c.program.name }

// Typed returns the command line as it was typed.
func (c *Console) Typed() string { return c.program.typed() }

// Action makes an action of a command, which gets so many arguments, any number where
// most is below zero. An error of run ends the program: with status 2 where it is one of
// [Usagef] or an [engine.InputError], else 1.
func (c *Console) Action(least, most int, run func(*cli.Context) error) cli.ActionFunc {
	return c.program.action(least, most, run)
}

// Game makes the game that a GAME argument names. Files named in it are read.
func (c *Console) Game(text string) (engine.Game, error) { return c.program.game(text) }

// Database opens the database that the flag --db names, or the only one. The caller
// closes it.
func (c *Console) Database(context *cli.Context) (*query.DB, error) {
	return c.program.openDatabase(context)
}

// Out returns standard output. What is written there appears when the command ends, or
// when it is flushed.
func (c *Console) Out() *bufio.Writer { return c.program.stdout }

// PrintJSON prints a value as JSON, compact, on a line of its own.
func (c *Console) PrintJSON(v any) error { return c.program.printJSON(v) }

// PrintAnswer prints a position and its value as the command value does.
func (c *Console) PrintAnswer(a query.Answer) error { return c.program.printAnswer(a) }

// Size reads a number of bytes, such as 8GiB, that a flag has.
func (c *Console) Size(flag, text string) (uint64, error) {
	n, err := parseSize(text)
	if err != nil {
		return 0, Usagef("%s: %v", flag, err)
	}
	return n, nil
}

// CheckPicture refuses the name of a picture that a flag has unless [Console.Plot] can
// write such a file.
func (c *Console) CheckPicture(flag, name string) error {
	_, err := pictureKind(flag, name, ".svg", ".png")
	return err
}

// Plot writes a picture into a file, which is replaced where it is there, and says so.
func (c *Console) Plot(pic *picture.Picture, name string) error { return c.program.plotTo(pic, name) }

// Message prints a line for people to standard error, unless -q was given.
func (c *Console) Message(format string, args ...any) { c.program.message(format, args...) }

// Progress returns a progress on standard error, silent where -q was given. The caller
// closes it.
func (c *Console) Progress() *Progress { return c.program.newProgress(false) }

// unlike refuses two commands of one name.
func unlike(commands []*cli.Command) error {
	seen := map[string]bool{}
	for _, c := range commands {
		for _, name := range c.Names() {
			if seen[name] {
				return fmt.Errorf("two commands are called %s: an extra must take another name", name)
			}
			seen[name] = true
		}
	}
	return nil
}
