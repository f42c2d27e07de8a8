package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/solver/cluster"
)

// clusterVariable is the variable of the environment with the URL for workers.
const clusterVariable = "FOREGONE_CLUSTER"

// workerCommand is the command worker.
type workerCommand struct{ *Console }

func (cmd workerCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "worker",
		Usage:     "work for a solve on several machines",
		ArgsUsage: "[URL]",
		Description: `Does units of whatever "` + cmd.name + ` solve --cluster" solves, until that is done. The
line to type is printed there. Ctrl-C and SIGTERM hand back what is being done; killed,
nothing is lost, either. A coordinator that is not there yet, or away, is waited for.
Without a URL it is taken from ` + clusterVariable + `, which other users do not see.

  ` + cmd.name + ` worker nats://worker:TOKEN@host:4222 --memory 8GiB`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "memory", Usage: "`SIZE` of memory to stay below (default: most of what there is)"},
			&cli.IntFlag{Name: "workers", Usage: "`N` goroutines", DefaultText: "one per core"},
			&cli.StringFlag{Name: "scratch", Usage: "a folder `DIR` of a local disk for what is worth nothing later (default: that of temporary files)"},
			&cli.StringFlag{Name: "store", Usage: "where this machine sees the store, if not `WHERE` the coordinator does"},
			&cli.DurationFlag{Name: "max-time", Usage: "hand back and leave after `T`, such as 4h", DefaultText: "stay"},
			&cli.StringFlag{Name: "metrics", Usage: "serve /metrics at `ADDRESS`"},
			pprofFlag(),
		}, natsFlags()...),
		Action: cmd.Action(0, 1, cmd.run),
	}
}

// errTime ends a worker whose time is up.
var errTime = errors.New("the time is up")

func (cmd workerCommand) options(c *cli.Context) (o cluster.WorkOptions, err error) {
	o = cluster.WorkOptions{
		Servers: c.Args().First(), Access: access(c), Workers: c.Int("workers"), Scratch: c.String("scratch"), Store: c.String("store"), Version: Version(),
	}
	if o.Servers == "" {
		o.Servers = os.Getenv(clusterVariable)
	}
	if o.Servers == "" {
		return o, Usagef("worker wants the URL that \"%s solve --cluster\" prints, or %s", cmd.name, clusterVariable)
	}
	if err := cluster.CheckServers(o.Servers); err != nil {
		return o, err
	}
	if c.IsSet("memory") {
		if o.Memory, err = parseSize(c.String("memory")); err != nil {
			return o, Usagef("--memory: %v", err)
		}
	}
	if c.IsSet("workers") && o.Workers < 1 {
		return o, Usagef("--workers %d: want at least 1", o.Workers)
	}
	if c.IsSet("max-time") && c.Duration("max-time") <= 0 {
		return o, Usagef("--max-time %v: want a time such as 4h", c.Duration("max-time"))
	}
	out := cmd.stderr
	if cmd.quiet {
		out = io.Discard
	}
	o.Log = slog.New(slog.NewTextHandler(out, nil))
	return o, nil
}

func (cmd workerCommand) run(c *cli.Context) error {
	o, err := cmd.options(c)
	if err != nil {
		return err
	}
	stop, err := servePprof(c)
	if err != nil {
		return err
	}
	defer stop()
	if address := c.String("metrics"); address != "" {
		page := cluster.NewPage(address)
		if err := page.Start(); err != nil {
			return Usagef("--metrics %s: %v", address, err)
		}
		defer page.Close()
		o.Status = page.ShowWorker
	}
	ctx := c.Context
	if t := c.Duration("max-time"); t > 0 {
		timed, cancel := context.WithTimeoutCause(ctx, t, errTime)
		defer cancel()
		ctx = timed
	}
	err = cluster.Work(ctx, cmd.registry, o)
	switch {
	case interrupted(c.Context, err):
		cmd.Message("stopped; what was being done is handed back")
		return statusError(exitInterrupted)
	case errors.Is(err, errTime):
		cmd.Message("the time is up; what was being done is handed back")
		return nil
	}
	return err
}

// clusterCommand is the command cluster.
type clusterCommand struct{ *Console }

