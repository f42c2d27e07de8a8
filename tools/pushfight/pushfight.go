// Package pushfight extends a program for Push Fight: the command pushfight, merged files, and the
// protocol of the public Analyzer. A program registers it with the games:
//
//	cli.Main(games.NewRegistry(rules.Definition()), pushfight.Extra())
package pushfight

import (
	"github.com/foregone-db/foregone/query"
	public "github.com/foregone-db/foregone/query/pushfight"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/tools/cli"
)

// Extra returns the extensions of Push Fight.
func Extra() cli.Extra {
	return cli.Extra{
		Manual:    manual,
		Commands:  map[string]func(*cli.Call) error{"pushfight": run},
		Formats:   []query.Format{public.Merged},
		Protocols: []serve.Protocol{public.Analyzer},
	}
}
