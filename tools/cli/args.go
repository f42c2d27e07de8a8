package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// grammar is what a command line must look like.
type grammar struct {
	name     string // of the program
	commands []*cli.Command
}

// arrange puts the flags of a command line before its arguments, since flags may
// stand after them, too, and checks that they exist. The result begins with the
// command.
func (g grammar) arrange(args []string) ([]string, error) {
	var lead []string // flags before the command
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-q", "--quiet", "-h", "--help":
			lead = append(lead, args[0])
		case "--version", "-version":
			return []string{"--version"}, nil
		default:
			return nil, Usagef("flag %s stands before the command: want --version, --help or -q there; a command's flags come after its name", args[0])
		}
		args = args[1:]
	}
	if len(args) == 0 {
		if slices.Contains(lead, "-h") || slices.Contains(lead, "--help") {
			return []string{"--help"}, nil
		}
		return nil, Usagef("no command: \"%s --help\" lists them", g.name)
	}
	if args[0] == "help" {
		return g.arrangeHelp(args[1:])
	}
	command := g.find(args[0])
	if command == nil {
		return nil, g.unknownCommand(args[0])
	}
	flags, rest, err := g.split(command, append(lead, args[1:]...))
	if err != nil {
		return nil, err
	}
	if slices.Contains(flags, "-h") || slices.Contains(flags, "--help") {
		return []string{command.Name, "--help"}, nil
	}
	return slices.Concat([]string{command.Name}, flags, []string{"--"}, rest), nil
}

// arrangeHelp turns "help COMMAND" into "COMMAND --help".
func (g grammar) arrangeHelp(args []string) ([]string, error) {
	if len(args) == 0 {
		return []string{"--help"}, nil
	}
	if g.find(args[0]) == nil {
		return nil, g.unknownCommand(args[0])
	}
	return []string{args[0], "--help"}, nil
}

func (g grammar) find(name string) *cli.Command {
	for _, c := range g.commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

func (g grammar) unknownCommand(name string) error {
	var names []string
	for _, c := range g.commands {
		names = append(names, c.Name)
	}
	meant := ""
	if near := nearest(name, names); near != "" {
		meant = "; did you mean " + near + "?"
	}
	return Usagef("unknown command %q: want one of %s%s", name, strings.Join(names, ", "), meant)
}

// nearest returns the name that most likely was meant: one from which at most two letters are other, missing or too
// many, the fewest; "" where there is none.
func nearest(typed string, names []string) (found string) {
	least := 3
	for _, name := range names {
		if n := letters(typed, name); n < least && n < len(name) {
			found, least = name, n
		}
	}
	return found
}

// letters counts the letters to change, insert or leave out that make one word of another.
func letters(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// split parts the flags of a command, each with its value, from its arguments.
func (g grammar) split(command *cli.Command, args []string) (flags, rest []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return flags, append(rest, args...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			rest = append(rest, arg)
			continue
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		flag := findFlag(command, name)
		if name == "h" || name == "help" {
			return []string{"--help"}, nil, nil
		}
		if flag == nil {
			return nil, nil, g.unknownFlag(command, arg)
		}
		flags = append(flags, arg)
		if _, isBool := flag.(*cli.BoolFlag); isBool || hasValue {
			continue
		}
		if len(args) == 0 {
			return nil, nil, Usagef("flag %s needs a value: see \"%s %s --help\"", arg, g.name, command.Name)
		}
		flags = append(flags, args[0])
		args = args[1:]
	}
	return flags, rest, nil
}

func findFlag(command *cli.Command, name string) cli.Flag {
	for _, f := range command.Flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func (g grammar) unknownFlag(command *cli.Command, arg string) error {
	if len(arg) > 1 && arg[1] >= '0' && arg[1] <= '9' {
		return Usagef("%s looks like a flag: put \"--\" before arguments that start with \"-\", as in \"%s %s -- %s\"", arg, g.name, command.Name, arg)
	}
	var names []string
	for _, f := range command.Flags {
		names = append(names, flagText(f.Names()[0]))
	}
	return Usagef("%s has no flag %s: want %s", command.Name, arg, strings.Join(names, ", "))
}

// flagText writes the name of a flag as it is typed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
