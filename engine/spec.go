package engine

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Spec names a variant of a game: the game and a value for each parameter. The
// zero Spec names nothing; specs are made by a [Definition].
type Spec struct {
	name   string
	values map[string]string // canonical text per parameter
	files  map[string]string // content per parameter that was read from a file
	late   map[string]string // the defaults of the [Param.Late] parameters
	stored string            // the canonical spec of a database with dropped parameters, else ""
}

// Name returns the name of the game.
func (s Spec) Name() string { return s.name }

// String returns the canonical spec: every parameter, sorted by name, except those that are
// [Param.Late] and have their default. The spec of a database with parameters that the game has
// dropped ([Definition.Dropped]) stays as it is stored.
func (s Spec) String() string {
	if s.stored != "" {
		return s.stored
	}
	names := make([]string, 0, len(s.values))
	for n, value := range s.values {
		if usual, late := s.late[n]; !late || value != usual {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	var b strings.Builder
	b.WriteString(s.name)
	sep := byte(':')
	for _, n := range names {
		b.WriteByte(sep)
		b.WriteString(n + "=" + s.values[n])
		sep = ','
	}
	return b.String()
}

// Slug returns the canonical spec in a form for file names and URLs.
func (s Spec) Slug() string {
	return strings.NewReplacer(":", "-", ",", "-", "=", "-", "/", ".", "[", "-", "]", "").Replace(s.String())
}

// Files returns the contents of the file parameters by parameter name, nil where there are none.
// The caller must not change the map.
func (s Spec) Files() map[string]string { return s.files }

// Int returns an [IntParam]'s value.
func (s Spec) Int(param string) int {
	n, err := strconv.Atoi(s.values[param])
	if err != nil {
		panic("engine: " + s.name + " has no whole number " + param)
	}
	return n
}

// Bool returns a [BoolParam]'s value.
func (s Spec) Bool(param string) bool { return s.values[param] == "true" }

// Word returns a [WordParam]'s value.
func (s Spec) Word(param string) string { return s.values[param] }

// File returns the content of a [FileParam], in base64 where it is Binary. It returns false where
// the value is a plain word, such as the default.
func (s Spec) File(param string) (string, bool) {
	c, ok := s.files[param]
	return c, ok
}

// ParamType is the type of a parameter's values.
type ParamType uint8

const (
	IntParam  ParamType = iota // a whole number in Min…Max
	BoolParam                  // true or false
	FileParam                  // the default word, or the path of a file whose content counts
	WordParam                  // a word, in the form that Canonical gives it
)

// Param is a parameter of a game.
type Param struct {
	Name     string
	Type     ParamType
	Default  string // FileParam: the word that stands for no file; "" where a file must be given
	Min, Max int    // IntParam: the range
	Help     string // half a line
	// Late means that some databases of the game are older than the parameter. Specs leave it out
	// where it has its default, so that older databases keep their specs.
	Late bool
	// Canonical, of a FileParam, returns the content in its canonical form, or "" if it means the
	// same as the default word. Of a WordParam, which must have one, it returns the word in its
	// canonical form, without ",", "=" and ":".
	Canonical func(content string) (string, error)
	// Binary, of a FileParam, means that the content is not text. A [Spec] has it in base64; the
	// hash is that of the content itself.
	Binary bool
}

// canonical returns the canonical text of a value, and the content of a file.
func (p Param) canonical(game, value string, readFile func(string) ([]byte, error)) (text, content string, err error) {
	switch p.Type {
	case IntParam:
		n, err := strconv.Atoi(value)
		if err != nil || n < p.Min || n > p.Max {
			return "", "", InputErrorf("parameter %s of %s is %q: want a whole number from %d to %d", p.Name, game, value, p.Min, p.Max)
		}
		return strconv.Itoa(n), "", nil
	case BoolParam:
		if value != "true" && value != "false" {
			return "", "", InputErrorf("parameter %s of %s is %q: want true or false", p.Name, game, value)
		}
		return value, "", nil
	case WordParam:
		if text, err = p.Canonical(value); err != nil {
			return "", "", InputErrorf("parameter %s of %s: %v", p.Name, game, err)
		}
		return text, "", nil
	}
	if value == p.Default && value != "" {
		return value, "", nil
	}
	if value == "" {
		return "", "", InputErrorf("%s needs %s=FILE: %s", game, p.Name, p.Help)
	}
	raw, err := readFile(value)
	if err != nil {
		return "", "", InputErrorf("parameter %s of %s: %v", p.Name, game, err)
	}
	content = string(raw)
	if p.Canonical != nil {
		if content, err = p.Canonical(content); err != nil {
			return "", "", InputErrorf("parameter %s of %s: %s: %v", p.Name, game, value, err)
		}
		if content == "" && p.Default != "" {
			return p.Default, "", nil
		}
	}
	if content == "" {
		return "", "", InputErrorf("parameter %s of %s: %s is empty", p.Name, game, value)
	}
	hash := ContentHash(content)
	if p.Binary {
		content = base64.StdEncoding.EncodeToString([]byte(content))
	}
	return hash, content, nil
}

// Content returns the content that the parameter has among the files of a spec, as it was
// in the file.
func (p Param) Content(files map[string]string) (string, error) {
	content, ok := files[p.Name]
	if !ok {
		return "", fmt.Errorf("the content of %s is not stored", p.Name)
	}
	if !p.Binary {
		return content, nil
	}
	raw, err := base64.StdEncoding.DecodeString(content)
	if err != nil {
		return "", fmt.Errorf("the content of %s is not stored in base64", p.Name)
	}
	return string(raw), nil
}

// ContentHash names a file's content in a canonical spec: the first 16
// hexadecimal digits of its SHA-256.
func ContentHash(content string) string {
	h := sha256.Sum256([]byte(content))
	return hex.EncodeToString(h[:8])
}

// OneOf returns the Canonical of a [WordParam] that takes some words.
func OneOf(words ...string) func(word string) (string, error) {
	return func(word string) (string, error) {
		if !slices.Contains(words, word) {
			return "", InputErrorf("%q is none of its words: want one of %s", word, strings.Join(words, ", "))
		}
		return word, nil
	}
}
