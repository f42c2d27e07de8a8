package engine

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Level says how much of the contract a game fulfils.
type Level string

const (
	LevelRules  Level = "rules only"
	LevelRanked Level = "ranked"
	LevelFull   Level = "full"
)

// Definition describes a family of games and makes its members.
type Definition struct {
	Name    string
	Summary string // one line, without the name
	Rules   string // the rules in about ten lines of plain text
	Level   Level
	Kind    Kind
	Params  []Param
	// Positions is the size of the default variant where finding it out takes
	// noticeable time; 0: ask the game.
	Positions uint64
	// New makes the variant that spec names. All parameters are present and in
	// range; what does not fit together is an [InputError].
	New func(spec Spec) (Game, error)
	// NewRules stands in place of New where the game brings only its rules. With both,
	// New makes the variants that NewRules returns nil rules for.
	NewRules func(spec Spec) (Rules, error)
}

// Registry is a set of games, looked up by name. It is immutable.
type Registry struct{ definitions []Definition }

// NewRegistry returns a registry of the games given, sorted by name. It panics
// when two have one name.
func NewRegistry(definitions ...Definition) *Registry {
	r := &Registry{append([]Definition(nil), definitions...)}
	sort.Slice(r.definitions, func(i, j int) bool { return r.definitions[i].Name < r.definitions[j].Name })
	for i := 1; i < len(r.definitions); i++ {
		if r.definitions[i].Name == r.definitions[i-1].Name {
			panic("engine: two games are named " + r.definitions[i].Name)
		}
	}
	return r
}

// Definitions returns all games, sorted by name. The slice must not be changed.
func (r *Registry) Definitions() []Definition { return r.definitions }

// Find returns the game of that name, or an [InputError] with the names there are.
func (r *Registry) Find(name string) (Definition, error) {
	var names []string
	for _, d := range r.definitions {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return Definition{}, InputErrorf("unknown game %q: want one of %s", name, strings.Join(names, ", "))
}

// Parse reads NAME or NAME:param=value,… and returns the canonical spec. Contents
// of file parameters come from readFile, which is given the path as written.
func (r *Registry) Parse(text string, readFile func(path string) ([]byte, error)) (Spec, error) {
	name, rest, _ := strings.Cut(text, ":")
	d, err := r.Find(name)
	if err != nil {
		return Spec{}, err
	}
	given := map[string]string{}
	if rest != "" {
		for _, part := range strings.Split(rest, ",") {
			param, value, ok := strings.Cut(part, "=")
			if !ok {
				return Spec{}, InputErrorf("%q in %q is no parameter: want param=value", part, text)
			}
			if _, twice := given[param]; twice {
				return Spec{}, InputErrorf("parameter %s is given twice in %q", param, text)
			}
			given[param] = value
		}
	}
	spec := Spec{name: name, values: map[string]string{}}
	var names []string
	for _, p := range d.Params {
		names = append(names, p.Name)
		value, ok := given[p.Name]
		if !ok {
			value = p.Default
		}
		delete(given, p.Name)
		canonical, content, err := p.canonical(name, value, readFile)
		if err != nil {
			return Spec{}, err
		}
		spec.values[p.Name] = canonical
		if content != "" {
			if spec.files == nil {
				spec.files = map[string]string{}
			}
			spec.files[p.Name] = content
		}
	}
	if len(given) > 0 {
		param := slices.Min(slices.Collect(maps.Keys(given)))
		if len(names) == 0 {
			return Spec{}, InputErrorf("%s has no parameter %q: it has none", name, param)
		}
		return Spec{}, InputErrorf("%s has no parameter %q: want %s", name, param, strings.Join(names, ", "))
	}
	return spec, nil
}

// Restore reads a canonical spec that a database keeps, with the contents of its
// file parameters as [Spec.Files] gave them.
func (r *Registry) Restore(canonical string, files map[string]string) (Spec, error) {
	_, rest, _ := strings.Cut(canonical, ":")
	byHash := map[string]string{}
	for _, content := range files {
		byHash[contentHash(content)] = content
	}
	spec, err := r.Parse(canonical, func(path string) ([]byte, error) {
		if content, ok := byHash[path]; ok {
			return []byte(content), nil
		}
		return nil, fmt.Errorf("its content %s is not stored", path)
	})
	if err != nil {
		return Spec{}, err
	}
	if spec.String() != canonical {
		return Spec{}, fmt.Errorf("%q is not canonical: want %q (parameters %q)", canonical, spec.String(), rest)
	}
	return spec, nil
}

// Open makes the game that spec names. Of one that brings only its rules it finds all
// positions ([Discover]). Parts that make no sense together are refused ([CheckParts]).
func (r *Registry) Open(spec Spec) (Game, error) {
	d, err := r.Find(spec.name)
	if err != nil {
		return nil, err
	}
	rules, kind, err := r.Rules(spec)
	switch {
	case err != nil:
		return nil, err
	case rules == nil:
		g, err := d.New(spec)
		if err != nil {
			return nil, err
		}
		return g, CheckParts(g)
	}
	return Discover(spec, kind, rules, 0)
}

// Rules returns the rules and kind of the game that spec names, nil where it brings more
// than rules.
func (r *Registry) Rules(spec Spec) (Rules, Kind, error) {
	d, err := r.Find(spec.name)
	if err != nil || d.NewRules == nil {
		return nil, d.Kind, err
	}
	rules, err := d.NewRules(spec)
	return rules, d.Kind, err
}
