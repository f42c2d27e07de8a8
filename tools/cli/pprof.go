package cli

import (
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// serveAside serves a handler, with a page at path, at the address of a flag. The returned stop
// ends it and waits. If the flag is not set, serveAside does nothing.
func serveAside(c *Call, flag, path string, handler http.Handler) (stop func(), err error) {
	if c.String(flag) == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.String(flag))
	if err != nil {
		return nil, Usagef("--%s %s: %v", flag, c.String(flag), err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		server.Serve(listener) // ends when it is closed
	}()
	c.Message("%s on http://%s%s", flag, listener.Addr(), path)
	return func() {
		server.Close()
		<-served
	}, nil
}

// profiles serves the profiles of the running process.
func profiles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.Handle("/{$}", http.RedirectHandler("/debug/pprof/", http.StatusFound))
	return mux
}
