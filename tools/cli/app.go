package cli

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"
)

const appHelp = `{{.Name}} - {{.Usage}}

Usage:
  {{.Name}} COMMAND [flags] [arguments]

{{.Description}}

Commands:{{range .VisibleCommands}}
  {{printf "%-10s" .Name}}  {{.Usage}}{{end}}

"{{.Name}} COMMAND --help" tells more, "{{.Name}} man" all of it as a man page. -q
silences progress and messages, --version prints the version. Exit status: 0 fine, 1
failure, 2 wrong usage or input, 130 interrupted.
`

const commandHelp = `{{.Usage}}

Usage:
  {{.HelpName}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}
{{if .Description}}
{{.Description}}
{{end}}{{if .VisibleFlags}}
Flags:{{range .VisibleFlags}}
  {{.}}{{end}}
{{end}}`

// program is one run of the command line.
type program struct {
	*Console
	extras extras
}

func (p *program) run(ctx context.Context) error {
	app := p.app()
	if err := unlike(app.Commands); err != nil {
		return err
	}
	arranged, err := grammar{p.name, app.Commands}.arrange(p.args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, append([]string{p.name}, arranged...))
}

// app builds the command line.
func (p *program) app() *cli.App {
	app := &cli.App{
		Name:  p.name,
		Usage: "strong solutions of two-player games",
		Description: `A game is solved once into a database, which then answers who wins a position, in
how many turns, and by which moves:

` + p.firstExample() + `
GAME is NAME or NAME:param=value,param=value, see "` + p.name + ` games". POSITION is what the
game's notation says, or #N for the position of index N. Where --db is left out, the
only database under foregone-data is taken.`,
		Commands:              p.commands(),
		CustomAppHelpTemplate: appHelp,
		Version:               Version(),
		HideHelpCommand:       true,
		// A folder may have a comma in its name.
		DisableSliceFlagSeparator: true,
		Writer:                    p.stdout,
		ErrWriter:                 p.stderr,
		Reader:                    p.stdin,
		ExitErrHandler:            func(*cli.Context, error) {},
	}
	for _, c := range app.Commands {
		c.Description = p.ownExamples(c)
		c.CustomHelpTemplate = commandHelp
		c.HideHelpCommand = true
		c.Flags = append(c.Flags, &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and messages"})
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
		c.OnUsageError = func(c *cli.Context, err error, _ bool) error {
			return Usagef("%v: see \"%s %s --help\"", err, p.name, c.Command.Name)
		}
	}
	return app
}

// commands returns all commands in the order of the help text. Those that extras bring
// stand behind the ones that make and keep databases.
func (p *program) commands() []*cli.Command {
	c := p.Console
	return slices.Concat([]*cli.Command{
		gamesCommand{c}.command(),
		infoCommand{c, p.extras.counts()}.command(),
		solveCommand{c}.command(),
		workerCommand{c}.command(),
		clusterCommand{c}.command(),
		statusCommand{c}.command(),
		valueCommand{c}.command(),
		movesCommand{c}.command(),
		lineCommand{c}.command(),
		sampleCommand{c}.command(),
		statsCommand{c}.command(),
		verifyCommand{c}.command(),
		policyCommand{c}.command(),
		diffCommand{c}.command(),
		exportCommand{c, p.extras.formats()}.command(),
		importCommand{c}.command(),
		proofCommand{c}.command(),
		puzzlesCommand{c}.command(),
		reportCommand{c}.command(),
		benchCommand{c}.command(),
	}, p.extras.commands(c), []*cli.Command{
		serveCommand{c, p.extras.protocols(), p.extras.faces()}.command(),
		playCommand{c}.command(),
		drawCommand{c}.command(),
		perftCommand{c}.command(),
		indexCommand{c}.command(),
		positionCommand{c}.command(),
		completionCommand{c}.command(),
		manCommand{c}.command(),
	})
}

// Flags that several commands have.

// DatabaseFlag returns the flag --db, which [Console.Database] reads.
func DatabaseFlag() cli.Flag {
	return &cli.StringFlag{Name: "db", Usage: "the database's folder `DIR` (default: the only one under " + databaseRoot + ")"}
}

// JSONFlag returns the flag --json, with what is printed then.
func JSONFlag(what string) cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: what}
}
