// Package cli is the command line of foregone as a library, so that a game of
// somebody's own gets all of it in a main of ten lines:
//
//	package main
//
//	import (
//		"github.com/foregone-db/foregone/engine"
//		"github.com/foregone-db/foregone/tools/cli"
//
//		"example.com/mygame"
//	)
//
//	func main() { cli.Main(engine.NewRegistry(mygame.Definition())) }
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
