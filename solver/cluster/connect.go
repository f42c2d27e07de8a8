package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/foregone-db/foregone/engine"
)

// Access has the credentials for servers of NATS that are not in their URLs.
type Access struct {
	NKey string // file of the seed of an NKey
	TLS  string // file of the certificate authority of the servers; with it connections must be encrypted

	inProcess nats.InProcessConnProvider // an embedded server
	user      string
	password  string
}

// connect connects to one of several servers, separated by commas. It tries until ctx is done,
// and reconnects whenever the connection is lost.
func connect(ctx context.Context, servers string, a Access, name string, log *slog.Logger) (*nats.Conn, error) {
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
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("NATS", "error", err) }),
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
	for started, told := time.Now(), false; !c.IsConnected(); {
		if err := failure.Load(); err != nil && !told && time.Since(started) > 2*time.Second {
			told = true
			log.Warn("waiting for NATS", "error", *err)
		}
		if errors.Is(c.LastError(), nats.ErrAuthorization) {
			c.Close()
			return nil, engine.InputErrorf("the servers of NATS refuse the token or key")
		}
		if errors.Is(c.LastError(), nats.ErrNkeysNotSupported) {
			c.Close()
			return nil, engine.InputErrorf("the servers of NATS ask for no NKeys: leave out --nkey")
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

// CheckServers refuses malformed URLs of servers of NATS. Its messages do not repeat the URLs,
// which may have tokens.
func CheckServers(servers string) error {
	for server := range strings.SplitSeq(servers, ",") {
		u, err := url.Parse(strings.TrimSpace(server))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" && u.Scheme != "ws" && u.Scheme != "wss" {
			return engine.InputErrorf("a server of NATS: want nats://HOST:PORT or tls://HOST:PORT, several with commas between them")
		}
	}
	return nil
}

// queue is the stream of units, and this machine's consumer of it.
type queue struct {
	js     jetstream.JetStream
	job    string
	timing timing
	source jetstream.Consumer // of next; nil: look it up
}

func newQueue(c *nats.Conn, job string, t timing) (*queue, error) {
	js, err := jetstream.New(c)
	return &queue{js: js, job: job, timing: t}, err
}

// ensure makes the stream and its consumer unless they exist, on up to three servers.
func (q *queue) ensure(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s := jetstream.StreamConfig{
		Name: streamPrefix + q.job, Subjects: []string{unitSubject + q.job}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, Replicas: 3,
	}
	_, err := q.js.Stream(ctx, s.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if _, err = q.js.CreateStream(ctx, s); err != nil { // one server, or too few
			s.Replicas = 1
			_, err = q.js.CreateStream(ctx, s)
		}
	}
	if err != nil {
		return fmt.Errorf("make the stream of units: %w", err)
	}
	_, err = q.js.CreateOrUpdateConsumer(ctx, s.Name, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.timing.ack, MaxDeliver: -1, MaxAckPending: 1 << 16,
	})
	if err != nil {
		return fmt.Errorf("make the consumer of units: %w", err)
	}
	return nil
}

// drop deletes the stream.
func (q *queue) drop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_ = q.js.DeleteStream(ctx, streamPrefix+q.job) // an unreachable server keeps nothing of value
}

// publish adds a unit.
func (q *queue) publish(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := q.js.Publish(ctx, unitSubject+q.job, text)
	return err
}

// waiting returns how many units are in the stream, those under way included.
func (q *queue) waiting(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	s, err := q.js.Stream(ctx, streamPrefix+q.job)
	if err != nil {
		return 0, err
	}
	if _, err := s.Consumer(ctx, consumerName); err != nil {
		return 0, err
	}
	return int(s.CachedInfo().State.Msgs), nil
}

// next waits for a unit up to wait, and returns nil if none came. It is not safe for concurrent
// use.
func (q *queue) next(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, wait+5*time.Second)
	defer cancel()
	m, err := q.fetch(ctx, wait)
	if err != nil {
		q.source = nil // streams may be lost and made anew
	}
	return m, err
}

func (q *queue) fetch(ctx context.Context, wait time.Duration) (jetstream.Msg, error) {
	if q.source == nil {
		var err error
		if q.source, err = q.js.Consumer(ctx, streamPrefix+q.job, consumerName); err != nil {
			return nil, err
		}
	}
	batch, err := q.source.Fetch(1, jetstream.FetchMaxWait(wait))
	if err != nil {
		return nil, err
	}
	select {
	case m := <-batch.Messages(): // nil: it is closed
		if m == nil {
			return nil, batch.Error()
		}
		return m, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }
