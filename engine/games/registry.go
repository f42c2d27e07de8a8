// Package games finds games by their names and opens them.
package games

import (
	"sort"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// Registry is a set of games, looked up by name, and of families of files that are games.
// It is immutable.
type Registry struct {
	definitions []engine.Definition
	families    []Family
}

// NewRegistry returns a registry of the games given, sorted by name. It panics
// when two have one name.
func NewRegistry(definitions ...engine.Definition) *Registry {
	r := &Registry{definitions: append([]engine.Definition(nil), definitions...)}
	sort.Slice(r.definitions, func(i, j int) bool { return r.definitions[i].Name < r.definitions[j].Name })
	for i := 1; i < len(r.definitions); i++ {
		if r.definitions[i].Name == r.definitions[i-1].Name {
			panic("games: two games are named " + r.definitions[i].Name)
		}
	}
	return r
}

// Definitions returns all games, sorted by name. The slice must not be changed.
func (r *Registry) Definitions() []engine.Definition { return r.definitions }

// Find returns the game of that name, or an [engine.InputError] with the names there are.
func (r *Registry) Find(name string) (engine.Definition, error) {
	var names []string
	for _, d := range r.definitions {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return engine.Definition{}, engine.InputErrorf("unknown game %q: want one of %s", name, strings.Join(names, ", "))
}

// Parse reads NAME or NAME:param=value,…, or the path of a file of a family in place of
// NAME, and returns the canonical spec. Contents
// of file parameters come from readFile, which is given the path as written.
func (r *Registry) Parse(text string, readFile func(path string) ([]byte, error)) (engine.Spec, error) {
	for _, f := range r.families {
		if path, params, ok := f.cut(text); ok {
			return f.parse(path, params, readFile)
		}
	}
	name, _, _ := strings.Cut(text, ":")
	d, err := r.Find(name)
	if err != nil {
		return engine.Spec{}, err
	}
	return d.Parse(text, readFile)
}

// Restore reads a canonical spec that a database keeps, with the contents of its
// file parameters as [engine.Spec.Files] gave them.
func (r *Registry) Restore(canonical string, files map[string]string) (engine.Spec, error) {
	name, _, _ := strings.Cut(canonical, ":")
	if f, ok := r.family(name); ok {
		return f.restore(canonical, files)
	}
	d, err := r.Find(name)
	if err != nil {
		return engine.Spec{}, err
	}
	return d.Restore(canonical, files)
}

// Open makes the game that spec names. Of one that brings only its rules it finds all
// positions ([discover.Game]). Parts that make no sense together are refused
// ([engine.CheckParts]).
func (r *Registry) Open(spec engine.Spec) (engine.Game, error) {
	d, err := r.Definition(spec)
	if err != nil {
		return nil, err
	}
	rules, kind, err := r.Rules(spec)
	switch {
	case err != nil:
		return nil, err
	case rules != nil:
		return discover.Game(spec, kind, rules, 0)
	}
	return checked(d.New(spec))
}

// checked refuses parts that make no sense together.
func checked(g engine.Game, err error) (engine.Game, error) {
	if err == nil {
		err = engine.CheckParts(g)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Stored makes the game of a database of so many positions, which brings more than rules. It
// is Open, but for games that can do without what they ask ([engine.Definition].NewStored).
func (r *Registry) Stored(spec engine.Spec, positions uint64) (engine.Game, error) {
	d, err := r.Definition(spec)
	if err != nil || d.NewStored == nil {
		return r.Open(spec)
	}
	return checked(d.NewStored(spec, positions))
}

// Rules returns the rules and kind of the game that spec names, nil where it brings more
// than rules.
func (r *Registry) Rules(spec engine.Spec) (*engine.Rules, engine.Kind, error) {
	d, err := r.Definition(spec)
	if err != nil || d.NewRules == nil {
		return nil, d.Kind, err
	}
	rules, err := d.NewRules(spec)
	return rules, d.Kind, err
}
