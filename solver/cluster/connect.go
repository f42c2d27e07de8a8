package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/foregone-db/foregone/engine"
)

// Access has the credentials for NATS servers that are not in their URLs.
type Access struct {
	NKey string // file of the seed of an NKey
	TLS  string // file of the certificate authority of the servers; with it connections must be encrypted

	inProcess nats.InProcessConnProvider // an embedded server
	user      string
	password  string
}

// errRefused ends a machine whose token or key is not that of the servers.
var errRefused = engine.InputErrorf("the NATS servers refuse the token or key")

// connect connects to one of several servers, separated by commas. It tries until ctx is done,
// and reconnects whenever the connection is lost. If the servers then refuse the token, it calls onRefusal once,
// unless that is nil.
func connect(ctx context.Context, servers string, a Access, name string, log *slog.Logger, onRefusal func(error)) (*nats.Conn, error) {
	if a.inProcess == nil {
		if err := CheckServers(servers); err != nil {
			return nil, err
		}
	}
	var failure atomic.Pointer[error] // of the last attempt
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, time.Second),
		nats.Timeout(5 * time.Second), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2), nats.RetryOnFailedConnect(true),
		nats.ReconnectBufSize(1 << 20), nats.IgnoreAuthErrorAbort(),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to NATS is lost", "error", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { failure.Store(&err) }),
		nats.ReconnectHandler(func(c *nats.Conn) { log.Info("connected to NATS again", "server", c.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(errorHandler(log, onRefusal)),
	}
	if a.inProcess != nil {
		options = append(options, nats.InProcessServer(a.inProcess))
	}
	if a.user != "" {
		options = append(options, nats.UserInfo(a.user, a.password))
	}
	if a.TLS != "" {
		options = append(options, nats.RootCAs(a.TLS), nats.Secure())
	}
	if a.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, engine.InputErrorf("the seed in %s: %v", a.NKey, err)
		}
		options = append(options, o)
	}
	c, err := nats.Connect(servers, options...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	for started, logged := time.Now(), false; !c.IsConnected(); {
		last := load(&failure)
		if last != nil && !logged && time.Since(started) > 2*time.Second {
			logged = true
			log.Warn("waiting for NATS", "error", last)
		}
		if err := hopeless(cmp.Or(c.LastError(), last)); err != nil {
			c.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			c.Close()
			return nil, context.Cause(ctx)
		case <-time.After(50 * time.Millisecond):
		}
	}
	return c, nil
}

// CheckServers refuses malformed URLs of NATS servers. Its messages do not repeat the URLs,
// which may have tokens.
func CheckServers(servers string) error {
	for server := range strings.SplitSeq(servers, ",") {
		u, err := url.Parse(strings.TrimSpace(server))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" && u.Scheme != "ws" && u.Scheme != "wss" {
			return engine.InputErrorf("a NATS server: want nats://HOST:PORT or tls://HOST:PORT, several with commas between them")
		}
	}
	return nil
}

// errorHandler logs errors of a connection. A refused token, which each attempt repeats, it logs once.
func errorHandler(log *slog.Logger, onRefusal func(error)) nats.ErrHandler {
	var refused sync.Once
	return func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if !errors.Is(err, nats.ErrAuthorization) {
			log.Warn("NATS", "error", err)
			return
		}
		refused.Do(func() {
			log.Error("the NATS servers refuse the token or key", "error", err)
			if onRefusal != nil {
				onRefusal(errRefused)
			}
		})
	}
}

// hopeless returns why a connection that fails with err will not come about, or nil.
func hopeless(err error) error {
	bad, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return errRefused
	case errors.Is(err, nats.ErrNkeysNotSupported):
		return engine.InputErrorf("the NATS servers ask for no NKeys: leave out --nkey")
	case untrusted:
		return engine.InputErrorf("the certificate of the NATS servers is not trusted: %v: give the file of its authority by --tls-ca", bad.Err)
	}
	return nil
}

// load returns the error at a pointer, or nil.
func load(p *atomic.Pointer[error]) error {
	if err := p.Load(); err != nil {
		return *err
	}
	return nil
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
