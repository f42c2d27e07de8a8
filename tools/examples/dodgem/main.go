package main

import (
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/tools/cli"
)

func main() {
	cli.Main(games.NewRegistry(definition(), rankedDefinition(), fullDefinition()))
}
