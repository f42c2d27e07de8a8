package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/foregone-db/foregone/solver/cluster"
)

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
		return cleanStore(c)
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

// cleanStore deletes what finished solves left in a store.
func cleanStore(c *Call) error {
	left, err := cluster.Clean(c.Context, c.Arg(1), c.Bool("unfinished"))
	if err != nil {
		return err
	}
	if c.json {
		return c.PrintJSON(left)
	}
	for _, l := range left {
		what := "deleted, " + Plural(uint64(l.Objects), "object", "objects")
		if l.Kept {
			what = "not finished and kept: --unfinished deletes it, too"
		}
		fmt.Fprintf(c.stdout, "%s  %s\n", l.Folder, what)
	}
	if len(left) == 0 {
		c.Message("%s has no solves", quote(c.Arg(1)))
	}
	return nil
}

// showCluster prints the progress of a solve on several machines.
func showCluster(c *Call) error {
	s, err := cluster.AskStatus(c.Context, c.String("cluster"), access(c))
	if err != nil {
		return err
	}
	return c.show("cluster", s)
}
