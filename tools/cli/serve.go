package cli

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

// serveCommand is the command serve.
type serveCommand struct {
	*Console
	protocols []serve.Protocol
	faces     map[string]serve.Face
}

func (cmd serveCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "answer over HTTP from one or several databases",
		Description: `Answers programs and browsers until it is interrupted; the databases are only read.
Ctrl-C lets the requests under way finish. The access log goes to standard error.
A folder of databases stands for all of them. A game's name alone in a URL takes positions
of any of its databases, such as one for each material.

  ` + cmd.name + ` serve
  ` + cmd.name + ` serve --db one --db two --listen :8080
  ` + cmd.name + ` serve --db endings && curl 'http://127.0.0.1:8080/v1/chess/value?position=8/8/8/8/8/2k5/8/K1Q5+w'
  curl 'http://127.0.0.1:8080/v1/games'
  curl 'http://127.0.0.1:8080/v1/tictactoe-height-3-line-3-width-3/value?position=XO..X....'`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "db", Usage: "a database's folder `DIR`, or one of databases; may be given several times (default: the only one under " + databaseRoot + ")"},
			&cli.StringFlag{Name: "listen", Usage: "listen at `ADDRESS`; port 0 takes a free one", Value: "127.0.0.1:8080"},
			&cli.IntFlag{Name: "requests", Usage: "answer at most `N` requests at a time, others get status 503", Value: 1024},
			&cli.IntFlag{Name: "connections", Usage: "keep at most `N` connections open", Value: 4096},
			&cli.StringFlag{Name: "cache", Usage: "unpacked blocks kept in memory, by database: `SIZE`", Value: "64MiB"},
			&cli.BoolFlag{Name: "no-map", Usage: "read tables without mapping them into memory: slower, and what was read does not count as memory of the process"},
			&cli.BoolFlag{Name: "h2c", Usage: "speak HTTP/2 in clear text, too"},
			&cli.StringFlag{Name: "metrics", Usage: "answer /metrics at another `ADDRESS`, and there alone"},
			&cli.StringFlag{Name: "tls-cert", Usage: "speak HTTPS with the certificates in `FILE` (PEM)"},
			&cli.StringFlag{Name: "tls-key", Usage: "the key of --tls-cert is in `FILE` (PEM)"},
			&cli.BoolFlag{Name: "no-access-log", Usage: "log errors only"},
		},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd serveCommand) run(c *cli.Context) error {
	for _, name := range []string{"requests", "connections"} {
		if c.Int(name) < 1 {
			return Usagef("--%s %d: want at least 1", name, c.Int(name))
		}
	}
	cache, err := parseSize(c.String("cache"))
	if err != nil {
		return Usagef("--cache: %v", err)
	}
	addresses, err := readServeAddresses(c)
	if err != nil {
		return err
	}
	o := query.Options{Cache: int64(cache)}
	if c.Bool("no-map") {
		o.Access = table.OnFile
	}
	dbs, err := openFolders(cmd.Console, c.StringSlice("db"), o)
	defer func() {
		for _, db := range dbs {
			db.Close()
		}
	}()
	if err != nil {
		return err
	}
	out := &lateWriter{w: bufio.NewWriter(cmd.stderr)}
	level := slog.LevelInfo
	if c.Bool("no-access-log") || cmd.quiet {
		level = slog.LevelError
	}
	s, err := serve.New(dbs, serve.Options{
		Log:         slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level})),
		Requests:    c.Int("requests"),
		Connections: c.Int("connections"),
		HTTP2:       c.Bool("h2c"),
		Protocols:   cmd.protocols,
		Faces:       cmd.faces,
		Version:     Version(),

		MetricsApart: addresses.metrics != "",
		TLS:          addresses.tls,
	})
	if err != nil {
		return err
	}
	for _, db := range dbs {
		cmd.Message("serving %s", db.Game().Spec())
	}
	return cmd.listen(c, s, addresses, out)
}

// listen answers until the command is interrupted.
func (cmd serveCommand) listen(c *cli.Context, s *serve.Server, addresses serveAddresses, out *lateWriter) error {
	listener, err := addresses.open(c.Context, addresses.main)
	if err != nil {
		return err
	}
	defer listener.Close()
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	if addresses.metrics != "" {
		ended, err := cmd.serveMetrics(ctx, s, addresses)
		if err != nil {
			return err
		}
		defer func() { cancel(); <-ended }()
	}
	cmd.Message("listening on %s://%s", addresses.scheme(), listener.Addr())
	var flusher sync.WaitGroup
	flusher.Go(func() { out.flushUntil(ctx) })
	err = s.Serve(ctx, listener)
	cancel()
	flusher.Wait()
	out.flush()
	if err != nil {
		return err
	}
	return c.Context.Err() // interrupted: that is how it ends
}

// lateWriter writes out twice a second what was written to it: a system call for each
// line of a log would cost more than the answer that it is about. It is safe for
// concurrent use.
type lateWriter struct {
	mu sync.Mutex
	w  interface {
		io.Writer
		Flush() error
	}
}

func (l *lateWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

func (l *lateWriter) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Flush() // a log that cannot be written has nowhere to say so
}

func (l *lateWriter) flushUntil(ctx context.Context) {
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			l.flush()
		case <-ctx.Done():
			return
		}
	}
}
