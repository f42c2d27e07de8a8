package cli_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/tools/cli"
)

// output is a writer that can be read at any time, concurrently.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// TestServe asks a server of a folder of databases, whose name has a comma, stops it as Ctrl-C
// does, and checks its log. The server maps tables unless --no-map is set.
func TestServe(t *testing.T) {
	db := filepath.Join(t.TempDir(), "here,there", "db")
	if status := cli.Run(t.Context(), registry(), []string{"foregone", "solve", "tictactoe", "-q", "--db", db}, nil, io.Discard, io.Discard); status != 0 {
		t.Fatalf("solve exits with %d", status)
	}
	testServer(t, db)
	testServer(t, db, "--no-map")
}

func testServer(t *testing.T, db string, more ...string) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stdout, stderr output
	done := make(chan int)
	go func() {
		done <- cli.Run(ctx, registry(), append([]string{"foregone", "serve", "--db", filepath.Dir(db), "--listen", "127.0.0.1:0"}, more...), nil, &stdout, &stderr, corners())
	}()
	var address []string
	for address == nil {
		select {
		case status := <-done:
			t.Fatalf("serve exits with %d: %s", status, stderr.String())
		case <-time.After(10 * time.Millisecond):
			address = regexp.MustCompile(`listening on (http://\S+)\n`).FindStringSubmatch(stderr.String())
		}
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for target, want := range map[string]string{
		"/v1/tictactoe-height-3-line-3-width-3/value?position=XO..X....": `{"game":"tictactoe:height=3,line=3,width=3","position":"XO..X....","index":53,"value":"L2","byte":5,"outcome":"loss","plies":4}`,
		"/v1/tictactoe/value?position=XO..X....":                         `{"game":"tictactoe:height=3,line=3,width=3","position":"XO..X....","index":53,"value":"L2","byte":5,"outcome":"loss","plies":4}`,
		"/corners":                                                       "4", // the route of an extra
	} {
		response, err := client.Get(address[1] + target)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(body) != want {
			t.Errorf("%s: got %s, %v", target, body, err)
		}
	}
	if maps, err := os.ReadFile("/proc/self/maps"); err == nil && strings.Contains(string(maps), kv.TablePath(db)) != (more == nil) {
		t.Errorf("with %q the table is mapped, or without it is not", more)
	}
	cancel()
	if status := <-done; status != 130 {
		t.Errorf("serve exits with %d", status)
	}
	if log := stderr.String(); !strings.Contains(log, "msg=request client=127.0.0.1 method=GET target=") || !strings.Contains(log, "status=200 bytes=127") ||
		!strings.HasSuffix(log, "foregone: interrupted\n") {
		t.Errorf("the log is\n%s", log)
	}
	if stdout.String() != "" {
		t.Errorf("standard output has %s", stdout.String())
	}
}
