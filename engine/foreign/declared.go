package foreign

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

// Declared returns the family of games that are descriptions alone, files whose names end in
// ".json": their placement has moves, so they need no program. A spec contains the description, and
// with it a database.
func Declared() games.Family {
	const suffix, param = ".json", "description"
	get := func(content string) (engine.Definition, error) {
		d, err := ParseDescription([]byte(content))
		switch {
		case err != nil:
			return engine.Definition{}, err
		case d.placed == nil || len(d.placed.keys.Moves) == 0:
			return engine.Definition{}, fmt.Errorf("its description has no placement with moves")
		}
		return Definition(d, suffix, engine.Param{Name: param, Help: "the description itself"}, nil), nil
	}
	return games.Family{
		Suffix: suffix, Param: param,
		Read: func(path string, content []byte) (engine.Definition, string, error) {
			d, err := get(string(content))
			if err != nil {
				err = engine.InputErrorf("%s is no game: %v", path, err)
			}
			return d, string(content), err
		},
		Restore: get,
	}
}
