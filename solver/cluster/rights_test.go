package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// forbidden are subjects that only the coordinator, or the servers, may publish.
func forbidden(job string) []string {
	return []string{newsSubject + job, "_INBOX.of.another", "$JS.API.STREAM.CREATE.ANOTHER", "$JS.API.INFO", "$SYS.REQ.SERVER.PING"}
}

// A worker cannot publish to the coordinator's subjects, neither itself nor by naming one as the
// reply subject of a request. This holds for embedded and external servers.
func TestWorkerMayNot(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"embedded", "own"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
			want := alone(t, s.spec)
			s.onlyWorkers()
			s.machine.timing.lost = time.Hour
			url, lead, work := s.server.WorkerURL("127.0.0.1"), s.solve.Access, Access{}
			if kind == "own" {
				url, lead, work = ownServer(t)
				s.solve.Servers, s.solve.Access = url, lead
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended := make(chan error, 1)
			go func() {
				got, err := s.run(ctx)
				if err == nil && got.SHA256 != want {
					err = fmt.Errorf("the digest is %s, want %s", got.SHA256, want)
				}
				ended <- err
			}()
			var log record
			bad, err := connect(ctx, url, work, "bad worker", textLog(&log), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer bad.Close()
			boss, err := connect(ctx, s.solve.Servers, lead, "witness", discard(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer boss.Close()
			job := waitForUnits(t, bad)
			mayNotPublish(t, bad, boss, job, &log)
			mayNotListen(t, bad, &log)
			s.worker(ctx, "good", func(o *workSetup) { o.Servers, o.Access = url, work })
			if err := <-ended; err != nil {
				t.Error(err)
			}
			s.group.Wait()
		})
	}
}

// waitForUnits waits until a stage has units, and returns the job.
func waitForUnits(t *testing.T, worker *nats.Conn) string {
	t.Helper()
	for range 200 {
		var s Status
		if err := askJSON(worker, statusSubject, &s); err == nil && s.Total > 0 {
			return s.Job
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("there are no units to do")
	return ""
}

func mayNotPublish(t *testing.T, bad, boss *nats.Conn, job string, log *record) {
	heard := make(chan *nats.Msg, 100)
	for _, subject := range []string{newsSubject + ">", "_INBOX.of.another"} {
		sub, err := boss.ChanSubscribe(subject, heard)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Unsubscribe()
	}
	if err := boss.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, subject := range forbidden(job) {
		if err := bad.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		if err := bad.Flush(); err != nil {
			t.Fatal(err)
		}
		if !log.says(subject) {
			t.Errorf("a worker may publish %s", subject)
		}
	}
	// The coordinator does not answer to a forbidden subject.
	for _, ask := range []string{helloSubject, statusSubject} {
		for _, subject := range forbidden(job) {
			if err := bad.PublishRequest(ask, subject, nil); err != nil {
				t.Fatal(err)
			}
		}
		var s Status
		if err := askJSON(bad, statusSubject, &s); err != nil || s.Job != job {
			t.Errorf("the coordinator answers %v: %v", s, err)
		}
		for len(heard) > 0 {
			if m := <-heard; m.Subject != "_INBOX.of.another" {
				t.Errorf("after a request to %s, %.100q was published at %s", ask, m.Data, m.Subject)
			}
		}
	}
}

// onlyWorkers makes units small enough for several workers, and leaves all units to workers.
func (s *setup) onlyWorkers() {
	s.chunk, s.solve.Alone, s.solve.Idle, s.machine.timing.alone = 512, 300, true, time.Hour
}

func mayNotListen(t *testing.T, bad *nats.Conn, log *record) {
	var subs []*nats.Subscription
	for _, subject := range []string{
		">", saySubject + ">", beatSubject + ">", helloSubject, statusSubject, "$JS.API.>", "$JS.ACK.>", "$SYS.>",
	} {
		sub, err := bad.SubscribeSync(subject)
		if err != nil {
			t.Fatal(err)
		}
		subs = append(subs, sub)
		if !log.says(fmt.Sprintf(`Subscription to \"%s\"`, subject)) {
			t.Errorf("a worker may listen to %s", subject)
		}
	}
	for _, sub := range subs { // workers and the coordinator send messages all the time
		if m, err := sub.NextMsg(20 * time.Millisecond); err == nil {
			t.Errorf("a worker hears %q at %s", m.Data, m.Subject)
		}
	}
}

// askJSON sends a request and decodes the answer.
func askJSON(c *nats.Conn, subject string, v any) error {
	m, err := c.Request(subject, nil, 2*time.Second)
	if err != nil {
		return err
	}
	return json.Unmarshal(m.Data, v)
}