func (cmd clusterCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "cluster",
		Usage: "serve the messages of a solve on several machines",
		Description: `Runs a server of NATS and nothing else. Three of them, each with the names of all by
--peers and with the same file of the secret, go on when one dies. They hand out tasks
and keep nothing of worth.

  ` + cmd.name + ` cluster --listen :4222 --peers a,b,c --secret-file secret
  ` + cmd.name + ` solve GAME --cluster nats://a:4222,nats://b:4222,nats://c:4222 --secret-file secret --store DIR`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "listen", Usage: "`ADDRESS` for workers and the coordinator; servers speak to each other at a port 2000 above", Value: ":4222"},
			&cli.StringFlag{Name: "peers", Usage: "`HOSTS` of all servers that belong together, with commas between them"},
			&cli.BoolFlag{Name: "token", Usage: "print the workers' token of the secret, and nothing else"},
			&cli.StringFlag{Name: "name", Usage: "`NAME` of the server, unlike those of its peers", DefaultText: "the host's and the port"},
			&cli.StringFlag{Name: "tls-ca", Usage: "`FILE` with the certificate that signs those of the peers, where systems do not know it"},
		}, serverFlags()...),
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd clusterCommand) run(c *cli.Context) error {
	file := c.String("secret-file")
	if file == "" {
		return Usagef("cluster wants --secret-file FILE, which is made where there is none, and is to be the same on all servers")
	}
	secret, err := readSecret(file)
	if err != nil {
		return err
	}
	if c.Bool("token") {
		fmt.Fprintln(cmd.stdout, cluster.WorkerToken(secret))
		return nil
	}
	dir, err := os.MkdirTemp("", "foregone-nats-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := cluster.ServerOptions{Listen: c.String("listen"), Dir: dir, Secret: secret, Name: c.String("name"), TLSCert: c.String("tls-cert"), TLSKey: c.String("tls-key"), TLSCA: c.String("tls-ca")}
	if peers := c.String("peers"); peers != "" {
		if o.Peers = strings.Split(peers, ","); len(o.Peers) == 1 { // it would wait for others for ever
			return Usagef("--peers %s: want all servers that belong together, or no --peers for one alone", quote(peers))
		}
	}
	host, _ := os.Hostname()
	if o.Name == "" {
		o.Name = host + strings.ReplaceAll(o.Listen, ":", "-")
	}
	server, err := cluster.Serve(o)
	if err != nil {
		return err
	}
	defer server.Close()
	cmd.Message("%s", invitation(cmd.Console, server, hostOf(o.Listen), file))
	<-c.Context.Done()
	return statusError(exitInterrupted)
}

// showCluster prints how far a solve on several machines is.
func (cmd statusCommand) showCluster(c *cli.Context) error {
	s, err := cluster.AskStatus(c.Context, c.String("cluster"), access(c))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return cmd.PrintJSON(s)
	}
	fmt.Fprintf(cmd.stdout, "game     %s\nstore    %s\nstage    %s, %s: %d of %d units", s.Game, s.Store, s.Stage, s.Step, s.Done, s.Total)
	if s.ETA > 0 {
		fmt.Fprintf(cmd.stdout, ", %s left", remaining(s.ETA))
	}
	if s.Retries > 0 {
		fmt.Fprintf(cmd.stdout, ", %s", Plural(uint64(s.Retries), "unit handed out again", "units handed out again"))
	}
	fmt.Fprintln(cmd.stdout)
	for _, a := range s.Alarms {
		fmt.Fprintln(cmd.stdout, "alarm   ", a)
	}
	w := tabwriter.NewWriter(cmd.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "worker\tunits\ta minute\tretries\tat\tfor")
	for _, k := range s.Workers {
		at, since := k.Unit, (time.Duration(k.Seconds*1000) * time.Millisecond).String()
		switch {
		case k.Refuted:
			at, since = "its results are wrong", ""
		case k.Silent > 0:
			at, since = "not heard of", (time.Duration(k.Silent) * time.Second).String()
		case k.Trouble != "":
			at = k.Trouble
		case at == "":
			at, since = "waiting", ""
		}
		fmt.Fprintf(w, "%s\t%d\t%.1f\t%d\t%s\t%s\n", k.Worker, k.Units, 60*k.Rate, k.Retries, at, since)
	}
	return w.Flush()
}
