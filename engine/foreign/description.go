package foreign

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/placement"
)

// Protocol is the version of the protocol that this package implements.
const Protocol = 1

// Part is an optional part of a game. Descriptions use the same names.
type Part string

// The optional parts.
const (
	Canonical Part = "canonical" // symmetric twins
	Layers    Part = "layers"    // layer numbers
	Slices    Part = "slices"    // slice numbers
	Text      Part = "text"      // notation of positions
	Moves     Part = "moves"     // notation of moves
	Board     Part = "board"     // drawings of positions
	Rank      Part = "rank"      // a formula that maps positions to ranks and back
)

// Description is a game's description of itself. PROTOCOL.md specifies the fields.
type Description struct {
	Protocol      int     `json:"protocol"`
	Name          string  `json:"name"`
	Version       string  `json:"version"`
	Summary       string  `json:"summary"`
	Rules         string  `json:"rules"`
	Kind          string  `json:"kind"`
	MaxSuccessors int     `json:"max_successors"`
	Params        []Param `json:"params"`
	Parts         []Part  `json:"parts"`
	Dice          *Dice   `json:"dice"` // of a game of chance
	// Placement is the declaration of the positions, or nil.
	Placement json.RawMessage `json:"placement"`

	// Depiction describes pictures of positions; nil: symbols are pieces with letters.
	Depiction *drawing.Depiction `json:"depiction"`

	placed *placed // what Placement declares, or nil
}

// Param is a parameter in a description. It is a whole number or, if Type is "bool", a truth value
// with default 0 or 1.
type Param struct {
	Name    string `json:"name"`
	Type    string `json:"type"` // "int" or "bool"; "" means "int"
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
	Help    string `json:"help"`
}

// Limits of descriptions and answers.
const (
	MaxDescription = 1 << 16 // bytes
	MaxSuccessors  = 1 << 16 // of a position, exclusive
	MaxText        = 1 << 14 // bytes of a position, a move or a board
	maxParams      = 16
)

