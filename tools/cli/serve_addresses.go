package cli

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
)

// serveAddresses holds the address of the command serve, and its TLS configuration.
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
