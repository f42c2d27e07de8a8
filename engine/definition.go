package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Level is the extent of the contract that a game implements.
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
	// Title is the common name of the game, such as "Quixo"; "": Name.
	Title string
	// Variant returns the usual name of a variant, such as "4×4", or "" for the variant that the
	// title alone denotes. Without it the parameters are shown.
	Variant func(spec Spec) string
	Rules   string // the rules in about ten lines of plain text
	Level   Level
	Kind    Kind
	Params  []Param
	// Dropped lists former parameters with their values, such as "cycle=shared", that never
	// affected the table. [Definition.Restore] ignores them.
	Dropped []string
	// Settle is for parameters that depend on each other: it changes canonical values so that each
	// variant has one spec. given reports whether the user specified a parameter. Errors are
	// [InputError]s.
	Settle func(values map[string]string, given func(param string) bool) error
	// Positions is the size of the default variant, for games that take noticeable time to open; 0:
	// open the game to get its size.
	Positions uint64
	// Bench has the parameters of a variant that solves in some seconds, for "foregone bench";
	// "-": the default variant; "": bench measures it on request only.
	Bench string
	// New makes the variant that spec names. All parameters are present and in range. A
	// combination that makes no sense is an [InputError].
	New func(spec Spec) (Game, error)
	// NewRules replaces New for games at the level "rules only". With both, New makes the variants
	// for which NewRules returns nil.
	NewRules func(spec Spec) (*Rules, error)
	// NewStored makes the game of a database with the given number of positions. It is for games
	// whose New may fail because a program is missing. Without it only indices name the positions
	// of such a database.
	NewStored func(spec Spec, positions uint64) (Game, error)
}

// Parse reads NAME or NAME:param=value,…, where NAME is the definition's, and returns the canonical
// spec. It calls readFile with the path of each file parameter, as written.
func (d Definition) Parse(text string, readFile func(path string) ([]byte, error)) (Spec, error) {
	_, rest, _ := strings.Cut(text, ":")
	given := map[string]string{}
	if rest != "" {
		for _, part := range strings.Split(rest, ",") {
			param, value, ok := strings.Cut(part, "=")
			if !ok {
				return Spec{}, InputErrorf("%q in %q is not a parameter: want param=value", part, text)
			}
			if _, twice := given[param]; twice {
				return Spec{}, InputErrorf("parameter %s is given twice in %q", param, text)
			}
			given[param] = value
		}
	}
	spec := Spec{name: d.Name, values: map[string]string{}, late: map[string]string{}}
	var names, explicit []string
	for _, p := range d.Params {
		names = append(names, p.Name)
		value, ok := given[p.Name]
		if ok {
			explicit = append(explicit, p.Name)
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
		if err := d.Settle(spec.values, func(param string) bool { return slices.Contains(explicit, param) }); err != nil {
			return Spec{}, err
		}
	}
	return spec, nil
}

// Restore reads the canonical spec of a database, with the contents of its file parameters as
// [Spec.Files] returned them.
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

// An InputError states in one line the fault of the user's input and the expected form. Commands
// end with exit status 2; the service answers with status 400.
type InputError struct{ msg string }

// InputErrorf makes an [InputError].
func InputErrorf(format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...)}
}

func (e *InputError) Error() string { return e.msg }

// TwoPlayers returns an [InputError] for a game of one player or of chance, where what is asked for, such
// as "a report", is about two who win or lose by their moves alone.
func TwoPlayers(g Game, what string) error {
	if g.Kind().Single() {
		return InputErrorf("%s is a game of one player, and %s is about two: its values are least numbers of moves", g.Spec(), what)
	}
	if g.Kind().Uncertain() {
		return InputErrorf("%s is a game of chance, and %s is about games without dice: its values are probabilities or expected scores", g.Spec(), what)
	}
	return nil
}

// IsInput reports whether err is, or wraps, an [InputError].
func IsInput(err error) bool {
	var e *InputError
	return errors.As(err, &e)
}
