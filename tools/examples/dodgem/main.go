package main

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/tools/cli"
)

func main() {
	cli.Main(engine.NewRegistry(definition(), rankedDefinition(), fullDefinition()))
}
