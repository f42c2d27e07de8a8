package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
)

// TestMain lets the test binary stand for two programs of the commands that documents show, and for
// one with small limits.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "foregone":
		main()
	case bounded:
		mainBounded()
	case "curl":
		fetch(os.Args[len(os.Args)-1])
	default:
		os.Exit(m.Run())
	}
}

// fetch prints what is at an address; status 1 if the server refuses.
func fetch(address string) {
	response, err := http.Get(address)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(7)
	}
	io.Copy(os.Stdout, response.Body)
	if response.StatusCode >= 400 {
		os.Exit(1)
	}
}

// elsewhere lists shown commands that TestShownCommands does not run, with the reason. Each must
// match a command.
var elsewhere = []struct{ pattern, reason string }{
	{`^foregone (worker|cluster) `, "needs other machines: solver/cluster"},
	{`^foregone solve GAME --cluster`, "needs other machines: solver/cluster"},
	{`^foregone bench`, "takes core-minutes: testdata/bench.txtar"},
	{`^foregone solve dobutsu`, "takes a core-minute: solver"},
	{`^foregone info dobutsu`, "measures for seconds: solver"},
	{`^foregone import pushfight `, "needs the published files: query"},
	{`^foregone pushfight (chunk|lost|openings)`, "takes core-minutes: solver/pushfight"},
	{`^foregone (value|moves) -- -8401495373`, "needs the table of the full game"},
	{`dobutsu-…`, "the name of the folder is abridged"},
	{`^foregone policy --exec`, "needs programs: testdata/policy.txtar"},
	{`^foregone moves --roll`, "needs a game of dice: testdata/chance.txtar"},
	{`greedy`, "needs the table of British Square: tools/examples/greedy"},
	{`mygame`, "tools/starter runs the templates"},
	{`^go (test|install|build)`, "builds"},
	{`^foregone compact`, "needs a game in layers: testdata/compact.txtar"},
	{`^foregone site`, "compiles the reader for browsers: query/site"},
	{`^source `, "a shell's own command; the script is tested in testdata/completion.txtar"},
	{`^python3 query/proof`, "query/proof runs it"},
}

var (
	helpExample = regexp.MustCompile(`(?m)^  (?:\[[\w-]+\] )?((?:foregone|curl|cut) .*)$`)
	pageExample = regexp.MustCompile(`(?m)^    (?:\$ )?((?:foregone|go|curl|source|python3) .*)$`)
	redirection = regexp.MustCompile(`> \S+$|\| man -l -$`)
	note        = regexp.MustCompile(` {2,}# .*$`)
)

