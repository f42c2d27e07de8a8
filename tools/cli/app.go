package cli

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/parquet"
	"github.com/foregone-db/foregone/query/serve"
)

// program is one run of the command line, with the additions of extras.
type program struct {
	*Console
	commands  []*Command // in the order of the help text
	formats   []query.Format
	protocols []serve.Protocol
	faces     map[string]serve.Face
	languages languageBench
}

// newProgram reads the manuals. Commands of extras come before the command serve, formats of extras
// after the first.
func newProgram(c *Console, extras []Extra) *program {
	p := &program{Console: c, formats: []query.Format{query.Minimized}, faces: map[string]serve.Face{}}
	for _, e := range extras {
		p.formats = append(p.formats, e.Formats...)
		p.protocols = append(p.protocols, e.Protocols...)
		maps.Copy(p.faces, e.Faces)
		if e.Languages != nil {
			p.languages = e.Languages
		}
	}
	p.formats = append(p.formats, query.CSV, query.NPY, parquet.Format, query.Records)
	var names []string
	help := ""
	for _, f := range p.formats {
		names = append(names, f.Name)
		help += "  " + f.Name + "\t" + strings.ReplaceAll(f.Help, "\n", "\n\t") + "\n"
	}
	text := strings.NewReplacer("{formats}", strings.Join(names, "|"), "{format help}", strings.TrimRight(aligned(help), "\n")).Replace(manual)
	shared := &Command{}
	p.commands = parseManual(c.localized(text), shared)
	for _, command := range p.commands {
		command.run = p.runner(command.Name)
	}
	at := slices.IndexFunc(p.commands, func(c *Command) bool { return c.Name == "serve" })
	for _, e := range extras {
		additions := parseManual(c.localized(e.Manual), shared)
		for _, command := range additions {
			command.run = e.Commands[command.Name]
		}
		p.commands = slices.Insert(p.commands, at, additions...)
		at += len(additions)
	}
	return p
}

// runner returns the function that runs a command of this package.
func (p *program) runner(name string) func(*Call) error {
	return map[string]func(*Call) error{
		"games":          runGames,
		"info":           runInfo,
		"solve":          runSolve,
		"worker":         runWorker,
		"cluster":        runCluster,
		"status":         runStatus,
		"value":          withDatabase(runValue),
		"moves":          withPosition(runMoves),
		"line":           withPosition(runLine),
		"sample":         withDatabase(runSample),
		"stats":          withDatabase(runStats),
		"verify":         runVerify,
		"policy":         withDatabase(runPolicy),
		"diff":           runDiff,
		"export":         withDatabase(func(c *Call, db *query.DB) error { return runExport(c, db, p.formats) }),
		"import":         runImport,
		"proof":          withPosition(runProof),
		"evidence":       runEvidence,
		"pack":           withDatabase(runPack),
		"compact":        runCompact,
		"site":           runSite,
		"check-evidence": runCheckEvidence,
		"puzzles":        withDatabase(runPuzzles),
		"report":         runReport,
		"review":         withDatabase(runReview),
		"bench":          func(c *Call) error { return runBench(c, p.languages) },
		"serve":          func(c *Call) error { return runServe(c, p.protocols, p.faces) },
		"play":           withPosition(runPlay),
		"draw":           runDraw,
		"perft":          runPerft,
		"index":          runIndex,
		"position":       runPosition,
		"completion":     func(c *Call) error { return p.print(c.Arg(0), nil) },
		"man":            func(*Call) error { return p.print("man", nil) },
	}[name]
}

// Extra is an addition to a program, mostly for one game. Every field is optional.
type Extra struct {
	// Manual declares commands, as [Command] explains, and Commands has the function that runs
	// each. A flag -q is added to each.
	Manual   string
	Commands map[string]func(*Call) error
	// Formats are export formats, in addition to those of every game.
	Formats []query.Format
	// Protocols are further HTTP routes of the command serve.
	Protocols []serve.Protocol
	// Faces are the games that the GamesmanUni front end knows; see [serve.Options].
	Faces map[string]serve.Face
	// Languages is for bench --languages.
	Languages languageBench
	// Begin runs before the command, which stops when ctx is done; the returned function
	// runs after it.
	Begin func(ctx context.Context) (end func())
}

// languageBench measures a game in several languages, whose files it writes into a folder, and calls
// row with each result.
type languageBench func(ctx context.Context, r *games.Registry, dir string, row func(Spoken) error) error

// release is the version of this source, as CHANGELOG.md names it.
const release = "1.0.0"

// modulePath is the module of this package.
const modulePath = "github.com/foregone-db/foregone"

// Version returns the version of the program: that of Foregone, with the commit if the build knows
// it. A program of another module puts its own version first.
func Version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// versionOf returns the version in build information; if info is nil, it returns release.
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return release
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = fmt.Sprintf(" (%.12s", s.Value)
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if commit != "" {
		commit += changed + ")"
	}
	library := "foregone " + release
	for _, m := range info.Deps {
		if m.Path == modulePath && m.Replace != nil {
			library += " from " + m.Replace.Path
		}
	}
	switch {
	case info.Main.Path == modulePath || info.Main.Path == "":
		return release + commit
	case info.Main.Version == "" || info.Main.Version == "(devel)":
		return library + commit
	}
	return info.Main.Version + " with " + library + commit
}
