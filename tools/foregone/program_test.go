package main

import (
	"bytes"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/uci"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

// runWith runs a command line as the program does, with memory as the folder of its stored files.
func runWith(t *testing.T, memory string, args ...string) (status int, text string) {
	t.Helper()
	programs := program.New(program.Options{Runner: python.Runner, Memory: memory})
	var out bytes.Buffer
	status = cli.Run(t.Context(), registry(programs, wasm.New(), uci.New(uci.Options{})), append([]string{"foregone"}, args...), strings.NewReader(""), &out, &out, cli.Extra{Begin: programs.Begin})
	return status, out.String()
}

// TestProgramGone: a database of a game in Python answers with its script, and by index without it.
// Where it needs the script, it reports that the script is missing.
func TestProgramGone(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	dir := t.TempDir()
	memory := filepath.Join(dir, "memory")
	for _, c := range []struct{ name, spec, position, value string }{
		{"tictactoe.py", "", "XX.OO....", "W"},
		{"quixo.py", ":size=3", "0x0", "win-"}, // it has the part canonical
	} {
		content, err := os.ReadFile("../python/examples/" + c.name)
		if err != nil {
			t.Fatal(err)
		}
		game, db := filepath.Join(dir, c.name), filepath.Join(dir, c.name+".db")
		if err := os.WriteFile(game, content, 0o666); err != nil {
			t.Fatal(err)
		}
		expect := func(status int, want string, args ...string) {
			t.Helper()
			if got, text := runWith(t, memory, args...); got != status || !strings.Contains(text, want) || status > 0 && strings.Count(text, "\n") != 1 {
				t.Errorf("%v: status %d, %s, want %d and %s", args, got, text, status, want)
			}
		}
		expect(0, "", "solve", "-q", game+c.spec, "--db", db)
		expect(0, c.value, "value", "--db", db, c.position)
		expect(0, "positions", "verify", "--db", db, "--all")
		if err := os.Remove(game); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"value", "#5"}, {"stats"}, {"sample", "-n", "3", "--value", c.value + "1"}, {"export", "csv", "-o", filepath.Join(dir, "a.csv")}, {"verify", "--checksums"},
		} {
			expect(0, "", append(args, "--db", db)...)
		}
		for _, args := range [][]string{{"moves", "#5"}, {"line", "#5"}, {"verify", "--all"}, {"value", c.position}} {
			expect(1, c.name+" cannot be asked: its program, of SHA-256 ", append(args, "--db", db)...)
		}
		if err := os.WriteFile(game, append(content, "\n# changed\n"...), 0o666); err != nil {
			t.Fatal(err)
		}
		expect(1, "begun with", "solve", "-q", game+c.spec, "--db", db)
		other := filepath.Join(dir, "other-"+c.name)
		if err := os.WriteFile(other, content, 0o666); err != nil {
			t.Fatal(err)
		}
		expect(0, "", "info", other+c.spec)
		expect(0, "", "moves", "--db", db, "#5")
	}
}

// TestRankedGone: a database of a game with ranks answers by index without its program.
func TestRankedGone(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	const game = `
import foregone

class Mine(foregone.Game):
    max_successors = 2

    def start(self):
        return 109

    def successors(self, key):
        return [key - n for n in (1, 2) if n <= key - 100]

    def size(self):
        return 10

    def rank(self, key):
        return key - 100 if 100 <= key < 110 else None

    def unrank(self, rank):
        return rank + 100
`
	dir := t.TempDir()
	path, db, memory := filepath.Join(dir, "mine.py"), filepath.Join(dir, "db"), filepath.Join(dir, "memory")
	if err := os.WriteFile(path, []byte(game), 0o666); err != nil {
		t.Fatal(err)
	}
	expect := func(status int, want string, args ...string) {
		t.Helper()
		if got, text := runWith(t, memory, append(args, "--db", db)...); got != status || !strings.Contains(text, want) {
			t.Errorf("%v: status %d, %s, want %d and %s", args, got, text, status, want)
		}
	}
	expect(0, "", "solve", "-q", path)
	expect(0, "L3", "value", "0x6d")
	expect(0, "L3", "value", "#9")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect(0, "L3", "value", "#9")
	expect(0, "10 stored", "stats")
	expect(0, "#", "sample", "-n", "1", "--value", "W3")
	expect(0, "", "export", "csv", "-q", "-o", filepath.Join(dir, "a.csv"))
	expect(0, "", "verify", "--checksums")
	expect(1, "mine.py cannot be asked", "value", "0x6d")
	expect(1, "mine.py cannot be asked", "moves", "#9")
	expect(1, "mine.py cannot be asked", "verify", "--all")
}

