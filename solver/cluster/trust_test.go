package cluster

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver"
)

// With a certificate all messages are encrypted from the token on. A client that does not know the
// authority sends no token.
func TestTLS(t *testing.T) {
	t.Parallel()
	a := newAuthority(t)
	for _, encrypted := range []bool{false, true} {
		o, access := ServerOptions{Secret: NewSecret()}, Access{}
		if encrypted {
			o.TLSCert, o.TLSKey = a.sign(t)
			access.TLS = a.file
		}
		s := newSetupAt(t, o, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
		want := alone(t, s.spec)
		s.onlyWorkers()
		address, passed := tap(t, s.server.server.Addr().String())
		s.worker(t.Context(), "w", func(o *workSetup) {
			o.Servers = strings.Replace(o.Servers, s.server.server.Addr().String(), address, 1)
			o.Access = access
		})
		got, err := s.run(t.Context())
		if err != nil || got.SHA256 != want {
			t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
		}
		s.group.Wait()
		if err := s.ends["w"]; err != nil {
			t.Errorf("the worker ends with %v", err)
		}
		for _, text := range []string{WorkerToken(o.Secret), saySubject, "PING"} {
			if plain := strings.Contains(passed.String(), text); plain == encrypted {
				t.Errorf("encrypted: %v, and %q can be read: %v", encrypted, text, plain)
			}
		}
		if !encrypted {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		var log record
		before := len(passed.String())
		url := strings.Replace(s.server.WorkerURL("127.0.0.1"), s.server.server.Addr().String(), address, 1)
		_, err = connect(ctx, url, Access{TLS: newAuthority(t).file}, "stranger", textLog(&log), nil)
		if !engine.IsInput(err) || !strings.Contains(err.Error(), "the certificate of the NATS servers is not trusted: x509") {
			t.Errorf("with another authority: %v, %s", err, log.String())
		}
		if said := passed.String()[before:]; said == "" || strings.Contains(said, WorkerToken(o.Secret)) {
			t.Errorf("an untrusted server received the token in %d bytes", len(said))
		}
	}
}

// ownServer starts a NATS server that is configured by examples/nats.conf.
func ownServer(t *testing.T) (url string, lead, work Access) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("examples", "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	key := func(name, place string) Access {
		pair, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		public, _ := pair.PublicKey()
		seed, _ := pair.Seed()
		if !bytes.Contains(text, []byte(place)) {
			t.Fatalf("nats.conf has no %s", place)
		}
		text = bytes.Replace(text, []byte(place), []byte(public), 1)
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, seed, 0o600); err != nil {
			t.Fatal(err)
		}
		return Access{NKey: file}
	}
	lead, work = key("lead.nk", "KEY_OF_THE_COORDINATOR"), key("work.nk", "KEY_OF_THE_WORKERS")
	config := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := server.ProcessConfigFile(config)
	if err != nil {
		t.Fatal(err)
	}
	o.Host, o.Port, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(startWait) {
		t.Fatal("the server does not start")
	}
	return "nats://" + s.Addr().String(), lead, work
}