// shown returns the commands that help texts, README and GUIDE show.
func shown(t *testing.T) (list []string) {
	t.Helper()
	for path, pattern := range map[string]*regexp.Regexp{
		"../cli/manual.txt": helpExample, "../pushfight/manual.txt": helpExample, "../starter/manual.txt": helpExample,
		"../../README.md": pageExample, "../cli/GUIDE.md": pageExample,
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := pattern.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s shows no command", path)
		}
		for _, match := range found {
			list = append(list, note.ReplaceAllString(match[1], ""))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// making matches commands that make a database.
var making = regexp.MustCompile(`foregone (solve|import) `)

// scene makes folders to run the commands in, each with another database as the only one, and the
// last without any. It returns the folders and the environment.
func scene(t *testing.T) (dirs, environment []string) {
	t.Helper()
	root := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"foregone", "curl"} {
		if err := os.Symlink(self, filepath.Join(root, name)); err != nil {
			t.Skipf("no symbolic links: %v", err)
		}
	}
	environment = append(os.Environ(), "PATH="+root+string(os.PathListSeparator)+os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0")
	for _, game := range []string{"tictactoe", "pushfight:movers=1,pushers=2", "chess:pieces=KQvK", "british-square:width=3,height=3"} {
		dir := filepath.Join(root, strings.Split(game, ":")[0])
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		empty := filepath.Join(root, "empty")
		script := "foregone solve -q " + game + ` && cd foregone-data && d=$(ls) && cd .. &&
			for n in one other; do ln -s foregone-data/$d $n; done; ln -s one endings; ln -s one big; ln -s one SMALL; ln -s one LARGE; ln -s ../chess/one two; ` +
			`printf 'X........\n' > positions.tsv; printf 'b2 a2\n' > game.txt; mkdir games; cp game.txt games; printf 'rank: a\na = loss\n' > bridge.txt; foregone export minimized -q -o minimized.bin; mkdir -p ` + empty + `; cp bridge.txt ` + empty + `; [ $d != ` + "pushfight-board-full-movers-1-pushers-2" + ` ] || cp minimized.bin ` + empty
		if game == "tictactoe" {
			script += "; foregone evidence -q -o evidence.yaml && cp evidence.yaml tictactoe.yaml"
		}
		if text, err := shell(t, dir, environment, script); err != nil {
			t.Fatalf("%s: %v\n%s", game, err, text)
		}
		dirs = append(dirs, dir)
	}
	return append(dirs, filepath.Join(root, "empty")), environment
}

// shell runs a script that must end within a minute.
func shell(t *testing.T, dir string, environment []string, script string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", script)
	c.Dir, c.Env, c.WaitDelay = dir, environment, time.Second
	text, err := c.CombinedOutput()
	return string(text), err
}

// runnable turns a shown command into a script that ends: a server runs in the background, at a
// free port.
func runnable(t *testing.T, command string) string {
	t.Helper()
	command = strings.Replace(command, "go run ./tools/foregone", "foregone", 1)
	command = strings.NewReplacer("foregone-data/one", "one", "foregone-data/other", "other").Replace(command)
	command = redirection.ReplaceAllString(command, "> /dev/null")
	server, request, _ := strings.Cut(command, " && ")
	switch {
	case strings.HasPrefix(command, "curl "):
		server, request = "foregone serve", command
	case !strings.HasPrefix(command, "foregone serve"):
		return command
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	server = regexp.MustCompile(` --listen \S+`).ReplaceAllString(server, "") + " --listen " + address
	request = strings.ReplaceAll(request, "127.0.0.1:8080", address)
	if request == "" {
		request = "curl http://" + address + "/v1/games"
	}
	return server + " & pid=$!; n=0; until curl http://" + address + "/healthz 2>/dev/null; do n=$((n+1)); [ $n -lt 100 ] || break; sleep 0.1; done; " +
		request + "; status=$?; kill -INT $pid; wait $pid; exit $status"
}

// TestShownCommands runs every command that a help text, README or GUIDE shows. Each must succeed
// with one of the databases.
func TestShownCommands(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("sh is not here")
	}
	dirs, environment := scene(t)
	used := map[string]bool{}
	for _, command := range shown(t) {
		skipped := false
		for _, e := range elsewhere {
			if regexp.MustCompile(e.pattern).MatchString(command) {
				used[e.pattern], skipped = true, true
			}
		}
		if skipped {
			continue
		}
		script, failures, began := runnable(t, command), "", time.Now()
		where := dirs[:len(dirs)-1]
		if making.MatchString(command) {
			where = dirs[len(dirs)-1:] // without a database
			script = "rm -rf foregone-data; " + script
		}
		for _, dir := range where {
			text, err := shell(t, dir, environment, script)
			if err == nil {
				failures = ""
				break
			}
			failures += text
		}
		t.Logf("%5.1f s %s", time.Since(began).Seconds(), command)
		if failures != "" {
			t.Errorf("%s\n%s", command, failures)
		}
	}
	for _, e := range elsewhere {
		if !used[e.pattern] {
			t.Errorf("no text shows a command like %s any more: remove it from the list", e.pattern)
		}
	}
}

// variants are the variants of games, apart from the default, whose positions the rules show.
var variants = map[string][]string{
	"chess": {"chess:pieces=KQvK"}, "kalah": {"kalah:seeds=3"}, "quixo": {"quixo:ranked=true"},
}

// position is a word that looks like a position.
var position = regexp.MustCompile(`(?:[\w.#/<>^]*[.#/][\w.#/<>^]*[.#/\d][\w.#/<>^]*|\d{5,})(?: (?:[TL]\b|[wb-]|[GT] \d+ \d+|\d-\d|\d|[A-Za-z]{4,8}))*( - - 0 1| -)?`)

// TestShownPositions parses every position that rules and parse errors show. Longer words with dots, digits
// or slashes count as positions, with what follows them.
func TestShownPositions(t *testing.T) {
	r := registry(program.New(program.Options{}), wasm.New(), uci.New(uci.Options{}))
	for _, d := range r.Definitions() {
		if slices.ContainsFunc(d.Params, func(p engine.Param) bool { return p.Type == engine.FileParam && p.Default == "" }) {
			continue // a file has its positions
		}
		var readers []func(text string) error
		var refusal string
		for _, text := range append([]string{d.Name}, variants[d.Name]...) {
			spec, err := r.Parse(text, nil)
			if err != nil {
				t.Fatal(err)
			}
			rules, _, err := r.Rules(spec)
			if err != nil {
				t.Fatal(err)
			}
			read := func(text string) error { _, err := rules.Notation.ParseKey(text); return err }
			if rules == nil {
				g, err := r.Open(spec)
				if err != nil {
					t.Fatal(err)
				}
				read = func(text string) error { _, err := engine.ParsePosition(g, text); return err }
			}
			readers = append(readers, read)
			refusal = fmt.Sprint(read("?"))
		}
		for _, word := range position.FindAllString(d.Rules+"\n"+refusal, -1) {
			if len(word) < 8 {
				continue
			}
			var err error
			for _, read := range readers {
				if err = read(strings.Trim(word, ".")); err == nil {
					break
				} else if err = read(word); err == nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s shows %q: %v", d.Name, word, err)
			}
		}
	}
}
