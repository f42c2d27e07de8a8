package cli

import (
	"bufio"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
)

// shown matches the beginning of help and of the version.
var shown = regexp.MustCompile(`(?s)^(foregone - |foregone version |.*\nUsage:\n  foregone (\S+) \[flags\])`)

// typed returns how the program parses a command line: the command, its flags and its arguments.
func typed(p *program, args []string) (text string, err error) {
	for _, command := range p.commands {
		command.run = func(c *Call) error {
			text = command.Name
			for _, f := range slices.SortedFunc(slices.Values(command.Flags), func(a, b *flag) int { return strings.Compare(a.Name, b.Name) }) {
				switch {
				case !c.IsSet(f.Name):
				case f.kind == "list":
					text += fmt.Sprintf(" --%s=%s", f.Name, strings.Join(c.StringSlice(f.Name), "+"))
				default:
					text += fmt.Sprintf(" --%s=%s", f.Name, c.String(f.Name))
				}
			}
			text += " " + strings.Join(c.Args().Slice(), " ")
			return nil
		}
	}
	var out strings.Builder
	p.args, p.stdout = args, bufio.NewWriter(&out)
	if err := p.run(context.Background()); err != nil || text != "" {
		return text, err
	}
	p.stdout.Flush()
	switch m := shown.FindStringSubmatch(out.String()); {
	case m == nil:
		return "", fmt.Errorf("printed %q", out.String())
	case m[2] != "":
		return m[2] + " --help", nil
	case strings.HasSuffix(m[1], "version "):
		return "--version", nil
	}
	return "--help", nil
}

func TestParse(t *testing.T) {
	p := newProgram(&Console{name: "foregone", registry: games.NewRegistry()}, nil)
	for line, want := range map[string]string{
		"value a b":                         "value a b",
		"value a --json b --db d":           "value --db=d --json=true a b",
		"-q value a":                        "value --quiet=true a",
		"value --db=d -- --json -1":         "value --db=d --json -1",
		"value - --json":                    "value --json=true -",
		"value --json=false a":              "value --json=false a",
		"sample --value -3 --seed -5 -n=2":  "sample --n=2 --seed=-5 --value=-3 ",
		"serve --db a --db b,c":             "serve --db=a+b,c ",
		"value --json --json a":             "value --json=true a",
		"export csv -o f --output g":        "export --output=g csv",
		"export csv --output f":             "export --output=f csv",
		"value a --help b":                  "value --help",
		"help moves":                        "moves --help",
		"help":                              "--help",
		"--help":                            "--help",
		"--version":                         "--version",
		"value -- --help":                   "value --help",
		"solve g --max-phase 3 --keep --db": "flag --db needs a value",
		"solve g --memory lots":             "--memory: \"lots\" is not a size",
		"solve g --workers ten":             "invalid value \"ten\" for flag --workers: want a whole number",
		"sample --value W3 -n 010":          "sample --n=10 --value=W3 ",
		"sample --value W3 -n 0x10":         "invalid value \"0x10\" for flag -n: want a whole number",
		"solve g --store s":                 "--store goes with --cluster",
		"solve":                             "too few arguments: want \"foregone solve GAME\"",
		"solve a b":                         "unexpected argument \"b\"",
		"report --games 0":                  "--games 0: want 1 to 1000000",
		"worker u --max-time 0s":            "--max-time 0s: want a time above 0",
		"policy --exec a --timeout -1s":     "--timeout -1s: want at least 0",
		"policy":                            "policy needs --exec CMD",
		"export json -o f":                  "export \"json\": want minimized, csv,",
		"export csv":                        "say where to write: -o FILE",
		"stats --plot a.gif":                "--plot a.gif: want a name that ends in .svg or .png",
		"games --json=maybe":                "invalid value \"maybe\" for flag --json: want true or false",
		"value -5":                          "put \"--\" before",
		"value --nope":                      "has no flag --nope",
		"nope":                              "unknown command",
		"-x value":                          "stands before the command",
		"":                                  "no command",
	} {
		got, err := typed(p, strings.Fields(line))
		switch {
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v, want %q", line, err, want)
		case err == nil && got != want:
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

// TestManual checks the declarations: every command has a function, and every flag a text.
func TestManual(t *testing.T) {
	p := newProgram(&Console{name: "foregone", registry: games.NewRegistry()}, nil)
	for _, c := range p.commands {
		if c.run == nil || c.Summary == "" || c.Text == "" {
			t.Errorf("command %s is not complete", c.Name)
		}
		for _, f := range c.Flags {
			if f.Usage == "" {
				t.Errorf("flag %s of %s has no text", f.typed(), c.Name)
			}
			if f.initial == "" {
				continue
			}
			if err := f.check(f.initial); err != nil {
				t.Errorf("default %q of flag %s of %s: %v", f.initial, f.typed(), c.Name, err)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"value a --json", "solve g --db d -- -1", "--help", "sample --value", "help x", "-q value a", "value -- --json", "value -12", "help", "--version", "value --db=d - -", "games --json=x", "value --", "- -", "",
		"value --db", "value --db= a", "value -db d a", "solve --memory -1 g", "sample --value W3 -n -10", "value --json=maybe a", "value a -- --db", "help help", "-q -q", "pushfight", "\x00", "value  a "} {
		f.Add(seed)
	}
	p := newProgram(&Console{name: "foregone", registry: games.NewRegistry()}, nil)
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, " ")
		before := slices.Clone(args)
		got, err := typed(p, args)
		if err == nil && got == "" || !slices.Equal(args, before) {
			t.Errorf("%q becomes %q, and the arguments are %q now", before, got, args)
		}
	})
}
