package games

import (
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// Family is a kind of file that defines games, such as a WebAssembly module. Its GAME arguments are
// a file's path and parameters: PATH:param=value,…. The name of a spec is the game's own name with
// the family's suffix. One parameter of the spec holds the content that a database keeps of the
// file.
type Family struct {
	// Suffix ends the names of specs, such as ".wasm". Without a Prefix it also ends the paths of
	// files.
	Suffix string
	// Prefix begins GAME arguments, such as "exec:". It may be "".
	Prefix string
	// Param is the name of the file's parameter. Binary has the meaning of [engine.Param].Binary.
	Param  string
	Binary bool
	// File returns the path of the file to read for an argument, or "" if there is no file. If File
	// is nil, the argument's own path is read.
	File func(path string) string
	// Form is the form of an argument in messages to users. "" stands for FILE with the suffix or
	// prefix.
	Form string
	// Read returns the definition of the game in a file, with the parameter Param first, and the
	// content that a spec keeps of the file. Errors are [engine.InputError]s.
	Read func(path string, content []byte) (d engine.Definition, kept string, err error)
	// Restore returns the definition from the content that a spec keeps.
	Restore func(kept string) (engine.Definition, error)
}

// cut returns the path and the parameters of a GAME argument, or false if the argument belongs to
// no file of the family.
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

// parse returns the spec for a GAME argument of the family.
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
			return engine.Spec{}, engine.InputErrorf("%s is in the file %s itself: leave it out", name, path)
		}
	}
	text := d.Name + ":" + f.Param + "=file"
	if params != "" {
		text += "," + params
	}
	return d.Parse(text, func(string) ([]byte, error) { return []byte(kept), nil })
}

// With returns a copy of the registry that also finds games of the given families.
func (r *Registry) With(families ...Family) *Registry {
	return &Registry{r.definitions, append(slices.Clone(r.families), families...)}
}

// Files returns the forms of arguments that name game files, such as "FILE.wasm".
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

// family returns the family of a spec's name.
func (r *Registry) family(name string) (Family, bool) {
	at := slices.IndexFunc(r.families, func(f Family) bool { return strings.HasSuffix(name, f.Suffix) })
	if at < 0 {
		return Family{}, false
	}
	return r.families[at], true
}

// Known reports whether a GAME argument names a game of the registry. It ignores parameters.
func (r *Registry) Known(text string) bool {
	name, _, _ := strings.Cut(text, ":")
	_, err := r.Find(name)
	return err == nil || slices.ContainsFunc(r.families, func(f Family) bool {
		_, _, ok := f.cut(text)
		return ok
	})
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

// kept returns the content that the spec's files hold for the family's parameter.
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
