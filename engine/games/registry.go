// Package games finds games by their names and opens them.
package games

import (
	"sort"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// Registry finds games by name, and games in files by the families of these files. It is immutable.
type Registry struct {
	definitions []engine.Definition
	families    []Family
}

// NewRegistry returns a registry of the given games, sorted by name. It panics if two have the same
// name.
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

// Definitions returns all games, sorted by name. The caller must not change the slice.
func (r *Registry) Definitions() []engine.Definition { return r.definitions }

// Find returns the game with that name, or an [engine.InputError] that lists the known names.
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

// Parse returns the canonical spec of a GAME argument: NAME or NAME:param=value,…, with the path of
// a family's file allowed as NAME. It calls readFile for the contents of file parameters, with the
// path as written.
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

// Restore returns the spec that a database stores in canonical form. files holds the contents of
// its file parameters, as [engine.Spec.Files] returned them.
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

// Open returns the game that spec names. For a game with rules only, it discovers all positions
// ([discover.Game]). It refuses inconsistent parts ([engine.CheckParts]).
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

// checked refuses inconsistent parts.
func checked(g engine.Game, err error) (engine.Game, error) {
	if err == nil {
		err = engine.CheckParts(g)
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Stored returns the game of a database with the given number of positions. The game must define
// more than rules. Stored equals Open except for games whose New may need a missing program
// ([engine.Definition].NewStored).
func (r *Registry) Stored(spec engine.Spec, positions uint64) (engine.Game, error) {
	d, err := r.Definition(spec)
	if err != nil || d.NewStored == nil {
		return r.Open(spec)
	}
	return checked(d.NewStored(spec, positions))
}

// Rules returns the rules and kind of the game that spec names. The rules are nil if the game
// defines more than rules.
func (r *Registry) Rules(spec engine.Spec) (*engine.Rules, engine.Kind, error) {
	d, err := r.Definition(spec)
	if err != nil || d.NewRules == nil {
		return nil, d.Kind, err
	}
	rules, err := d.NewRules(spec)
	if d.Kind.Uncertain() {
		return rules, d.Kind.KindOf(spec), err
	}
	return rules, d.Kind, err
}
