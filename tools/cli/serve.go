package cli

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

func runServe(c *Call, protocols []serve.Protocol, faces map[string]serve.Face) error {
	addresses, err := readServeAddresses(c)
	if err != nil {
		return err
	}
	// A folder of databases stands for all of them, ordered by name.
	var dirs []string
	for _, dir := range c.StringSlice("db") {
		finished, _, err := databases(dir)
		if err != nil || len(finished) == 0 || isDatabase(dir) {
			finished = []string{dir} // opening it returns the error
		}
		dirs = append(dirs, finished...)
	}
	o := query.Options{Cache: int64(c.Size("cache"))}
	if c.Bool("no-map") {
		o.Access = table.OnFile
	}
	dbs, err := c.openAll(dirs, o)
	if err != nil {
		return err
	}
	out := &lateWriter{w: bufio.NewWriter(c.stderr)}
	level := slog.LevelInfo
	if c.Bool("no-access-log") || c.quiet {
		level = slog.LevelError
	}
	s, err := serve.New(dbs, serve.Options{
		Log:         slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level})),
		Requests:    c.Int("requests"),
		Connections: c.Int("connections"),
		HTTP2:       c.Bool("h2c"),
		Protocols:   protocols,
		Faces:       faces,
		Version:     Version(),

		MetricsApart: addresses.metrics != "",
		TLS:          addresses.tls,
	})
	if err != nil {
		return err
	}
	for _, db := range dbs {
		c.Message("serving %s", db.Game().Spec())
	}
	return listen(c, s, addresses, out)
}

// listen serves until the command is interrupted.
func listen(c *Call, s *serve.Server, addresses serveAddresses, out *lateWriter) error {
	listener, err := addresses.open(c.Context, addresses.main)
	if err != nil {
		return err
	}
	defer listener.Close()
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	metrics := http.NewServeMux()
	metrics.Handle("/metrics", s.Metrics())
	if err := serveAside(c, "metrics", "/metrics", metrics); err != nil {
		return err
	}
	c.Message("listening on %s://%s", addresses.scheme(), listener.Addr())
	var flusher sync.WaitGroup
	flusher.Go(func() { out.flushUntil(ctx) })
	err = s.Serve(ctx, listener)
	cancel()
	flusher.Wait()
	out.flush()
	if err != nil {
		return err
	}
	return c.Context.Err() // an interrupt is the normal end
}

// lateWriter buffers a log and flushes it twice a second, because a system call for each line
// would cost more than the request itself. It is safe for concurrent use.
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
	l.w.Flush() // there is no place to report a log that cannot be written
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
