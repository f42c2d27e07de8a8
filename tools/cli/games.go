package cli

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// listedMost is the greatest number of positions that the list counts for a game.
const listedMost = 1 << 20

type paramJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Min     *int   `json:"min,omitempty"`
	Max     *int   `json:"max,omitempty"`
	Help    string `json:"help"`
}

var paramTypes = [...]string{engine.IntParam: "int", engine.BoolParam: "bool", engine.FileParam: "file", engine.WordParam: "word"}

func paramsJSON(params []engine.Param) []paramJSON {
	list := []paramJSON{}
	for _, q := range params {
		j := paramJSON{Name: q.Name, Type: paramTypes[q.Type], Default: q.Default, Help: q.Help}
		if q.Type == engine.IntParam {
			j.Min, j.Max = &q.Min, &q.Max
		}
		list = append(list, j)
	}
	return list
}

type gameJSON struct {
	Name      string       `json:"name"`
	Summary   string       `json:"summary"`
	Positions *uint64      `json:"positions"`
	Level     engine.Level `json:"level"`
	Kind      string       `json:"kind"`
	Params    []paramJSON  `json:"params"`
}

func runGames(c *Call) error {
	var list []gameJSON
	for _, d := range c.registry.Definitions() {
		// A game that needs a file has no default variant.
		var positions *uint64
		if d.Positions > 0 {
			positions = &d.Positions
		} else if g, err := c.Counted(c.Context, d.Name, listedMost, solver.DefaultMemory()); err == nil {
			positions = new(g.Size())
		} else if c.Context.Err() != nil {
			return err
		}
		list = append(list, gameJSON{d.Name, d.Summary, positions, d.Level, d.Kind.String(), paramsJSON(d.Params)})
	}
	if err := showList(c.Console, "games", list); err != nil {
		return err
	}
	if files := c.registry.Files(); files != nil {
		c.Message("files are games, too: %s", strings.Join(files, ", "))
	}
	return nil
}

// gameNames returns the names of the games.
func gameNames(registry *games.Registry) []string {
	var names []string
	for _, d := range registry.Definitions() {
		names = append(names, d.Name)
	}
	return names
}

// memory returns the command's memory limit, in bytes.
func (c *Call) memory() uint64 {
	if n := c.Size("memory"); n > 0 {
		return n
	}
	return solver.DefaultMemory()
}

// Played makes the game that a GAME argument names, for its positions and moves. It discovers no
// positions of a game that defines only rules, so none has an index; see [discover.Played].
func (c *Console) Played(text string) (engine.Game, error) {
	return c.made(text, func(spec engine.Spec, kind engine.Kind, rules *engine.Rules) (engine.Game, error) {
		return discover.Played(spec, kind, rules)
	})
}

// made makes the game that a GAME argument names; a game that defines only rules is made by a
// function.
func (c *Console) made(text string, ofRules func(engine.Spec, engine.Kind, *engine.Rules) (engine.Game, error)) (engine.Game, error) {
	spec, err := c.registry.Parse(text, os.ReadFile)
	if err != nil {
		return nil, err
	}
	rules, kind, err := c.registry.Rules(spec)
	if err != nil {
		return nil, err
	}
	if rules == nil {
		return c.registry.Open(spec)
	}
	return ofRules(spec, kind, rules)
}

// Counted makes the game that a GAME argument names, with the indices of its positions. It first
// discovers the positions of a game that defines only rules: it prints a message if that takes a
// while, and stops when ctx is done. It refuses more positions than limit, unless that is 0, or
// than fit into the given memory.
func (c *Console) Counted(ctx context.Context, text string, limit, memory uint64) (engine.Game, error) {
	return c.made(text, func(spec engine.Spec, kind engine.Kind, rules *engine.Rules) (engine.Game, error) {
		tell, least := c.occasionally(), uint64(0)
		parts, err := discover.Find(ctx, spec, kind, rules, discover.Options{Limit: limit, Memory: memory, Progress: func(found, _, _ uint64) {
			least = found
			tell("finding the positions of %s: %s so far; Ctrl-C stops", spec, Number(found))
		}})
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, &stoppedError{least, err}
		case err != nil:
			return nil, err
		}
		return discover.Keyed(spec, kind, rules, parts)
	})
}

// stoppedError has the reason why counting stopped early, and the number of positions found.
type stoppedError struct {
	found uint64
	error
}

func (e *stoppedError) Unwrap() error { return e.error }

// countedOrOpened makes the game of a command with the arguments [GAME] and another one, and
// returns the other. With --db the game is that of the database; GAME is optional and must name the
// same game.
func (c *Call) countedOrOpened() (engine.Game, string, error) {
	args, dir := c.Args().Slice(), c.String("db")
	last := args[len(args)-1]
	if dir == "" {
		if len(args) == 1 {
			return nil, "", Usagef("say which game: GAME, or --db DIR")
		}
		g, err := c.Counted(c.Context, args[0], 0, c.memory())
		return g, last, err
	}
	db, err := c.open(dir, query.Options{})
	if err != nil {
		return nil, "", err
	}
	if len(args) > 1 {
		spec, err := c.registry.Parse(args[0], os.ReadFile)
		if err == nil && spec.String() != db.Game().Spec().String() {
			err = errors.New(dir + " holds " + db.Game().Spec().String() + ", not " + spec.String())
		}
		if err != nil {
			return nil, "", err
		}
	}
	return db.Game(), last, nil
}
