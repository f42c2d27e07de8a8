package cli

import (
	"net"
	"net/http"
	_ "net/http/pprof" // handlers
	"time"
)

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
