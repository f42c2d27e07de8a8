package cli

import (
	"context"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

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
