package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/tools/cli"
)

// corners is an example of an extra: a command that counts marks in corners, an export format, and
// a route that returns the number of corners.
func corners() cli.Extra {
	return cli.Extra{
		Manual: "# corners POSITION\ncount marks in corners\n\n--json   a JSON object\n",
		Commands: map[string]func(*cli.Call) error{"corners": func(c *cli.Call) error {
			g, err := c.Game("tictactoe")
			if err != nil {
				return err
			}
			p, err := engine.ParsePosition(g, c.Arg(0))
			if err != nil {
				return err
			}
			n := 0
			for _, at := range []int{0, 2, 6, 8} {
				if g.Text(p)[at] != '.' {
					n++
				}
			}
			c.Message("counted")
			return c.Show(map[string]int{"corners": n}, func() { fmt.Fprintln(c.Out(), cli.Plural(uint64(n), "corner", "corners")) })
		}},
		Formats: []query.Format{{
			Name: "signs", Help: "+ for a win, - for a loss, else 0", Header: func(*query.DB, query.ExportOptions) string { return "begin\n" }, Piece: 2,
			Size: func(db *query.DB) (uint64, error) { return db.Game().Size(), nil },
			Begin: func(_ context.Context, db *query.DB, _ query.ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
				return func(_ int, first, last uint64) (out []byte, err error) {
					values := make([]byte, last-first+1)
					err = db.ReadValues(values, first)
					for _, v := range values {
						sign := byte('0')
						if v > 0 {
							sign = "+-"[v%2]
						}
						out = append(out, sign)
					}
					return out, err
				}, nil
			},
		}},
		Protocols: []serve.Protocol{func([]*serve.Game) []serve.Route {
			return []serve.Route{{Pattern: "/corners", Method: "GET", Handle: func(*serve.Call) (serve.Answer, error) {
				return serve.Answer{Body: []byte("4")}, nil
			}}}
		}},
	}
}

func TestExtra(t *testing.T) {
	run := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := cli.Run(t.Context(), games.NewRegistry(tictactoe.Definition()), append([]string{"mygame"}, args...), nil, &out, &errs, corners()); got != want {
			t.Errorf("%v: exit status %d, want %d: %s", args, got, want, errs.String())
		}
		return out.String() + errs.String()
	}
	db := filepath.Join(t.TempDir(), "db")
	run(0, "solve", "tictactoe", "--db", db, "-q")
	for args, want := range map[string]string{
		"corners XO..X....":           "counted\n1 corner\n",
		"corners -q --json XO..X...O": "{\"corners\":2}\n",
	} {
		if got := run(0, strings.Fields(args)...); len(got) != len(want) || !strings.Contains(got, strings.TrimPrefix(want, "counted\n")) {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
	for _, args := range [][]string{{"corners"}, {"corners", "XO"}, {"corners", "--plies", "3"}, {"corners", "XO..X....", "XO..X...."}} {
		run(2, args...)
	}
	for _, args := range [][]string{{"--help"}, {"man"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}} {
		if text := run(0, args...); !strings.Contains(text, "corners") || strings.Contains(text, "chunk|lost|openings|prove") {
			t.Errorf("%v has other commands", args)
		}
	}
	if text := run(2, "pushfight", "lost"); !strings.Contains(text, `unknown command "pushfight"`) {
		t.Error(text)
	}
	if text := run(2, "export", "merged", "-o", "-"); !strings.Contains(text, "want minimized, signs, csv, npy, parquet or records") {
		t.Error(text)
	}
	if text := run(0, "export", "signs", "--from", "50", "--count", "4", "--db", db, "-q", "-o", "-"); text != "begin\n-0+-" {
		t.Errorf("signs: %q", text)
	}
}

// TestExtraClash brings a command whose name is taken.
func TestExtraClash(t *testing.T) {
	var errs bytes.Buffer
	clash := cli.Extra{Manual: "# solve\nsolve\n"}
	status := cli.Run(t.Context(), registry(), []string{"mygame", "games"}, nil, &errs, &errs, clash)
	if status != 1 || !strings.Contains(errs.String(), "two commands are called solve") {
		t.Errorf("exit status %d: %s", status, errs.String())
	}
}

// TestImports checks that package cli imports no game that package builtin lists, and
// nothing that belongs to one.
func TestImports(t *testing.T) {
	main, err := os.ReadFile("../../engine/builtin/builtin.go")
	if err != nil {
		t.Fatal(err)
	}
	games := regexp.MustCompile(`foregone/engine/(\w+)"`).FindAllStringSubmatch(string(main), -1)
	deps, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil || len(games) < 9 {
		t.Fatal(games, err)
	}
	for path := range strings.Lines(string(deps)) {
		for _, game := range games {
			if game[1] == "games" { // the registry
				continue
			}
			_, ours, _ := strings.Cut(strings.TrimSpace(path), "/foregone/")
			if _, room, _ := strings.Cut(ours, "/"); room == game[1] || strings.HasPrefix(room, game[1]+"/") {
				t.Errorf("package cli imports %s", path)
			}
		}
	}
}
