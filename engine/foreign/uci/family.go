package uci

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/foreign"
	"github.com/foregone-db/foregone/engine/games"
)

const (
	prefix = "uci:" // of GAME arguments
	suffix = ".uci" // of names of specs

	rulesParam = "rules"
	fenParam   = "fen"
	fromStart  = "start" // its default
)

// kept is the JSON about a variant that a spec stores, and with it a database.
type kept struct {
	Engine  string   `json:"engine"` // the engine's name for itself
	Variant string   `json:"variant"`
	Rules   string   `json:"rules,omitempty"` // text of a file of variants
	Start   string   `json:"start"`           // FEN
	Pieces  []piece  `json:"pieces"`
	LeftOut []string `json:"left_out"` // rules that the game ignores
}

// Family returns the family of games that are variants of the engine: "uci:NAME", or
// "uci:FILE.ini#NAME" for a file of variants.
func (s *Engines) Family() games.Family {
	return games.Family{
		Suffix: suffix, Prefix: prefix, Param: rulesParam, Form: prefix + "VARIANT, " + prefix + "FILE.ini#VARIANT",
		File: func(path string) string {
			file, _, _ := cutName(path)
			return file
		},
		Read: func(path string, content []byte) (engine.Definition, string, error) {
			k, err := s.read(path, string(content))
			var text []byte
			if err == nil {
				text, err = json.Marshal(k)
			}
			var d engine.Definition
			if err == nil {
				d, err = s.definition(k)
			}
			if err != nil {
				return engine.Definition{}, "", engine.InputErrorf("%s%s is not a game: %v", prefix, path, err)
			}
			return d, string(text), nil
		},
		Restore: func(text string) (engine.Definition, error) {
			var k kept
			if err := json.Unmarshal([]byte(text), &k); err != nil || !variantForm.MatchString(k.Variant) {
				return engine.Definition{}, fmt.Errorf("its stored variant is damaged")
			}
			for _, p := range k.Pieces {
				if !letterForm.MatchString(p.Letter) {
					return engine.Definition{}, fmt.Errorf("its stored variant is damaged: %q is not a piece", p.Letter)
				}
			}
			return s.definition(&k)
		},
	}
}

// cutName splits a path into the file of variants and the name of a variant.
func cutName(path string) (file, name string, named bool) {
	if at := strings.LastIndexByte(path, '#'); at >= 0 {
		return path[:at], path[at+1:], true
	}
	if strings.HasSuffix(path, ".ini") {
		return path, "", false
	}
	return "", path, true
}

// read gets a variant's data from an engine.
func (s *Engines) read(path, content string) (*kept, error) {
	_, name, named := cutName(path)
	sections, err := readSections(content)
	if err != nil {
		return nil, err
	}
	if !named {
		var names []string
		for _, section := range sections {
			if section.fault == "" {
				names = append(names, section.name)
			}
		}
		if text := faults(sections); len(names) == 0 && text != "" {
			return nil, errors.New(strings.TrimPrefix(text, "; "))
		}
		if len(names) != 1 {
			return nil, fmt.Errorf("it has %d variants: want %s#NAME with one of %s%s", len(names), path, strings.Join(names, ", "), faults(sections))
		}
		name = names[0]
	}
	if !variantForm.MatchString(name) {
		return nil, fmt.Errorf("%q is not a variant name: want letters, digits, - and _", name)
	}
	k := &kept{Variant: name}
	own := chain(sections, name)
	if len(sections) > 0 && len(own) == 0 {
		return nil, fmt.Errorf("the file has no variant %s%s", name, faults(sections))
	}
	for _, section := range own {
		k.Rules += section.text
	}
	if k.LeftOut, err = notes(name, own); err != nil {
		return nil, err
	}
	t, err := s.start()
	if err != nil {
		return nil, err
	}
	defer t.Close()
	k.Engine = t.id
	if err := t.load(name, k.Rules); err != nil {
		return nil, err
	}
	if k.Pieces, err = t.spell(name); err != nil {
		return nil, err
	}
	start, err := t.show([]string{""}, []string{""})
	if err != nil {
		return nil, err
	}
	k.Start = start[0].fen
	return k, nil
}

// mostKinds is the maximum number of kinds of pieces in a variant.
const mostKinds = 60

// definition makes the definition from kept data.
func (s *Engines) definition(k *kept) (engine.Definition, error) {
	if len(k.Pieces) == 0 || len(k.Pieces) > mostKinds {
		return engine.Definition{}, fmt.Errorf("it has %d kinds of pieces: want 1 to %d", len(k.Pieces), mostKinds)
	}
	usual, err := newShape(k.Pieces, k.Start)
	if err != nil {
		return engine.Definition{}, err
	}
	canonical := func(text string) (string, error) {
		if text == fromStart {
			return text, nil
		}
		b, err := usual.from(k.Pieces, text)
		if err != nil {
			return "", err
		}
		if b == usual.text(usual.begin) {
			return fromStart, nil
		}
		return strings.ReplaceAll(b, " ", "_"), nil
	}
	def := engine.Definition{
		Name: strings.ToLower(k.Variant) + suffix, Title: k.Variant, Summary: "a variant of " + k.Engine,
		Kind: engine.Wide, Level: engine.LevelRules, Rules: k.words(usual),
		Params: []engine.Param{
			{Name: rulesParam, Type: engine.FileParam, Help: "the variant, its rules and the engine"},
			{Name: fenParam, Type: engine.WordParam, Default: fromStart, Help: "the position to start from, a FEN with _ for blanks", Canonical: canonical},
		},
	}
	def.NewRules = func(spec engine.Spec) (*engine.Rules, error) {
		start := k.Start
		if fen := spec.Word(fenParam); fen != fromStart {
			start = fen
		}
		return s.rules(def.Name, k, start)
	}
	return def, nil
}