var (
	nameForm  = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)
	paramForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,19}$`)
)

// ParseDescription reads a description and checks it. Its errors state the fault without the name
// of the game, so that the caller can add it.
func ParseDescription(text []byte) (*Description, error) {
	if len(text) > MaxDescription {
		return nil, fmt.Errorf("its description has %d bytes: want at most %d", len(text), MaxDescription)
	}
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("its description is not UTF-8")
	}
	var version struct {
		Protocol *int `json:"protocol"`
	}
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, fmt.Errorf("its description is no JSON object: %w", err)
	}
	if version.Protocol == nil || *version.Protocol != Protocol {
		return nil, fmt.Errorf("its description must have \"protocol\":%d, the version of the protocol that this host speaks", Protocol)
	}
	d := &Description{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("its description is wrong: %w", err)
	}
	d.Kind = cmp.Or(d.Kind, engine.Byte.String())
	if d.Placement != nil {
		placed, err := parsePlacement(d.Placement)
		if err != nil {
			return nil, err
		}
		d.placed, d.MaxSuccessors = placed, cmp.Or(d.MaxSuccessors, placed.rules.MaxSuccessors)
	}
	if d.Depiction != nil {
		if err := d.Depiction.Check(); err != nil {
			return nil, fmt.Errorf("its depiction: %w", err)
		}
		if d.placed != nil {
			d.placed.depict(*d.Depiction)
		}
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	if d.Dice != nil { // from here on it counts words
		d.MaxSuccessors = d.Dice.Rolls + 2*d.MaxSuccessors
	}
	return d, nil
}

func (d *Description) check() error {
	kind, err := engine.ParseKind(d.Kind)
	switch {
	case err != nil:
		return fmt.Errorf("its kind is %q: want byte, wide, score, chance, expected, moves or moves16", d.Kind)
	case !nameForm.MatchString(d.Name):
		return fmt.Errorf("its name is %q: want a lower-case word of letters, digits and dashes", d.Name)
	case d.MaxSuccessors < 1 || d.MaxSuccessors >= MaxSuccessors:
		return fmt.Errorf("its max_successors are %d: want 1 to %d", d.MaxSuccessors, MaxSuccessors-1)
	case len(d.Params) > maxParams:
		return fmt.Errorf("it has %d parameters: want at most %d", len(d.Params), maxParams)
	case !oneLine(d.Version) || !oneLine(d.Summary):
		return fmt.Errorf("its version and summary must be one line each")
	}
	if fault := d.Dice.check(kind, d.MaxSuccessors); fault != "" {
		return fmt.Errorf("%s", fault)
	}
	for _, r := range d.Rules {
		if r != '\n' && unicode.IsControl(r) {
			return fmt.Errorf("its rules have the character %q: want plain text", r)
		}
	}
	for n := range d.Params {
		p := &d.Params[n]
		if err := p.check(); err != nil {
			return err
		}
		if slices.ContainsFunc(d.Params[:n], func(other Param) bool { return other.Name == p.Name }) {
			return fmt.Errorf("it has two parameters %s", p.Name)
		}
	}
	all := []Part{Canonical, Layers, Slices, Text, Moves, Board, Rank}
	for n, part := range d.Parts {
		switch {
		case !slices.Contains(all, part):
			return fmt.Errorf("it has a part %q: want some of canonical, layers, slices, text, moves, board, rank", part)
		case slices.Contains(d.Parts[:n], part):
			return fmt.Errorf("it names the part %s twice", part)
		}
	}
	switch {
	case d.Has(Layers) && d.Has(Slices):
		return fmt.Errorf("it has both layers and slices: want one of them")
	case d.Has(Rank) && d.Has(Layers):
		return fmt.Errorf("it has a rank, and layers: a game with a rank has one slice")
	case d.Has(Rank) && d.Has(Slices):
		return fmt.Errorf("it has a rank, and slices: a game with a rank has one slice")
	case d.placed != nil && len(d.Parts) > 0:
		return fmt.Errorf("it has a placement, which gives it all parts, and says parts itself")
	case d.placed != nil && len(d.placed.keys.Moves) > 0 && len(d.Params) > 0:
		return fmt.Errorf("its placement has moves, and its parameters change nothing")
	case d.placed != nil && kind.Uncertain():
		return fmt.Errorf("it has a placement and dice: want keys")
	case d.placed != nil && kind.Single():
		return fmt.Errorf("it has a placement, whose players change places after a turn, and the values of one player: want keys")
	case kind == engine.Score && !d.Has(Layers):
		return fmt.Errorf("it has scores and no layers, in which scores are found")
	}
	return nil
}

// Has reports whether the game has the part.
func (d *Description) Has(part Part) bool { return slices.Contains(d.Parts, part) }

func (p *Param) check() error {
	p.Type = cmp.Or(p.Type, "int")
	if p.Type == "bool" {
		p.Min, p.Max = 0, 1
	}
	switch {
	case !paramForm.MatchString(p.Name):
		return fmt.Errorf("it has a parameter %q: want a lower-case word", p.Name)
	case p.Type != "int" && p.Type != "bool":
		return fmt.Errorf("its parameter %s is of type %q: want int or bool", p.Name, p.Type)
	case p.Min > p.Max || p.Default < p.Min || p.Default > p.Max:
		return fmt.Errorf("its parameter %s has the default %d, and values from %d to %d", p.Name, p.Default, p.Min, p.Max)
	case !oneLine(p.Help):
		return fmt.Errorf("the help of its parameter %s is not one line", p.Name)
	}
	return nil
}

// oneLine reports whether text is a line without control characters.
func oneLine(text string) bool {
	return strings.IndexFunc(text, unicode.IsControl) < 0
}

// params returns the parameters in the engine's form.
func (d *Description) params() []engine.Param {
	var list []engine.Param
	for _, p := range d.Params {
		q := engine.Param{Name: p.Name, Type: engine.IntParam, Default: fmt.Sprint(p.Default), Min: p.Min, Max: p.Max, Help: p.Help}
		if p.Type == "bool" {
			q.Type, q.Default = engine.BoolParam, fmt.Sprint(p.Default == 1)
		}
		list = append(list, q)
	}
	return list
}

// values returns the values of the parameters in a spec, in the order of the description.
func (d *Description) values(spec engine.Spec) []int64 {
	var list []int64
	for _, p := range d.Params {
		switch {
		case p.Type != "bool":
			list = append(list, int64(spec.Int(p.Name)))
		case spec.Bool(p.Name):
			list = append(list, 1)
		default:
			list = append(list, 0)
		}
	}
	return list
}

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
