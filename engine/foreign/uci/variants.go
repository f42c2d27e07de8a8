package uci

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// section is a variant in a file of variants.
type section struct {
	name, template string
	text           string // the text in the file, with its head
	values         map[string]string
	fault          string // of a wrong heading: the section is no variant
}

const mostRules = 1 << 18 // bytes of a file of variants

// variantForm matches the names of variants, which must be one word of UCI.
var variantForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// readSections reads a file of variants as the engine does.
func readSections(content string) ([]section, error) {
	if len(content) > mostRules {
		return nil, fmt.Errorf("it has %d bytes: want at most %d", len(content), mostRules)
	}
	var list []section
	for n, line := range strings.Split(strings.ReplaceAll(content, "\r\n", "\n"), "\n") {
		if strings.HasPrefix(line, "[") {
			head, _, ok := strings.Cut(line[1:], "]")
			name, template, _ := strings.Cut(head, ":")
			if !ok || !variantForm.MatchString(name) || template != "" && !variantForm.MatchString(template) {
				list = append(list, section{fault: fmt.Sprintf("line %d: want [name] or [name:template], got %q", n+1, line), values: map[string]string{}})
				continue
			}
			if slices.ContainsFunc(list, func(s section) bool { return s.name == name }) {
				return nil, fmt.Errorf("line %d: it has two variants %s", n+1, name)
			}
			list = append(list, section{name: name, template: template, values: map[string]string{}, text: line + "\n"})
			continue
		}
		if len(list) == 0 {
			continue
		}
		line = strings.TrimRight(line, " \t")
		if line == "" || strings.HasPrefix(line, "#") {
			continue // drops comments from the rules
		}
		last := &list[len(list)-1]
		last.text += line + "\n"
		if key, value, ok := strings.Cut(line, "="); ok {
			last.values[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return list, nil
}

// faults lists the wrong headings of a file, for the end of a message.
func faults(sections []section) (text string) {
	for _, s := range sections {
		if s.fault != "" {
			text += "; " + s.fault
		}
	}
	return text
}

// chain returns the variant of the given name and its ancestors in the file, the variant last.
func chain(sections []section, name string) []section {
	var list []section
	for name != "" {
		at := slices.IndexFunc(sections, func(s section) bool { return s.name == name })
		if at < 0 || slices.ContainsFunc(list, func(s section) bool { return s.name == name }) {
			break
		}
		list = append([]section{sections[at]}, list...)
		name = sections[at].template
	}
	return list
}

// spelling is the name of a copy of a variant, from which spell learns the letters of its pieces.
// For some variants, the engine reports the pieces only under another name.
const spelling = "foregone-spelling"

// load makes the engine load a variant, from the rules if they are not empty. Complaints of the
// engine about the rules are errors.
func (t *talker) load(name, rules string) error {
	base := name
	if sections, err := readSections(rules); err != nil {
		return err
	} else if len(sections) > 0 {
		base = sections[0].template
		for _, s := range sections {
			if slices.Contains(t.variants, s.name) {
				return fmt.Errorf("%s is a variant of the engine itself: give yours another name", s.name)
			}
		}
	}
	if base != "" && !slices.Contains(t.variants, base) {
		return fmt.Errorf("%s has no variant %q: want one of %s", engineTitle, base, strings.Join(t.variants, ", "))
	}
	path, err := writeRules(rules + "[" + spelling + ":" + name + "]\n")
	defer os.Remove(path)
	if err != nil {
		return err
	}
	said, err := t.ready("setoption name Hash value 1\ncheck " + path + "\nsetoption name VariantPath value " + path + "\n")
	if err != nil {
		return err
	}
	for _, line := range said {
		if !strings.HasPrefix(line, "Parsing variant: ") && !strings.HasPrefix(line, "pieceToCharTable ") { // which graphical programs read
			return fmt.Errorf("%s says of it: %s", engineTitle, line)
		}
	}
	if err := t.greet(); err != nil {
		return err
	}
	if !slices.Contains(t.variants, name) || !slices.Contains(t.variants, spelling) {
		return fmt.Errorf("%s does not take the variant %s, such as for the size of its board", engineTitle, name)
	}
	_, err = t.ready(choose(name))
	return err
}

// choose returns the command that selects a variant.
func choose(name string) string { return "setoption name UCI_Variant value " + name + "\n" }

// writeRules writes a file for the engine to read.
func writeRules(content string) (path string, err error) {
	f, err := os.CreateTemp("", "foregone-*.ini")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(content)
	return f.Name(), errors.Join(err, f.Close())
}

// piece is a piece of a variant.
type piece struct {
	Letter string `json:"letter"` // "K", or "+R" of a promoted one
	Betza  string `json:"betza"`  // how it moves
}

// spell asks for the letters and moves of the loaded variant's pieces.
func (t *talker) spell(name string) ([]piece, error) {
	list, err := t.lines("xboard\nvariant "+spelling+"\nping 1\n", "pong 1")
	if err != nil {
		return nil, err
	}
	var pieces []piece
	for _, line := range list {
		rest, ok := strings.CutPrefix(line, "piece ")
		if letter, betza, found := strings.Cut(rest, "& "); ok && found && letterForm.MatchString(letter) {
			pieces = append(pieces, piece{letter, betza})
		}
	}
	if pieces == nil {
		return nil, fmt.Errorf("%s does not say what the pieces of %s are", engineTitle, name)
	}
	_, err = t.ready("uci\n" + choose(name))
	return pieces, err
}

// letterForm matches the letters of pieces.
var letterForm = regexp.MustCompile(`^\+?[A-Z]$`)
