// Package cli is the command line of foregone as a library, so that a game of
// somebody's own gets all of it in a main of ten lines:
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
// # What a game brings beside its rules
//
// Commands, formats of files, routes of the service and counts that no other game could
// use are an [Extra], which main hands over with the games:
//
//	func main() {
//		cli.Main(games.NewRegistry(mygame.Definition()), cli.Extra{
//			Commands:  commands,                        // mygame openings
//			Formats:   []query.Format{mygame.Shards},   // export shards
//			Protocols: []serve.Protocol{mygame.Lookup}, // GET /mygame/…
//		})
//	}
//
//	func commands(console *cli.Console) []*urfave.Command {
//		return []*urfave.Command{{
//			Name: "openings", Usage: "list the openings with their values",
//			Flags: []urfave.Flag{cli.DatabaseFlag(), cli.JSONFlag("a JSON object per opening")},
//			Action: console.Action(0, 0, func(c *urfave.Context) error {
//				db, err := console.Database(c)
//				if err != nil {
//					return err
//				}
//				defer db.Close()
//				…
//			}),
//		}}
//	}
//
// urfave is github.com/urfave/cli/v2. Package tools/pushfight is one to copy from.
//
// # Conventions
//
// Results go to standard output, progress, messages and errors to standard error;
// -q silences progress and messages. Flags may stand before and after arguments,
// "--" ends them. Exit status: 0 fine; 1 failure (a missing or damaged database, a
// database of another game, a failed verification); 2 wrong usage or input; 130
// interrupted. Colours appear on a terminal only, and not where NO_COLOR is set.
//
// # Concurrency
//
// [Run] keeps no state in package variables: runs may go on side by side.
package cli
