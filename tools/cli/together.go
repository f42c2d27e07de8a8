package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/cluster"
)

// storeRoot is the folder that objects of solves on several machines go to where no store
// is named.
const storeRoot = "foregone-store"

// natsFlags say how servers of NATS are reached.
func natsFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nkey", Usage: "`FILE` with the seed of an NKey, for servers of NATS that ask for one"},
		&cli.StringFlag{Name: "tls-ca", Usage: "`FILE` with the certificate that signs those of the servers; connections to them are encrypted then"},
	}
}

// serverFlags are for a server of NATS in this process.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "tls-cert", Usage: "`FILE` with the certificate of the server that is started"},
		&cli.StringFlag{Name: "tls-key", Usage: "`FILE` with its key"},
		&cli.StringFlag{Name: "secret-file", Usage: "`FILE` with the secret of the servers; it is made where there is none"},
	}
}

// togetherFlags are those of a solve on several machines.
func togetherFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "cluster", Usage: "solve on several machines: `WHERE` is an address to serve NATS at, such as :4222, or nats://HOST:PORT of servers that stand"},
		&cli.StringFlag{Name: "store", Usage: "with --cluster: a folder that all machines see, or s3://BUCKET/PREFIX, as `STORE` of all results (default: " + storeRoot + ")"},
		&cli.StringFlag{Name: "audit", Usage: "with --cluster: have the share `P` of the units, such as 2%, done by a second machine"},
		&cli.IntFlag{Name: "quorum", Usage: "with --cluster: `N` machines must find the same of every unit", DefaultText: "1"},
		&cli.BoolFlag{Name: "coordinate", Usage: "with --cluster: leave all units to workers"},
		&cli.StringFlag{Name: "metrics", Usage: "with --cluster: serve /metrics, and a page of workers and units, at `ADDRESS`"},
	}, append(natsFlags(), serverFlags()...)...)
}

// together solves on several machines.
type together struct {
	*Console
	options cluster.SolveOptions
	embed   string // address of the server to start; "": others stand
	serve   cluster.ServerOptions
	secret  string // file
	metrics string
}

// readTogether reads the flags, or returns nil where --cluster is not among them.
func readTogether(console *Console, c *cli.Context) (*together, error) {
	if !c.IsSet("cluster") {
		for _, name := range []string{"store", "audit", "quorum", "coordinate", "metrics", "nkey", "tls-ca", "tls-cert", "tls-key", "secret-file"} {
			if c.IsSet(name) {
				return nil, Usagef("--%s goes with --cluster", name)
			}
		}
		return nil, nil
	}
	t := &together{Console: console, secret: c.String("secret-file"), metrics: c.String("metrics")}
	t.options = cluster.SolveOptions{Store: c.String("store"), Quorum: c.Int("quorum"), Idle: c.Bool("coordinate"), Access: access(c)}
	if t.options.Store == "" {
		t.options.Store = storeRoot
	}
	if !strings.Contains(t.options.Store, "://") {
		var err error
		if t.options.Store, err = filepath.Abs(t.options.Store); err != nil {
			return nil, err
		}
	}
	if c.IsSet("quorum") && t.options.Quorum < 1 {
		return nil, Usagef("--quorum %d: want at least 1", t.options.Quorum)
	}
	var err error
	if t.options.Audit, err = parseShare(c.String("audit")); err != nil {
		return nil, err
	}
	where := c.String("cluster")
	if strings.Contains(where, "://") {
		t.options.Servers = where
		return t, cluster.CheckServers(where)
	}
	t.embed = where
	t.serve = cluster.ServerOptions{Listen: where, TLSCert: c.String("tls-cert"), TLSKey: c.String("tls-key")}
	return t, nil
}

func access(c *cli.Context) cluster.Access {
	return cluster.Access{NKey: c.String("nkey"), TLS: c.String("tls-ca")}
}

// parseShare reads a share such as 2% or 0.02; "" is none.
func parseShare(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, Usagef("--audit %s: want a share such as 2%%", text)
	}
	return share, nil
}

// readSecret reads the secret in a file that nobody else may read, or makes one.
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

// solve leads the solve.
func (t *together) solve(ctx context.Context, spec engine.Spec, o solver.Options, bar *Progress) (s solver.Summary, err error) {
	if cluster.Stands(o) { // nothing is to be done, and nothing started
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
	given := t.secret
	if given == "" { // the same until the end, so that workers find back after a restart
		t.secret = filepath.Join(o.Dir, cluster.MarkName+".secret")
		defer func() {
			if err == nil {
				os.Remove(t.secret)
			}
		}()
	}
	if t.embed != "" {
		server, err := t.start()
		if err != nil {
			return s, err
		}
		defer server.Close()
		t.options.Access = server.Access()
		defer os.RemoveAll(t.serve.Dir)
		bar.Message("%s", invitation(t.Console, server, hostOf(t.embed), given))
	} else if given != "" && !exists(given) {
		return s, Usagef("--secret-file %s: there is none; it is that of the servers", quote(given))
	} else if exists(t.secret) {
		secret, err := readSecret(t.secret)
		if err != nil {
			return s, err
		}
		t.options.Access = t.options.Access.AsCoordinator(secret)
	}
	if t.metrics != "" {
		page := cluster.NewPage(t.metrics)
		if err := page.Start(); err != nil {
			return s, Usagef("--metrics %s: %v", t.metrics, err)
		}
		defer page.Close()
		t.options.Status = page.Show
	}
	return cluster.Solve(ctx, t.registry, spec, o, t.options)
}

// start starts the server of this process.
func (t *together) start() (*cluster.Server, error) {
	secret, err := readSecret(t.secret)
	if err != nil {
		return nil, err
	}
	t.serve.Secret = secret
	if t.serve.Dir, err = os.MkdirTemp("", "foregone-nats-"); err != nil {
		return nil, err
	}
	server, err := cluster.Serve(t.serve)
	if err != nil {
		os.RemoveAll(t.serve.Dir)
	}
	return server, err
}

// hostOf returns the host by which other machines know an address to listen at.
func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address) // the server has looked at it
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host, _ = os.Hostname()
	}
	return host
}

// invitation is the line to type on the other machines. The token goes to a terminal, and
// where else would anybody learn it; not into the log of a batch system, where who may read
// the file of the secret can make it.
func invitation(c *Console, s *cluster.Server, host, secret string) string {
	line := fmt.Sprintf("on the other machines: %s worker ", c.name)
	if secret == "" || isTerminal(c.stderr) {
		return line + s.WorkerURL(host)
	}
	return line + s.WorkerURLWithout(host) + fmt.Sprintf(", where TOKEN is what \"%s cluster --token --secret-file %s\" prints", c.name, quote(secret))
}

// messages writes lines of a log above the progress bar.
type messages struct{ bar *Progress }

func (m messages) Write(line []byte) (int, error) {
	m.bar.Message("%s", strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}
