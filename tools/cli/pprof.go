package cli

import (
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// servePprof serves profiles at the address of the flag, if it is set, until the
// function that it returns is called.
func servePprof(c *Call) (stop func(), err error) {
	if !c.IsSet("pprof") {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.String("pprof"))
	if err != nil {
		return nil, Usagef("--pprof %s: %v", c.String("pprof"), err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "profiles are under /debug/pprof/")
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		server.Serve(listener)
	}()
	return func() {
		server.Close()
		<-served
	}, nil
}
