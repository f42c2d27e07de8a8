package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// manCommand is the command man.
type manCommand struct{ *Console }

func (cmd manCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print this manual as a man page",
		Description: `Prints what the --help of all commands says, and the games, as a man page.

  ` + cmd.name + ` man | man -l -
  ` + cmd.name + ` man > ~/.local/share/man/man1/` + cmd.name + `.1`,
		Action: cmd.Action(0, 0, cmd.run),
	}
}

// man prints the manual in the man macros of roff.
func (cmd manCommand) run(c *cli.Context) error {
	name := roff(cmd.name)
	fmt.Fprintf(cmd.stdout, ".TH \"%s\" 1 \"\" \"%s %s\" \"\"\n", strings.ToUpper(name), name, roff(c.App.Version))
	fmt.Fprintf(cmd.stdout, ".SH NAME\n%s \\- %s\n", name, roff(c.App.Usage))
	fmt.Fprintf(cmd.stdout, ".SH SYNOPSIS\n\\fB%s\\fR \\fICOMMAND\\fR [flags] [arguments]\n", name)
	fmt.Fprintf(cmd.stdout, ".SH DESCRIPTION\n")
	cmd.roffText(c.App.Description)
	cmd.roffText("Flags may stand before and after arguments; \"--\" ends them. Results go to standard output,\nprogress and messages to standard error.")
	fmt.Fprintf(cmd.stdout, ".SH COMMANDS\n")
	for _, command := range c.App.VisibleCommands() {
		cmd.manOf(command)
	}
	fmt.Fprintf(cmd.stdout, ".SH GAMES\n")
	for _, d := range cmd.registry.Definitions() {
		fmt.Fprintf(cmd.stdout, ".TP\n\\fB%s\\fR\n%s\n", roff(d.Name), roff(d.Summary))
		for _, q := range d.Params {
			help := q.Help
			if q.Default != "" {
				help += " (default: " + q.Default + ")"
			}
			fmt.Fprintf(cmd.stdout, ".RS\n.TP\n\\fB%s\\fR=\n%s\n.RE\n", roff(q.Name), roff(help))
		}
	}
	fmt.Fprintf(cmd.stdout, ".SH \"EXIT STATUS\"\n")
	for _, s := range []struct {
		status  int
		meaning string
	}{
		{exitFine, "fine"},
		{exitFailure, "failure: a missing or damaged database, a database of another game, a failed verification"},
		{exitUsage, "wrong usage or input"},
		{exitInterrupted, "interrupted"},
	} {
		fmt.Fprintf(cmd.stdout, ".TP\n\\fB%d\\fR\n%s\n", s.status, s.meaning)
	}
	fmt.Fprintf(cmd.stdout, ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nno colours, where it is set\n")
	fmt.Fprintf(cmd.stdout, ".TP\n\\fBGOMEMLIMIT\\fR\na limit of memory in place of one made from what the machine has\n")
	fmt.Fprintf(cmd.stdout, ".SH FILES\n.TP\n\\fI%s/\\fR\nthe databases, where \\-\\-db does not name another folder\n", roff(databaseRoot))
	return nil
}

// manOf prints the part of the manual about a command.
func (cmd manCommand) manOf(c *cli.Command) {
	flags := c.VisibleFlags()
	fmt.Fprintf(cmd.stdout, ".SS %s\n%s.\n.PP\n\\fB%s %s\\fR", roff(c.Name), roff(strings.ToUpper(c.Usage[:1])+c.Usage[1:]), roff(cmd.name), roff(c.Name))
	if len(flags) > 0 {
		fmt.Fprint(cmd.stdout, " [flags]")
	}
	if c.ArgsUsage != "" {
		fmt.Fprintf(cmd.stdout, " \\fI%s\\fR", roff(c.ArgsUsage))
	}
	fmt.Fprintln(cmd.stdout)
	cmd.roffText(c.Description)
	for _, f := range flags {
		names, usage, _ := strings.Cut(f.String(), "\t")
		fmt.Fprintf(cmd.stdout, ".TP\n\\fB%s\\fR\n%s\n", roff(strings.TrimSpace(names)), roff(strings.TrimSpace(usage)))
	}
}

// roffText prints the paragraphs of a help text. One that is laid out, with examples or
// in columns, keeps its lines.
func (cmd manCommand) roffText(text string) {
	for _, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if strings.Contains(paragraph, "  ") {
			fmt.Fprintf(cmd.stdout, ".PP\n.EX\n%s\n.EE\n", roff(paragraph))
		} else {
			fmt.Fprintf(cmd.stdout, ".PP\n%s\n", roff(paragraph))
		}
	}
}

// roffEscapes are for what roff would take for something else, or set as a typographic
// sign.
var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// roff escapes text, so that it is ASCII and no line of it is a request.
func roff(text string) string {
	var b strings.Builder
	start := true // of a line
	for _, r := range text {
		switch {
		case start && r == '.':
			b.WriteString(`\&.`)
		case r > 126:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteString(roffEscapes.Replace(string(r)))
		}
		start = r == '\n'
	}
	return b.String()
}
