package discover

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Played makes a game from rules for its positions and moves only. It finds no positions, so games
// of any size are ready at once. It stores no positions: Size is 0, and callers must not call At
// and NewScratch. It does not check whether play reaches a position that it reads.
func Played(spec engine.Spec, kind engine.Kind, rules *engine.Rules) (engine.Game, error) {
	g, err := ruled(spec, kind, rules)
	if err != nil {
		return nil, err
	}
	return played{g}, nil
}

// played is a game without stored positions.
type played struct{ *discovered }

// Parse implements [engine.Notation].
func (g played) Parse(text string) (engine.Position, error) {
	if strings.HasPrefix(text, "#") && strings.Trim(text[1:], "0123456789") == "" {
		return nil, engine.InputErrorf("%q is an index, and positions have none before they are found: want the position itself", text)
	}
	key, err := g.parseKey(text)
	if err != nil {
		return nil, err
	}
	return keyPosition{key: key}, nil
}

// Index implements [engine.Notation]. It always returns false, because no position is stored.
func (g played) Index(engine.Position) (uint64, bool) { return 0, false }
