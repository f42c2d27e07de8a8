// Package cli is the command line of foregone as a library. A program of your own with all of it
// has a main of ten lines:
//
//	package main
//
//	import (
//		"github.com/foregone-db/foregone/engine/games"
//		"github.com/foregone-db/foregone/tools/cli"
//
//		"example.com/mygame"
//	)
//
//	func main() { cli.Main(games.NewRegistry(mygame.Definition())) }
//
// # The manual
//
// The text manual.txt declares every command: its arguments, its flags with their bounds and
// defaults, and its help. The parser (urfave/cli), --help, the man page and the completion scripts
// follow from it; [Command] explains the notation. A command is a section of the manual and a
// function of a [Call], in the list of app.go.
//
// # Results
//
// A command makes one value of a result. With --json the program prints it as JSON, otherwise by a template
// of the folder templates (package text/template), which sees the same value. The lines of a table in a
// template have tabs between the cells; a line such as <>> before it aligns its columns, and after a line | it
// keeps its tabs. The functions of templates, such as number and plural, are in text.go. Commands of an Extra
// call [Console.Print] with a template of their own.
//
// # Additions for one game
//
// An [Extra] adds commands, file formats, HTTP routes and published counts. The main function
// passes it with the games:
//
//	func main() {
//		cli.Main(games.NewRegistry(mygame.Definition()), cli.Extra{
//			Manual:    manual,                          // declares mygame openings
//			Commands:  map[string]func(*cli.Call) error{"openings": openings},
//			Formats:   []query.Format{mygame.Shards},   // export shards
//			Protocols: []serve.Protocol{mygame.Lookup}, // GET /mygame/…
//		})
//	}
//
//	const manual = `# openings
//	list the openings with their values
//
//	--db
//	--json   a JSON object per opening
//	`
//
//	func openings(c *cli.Call) error {
//		db, err := c.Database()
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// Package tools/pushfight is an example to copy.
//
// # Conventions
//
// Results go to standard output; progress, messages and errors go to standard error, and -q
// silences progress and messages. Flags may stand before and after arguments; "--" ends them. Exit
// status: 0 fine; 1 failure (a missing or damaged database, a database of another game, a failed
// verification); 2 wrong usage or input; 130 interrupted. Colours appear on a terminal only, and
// not if NO_COLOR is set.
//
// # Concurrency
//
// [Run] keeps no state in package variables; several runs may go on at the same time.
package cli
