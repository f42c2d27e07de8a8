package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/cluster"
)

// storeRoot is the default folder for the objects of solves on several machines.
const storeRoot = "foregone-store"

// together is a solve on several machines.
type together struct {
	*Call
	options cluster.SolveOptions
}

// readTogether reads the flags, or returns nil without --cluster.
func readTogether(c *Call) (*together, error) {
	if !c.IsSet("cluster") {
		return nil, nil
	}
	t := &together{Call: c, options: cluster.SolveOptions{
		Store: cmp.Or(c.String("store"), storeRoot), Quorum: c.Int("quorum"), Idle: c.Bool("coordinate"), Access: access(c),
	}}
	if !strings.Contains(t.options.Store, "://") {
		var err error
		if t.options.Store, err = filepath.Abs(t.options.Store); err != nil {
			return nil, err
		}
	}
	t.options.Audit = cluster.UsualAudit
	if c.IsSet("audit") {
		t.options.Audit, _ = parseShare(c.String("audit"))
	}
	if where := c.String("cluster"); strings.Contains(where, "://") {
		t.options.Servers = where
		return t, cluster.CheckServers(where)
	}
	return t, nil
}

func access(c *Call) cluster.Access {
	return cluster.Access{NKey: c.String("nkey"), TLS: c.String("tls-ca")}
}

// parseShare reads a share such as 2% or 0.02.
func parseShare(text string) (share float64, ok bool) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	return share, err == nil && share >= 0 && share <= 1
}

// readSecret reads the secret from a file. If the file does not exist, readSecret creates it with a
// new secret, readable by its owner only.
func readSecret(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		if secret := strings.TrimSpace(string(text)); len(secret) >= 16 {
			return secret, nil
		}
		return "", Usagef("%s has no secret of at least 16 characters", path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	secret := cluster.NewSecret()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintln(f, secret)
	return secret, errors.Join(err, f.Sync(), f.Close(), durable.SyncFolder(filepath.Dir(path)))
}

// solve solves the game of spec as the coordinator of the machines.
func (t *together) solve(ctx context.Context, spec engine.Spec, o solver.Options, bar *Progress) (s solver.Summary, err error) {
	if cluster.Stands(o) { // there is no work, and no server to start
		return cluster.Solve(ctx, t.registry, spec, o, t.options)
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return s, err
	}
	log, err := os.OpenFile(kv.LogPath(o.Dir), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return s, err
	}
	defer log.Close()
	t.options.Log = slog.New(slog.NewMultiHandler(
		slog.NewJSONHandler(log, nil), slog.NewTextHandler(messages{bar}, &slog.HandlerOptions{Level: slog.LevelWarn}),
	))
	given := t.String("secret-file")
	file := given
	if given == "" { // keep the secret until the solve ends, so that workers can reconnect after a restart
		file = filepath.Join(o.Dir, cluster.MarkName+".secret")
		defer func() {
			if err == nil {
				os.Remove(file)
			}
		}()
	}
	if t.options.Servers != "" && given != "" && !exists(given) {
		return s, Usagef("--secret-file %s: the file does not exist; want the file with the secret of the servers", quote(given))
	}
	if t.options.Servers == "" || exists(file) {
		secret, err := readSecret(file)
		if err != nil {
			return s, err
		}
		t.options.Access = t.options.Access.AsCoordinator(secret)
		if t.options.Servers == "" {
			server, err := cluster.Serve(cluster.ServerOptions{Listen: t.String("cluster"), Secret: secret, TLSCert: t.String("tls-cert"), TLSKey: t.String("tls-key")})
			if err != nil {
				return s, err
			}
			defer server.Close()
			t.options.Access = server.Access()
			bar.Message("%s", invitation(t.Console, server, hostOf(t.String("cluster")), given))
		}
	}
	page, err := servePage(t.Call)
	if err != nil {
		return s, err
	}
	if page != nil {
		t.options.Status = page.Show
	}
	return cluster.Solve(ctx, t.registry, spec, o, t.options)
}

// servePage serves the page of a solve at the address of the flag --metrics until the command ends.
// It returns nil if the flag is not set.
func servePage(c *Call) (*cluster.Page, error) {
	address := c.String("metrics")
	if address == "" {
		return nil, nil
	}
	page := cluster.NewPage(address)
	if err := page.Start(); err != nil {
		return nil, Usagef("--metrics %s: %v", address, err)
	}
	c.closers = append(c.closers, page.Close)
	return page, nil
}

// hostOf returns the host by which other machines reach a listening address.
func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address) // the server has checked it
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return host
}

