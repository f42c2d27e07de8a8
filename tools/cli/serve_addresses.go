package cli

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/foregone-db/foregone/query/serve"
)

// serveAddresses is where the command serve listens, and whether it is spoken in private.
type serveAddresses struct {
	main, metrics string
	tls           *tls.Config // nil: HTTP
}

func readServeAddresses(c *Call) (serveAddresses, error) {
	a := serveAddresses{main: c.String("listen"), metrics: c.String("metrics")}
	for flag, address := range map[string]string{"listen": a.main, "metrics": a.metrics} {
		if _, _, err := net.SplitHostPort(address); err != nil && (flag == "listen" || address != "") {
			return a, Usagef("--%s %s: want HOST:PORT such as 127.0.0.1:8080 or :8080", flag, quote(address))
		}
	}
	certificate, key := c.String("tls-cert"), c.String("tls-key")
	if (certificate == "") != (key == "") {
		return a, Usagef("--tls-cert and --tls-key go together")
	}
	if certificate == "" {
		return a, nil
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return a, Usagef("--tls-cert %s, --tls-key %s: %v", quote(certificate), quote(key), err)
	}
	a.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	return a, nil
}

func (a serveAddresses) scheme() string {
	if a.tls != nil {
		return "https"
	}
	return "http"
}

func (a serveAddresses) open(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return listener, nil
}

// serveMetrics answers with the metrics at their own address until ctx is done; ended is
// closed then.
func serveMetrics(c *Call, ctx context.Context, s *serve.Server, a serveAddresses) (ended chan struct{}, err error) {
	listener, err := a.open(ctx, a.metrics)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", s.Metrics())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		server.Serve(listener) // ends when it is closed
	}()
	context.AfterFunc(ctx, func() { server.Close() })
	c.Message("metrics on http://%s/metrics", listener.Addr())
	return ended, nil
}