// from reads a start other than the default, and returns its canonical form.
func (b *board) from(pieces []piece, text string) (string, error) {
	if fields := fieldsOf(text); b.pocket && len(fields) > 0 && !strings.Contains(fields[0], "[") {
		text = fields[0] + "[] " + strings.Join(fields[1:], " ")
	}
	own, err := newShape(pieces, text)
	switch {
	case err != nil:
		return "", err
	case own.files != b.files || own.ranks != b.ranks:
		return "", fmt.Errorf("its board has %d by %d squares: want %d by %d", own.files, own.ranks, b.files, b.ranks)
	case own.pocket != b.pocket:
		return "", fmt.Errorf("it has hands, and the variant has none")
	case own.counted != b.counted:
		return "", fmt.Errorf("the number of checks that are left, such as 3+3, stands in it, or does not, unlike in %s", b.text(b.begin))
	}
	return own.text(own.begin), nil
}

// words describes the rules in plain text.
func (k *kept) words(b *board) string {
	var pieces []string
	for _, p := range k.Pieces {
		pieces = append(pieces, p.Letter+" "+p.Betza)
	}
	text := fmt.Sprintf("The variant %s of the engine %s, on a board of %d by %d squares, from\n%s.\n\n",
		k.Variant, k.Engine, b.files, b.ranks, b.text(b.begin))
	text += "Moves, and what positions without a move are worth, are what the engine says. Pieces, by Betza's notation of\nmoves: " + strings.Join(pieces, ", ") + ".\n\n"
	return text + leftOut(k.LeftOut) + "\n"
}

// rules makes the rules of the variant from a start.
func (s *Engines) rules(name string, k *kept, start string) (*engine.Rules, error) {
	b, err := newBoard(k.Pieces, start)
	if err != nil {
		return nil, engine.InputErrorf("%s: %v", name, err)
	}
	src := &source{engines: s, kept: k, board: b, name: name}
	d := &foreign.Description{
		Protocol: foreign.Protocol, Name: k.Variant, Kind: engine.Wide.String(), MaxSuccessors: mostMoves,
		Parts: []foreign.Part{foreign.Slices, foreign.Moves},
	}
	g, err := foreign.New(name, d, src, nil)
	if err != nil {
		return nil, err
	}
	r := g.Rules()
	r.Slice, r.Notation, r.Board, r.Depiction = src.number, src, src.drawing, b.depiction()
	return r, nil
}

// ParseKey implements [engine.KeyNotation], without the engine.
func (s *source) ParseKey(text string) (uint64, error) {
	p, err := s.board.parse(text)
	var key uint64
	if err == nil {
		key, err = s.board.pack(p)
	}
	if err != nil {
		return 0, engine.InputErrorf("%q is not a position of %s: %v", text, s.name, err)
	}
	return key, nil
}

// KeyText implements [engine.KeyNotation], without the engine.
func (s *source) KeyText(key uint64) string {
	p, ok := s.board.unpack(key)
	if !ok {
		return fmt.Sprintf("%#x", key)
	}
	return s.board.text(p)
}

// number returns the slice of a key.
func (s *source) number(key uint64) int {
	p, _ := s.board.unpack(key)
	return s.board.slice(p)
}

// drawing draws the position of a key.
func (s *source) drawing(key uint64) string {
	p, _ := s.board.unpack(key)
	return s.board.drawing(p)
}

// figures are those of the letters of chess.
var figures = map[string]string{"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}

// depiction has chess men on a chequered board if all pieces have letters of chess, otherwise round
// pieces with letters.
func (b *board) depiction() drawing.Depiction {
	d := drawing.Depiction{Looks: drawing.Looks{}, Ground: drawing.Chequered, Players: [2]drawing.Player{{Name: "White"}, {Name: "Black"}}}
	for _, token := range b.tokens {
		upper := strings.ToUpper(token)
		if len(token) == 1 {
			d.Looks[rune(token[0])] = drawing.Look{Shape: drawing.Disc, Second: token != upper, Label: upper}
		}
		if figures[strings.TrimRight(upper, "~")] == "" {
			d.Ground = drawing.Squares
		}
	}
	for symbol, look := range d.Looks {
		if d.Ground == drawing.Chequered {
			look.Shape, look.Figure = drawing.Man, figures[look.Label]
			d.Looks[symbol] = look
		}
	}
	if b.pocket {
		d.Heaps = []drawing.Heap{{Name: "in hand", Side: 2, Find: `^\[([^\]]*)\]`}}
	}
	return d
}
