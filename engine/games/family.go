package games

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Family is a kind of files that are games, such as WebAssembly modules. A GAME argument
// of a family is the path of such a file with parameters behind it, PATH:param=value,….
// The name of its spec is what the game calls itself with the family's suffix, and a
// parameter of the family holds what a database keeps of the file.
type Family struct {
	// Suffix is what names of specs end in, such as ".wasm", and what paths of files end
	// in unless there is a Prefix.
	Suffix string
	// Prefix is what GAME arguments begin with, such as "exec:", or "".
	Prefix string
	// Param is the name of the parameter for the file, and Binary says what
	// [engine.Param].Binary does.
	Param  string
	Binary bool
	// File returns the path of the file that is read of what an argument names, "" where
	// there is none; nil: what it names is the path.
	File func(path string) string
	// Form is what arguments look like; "": the path of a file with the suffix or prefix.
	Form string
	// Read makes the definition of the game in a file, with the parameter Param first, and
	// returns what a spec is to keep of the file besides. Errors are [engine.InputError]s.
	Read func(path string, content []byte) (d engine.Definition, kept string, err error)
	// Restore makes the definition from what a spec keeps.
	Restore func(kept string) (engine.Definition, error)
}

// cut returns the path and the parameters of a GAME argument, or false where it is not of
// the family.
func (f Family) cut(text string) (path, params string, ok bool) {
	if f.Prefix != "" {
		rest, ok := strings.CutPrefix(text, f.Prefix)
		if !ok {
			return "", "", false
		}
		if at := strings.LastIndexByte(rest, ':'); at >= 0 && strings.Contains(rest[at:], "=") {
			return rest[:at], rest[at+1:], true
		}
		return rest, "", true
	}
	if strings.HasSuffix(text, f.Suffix) {
		return text, "", true
	}
	if at := strings.Index(text, f.Suffix+":"); at >= 0 {
		at += len(f.Suffix)
		return text[:at], text[at+1:], true
	}
	return "", "", false
}

// parse makes the spec that a GAME argument of the family names.
func (f Family) parse(path, params string, readFile func(path string) ([]byte, error)) (engine.Spec, error) {
	file := path
	if f.File != nil {
		file = f.File(path)
	}
	var content []byte
	if file != "" {
		var err error
		if content, err = readFile(file); err != nil {
			return engine.Spec{}, engine.InputErrorf("%v", err)
		}
	}
	d, kept, err := f.Read(path, content)
	if err != nil {
		return engine.Spec{}, err
	}
	for _, part := range strings.Split(params, ",") {
		if name, _, _ := strings.Cut(part, "="); name == f.Param {
			return engine.Spec{}, engine.InputErrorf("%s is given by the file %s itself: leave it out", name, path)
		}
	}
	text := d.Name + ":" + f.Param + "=file"
	if params != "" {
		text += "," + params
	}
	return d.Parse(text, func(string) ([]byte, error) { return []byte(kept), nil })
}

// With returns a registry that finds games of some families, too.
func (r *Registry) With(families ...Family) *Registry {
	return &Registry{r.definitions, append(slices.Clone(r.families), families...)}
}

// Files returns how files that are games are named, such as "FILE.wasm".
func (r *Registry) Files() []string {
	var names []string
	for _, f := range r.families {
		switch {
		case f.Form != "":
			names = append(names, f.Form)
		case f.Prefix != "":
			names = append(names, f.Prefix+"FILE")
		default:
			names = append(names, "FILE"+f.Suffix)
		}
	}
	return names
}

// family returns the family of a spec by its name.
func (r *Registry) family(name string) (Family, bool) {
	at := slices.IndexFunc(r.families, func(f Family) bool { return strings.HasSuffix(name, f.Suffix) })
	if at < 0 {
		return Family{}, false
	}
	return r.families[at], true
}

// Known reports whether a GAME argument names a game of the registry, whatever its
// parameters.
func (r *Registry) Known(text string) bool {
	for _, f := range r.families {
		if _, _, ok := f.cut(text); ok {
			return true
		}
	}
	name, _, _ := strings.Cut(text, ":")
	_, err := r.Find(name)
	return err == nil
}

// Definition returns the definition of the game that a spec names.
func (r *Registry) Definition(spec engine.Spec) (engine.Definition, error) {
	f, ok := r.family(spec.Name())
	if !ok {
		return r.Find(spec.Name())
	}
	kept, err := f.kept(spec.Files())
	if err != nil {
		return engine.Definition{}, err
	}
	return f.Restore(kept)
}

// kept returns what the files of a spec keep of the family's.
func (f Family) kept(files map[string]string) (string, error) {
	return engine.Param{Name: f.Param, Type: engine.FileParam, Binary: f.Binary}.Content(files)
}

// restore reads a canonical spec of the family.
func (f Family) restore(canonical string, files map[string]string) (engine.Spec, error) {
	kept, err := f.kept(files)
	if err != nil {
		return engine.Spec{}, err
	}
	d, err := f.Restore(kept)
	if err != nil {
		return engine.Spec{}, err
	}
	return d.Restore(canonical, files)
}
