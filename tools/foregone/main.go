// Command foregone solves two-player games and puzzles, and answers from the resulting databases.
// "foregone --help" lists its commands.
package main

import (
	"github.com/foregone-db/foregone/engine/builtin"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query/chess/lichess"
	"github.com/foregone-db/foregone/query/gamesmanuni"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/languages"
	pushfighttools "github.com/foregone-db/foregone/tools/pushfight"
	"github.com/foregone-db/foregone/tools/python"
	"github.com/foregone-db/foregone/tools/starter"
)

func main() {
	start(program.New(program.Options{Runner: python.Runner}), wasm.New())
}

// start runs the command line with foreign games in programs and modules.
func start(programs *program.Programs, modules *wasm.Modules, more ...cli.Extra) {
	engines := uci.New(uci.Options{})
	cli.Main(registry(programs, modules, engines), append(more, pushfighttools.Extra(), starter.Extra(), languages.Extra(), cli.Extra{Faces: gamesmanuni.Faces()},
		cli.Extra{Protocols: []serve.Protocol{lichess.Tables}},
		cli.Extra{Begin: programs.Begin}, cli.Extra{Begin: modules.Begin}, cli.Extra{Begin: engines.Begin})...)
}

// registry returns the built-in games, and the families of games in files.
func registry(programs *program.Programs, modules *wasm.Modules, engines *uci.Engines) *games.Registry {
	return games.NewRegistry(builtin.Definitions()...).With(append(programs.Families(), modules.Family(), engines.Family())...)
}
