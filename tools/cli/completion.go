package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine/games"
)

// completionCommand is the command completion.
type completionCommand struct{ *Console }

func (cmd completionCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `Prints a script that completes commands, flags and the names of games.

  ` + cmd.name + ` completion bash > /etc/bash_completion.d/` + cmd.name + `
  ` + cmd.name + ` completion zsh > "${fpath[1]}/_` + cmd.name + `"
  ` + cmd.name + ` completion fish > ~/.config/fish/completions/` + cmd.name + `.fish`,
		Action: cmd.Action(1, 1, cmd.run),
	}
}

func (cmd completionCommand) run(c *cli.Context) error {
	write, ok := map[string]func([]*cli.Command){
		"bash": cmd.bash,
		"zsh":  cmd.zsh,
		"fish": cmd.fish,
	}[c.Args().First()]
	if !ok {
		return Usagef("%q is no shell known here: want bash, zsh or fish", c.Args().First())
	}
	write(c.App.Commands)
	return nil
}

// gameNames returns the names of the games.
func gameNames(registry *games.Registry) []string {
	var names []string
	for _, d := range registry.Definitions() {
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
func (cmd completionCommand) function() string {
	return "_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, cmd.name)
}

func (cmd completionCommand) bash(commands []*cli.Command) {
	var names []string
	var cases strings.Builder
	for _, c := range commands {
		names = append(names, c.Name)
		words := flagNames(c)
		if takesGame(c) {
			words = append(words, gameNames(cmd.registry)...)
		}
		words = append(words, choices(c)...)
		fmt.Fprintf(&cases, "    %s) words=%q ;;\n", c.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(cmd.stdout, `# bash completion for %[1]s
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
`, cmd.name, cmd.function(), strings.Join(names, " "), cases.String())
}

// zshText writes a description inside single quotes for zsh's _describe.
func zshText(name, text string) string {
	text = strings.NewReplacer("'", `'\''`, ":", `\:`, "`", "").Replace(text)
	return "'" + name + ":" + text + "'"
}

func (cmd completionCommand) zsh(commands []*cli.Command) {
	var names, cases strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&names, "    %s\n", zshText(c.Name, c.Usage))
		words := flagNames(c)
		if takesGame(c) {
			words = append(words, gameNames(cmd.registry)...)
		}
		words = append(words, choices(c)...)
		fmt.Fprintf(&cases, "    %s) compadd -- %s ;;\n", c.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(cmd.stdout, `#compdef %[1]s
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
`, cmd.name, cmd.function(), names.String(), cases.String())
}

func (cmd completionCommand) fish(commands []*cli.Command) {
	text := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "`", "").Replace(s) + "'"
	}
	fmt.Fprintf(cmd.stdout, "# fish completion for %s\ncomplete -c %s -f\n", cmd.name, cmd.name)
	for _, c := range commands {
		fmt.Fprintf(cmd.stdout, "complete -c %s -n __fish_use_subcommand -a %s -d %s\n", cmd.name, c.Name, text(c.Usage))
		in := fmt.Sprintf("complete -c %s -n '__fish_seen_subcommand_from %s'", cmd.name, c.Name)
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
			fmt.Fprintln(cmd.stdout, in+option+usage)
		}
		switch {
		case takesGame(c):
			fmt.Fprintf(cmd.stdout, "%s -a %s\n", in, text(strings.Join(gameNames(cmd.registry), " ")))
		case choices(c) != nil:
			fmt.Fprintf(cmd.stdout, "%s -a '%s'\n", in, strings.Join(choices(c), " "))
		case c.Name == "diff":
			fmt.Fprintf(cmd.stdout, "%s -a '(__fish_complete_directories)'\n", in)
		}
	}
}
