package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
)

func TestArrange(t *testing.T) {
	p := &program{Console: &Console{name: "foregone", registry: games.NewRegistry()}}
	g := grammar{p.name, p.app().Commands}
	for line, want := range map[string]string{
		"value a b":                         "value -- a b",
		"value a --json b --db d":           "value --json --db d -- a b",
		"-q value a":                        "value -q -- a",
		"value --db=d -- --json -1":         "value --db=d -- --json -1",
		"value - --json":                    "value --json -- -",
		"sample --value -3 --seed -5 -n=2":  "sample --value -3 --seed -5 -n=2 --",
		"value a --help b":                  "value --help",
		"help moves":                        "moves --help",
		"help":                              "--help",
		"--help":                            "--help",
		"--version":                         "--version",
		"value -- --help":                   "value -- --help",
		"solve g --max-phase 3 --keep --db": "flag --db needs a value",
		"value -5":                          "put \"--\" before",
		"value --nope":                      "has no flag --nope",
		"nope":                              "unknown command",
		"-x value":                          "stands before the command",
		"":                                  "no command",
	} {
		got, err := g.arrange(strings.Fields(line))
		switch {
		case err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v, want %q", line, err, want)
		case err == nil && strings.Join(got, " ") != want:
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

func FuzzArrange(f *testing.F) {
	for _, seed := range []string{"value a --json", "solve g --db d -- -1", "--help", "sample --value", "help x", "-q value a", "value -- --json", "value -12", "help", "--version", "value --db=d - -", "games --json=x", "value --", "- -", "",
		"value --db", "value --db= a", "value -db d a", "solve --memory -1 g", "sample --value W3 -n -10", "value --json=maybe a", "value a -- --db", "help help", "-q -q", "pushfight", "\x00", "value  a "} {
		f.Add(seed)
	}
	p := &program{Console: &Console{name: "foregone", registry: games.NewRegistry()}}
	g := grammar{p.name, p.app().Commands}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, " ")
		before := slices.Clone(args)
		got, err := g.arrange(args)
		if err == nil && len(got) == 0 || !slices.Equal(args, before) {
			t.Errorf("%q becomes %q, and the arguments are %q now", before, got, args)
		}
	})
}
