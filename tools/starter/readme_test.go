package starter

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

// followReadme follows the README of a folder, command by command, after the build: it solves the
// game, asks for moves and opens the served page.
func followReadme(t *testing.T, dir string) {
	t.Helper()
	readme, err := os.ReadFile(dir + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	memory := t.TempDir()
	t.Chdir(dir)
	lines := regexp.MustCompile(`(?m)^    foregone .*$`).FindAllString(string(readme), -1)
	if len(lines) != 3 {
		t.Fatalf("the README has the commands %q", lines)
	}
	for n, want := range []string{"drawn        1,068", "c1    L2         4", "listening on http://"} {
		args := strings.Fields(lines[n])
		if args[1] == "serve" {
			serve(t, memory, append(args, "--listen", "127.0.0.1:0"))
			continue
		}
		if status, text := command(t.Context(), memory, args, &output{}); status != 0 || !strings.Contains(text, want) {
			t.Fatalf("%s: status %d, %s", lines[n], status, text)
		}
	}
}

// output is a writer that a test can read while a command writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// command runs a command line with the games in files. memory is the folder of their stored copies.
func command(ctx context.Context, memory string, args []string, out *output) (status int, text string) {
	programs := program.New(program.Options{Runner: python.Runner, Memory: memory})
	r := games.NewRegistry().With(append(programs.Families(), wasm.New().Family())...)
	status = cli.Run(ctx, r, args, strings.NewReader(""), out, out, cli.Extra{Begin: programs.Begin})
	return status, out.String()
}

// serve checks that the page is at the printed address, and has the moves of the start.
func serve(t *testing.T, memory string, args []string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out output
	ended := make(chan int, 1)
	go func() {
		status, _ := command(ctx, memory, args, &out)
		ended <- status
	}()
	var address []string
	for n := 0; address == nil; n++ {
		if address = regexp.MustCompile(`listening on (\S+)\n`).FindStringSubmatch(out.String()); n == 1000 {
			t.Fatalf("%v: %s", args, out.String())
		}
		time.Sleep(10 * time.Millisecond)
	}
	slug := regexp.MustCompile(`"slug":"([^"]+)"`).FindStringSubmatch(get(t, address[1]+"/v1/games"))
	if slug == nil {
		t.Fatal("no game is served")
	}
	if page := get(t, address[1]); !strings.Contains(page, "<title>") {
		t.Errorf("the page is\n%s", page)
	}
	if moves := get(t, address[1]+"/v1/"+slug[1]+"/moves?position=........."); strings.Count(moves, `"move":`) != 9 || !strings.Contains(moves, `"move":"b2"`) {
		t.Errorf("the moves of the start are %s", moves)
	}
	stop()
	if status := <-ended; status != 130 {
		t.Errorf("status %d, %s", status, out.String())
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v, %s", url, answer.Status, err, text)
	}
	return string(text)
}
