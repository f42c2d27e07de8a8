package cluster

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/foregone-db/foregone/engine"
)

// ServerOptions are the options of a NATS server in this process.
type ServerOptions struct {
	Listen  string   // HOST:PORT or :PORT
	Secret  string   // the coordinator's password, from which the workers' token is derived; "": a new one
	Peers   []string // all servers of the cluster, HOST or HOST:PORT of routes; may include this one
	Name    string   // unique among the peers; default: from the address
	TLSCert string   // files of a certificate and its key
	TLSKey  string
	TLSCA   string // file of the certificate authority of the peers, if the system does not trust it
}

// Server is a NATS server in this process.
type Server struct {
	server *server.Server
	secret string
	tls    bool
}

const (
	leadUser = "coordinator"
	workUser = "worker"
	// routeOffset is the port of routes minus that of clients.
	routeOffset = 2000
	startWait   = 20 * time.Second
)

// NewSecret returns a random secret of 128 bits or more.
func NewSecret() string { return rand.Text() }

// WorkerToken returns the token of workers that belongs to a secret. The secret cannot be derived
// from it.
func WorkerToken(secret string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte("foregone worker"))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:18])
}

// workerPermissions allow only what a worker needs: to ask for the job, get units, and report on
// itself and on its units.
func workerPermissions() *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			helloSubject, statusSubject, beatSubject + "*", saySubject + "*",
		}, Deny: []string{"_INBOX.>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", newsSubject + "*"}},
	}
}

// checkFree refuses addresses that the server cannot listen at.
func checkFree(o ServerOptions, host string, port int) error {
	ports := []int{port}
	if len(o.Peers) > 0 {
		ports = append(ports, port+routeOffset)
	}
	for _, p := range ports {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(p, 0))))
		if err != nil {
			return engine.InputErrorf("%s: %v", o.Listen, err)
		}
		l.Close()
	}
	return nil
}

// Serve starts a server.
func Serve(o ServerOptions) (*Server, error) {
	port := 0
	host, text, err := net.SplitHostPort(o.Listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return nil, engine.InputErrorf("address %q: want :PORT or HOST:PORT", o.Listen)
	}
	host, port = cmp.Or(host, "0.0.0.0"), cmp.Or(port, server.RANDOM_PORT)
	if err := checkFree(o, host, port); err != nil {
		return nil, err
	}
	o.Secret = cmp.Or(o.Secret, NewSecret())
	options := &server.Options{
		ServerName: cmp.Or(o.Name, clean(fmt.Sprintf("foregone-%s-%d", host, port))), Host: host, Port: port, NoSigs: true, NoLog: true,
		MaxPayload: 1 << 20, PingInterval: 10 * time.Second,
		Users: []*server.User{
			{Username: leadUser, Password: o.Secret},
			{Username: workUser, Password: WorkerToken(o.Secret), Permissions: workerPermissions()},
		},
	}
	if o.TLSCert != "" || o.TLSKey != "" {
		t, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.TLSCert, KeyFile: o.TLSKey})
		if err != nil {
			return nil, engine.InputErrorf("the certificate of the server: %v", err)
		}
		options.TLSConfig, options.TLSTimeout = t, 5
	}
	if len(o.Peers) > 0 {
		if err := addRoutes(options, o, host, port); err != nil {
			return nil, err
		}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	go s.Start()
	if !s.ReadyForConnections(startWait) {
		s.Shutdown()
		return nil, fmt.Errorf("start NATS at %s: it does not begin within %v", o.Listen, startWait)
	}
	return &Server{s, o.Secret, options.TLSConfig != nil}, nil
}

// addRoutes makes a server part of a cluster. The secret is its members' password.
func addRoutes(options *server.Options, o ServerOptions, host string, port int) error {
	options.Cluster.Name, options.Cluster.Host, options.Cluster.Port = "foregone", host, port+routeOffset
	options.Cluster.Username, options.Cluster.Password = leadUser, o.Secret
	if options.TLSConfig != nil {
		t := options.TLSConfig.Clone() // a server is a client of its peers
		if o.TLSCA != "" {
			text, err := os.ReadFile(o.TLSCA)
			if t.RootCAs = x509.NewCertPool(); err != nil || !t.RootCAs.AppendCertsFromPEM(text) {
				return engine.InputErrorf("%s has no certificate in PEM", o.TLSCA)
			}
		}
		options.Cluster.TLSConfig, options.Cluster.TLSTimeout = t, 5
	}
	for _, peer := range o.Peers {
		if _, _, err := net.SplitHostPort(peer); err != nil {
			peer = net.JoinHostPort(peer, strconv.Itoa(port+routeOffset))
		}
		u, err := url.Parse("nats-route://" + peer)
		if err != nil || u.Hostname() == "" || strings.Contains(peer, "@") {
			return engine.InputErrorf("peer %q: want HOST or HOST:PORT, where PORT is that of its routes", peer)
		}
		u.User = url.UserPassword(leadUser, o.Secret)
		options.Routes = append(options.Routes, u)
	}
	return nil
}

// AsCoordinator returns the access of a coordinator to servers with that secret.
func (a Access) AsCoordinator(secret string) Access {
	a.user, a.password = leadUser, secret
	return a
}

// Access returns how this process reaches the server.
func (s *Server) Access() Access {
	return Access{inProcess: s.server, user: leadUser, password: s.secret}
}

// WorkerURL returns the URL for workers, with their token. The host is the name by which they
// reach this machine.
func (s *Server) WorkerURL(host string) string {
	return s.address(host, WorkerToken(s.secret))
}

// WorkerURLWithout returns that URL with the word TOKEN in the token's place.
func (s *Server) WorkerURLWithout(host string) string { return s.address(host, "TOKEN") }

func (s *Server) address(host, token string) string {
	scheme := "nats"
	if s.tls {
		scheme = "tls"
	}
	_, port, _ := net.SplitHostPort(s.server.Addr().String())
	u := url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port), User: url.UserPassword(workUser, token)}
	return u.String()
}

// Close stops the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
