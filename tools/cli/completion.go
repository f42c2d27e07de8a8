package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `Prints a script that completes commands, flags and the names of games.

  ` + p.name + ` completion bash > /etc/bash_completion.d/` + p.name + `
  ` + p.name + ` completion zsh > "${fpath[1]}/_` + p.name + `"
  ` + p.name + ` completion fish > ~/.config/fish/completions/` + p.name + `.fish`,
		Action: p.action(1, 1, p.completion),
	}
}

func (p *program) completion(c *cli.Context) error {
	write, ok := map[string]func([]*cli.Command){
		"bash": p.bashCompletion,
		"zsh":  p.zshCompletion,
		"fish": p.fishCompletion,
	}[c.Args().First()]
	if !ok {
		return Usagef("%q is no shell known here: want bash, zsh or fish", c.Args().First())
	}
	write(c.App.Commands)
	return nil
}

// gameNames returns the names of the games.
func (p *program) gameNames() []string {
	var names []string
	for _, d := range p.registry.Definitions() {
		names = append(names, d.Name)
	}
	return names
}

// takesGame reports whether the first argument of a command is a game.
func takesGame(c *cli.Command) bool { return strings.HasPrefix(c.ArgsUsage, "GAME") }

// choices returns the words that the first argument of a command is one of, such as
// bash|zsh|fish, or nil where it is something else.
func choices(c *cli.Command) []string {
	first, _, _ := strings.Cut(c.ArgsUsage, " ")
	if !strings.Contains(first, "|") || first != strings.ToLower(first) {
		return nil
	}
	return strings.Split(first, "|")
}

// flagNames returns the flags of a command as they are typed.
func flagNames(c *cli.Command) []string {
	var names []string
	for _, f := range c.Flags {
		for _, n := range f.Names() {
			names = append(names, flagText(n))
		}
	}
	return slices.Compact(names)
}

// function returns the name of the shell function.
func (p *program) function() string {
	return "_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, p.name)
}

func (p *program) bashCompletion(commands []*cli.Command) {
	var names []string
	var cases strings.Builder
	for _, c := range commands {
		names = append(names, c.Name)
		words := flagNames(c)
		if takesGame(c) {
			words = append(words, p.gameNames()...)
		}
		words = append(words, choices(c)...)
		fmt.Fprintf(&cases, "    %s) words=%q ;;\n", c.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(p.stdout, `# bash completion for %[1]s
%[2]s() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$prev" = --db ] || { [ "${COMP_WORDS[1]}" = diff ] && [ "${cur#-}" = "$cur" ] && [ "$COMP_CWORD" -gt 1 ]; }; then
    COMPREPLY=($(compgen -d -- "$cur"))
    return
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "%[3]s --help --version" -- "$cur"))
    return
  fi
  case ${COMP_WORDS[1]} in
%[4]s  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F %[2]s %[1]s
`, p.name, p.function(), strings.Join(names, " "), cases.String())
}

// zshText writes a description inside single quotes for zsh's _describe.
func zshText(name, text string) string {
	text = strings.NewReplacer("'", `'\''`, ":", `\:`, "`", "").Replace(text)
	return "'" + name + ":" + text + "'"
}

func (p *program) zshCompletion(commands []*cli.Command) {
	var names, cases strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, "    %s\n", zshText(c.Name, c.Usage))
		words := flagNames(c)
		if takesGame(c) {
			words = append(words, p.gameNames()...)
		}
		words = append(words, choices(c)...)
		fmt.Fprintf(&cases, "    %s) compadd -- %s ;;\n", c.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(p.stdout, `#compdef %[1]s
%[2]s() {
  local -a commands
  commands=(
%[3]s  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ ${words[CURRENT-1]} == --db || ( ${words[2]} == diff && ${words[CURRENT]} != -* ) ]]; then
    _files -/
    return
  fi
  case ${words[2]} in
%[4]s  esac
}
if [ "$funcstack[1]" = "%[2]s" ]; then
  %[2]s "$@"
else
  compdef %[2]s %[1]s
fi
`, p.name, p.function(), names.String(), cases.String())
}

func (p *program) fishCompletion(commands []*cli.Command) {
	text := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "`", "").Replace(s) + "'"
	}
	fmt.Fprintf(p.stdout, "# fish completion for %s\ncomplete -c %s -f\n", p.name, p.name)
	for _, c := range commands {
		fmt.Fprintf(p.stdout, "complete -c %s -n __fish_use_subcommand -a %s -d %s\n", p.name, c.Name, text(c.Usage))
		in := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", p.name, c.Name)
		for _, f := range c.Flags {
			option := ""
			for _, n := range f.Names() {
				if len(n) == 1 {
					option += " -s " + n
				} else {
					option += " -l " + n
				}
			}
			if _, isBool := f.(*cli.BoolFlag); !isBool {
				option += " -r"
			}
			if f.Names()[0] == "db" {
				option += " -a '(__fish_complete_directories)'"
			}
			usage := ""
			if d, ok := f.(cli.DocGenerationFlag); ok {
				usage = " -d " + text(d.GetUsage())
			}
			fmt.Fprintln(p.stdout, in+option+usage)
		}
		switch {
		case takesGame(c):
			fmt.Fprintf(p.stdout, "%s -a %s\n", in, text(strings.Join(p.gameNames(), " ")))
		case choices(c) != nil:
			fmt.Fprintf(p.stdout, "%s -a '%s'\n", in, strings.Join(choices(c), " "))
		case c.Name == "diff":
			fmt.Fprintf(p.stdout, "%s -a '(__fish_complete_directories)'\n", in)
		}
	}
}
