package cluster

import (
	"context"
	"errors"

	"github.com/foregone-db/foregone/solver/internal/party"
)

// follower is a worker. It owns nothing but itself as a replica: the coordinator decides, and
// the store has the results. It is the [party.Party] of its own solve, which makes no table.
type follower struct {
	self    *replica
	threads int
	parts   uint64
}

// beat sends a heartbeat.
func (f *follower) beat() { f.self.send(beatSubject, beat{f.self.status(), f.threads, false}) }

// Follows implements [party.Party].
func (f *follower) Follows() bool { return true }

// Alone implements [party.Party].
func (f *follower) Alone() uint64 { return f.self.job.Alone }

// Parts implements [party.Party].
func (f *follower) Parts() uint64 { return f.parts }

// Stage implements [party.Party]. It does units of the stage until the stage is finished.
func (f *follower) Stage(ctx context.Context, s party.Stage) error {
	f.self.enter(s.Name)
	f.beat() // the coordinator gives units only to workers at its stage
	for {
		m, err := f.self.manifest(ctx, s.Name)
		if err == nil && m != nil {
			// The coordinator may have tidied up before some results arrived.
			if err = f.self.deleteOthers(ctx, f.self.put, m); err == nil {
				err = f.self.take(ctx, &s, m)
			}
			if err == nil {
				return nil
			}
		}
		if err == nil {
			err = f.self.serve(ctx, &s)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if damaged, ok := errors.AsType[*damagedError](err); ok {
			f.self.log.Error("an object of the store is damaged", "object", damaged.object.Name, "error", damaged.err)
			f.self.say(say{What: sayDamaged, Stage: damaged.stage, Object: damaged.object, Error: damaged.err.Error()})
			return errAgain
		}
		if own, ok := errors.AsType[*unitError](err); err != nil && (!ok || own.stuck) { // other machines may do a unit that fails here
			return err
		}
	}
}

// Publish implements [party.Party]. A worker has no results from earlier runs.
func (f *follower) Publish(context.Context, party.Stage, func(context.Context, party.Lead) ([]party.Object, error)) error {
	return errAgain
}

// AwaitSpace implements [party.Party].
func (f *follower) AwaitSpace(ctx context.Context, dir string) bool {
	return f.self.AwaitSpace(ctx, dir)
}

// Objects implements [party.Party].
func (f *follower) Objects() party.Objects { return f.self }

// listen handles news.
func (f *follower) listen(n news) {
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