func TestGamesNamesFiles(t *testing.T) {
	if status, text := runWith(t, t.TempDir(), "games"); status != 0 || !strings.Contains(text, "FILE.py, exec:FILE, FILE.wasm, uci:VARIANT, uci:FILE.ini#VARIANT") {
		t.Errorf("status %d, %s", status, text)
	}
}

// TestProgramFails: if a script fails during a solve, the program prints one line. Output of a
// correct script does not disturb its solve.
func TestProgramFails(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	const game = `
import foregone

class Mine(foregone.Game):
    max_successors = 2

    def start(self):
        return 9

    def successors(self, key):
        print("at", key)
        return [key - n for n in (1, 2) if n <= key] if key != BAD else 1 / 0
`
	for bad, want := range map[string]string{
		"-1": "Mine.py is solved",
		"5":  "mine.py breaks the protocol at key 0x5: ZeroDivisionError: division by zero (line 12 of Mine.py)",
		"x":  "mine.py breaks the protocol at key 0x9: NameError: name 'x' is not defined (line 12 of Mine.py)",
		"(":  "is not a game: SyntaxError: ",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "Mine.py")
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(game, "BAD", bad)), 0o666); err != nil {
			t.Fatal(err)
		}
		status, text := runWith(t, dir, "solve", "-q", path, "--db", filepath.Join(dir, "db"))
		if bad == "-1" {
			if status != 0 {
				t.Errorf("status %d, %s", status, text)
			}
		} else if status == 0 || !strings.Contains(text, want) || strings.Count(text, "\n") != 1 {
			t.Errorf("status %d, %s, want %s", status, text, want)
		}
	}
}

// TestProgramMended: a solve that a script broke off resumes when the fault is gone, and makes the
// same table as an undisturbed solve.
func TestProgramMended(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not here")
	}
	dir := t.TempDir()
	content, err := os.ReadFile("../python/examples/tictactoe.py")
	if err != nil {
		t.Fatal(err)
	}
	path, full := filepath.Join(dir, "mine.py"), filepath.Join(dir, "full")
	t.Setenv("FOREGONE_TEST_FULL", full)
	game := strings.Replace(string(content), "        shift = 0 if", `        import os
        self.count = getattr(self, "count", 0) + 1
        if self.count > 1000 and os.path.exists(os.environ["FOREGONE_TEST_FULL"]) and os.path.exists(os.environ["FOREGONE_TEST_WHEN"]):
            raise OSError("the disk is full")
        shift = 0 if`, 1)
	if err := os.WriteFile(path, []byte(game), 0o666); err != nil {
		t.Fatal(err)
	}
	digest := func(name string) string {
		status, text := runWith(t, dir, "solve", "-q", path, "--db", filepath.Join(dir, name), "--json")
		sum := regexp.MustCompile(`"table_sha256":"[0-9a-f]{64}"`).FindString(text)
		if status != 0 || sum == "" {
			t.Fatalf("status %d, %s", status, text)
		}
		return sum
	}
	want := digest("whole")
	for name, when := range map[string]string{"found": "", "solved": "store"} { // in discovery or solve
		if err := os.WriteFile(full, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		db := filepath.Join(dir, name)
		t.Setenv("FOREGONE_TEST_WHEN", filepath.Join(db, when))
		if status, text := runWith(t, dir, "solve", "-q", path, "--db", db); status != 1 || !strings.Contains(text, "OSError: the disk is full") || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: status %d, %s", name, status, text)
		}
		if err := os.Remove(full); err != nil {
			t.Fatal(err)
		}
		if sum := digest(name); sum != want {
			t.Errorf("%s: %s, want %s", name, sum, want)
		}
	}
}