// A solve with NKeys works with a server that gives a worker the rights of OPERATIONS.md and no more.
// The server refuses unknown keys.
func TestNKeys(t *testing.T) {
	t.Parallel()
	url, lead, work := ownServer(t)
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	want := alone(t, s.spec)
	s.onlyWorkers()
	s.solve.Servers, s.solve.Access = url, lead
	s.worker(t.Context(), "w", func(o *workSetup) { o.Servers, o.Access = url, work })
	_, _, stranger := ownServer(t)
	s.worker(t.Context(), "stranger", func(o *workSetup) { o.Servers, o.Access = url, stranger })
	got, err := s.run(t.Context())
	if err != nil || got.SHA256 != want {
		t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	s.group.Wait()
	if err := s.ends["w"]; err != nil {
		t.Errorf("the worker ends with %v", err)
	}
	if err := s.ends["stranger"]; !engine.IsInput(err) || !strings.Contains(err.Error(), "refuse the token or key") {
		t.Errorf("a stranger ends with %v", err)
	}
	if err := os.WriteFile(work.NKey, []byte("no seed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t.Context(), s.server.WorkerURL("127.0.0.1"), lead, "other kind", discard(), nil); !engine.IsInput(err) || !strings.Contains(err.Error(), "no NKeys") {
		t.Errorf("where no keys are asked for: %v", err)
	}
	if _, err := connect(t.Context(), url, work, "damaged", discard(), nil); !engine.IsInput(err) || strings.Contains(err.Error(), "no seed") {
		t.Errorf("a file without a seed: %v", err)
	}
}

// OPERATIONS.md and the example list the rights that the embedded server gives a worker.
func TestSubjects(t *testing.T) {
	page, err := os.ReadFile("OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(filepath.Join("examples", "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`(?s)worker needs: publish (.*?); subscribe (.*?)\.\n`).FindSubmatch(page)
	given := regexp.MustCompile(`(?s)publish: \[(.*?)\]\s*subscribe: \[(.*?)\]`).FindSubmatch(example)
	if said == nil || given == nil {
		t.Fatal("OPERATIONS.md or nats.conf do not say what a worker needs")
	}
	subject := regexp.MustCompile("[`\"]([a-zA-Z_$][^`\"\n]*)[`\"]")
	list := func(text []byte) (subjects []string) {
		for _, m := range subject.FindAllSubmatch(text, -1) {
			subjects = append(subjects, string(m[1]))
		}
		slices.Sort(subjects)
		return subjects
	}
	p := workerPermissions()
	for n, want := range [][]string{p.Publish.Allow, p.Subscribe.Allow} {
		want = slices.Sorted(slices.Values(want))
		if got := list(said[n+1]); !slices.Equal(got, want) {
			t.Errorf("OPERATIONS.md: %q, want %q", got, want)
		}
		if got := list(given[n+1]); !slices.Equal(got, want) {
			t.Errorf("nats.conf: %q, want %q", got, want)
		}
	}
}

// findSecrets fails if a text has a secret.
func findSecrets(t *testing.T, where, text string, secrets []string) {
	t.Helper()
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			t.Errorf("%s has the secret %.4s…", where, secret)
		}
	}
}

// During a solve and after it no log, status, page, metric, file of coordinator and worker, or object
// of the store has a secret.
func TestNoSecrets(t *testing.T) {
	location := bucket(t)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "hidden-"+NewSecret())
	o := ServerOptions{Secret: NewSecret()}
	secrets := []string{o.Secret, WorkerToken(o.Secret), os.Getenv("AWS_SECRET_ACCESS_KEY")}
	s := newSetupAt(t, o, "pushfight:movers=0,pushers=2", location)
	s.onlyWorkers()
	var log record
	s.solve.Log = textLog(&log)
	page := NewPage("")
	s.solve.Status = page.Show
	scratch, db := t.TempDir(), filepath.Join(t.TempDir(), "db")
	s.worker(t.Context(), "w", func(o *workSetup) {
		o.Log, o.Scratch, o.do = textLog(&log), scratch, slowly(20*time.Millisecond)
	})
	look := func() (files int) {
		for _, dir := range []string{db, scratch} {
			err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return nil // the file is gone
				}
				text, err := os.ReadFile(path)
				if err == nil {
					files++
					findSecrets(t, path, path+string(text), secrets)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		for _, path := range []string{"/", "/metrics"} {
			findSecrets(t, path, get(t, page, path), secrets)
		}
		return files
	}
	stages, most := 0, 0
	_, err := s.lead(t.Context(), solver.Options{Dir: db, Memory: 512 << 20, Workers: 1, Chunk: s.chunk, Events: func(e solver.Event) {
		if e.Kind == solver.EventPhase {
			stages++
			most = max(most, look())
		}
	}})
	if err != nil || stages < 2 || most < 5 {
		t.Fatalf("%d stages, %d files: %v", stages, most, err)
	}
	s.group.Wait()
	look()
	objects := storeText(t, location)
	findSecrets(t, "the store", objects, secrets)
	findSecrets(t, "a log", log.String(), secrets)
	if !strings.Contains(objects, "pushfight") || !strings.Contains(log.String(), "a worker joins") {
		t.Error("what was searched is not what was written")
	}
}
