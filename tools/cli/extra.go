package cli

import (
	"context"
	"fmt"
	"maps"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/parquet"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/solver/capacity"
)

// Extra is what a program has beside the games of its registry and what every program
// does with them: mostly what one game brings and no other could use. Every field may
// be left out.
type Extra struct {
	// Commands makes commands, for each command line anew. Their actions are those
	// of [Console.Action]; they have flags and arguments, no commands below them,
	// and names that no other command has. A flag -q is added to each.
	Commands func(*Console) []*cli.Command
	// Formats can be exported to, besides those that every game has.
	Formats []query.Format
	// Protocols are asked in over HTTP where databases are served.
	Protocols []serve.Protocol
	// Faces are the games that the GamesmanUni front end knows: see [serve.Options].
	Faces map[string]serve.Face
	// Begin prepares for a command, which is to stop once ctx is done, and returns what is
	// called when it has ended.
	Begin func(ctx context.Context) (end func())
	// Counts are known of games that are too large to be tried, so that
	// info --measure can plan their solve.
	Counts []capacity.Counts
}

// extras is all that a program has beside what every program has.
type extras []Extra

// formats returns what a database can be written as: the forms that every game has, and
// between them those that extras bring.
func (list extras) formats() []query.Format {
	all := []query.Format{query.Minimized}
	for _, e := range list {
		all = append(all, e.Formats...)
	}
	return append(all, query.CSV, query.NPY, parquet.Format, query.Records)
}

func (list extras) protocols() (all []serve.Protocol) {
	for _, e := range list {
		all = append(all, e.Protocols...)
	}
	return all
}

func (list extras) faces() map[string]serve.Face {
	all := map[string]serve.Face{}
	for _, e := range list {
		maps.Copy(all, e.Faces)
	}
	return all
}

func (list extras) counts() (all []capacity.Counts) {
	for _, e := range list {
		all = append(all, e.Counts...)
	}
	return all
}

// commands returns new commands of the extras.
func (list extras) commands(c *Console) (all []*cli.Command) {
	for _, e := range list {
		if e.Commands != nil {
			all = append(all, e.Commands(c)...)
		}
	}
	return all
}

// unlike refuses two commands of one name.
func unlike(commands []*cli.Command) error {
	seen := map[string]bool{}
	for _, c := range commands {
		for _, name := range c.Names() {
			if seen[name] {
				return fmt.Errorf("two commands are called %s: an extra must take another name", name)
			}
			seen[name] = true
		}
	}
	return nil
}
