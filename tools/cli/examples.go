package cli

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// The examples in help texts are of this game, unless they need another one.
const (
	exampleGame     = "tictactoe"
	exampleSlug     = "tictactoe-height-3-line-3-width-3"
	examplePosition = "XO..X...."
)

// example returns a game that the program has, the slug of its default variant, and a position.
func (p *program) example() (game, slug, position string) {
	if p.has(exampleGame) {
		return exampleGame, exampleSlug, examplePosition
	}
	names := gameNames(p.registry)
	if len(names) == 0 {
		return "GAME", "GAME", "'#0'"
	}
	game, slug = names[0], names[0]
	if spec, err := p.registry.Parse(game, nil); err == nil {
		slug = spec.Slug()
	}
	return game, slug, "'#0'"
}

func (p *program) has(game string) bool {
	_, err := p.registry.Find(game)
	return err == nil
}

// firstExample is the example of the whole.
func (p *program) firstExample() string {
	game, _, position := p.example()
	return "  " + p.name + " solve " + game + "\n  " + p.name + " moves " + position + "\n"
}

// ownExamples returns the description of a command with examples of games that the program has: those of the example game are
// written for one of its own, and others left out.
func (p *program) ownExamples(c *cli.Command) string {
	game, slug, position := p.example()
	own := strings.NewReplacer(exampleSlug, slug, exampleGame, game, "position="+examplePosition, "position=%230", examplePosition, position)
	var lines []string
	for _, line := range strings.Split(c.Description, "\n") {
		if !strings.HasPrefix(line, "  ") || game == exampleGame && !p.foreign(c, line) {
			lines = append(lines, line)
			continue
		}
		// Moves and counts are those of the one game.
		if tied := strings.Contains(line, " c1 a1 ") || strings.Contains(line, "--expect"); !tied && !p.foreign(c, line) {
			lines = append(lines, own.Replace(line))
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// foreign reports whether an example is of a game that the program does not have, other than the example game.
func (p *program) foreign(c *cli.Command, line string) bool {
	if strings.Contains(line, "/v1/chess/") {
		return !p.has("chess")
	}
	rest, ok := strings.CutPrefix(line, "  "+p.name+" "+c.Name+" ")
	if !ok || !strings.Contains(c.ArgsUsage, "GAME") {
		return false
	}
	game, _, _ := strings.Cut(rest, " ")
	game, _, _ = strings.Cut(game, ":")
	return game != exampleGame && !strings.HasPrefix(game, "-") && !p.has(game)
}
