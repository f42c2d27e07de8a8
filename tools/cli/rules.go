package cli

import (
	"context"
	"errors"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

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
