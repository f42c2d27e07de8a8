package cli_test

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/solver/cluster"
)

// machine has the folder of a test of processes, and their output.
type machine struct {
	t     *testing.T
	dir   string
	ports []int // free ones
}

// newMachine finds ports that are free together with the ports 2000 above, which routes use.
func newMachine(t *testing.T, ports int) *machine {
	t.Helper()
	m := &machine{t: t, dir: t.TempDir()}
	for port := 21000 + os.Getpid()%10000; len(m.ports) < ports && port < 60000; port++ {
		free := true
		for _, p := range []int{port, port + 2000} {
			l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", p))
			if err != nil {
				free = false
				break
			}
			l.Close()
		}
		if free {
			m.ports = append(m.ports, port)
		}
	}
	return m
}

// start starts the program. Its output goes to a file.
func (m *machine) start(name string, args ...string) *exec.Cmd {
	m.t.Helper()
	f, err := os.OpenFile(filepath.Join(m.dir, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		m.t.Fatal(err)
	}
	defer f.Close()
	c := exec.Command("foregone", args...)
	c.Dir, c.Stdout, c.Stderr = m.dir, f, f
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "TMPDIR="+m.dir)
	if err := c.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		c.Process.Kill()
		c.Wait() // an error means that another call has waited
	})
	return c
}

// output runs the program to its end and returns what it prints.
func (m *machine) output(args ...string) (string, error) {
	c := exec.Command("foregone", args...)
	c.Dir = m.dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errs.String())
	}
	return string(out), err
}

// until waits until a condition holds.
func (m *machine) until(what string, f func() bool) {
	m.t.Helper()
	for end := time.Now().Add(60 * time.Second); !f(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatalf("never: %s", what)
		}
	}
}

func (m *machine) get(address, path string) string {
	response, err := http.Get("http://" + address + path)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return string(text)
}

// certificate writes a self-signed certificate for loopback, and its key.
func (m *machine) certificate() (cert, key string) {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	cert, key = filepath.Join(m.dir, "server.pem"), filepath.Join(m.dir, "server.key")
	raw, err := x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey)
	if err == nil {
		err = os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}), 0o600)
	}
	if err == nil {
		err = os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return cert, key
}

// A server with TLS as a process, a coordinator and a worker make the table of one machine.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	solveTogether(t, 1)
}

// solveTogether solves a game with some server processes. It kills and restarts one of several
// servers while units wait. Status, page and metrics show the progress, and no file or output has a
// secret.
func solveTogether(t *testing.T, servers int) {
	m := newMachine(t, 5)
	const game = "pushfight:movers=0,pushers=2"
	alone, err := m.output("solve", game, "--db", "alone", "-q")
	digest := regexp.MustCompile(`(?m)^sha256 +[0-9a-f]{64}$`)
	if err != nil || !digest.MatchString(alone) {
		t.Fatal(alone, err)
	}
	token, err := m.output("cluster", "--token", "--secret-file", "secret")
	if err != nil {
		t.Fatal(err)
	}
	token = strings.TrimSpace(token)
	cert, key := m.certificate()
	var peers, urls, workerURLs []string
	for _, port := range m.ports[:servers] {
		peers = append(peers, fmt.Sprint("127.0.0.1:", port+2000))
		urls = append(urls, fmt.Sprint("tls://127.0.0.1:", port))
		workerURLs = append(workerURLs, fmt.Sprintf("tls://worker:%s@127.0.0.1:%d", token, port))
	}
	serve := func(n int) *exec.Cmd {
		args := []string{"cluster", "--listen", fmt.Sprint("127.0.0.1:", m.ports[n]), "--name", fmt.Sprint("s", n), "--secret-file", "secret", "--tls-cert", cert, "--tls-key", key}
		if servers > 1 {
			args = append(args, "--peers", strings.Join(peers, ","), "--tls-ca", cert)
		}
		return m.start(fmt.Sprint("server", n), args...)
	}
	first := serve(0)
	for n := 1; n < servers; n++ {
		serve(n)
	}
	page, own := fmt.Sprint("127.0.0.1:", m.ports[3]), fmt.Sprint("127.0.0.1:", m.ports[4])
	lead := m.start("lead", "solve", game, "--cluster", strings.Join(urls, ","), "--tls-ca", cert, "--secret-file", "secret", "--store", "store", "--db", "db",
		"--coordinate", "--chunk", "1024", "--metrics", page)
	var s cluster.Status
	m.until("units wait", func() bool {
		text, err := m.output("status", "--cluster", workerURLs[servers-1], "--tls-ca", cert, "--json")
		return err == nil && json.Unmarshal([]byte(text), &s) == nil && s.Total > 0
	})
	text, err := m.output("status", "--cluster", workerURLs[servers-1], "--tls-ca", cert)
	if err != nil || !regexp.MustCompile(`(?s)^game +pushfight:.*\nstore +\S+\nstage +[a-z]+-\S+, [a-z ]+: 0 of [0-9]+ units.*\nworker +units +a minute +retries +at +for\n`).MatchString(text) {
		t.Errorf("the status is %s (%v)", text, err)
	}
	if servers > 1 {
		first.Process.Kill()
		first.Wait()
	}
	worker := m.start("worker", "worker", strings.Join(workerURLs, ","), "--tls-ca", cert, "--metrics", own, "--memory", "256MiB")
	m.until("the worker is seen", func() bool {
		return strings.Contains(m.get(page, "/metrics"), `foregone_cluster_worker_units_total{worker=`) && strings.Contains(m.get(own, "/metrics"), `foregone_cluster_worker_units_total{worker=`) ||
			lead.ProcessState != nil
	})
	shown := m.get(page, "/") + m.get(page, "/metrics") + m.get(own, "/metrics") + text
	if servers > 1 {
		serve(0)
	}
	if err := lead.Wait(); err != nil {
		t.Errorf("the coordinator ends with %v", err)
	}
	if err := worker.Wait(); err != nil {
		t.Errorf("the worker ends with %v", err)
	}
	said, err := os.ReadFile(filepath.Join(m.dir, "lead.log"))
	if err != nil || digest.FindString(string(said)) != digest.FindString(alone) {
		t.Errorf("the table is another than on one machine: %s (%v)", said, err)
	}
	m.noSecrets(token, shown)
}

// noSecrets searches all files of the machine, and the output.
func (m *machine) noSecrets(token, shown string) {
	secret, err := os.ReadFile(filepath.Join(m.dir, "secret"))
	if err != nil {
		m.t.Fatal(err)
	}
	hidden := []string{strings.TrimSpace(string(secret)), token}
	look := func(where, text string) {
		for _, s := range hidden {
			if strings.Contains(text, s) {
				m.t.Errorf("%s has the secret %.4s…", where, s)
			}
		}
	}
	look("what was shown", shown)
	files := 0
	err = filepath.WalkDir(m.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "secret" {
			return nil // servers delete their files
		}
		text, err := os.ReadFile(path)
		if err == nil {
			files++
			look(path, path+string(text))
		}
		return nil
	})
	if err != nil || files < 8 {
		m.t.Errorf("%d files: %v", files, err)
	}
}