// invitation is the command line for the other machines. It includes the token on a terminal, or if
// there is no secret file to read it from. Otherwise it omits the token, so that the log of a batch
// system does not contain it.
func invitation(c *Console, s *cluster.Server, host, secret string) string {
	line := fmt.Sprintf("on the other machines: %s worker ", c.name)
	if secret == "" || isTerminal(c.stderr) {
		return line + s.WorkerURL(host)
	}
	return line + s.WorkerURLWithout(host) + fmt.Sprintf("; \"%s cluster --token --secret-file %s\" prints the TOKEN", c.name, quote(secret))
}

// messages writes lines of a log above the progress bar.
type messages struct{ bar *Progress }

func (m messages) Write(line []byte) (int, error) {
	m.bar.Message("%s", strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}

// clusterVariable is the environment variable with the URL for workers.
const clusterVariable = "FOREGONE_CLUSTER"

// errTime stops a worker when its time is up.
var errTime = errors.New("the time is up")

func workOptions(c *Call) (o cluster.WorkOptions, err error) {
	o = cluster.WorkOptions{
		Servers: cmp.Or(c.Arg(0), os.Getenv(clusterVariable)), Access: access(c), Workers: c.Int("workers"), Scratch: c.String("scratch"), Store: c.String("store"), Version: Version(),
	}
	if o.Servers == "" {
		return o, Usagef("worker wants the URL that \"%s solve --cluster\" prints, or %s", c.name, clusterVariable)
	}
	if err := cluster.CheckServers(o.Servers); err != nil {
		return o, err
	}
	o.Memory = c.Size("memory")
	if c.IsSet("disk") && o.Scratch == "" {
		return o, Usagef("--disk of worker goes with --scratch")
	}
	c.limitDisk(o.Scratch)
	out := c.stderr
	if c.quiet {
		out = io.Discard
	}
	o.Log = slog.New(slog.NewTextHandler(out, nil))
	return o, nil
}

func runWorker(c *Call) error {
	o, err := workOptions(c)
	if err != nil {
		return err
	}
	if err := serveProfiles(c); err != nil {
		return err
	}
	page, err := servePage(c)
	if err != nil {
		return err
	}
	if page != nil {
		o.Status = page.Show
	}
	ctx := c.Context
	if t := c.Duration("max-time"); t > 0 {
		timed, cancel := context.WithTimeoutCause(ctx, t, errTime)
		defer cancel()
		ctx = timed
	}
	err = cluster.Work(ctx, c.registry, o)
	switch {
	case interrupted(c.Context, err):
		c.Message("stopped; the current units are handed back")
		return statusError(exitInterrupted)
	case errors.Is(err, errTime):
		c.Message("the time is up; the current units are handed back")
		return nil
	}
	return err
}

func runCluster(c *Call) error {
	file := c.String("secret-file")
	switch {
	case c.Arg(0) == "clean" && c.NArg() == 2:
		left, err := cluster.Clean(c.Context, c.Arg(1), c.Bool("unfinished"))
		if err != nil {
			return err
		}
		if len(left) == 0 && !c.json {
			c.Message("%s has no solves", quote(c.Arg(1)))
		}
		return c.show("cleaned", left)
	case c.NArg() > 0:
		return Usagef("cluster takes no arguments but clean STORE")
	case file == "":
		return Usagef("cluster needs --secret-file FILE: see \"%s cluster --help\"", c.name)
	}
	secret, err := readSecret(file)
	if err != nil {
		return err
	}
	if c.Bool("token") {
		fmt.Fprintln(c.stdout, cluster.WorkerToken(secret))
		return nil
	}
	o := cluster.ServerOptions{Listen: c.String("listen"), Secret: secret, Name: c.String("name"), TLSCert: c.String("tls-cert"), TLSKey: c.String("tls-key"), TLSCA: c.String("tls-ca")}
	if peers := c.String("peers"); peers != "" {
		if o.Peers = strings.Split(peers, ","); len(o.Peers) == 1 { // a single peer would wait for others forever
			return Usagef("--peers %s: want all servers that belong together, or no --peers for one alone", quote(peers))
		}
	}
	host, _ := os.Hostname()
	o.Name = cmp.Or(o.Name, host+strings.ReplaceAll(o.Listen, ":", "-"))
	server, err := cluster.Serve(o)
	if err != nil {
		return err
	}
	defer server.Close()
	c.Message("%s", invitation(c.Console, server, hostOf(o.Listen), file))
	<-c.Context.Done()
	return statusError(exitInterrupted)
}
