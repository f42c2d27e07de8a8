package cluster

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/blob"
)

// The program and a test have each message that OPERATIONS.md explains.
func TestMessages(t *testing.T) {
	page, err := os.ReadFile("OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| message | what to do |\n|---|---|\n")
	if !ok {
		t.Fatal("OPERATIONS.md has no table of messages")
	}
	var code, tests strings.Builder
	files, err := filepath.Glob("*.go")
	stores, other := filepath.Glob("../../kv/blob/*.go")
	if err != nil || other != nil {
		t.Fatal(err, other)
	}
	for _, file := range append(files, stores...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			tests.Write(text)
		} else {
			code.Write(text)
		}
	}
	n := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			break
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			n++
			for part := range strings.SplitSeq(m[1], "…") {
				part = strings.TrimSpace(part)
				if number, isNumber := strings.CutPrefix(part, "times="); isNumber && number != "" {
					part = `"times"` // the log assembles it from a name and a value
				}
				if !strings.Contains(code.String(), part) {
					t.Errorf("the program never says %q", part)
				}
				if !strings.Contains(tests.String(), part) {
					t.Errorf("no test has %q", part)
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("the table has %d messages", n)
	}
}

// coordinator is a coordinator that only answers workers that ask for the job.
func (s *setup) coordinator(h hello) {
	conn, err := connect(s.t.Context(), "", s.server.Access(), "coordinator", discard(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	text, err := json.Marshal(h)
	if err == nil {
		_, err = conn.Subscribe(helloSubject, func(m *nats.Msg) { _ = m.Respond(text) })
	}
	if err == nil {
		err = conn.Flush()
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// A worker that cannot begin reports the reason.
func TestWhyNot(t *testing.T) {
	t.Parallel()
	ended := func(s *setup, change func(o *workSetup)) (log *record, err error) {
		log = &record{}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		s.worker(ctx, "w", func(o *workSetup) {
			o.Log = textLog(log)
			if change != nil {
				change(o)
			}
		})
		s.group.Wait()
		return log, s.ends["w"]
	}
	refused := func(what string, err error, want string) {
		if !engine.IsInput(err) || !regexp.MustCompile(want).MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: it ends with %v", what, err)
		}
	}
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	_, err := ended(s, func(o *workSetup) { o.Servers = strings.Replace(o.Servers, "worker:", "worker:x", 1) })
	refused("another token", err, "the NATS servers refuse the token")

	store := filepath.Join(t.TempDir(), "store")
	if err := blob.OpenDir(store).Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.coordinator(hello{Job: "job", Store: store, Folder: "folder", Engine: "test"})
	_, err = ended(s, func(o *workSetup) { o.engine = program("another") })
	refused("another program", err, "the coordinator runs another version")
	_, err = ended(s, nil)
	refused("another store", err, "the store .*folder is not that of the coordinator")

	log, err := ended(s, func(o *workSetup) { o.Store, o.timing.retry = store+"-away", 5*time.Millisecond })
	if err == nil || !log.says(`msg="the store fails" call=get object=job.json times=1 `) || !log.says("times=30 ") {
		t.Errorf("the store is away: %v, %s", err, log.String())
	}
}

// A waiting worker logs what it waits for.
func TestWaits(t *testing.T) {
	t.Parallel()
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	var nobody, nowhere record
	ctx, cancel := context.WithCancel(t.Context())
	s.worker(ctx, "alone", func(o *workSetup) { o.Log = textLog(&nobody) })
	s.worker(ctx, "lost", func(o *workSetup) { o.Servers, o.Log = "nats://127.0.0.1:1", textLog(&nowhere) })
	if !nobody.says("waiting for a coordinator") {
		t.Errorf("without a coordinator: %s", nobody.String())
	}
	for range 4 {
		if nowhere.says(`level=WARN msg="waiting for NATS" error=`) {
			break
		}
	}
	if !nowhere.says("connection refused") {
		t.Errorf("without a server: %s", nowhere.String())
	}
	cancel()
	s.group.Wait()
}

// The coordinator logs the problems that workers report, and the loss of workers.
func TestTrouble(t *testing.T) {
	var log record
	s := newSetup(t, "tictactoe", filepath.Join(t.TempDir(), "store"))
	l := newLeader(s.spec, blob.OpenDir(s.store), SolveOptions{Log: textLog(&log)}, machine{timing: timing{beat: time.Millisecond}})
	r := newReplica("w7", machine{timing: timing{retry: time.Millisecond}}, discard())
	r.openStore(blob.OpenDir(filepath.Join(s.store, "away")), "folder")
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := r.store.Get(ctx, jobNames[0]); err == nil {
		t.Fatal("a store that is away has an object")
	}
	l.meet(t.Context(), beat{WorkerStatus: r.status(), Threads: 1})
	host := regexp.QuoteMeta(r.status().Host)
	for _, want := range []string{
		`level=INFO msg="a worker joins" worker=w7 host=` + host,
		`level=WARN msg="a worker is in trouble" worker=w7 host=` + host + ` trouble="the store fails: .*away`,
	} {
		if !regexp.MustCompile(want).MatchString(log.String()) {
			t.Errorf("the log has no %s: %s", want, log.String())
		}
	}
	time.Sleep(50 * time.Millisecond)
	if list := l.roster.present(); len(list) > 0 || !log.says(`level=WARN msg="a worker is not heard of any more" worker=w7 host=`) {
		t.Errorf("a lost worker is listed as present: %v, %s", list, log.String())
	}
}
