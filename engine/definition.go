package engine

import (
	"fmt"
	"maps"
	"slices"
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
	// Title is the name that people know the game by, such as "Quixo"; "": Name.
	Title string
	// Variant returns what people call a variant, such as "4×4", or "" for the one they
	// mean by the title alone. Without it the parameters are shown.
	Variant func(spec Spec) string
	Rules   string // the rules in about ten lines of plain text
	Level   Level
	Kind    Kind
	Params  []Param
	// Dropped lists parameters with their values, such as "cycle=shared", that the game had once
	// and that never changed its table: [Definition.Restore] ignores them.
	Dropped []string
	// Settle, where parameters depend on each other, changes canonical values so that
	// each variant has one spec. It is told which were given. Errors are [InputError]s.
	Settle func(values map[string]string, given func(param string) bool) error
	// Positions is the size of the default variant where finding it out takes
	// noticeable time; 0: ask the game.
	Positions uint64
	// Bench is the parameters of a variant that is solved in some seconds, by which the game
	// is measured; "-": the default variant; "": it is not measured unless asked for.
	Bench string
	// New makes the variant that spec names. All parameters are present and in
	// range; what does not fit together is an [InputError].
	New func(spec Spec) (Game, error)
	// NewRules stands in place of New where the game brings only its rules. With both,
	// New makes the variants that NewRules returns nil rules for.
	NewRules func(spec Spec) (*Rules, error)
	// NewStored, where what New asks may not be here, makes the game of a database of so
	// many positions in any case. Without it, they have indices and nothing else.
	NewStored func(spec Spec, positions uint64) (Game, error)
}

// Parse reads NAME or NAME:param=value,…, where NAME is the definition's, and returns the
// canonical spec. Contents of file parameters come from readFile, which is given the path
// as written.
func (d Definition) Parse(text string, readFile func(path string) ([]byte, error)) (Spec, error) {
	_, rest, _ := strings.Cut(text, ":")
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
	spec := Spec{name: d.Name, values: map[string]string{}, late: map[string]string{}}
	var names, told []string
	for _, p := range d.Params {
		names = append(names, p.Name)
		value, ok := given[p.Name]
		if ok {
			told = append(told, p.Name)
		} else {
			value = p.Default
		}
		delete(given, p.Name)
		canonical, content, err := p.canonical(d.Name, value, readFile)
		if err != nil {
			return Spec{}, err
		}
		spec.values[p.Name] = canonical
		if p.Late {
			spec.late[p.Name] = p.Default
		}
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
			return Spec{}, InputErrorf("%s has no parameter %q: it has none", d.Name, param)
		}
		return Spec{}, InputErrorf("%s has no parameter %q: want %s", d.Name, param, strings.Join(names, ", "))
	}
	if d.Settle != nil {
		if err := d.Settle(spec.values, func(param string) bool { return slices.Contains(told, param) }); err != nil {
			return Spec{}, err
		}
	}
	return spec, nil
}

// Restore reads a canonical spec that a database keeps, with the contents of its file
// parameters as [Spec.Files] gave them.
func (d Definition) Restore(canonical string, files map[string]string) (Spec, error) {
	byHash := map[string]string{}
	for _, p := range d.Params {
		if _, ok := files[p.Name]; !ok {
			continue
		}
		content, err := p.Content(files)
		if err != nil {
			return Spec{}, err
		}
		byHash[ContentHash(content)] = content
	}
	name, params, _ := strings.Cut(canonical, ":")
	given := strings.Split(params, ",")
	kept := slices.DeleteFunc(slices.Clone(given), func(param string) bool { return slices.Contains(d.Dropped, param) })
	today := canonical
	if len(kept) < len(given) {
		today = name + ":" + strings.Join(kept, ",")
	}
	spec, err := d.Parse(today, func(path string) ([]byte, error) {
		if content, ok := byHash[path]; ok {
			return []byte(content), nil
		}
		return nil, fmt.Errorf("its content %s is not stored", path)
	})
	if err != nil {
		return Spec{}, err
	}
	if spec.String() != today {
		return Spec{}, fmt.Errorf("%q is not canonical: want %q", canonical, spec.String())
	}
	if today != canonical {
		spec.stored = canonical
	}
	return spec, nil
}
