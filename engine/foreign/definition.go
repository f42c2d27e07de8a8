package foreign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/placement"
)

// Definition makes the definition of a foreign game. suffix is the suffix of its family, file is
// the family's parameter, and open makes the source of a spec.
func Definition(d *Description, suffix string, file engine.Param, open func(engine.Spec) (Source, error)) engine.Definition {
	kind, _ := engine.ParseKind(d.Kind) // ParseDescription has checked it
	file.Type = engine.FileParam
	def := engine.Definition{
		Name: d.Name + suffix, Summary: cmp.Or(d.Summary, "a game of "+strings.TrimPrefix(suffix, ".")), Kind: kind, Level: engine.LevelRules,
		Params: append([]engine.Param{file}, d.params()...), Rules: d.rules(),
	}
	if kind.Uncertain() {
		def.Params = append(def.Params, engine.Precision())
	}
	if d.placed != nil && len(d.placed.keys.Moves) > 0 {
		def.Level = engine.LevelFull
		def.New = func(spec engine.Spec) (engine.Game, error) {
			return placement.Keyed(spec, kind, &d.placed.rules, d.placed.keys)
		}
		return def
	}
	game := func(spec engine.Spec) (*Game, error) {
		source, err := open(spec)
		if err != nil {
			return nil, err
		}
		return New(def.Name, d, source, d.values(spec))
	}
	if d.Has(Rank) || d.placed != nil {
		def.Level = engine.LevelRanked
		def.NewStored = func(spec engine.Spec, positions uint64) (engine.Game, error) {
			g, err := game(spec)
			if err != nil {
				return nil, err
			}
			return g.Ranked(spec, positions)
		}
		def.New = func(spec engine.Spec) (engine.Game, error) { return def.NewStored(spec, 0) }
		return def
	}
	def.NewRules = func(spec engine.Spec) (*engine.Rules, error) {
		g, err := game(spec)
		if err != nil {
			return nil, err
		}
		return g.Rules(), nil
	}
	return def
}

// rules describes the rules in plain text.
func (d *Description) rules() string {
	text := cmp.Or(strings.TrimSpace(d.Rules), "Its author has written down no rules in words.")
	if d.Version != "" {
		text += fmt.Sprintf("\n\nVersion %s of the game.", d.Version)
	}
	return text + "\n"
}

// NotGame returns the error about a file that is not a game. A command that is interrupted while it
// reads the game ends as interrupted.
func NotGame(path string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: %w", path, err)
	}
	return engine.InputErrorf("%s is not a game: %v", path, err)
}

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
