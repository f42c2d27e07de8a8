package main

import (
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/tools/cli"
)

// registry has the games of the program.
var registry = games.NewRegistry(definition(), rankedDefinition(), fullDefinition())

func main() { cli.Main(registry) }
