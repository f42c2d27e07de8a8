package cli

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof" // handlers
	"net/url"
	"sync"
	"time"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/serve"
)

func runServe(c *Call, protocols []serve.Protocol, faces map[string]serve.Face) error {
	for _, flag := range []string{"listen", "metrics"} {
		address := c.String(flag)
		if _, _, err := net.SplitHostPort(address); err != nil && (flag == "listen" || address != "") {
			return Usagef("--%s %s: want HOST:PORT such as 127.0.0.1:8080 or :8080", flag, quote(address))
		}
	}
	public, err := c.publicURL()
	if err != nil {
		return err
	}
	tls, err := serveTLS(c)
	if err != nil {
		return err
	}
	dirs := expandFolders(c.StringSlice("db"))
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
		PublicURL:   public,

		MetricsApart: c.String("metrics") != "",
		TLS:          tls,
	})
	if err != nil {
		return err
	}
	for _, db := range dbs {
		c.Message("serving %s", db.Game().Spec())
	}
	return listen(c, s, map[bool]string{true: "http", false: "https"}[tls == nil], out)
}

// expandFolders replaces a folder of databases by all of them, ordered by name.
func expandFolders(folders []string) (dirs []string) {
	for _, dir := range folders {
		finished, _, err := databases(dir) // none at a URL
		if err != nil || len(finished) == 0 || isDatabase(dir) {
			finished = []string{dir} // opening it returns the error
		}
		dirs = append(dirs, finished...)
	}
	return dirs
}

// listen serves until the command is interrupted.
func listen(c *Call, s *serve.Server, scheme string, out *lateWriter) error {
	metrics := http.NewServeMux()
	metrics.Handle("/metrics", s.Metrics())
	if err := serveAside(c, "metrics", "/metrics", metrics); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.String("listen"))
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	c.Message("listening on %s://%s", scheme, listener.Addr())
	ctx, cancel := context.WithCancel(c.Context)
	var flusher sync.WaitGroup
	flusher.Go(func() { out.flushUntil(ctx) })
	err = s.Serve(ctx, listener)
	cancel()
	flusher.Wait()
	if err != nil {
		return err
	}
	return c.Context.Err() // an interrupt is the normal end
}

// serveTLS returns the TLS configuration of the flags, or nil without them.
func serveTLS(c *Call) (*tls.Config, error) {
	certificate, key := c.String("tls-cert"), c.String("tls-key")
	switch {
	case (certificate == "") != (key == ""):
		return nil, Usagef("--tls-cert and --tls-key go together")
	case certificate == "":
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, Usagef("--tls-cert %s, --tls-key %s: %v", quote(certificate), quote(key), err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// lateWriter buffers a log and flushes it twice a second, because a system call for each line
// would cost more than the request itself. It is safe for concurrent use.
type lateWriter struct {
	mu sync.Mutex
	w  *bufio.Writer
}

func (l *lateWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// flushUntil flushes the log until ctx is done, and once more then.
func (l *lateWriter) flushUntil(ctx context.Context) {
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
		l.mu.Lock()
		l.w.Flush() // there is no place to report a log that cannot be written
		l.mu.Unlock()
		if ctx.Err() != nil {
			return
		}
	}
}

// publicURL returns the address of the page, or "".
func (c *Call) publicURL() (string, error) {
	public := c.String("public-url")
	if u, err := url.Parse(public); public != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "") {
		return "", Usagef("--public-url %s: want an address such as https://games.example/", quote(public))
	}
	return public, nil
}

// serveAside serves a handler, with a page at path, at the address of a flag, until the
// command ends. If the flag is not set, serveAside does nothing.
func serveAside(c *Call, flag, path string, handler http.Handler) error {
	if c.String(flag) == "" {
		return nil
	}
	listener, err := net.Listen("tcp", c.String(flag))
	if err != nil {
		return Usagef("--%s %s: %v", flag, c.String(flag), err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		server.Serve(listener) // ends when it is closed
	}()
	c.Message("%s on http://%s%s", flag, listener.Addr(), path)
	c.closers = append(c.closers, func() {
		server.Close()
		<-served
	})
	return nil
}

// serveProfiles serves the profiles of the running process at the address of the flag --pprof.
func serveProfiles(c *Call) error {
	mux := http.NewServeMux()
	mux.Handle("/debug/pprof/", http.DefaultServeMux) // where package pprof registers its handlers
	mux.Handle("/{$}", http.RedirectHandler("/debug/pprof/", http.StatusFound))
	return serveAside(c, "pprof", "/debug/pprof/", mux)
}
