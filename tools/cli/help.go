package cli

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"
	"unicode"
)

// The manual's examples use this game, unless they begin with another game's name.
const (
	exampleGame     = "tictactoe"
	exampleSlug     = "tictactoe-height-3-line-3-width-3"
	examplePosition = "XO..X...."
)

// localized writes a manual for the program: with its name, without examples of games that it
// lacks, and with one of its own games instead of the example game.
func (c *Console) localized(text string) string {
	game, slug, position := exampleGame, exampleSlug, examplePosition
	if names := gameNames(c.registry); !c.has(exampleGame) && len(names) > 0 {
		game, slug, position = names[0], names[0], "'#0'"
		if spec, err := c.registry.Parse(game, nil); err == nil {
			slug = spec.Slug()
		}
	}
	own := strings.NewReplacer("foregone-data", "foregone-data", "foregone-store", "foregone-store", "foregone", c.name, exampleSlug, slug, exampleGame, game,
		"position="+examplePosition, "position="+strings.ReplaceAll(strings.Trim(position, "'"), "#", "%23"), examplePosition, position)
	var b strings.Builder
	for line := range strings.Lines(text) {
		if name, rest, marked := strings.Cut(line, "] "); marked && strings.HasPrefix(name, "  [") {
			if !c.has(name[3:]) {
				continue
			}
			line = "  " + rest
		}
		b.WriteString(own.Replace(line))
	}
	return b.String()
}

func (c *Console) has(game string) bool {
	_, err := c.registry.Find(game)
	return err == nil
}

const summary = "strong solutions of two-player games, dice games and puzzles"

// overview is the description of the program.
//
//go:embed overview.txt
var overview string

// print fills a template with the manual. The help of one command has that command.
func (p *program) print(name string, about *Command) error {
	games := gameNames(p.registry)
	choices := func(c *Command) []string {
		if strings.HasPrefix(c.Arguments, "GAME") {
			return games
		}
		return c.choices()
	}
	t, err := template.New(name).Funcs(template.FuncMap{
		"roff": roff, "join": strings.Join, "choices": choices, "quote": quoteWord, "upper": strings.ToUpper,
		"words": func(c *Command) (words []string) {
			for _, f := range c.Flags {
				words = append(words, f.Names()...)
			}
			return append(words, choices(c)...)
		},
	}).ParseFS(templates, "templates/"+name)
	if err != nil {
		return err
	}
	letter := func(r rune) bool { return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Name": p.name, "Version": Version(), "Summary": summary, "Overview": p.localized(strings.TrimSpace(overview)),
		"Commands": p.commands, "About": about, "Games": p.registry.Definitions(),
		"Function": "_" + strings.Join(strings.FieldsFunc(p.name, func(r rune) bool { return !letter(r) }), "_"),
	})
	p.stdout.WriteString(aligned(b.String()))
	return err
}

// quoteWord writes text as a word in single quotes, for zsh's _describe and for fish.
func quoteWord(text string, escapes ...string) string {
	return "'" + strings.NewReplacer(escapes...).Replace(text) + "'"
}

// roffEscapes escape characters that roff would interpret, or set as typographic signs.
var roffEscapes = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// roff escapes text, so that it is ASCII and roff reads no line as a request. A paragraph with
// columns or examples keeps its lines.
func roff(text string) string {
	var b strings.Builder
	for n, paragraph := range strings.Split(text, "\n\n") {
		begin, end := "", ""
		if n > 0 {
			begin = "\n.PP\n"
		}
		if strings.Contains(paragraph, "  ") {
			begin, end = begin+".EX\n", "\n.EE"
		}
		b.WriteString(begin)
		for k, r := range paragraph {
			switch {
			case r == '.' && (k == 0 || paragraph[k-1] == '\n'):
				b.WriteString(`\&.`)
			case r > 126:
				fmt.Fprintf(&b, `\[u%04X]`, r)
			default:
				b.WriteString(roffEscapes.Replace(string(r)))
			}
		}
		b.WriteString(end)
	}
	return b.String()
}
