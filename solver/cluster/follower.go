package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/nats-io/nats.go"

	"github.com/foregone-db/foregone/solver/internal/party"
)

// follower is a worker. It owns nothing but itself as a replica: the coordinator decides, and
// the store has the results. It is the [party.Party] of its own solve, which makes no table.
type follower struct {
	self    *replica
	threads int
}

// beat sends a heartbeat.
func (f *follower) beat() { f.self.send(beatSubject, beat{f.self.status(), f.threads, false}) }

// Follows implements [party.Party].
func (f *follower) Follows() bool { return true }

// Alone implements [party.Party].
func (f *follower) Alone() uint64 { return f.self.job.Alone }

// Stage implements [party.Party]. It does units of the stage until the stage is finished.
func (f *follower) Stage(ctx context.Context, s party.Stage) error {
	f.self.enter(s.Name)
	f.beat() // the coordinator gives units only to workers at its stage
	for {
		m, err := f.self.manifest(ctx, s.Name)
		if err == nil && m != nil {
			if err = f.withdraw(ctx, m); err == nil {
				err = f.self.take(ctx, &s, m)
			}
			if err == nil {
				return nil
			}
		}
		if err == nil {
			err = f.self.serve(ctx, &s)
		}
		var damaged *damagedError
		var own *unitError
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.As(err, &damaged):
			f.self.log.Error("an object of the store is damaged", "object", damaged.object.Name, "error", damaged.err)
			f.self.say(say{What: sayDamaged, Stage: damaged.stage, Object: damaged.object, Error: damaged.err.Error()})
			return errAgain
		case errors.As(err, &own): // other machines may succeed
			if own.endless() {
				return err
			}
		case err != nil:
			return err
		}
	}
}

// withdraw deletes results of this worker that did not become part of a finished stage. The
// coordinator has tidied up before some of them arrived.
func (f *follower) withdraw(ctx context.Context, m *manifest) error {
	for _, name := range f.self.put {
		chosen := slices.ContainsFunc(m.Objects, func(o party.Object) bool { return o.Name == name })
		if chosen {
			continue
		}
		if err := f.self.store.Delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Publish implements [party.Party]. A worker has no results from earlier runs.
func (f *follower) Publish(context.Context, party.Stage, func(context.Context, party.Lead) ([]party.Object, error)) error {
	return errAgain
}

// listen handles news.
func (f *follower) listen(m *nats.Msg) {
	var n news
	if err := json.Unmarshal(m.Data, &n); err != nil {
		f.self.log.Debug("news", "error", err)
		return
	}
	for _, name := range n.Refuted {
		if name == f.self.name && !f.self.refuted.Swap(true) {
			f.self.log.Error("other machines find something else than this one: it does no more units")
		}
	}
	if n.To == f.self.name {
		f.self.inbox.drop(n.Taken)
		f.self.inbox.accept(n.Stage, n.Given)
	}
	if n.Finished != "" || n.End {
		f.self.inbox.wakeUp()
	}
}
