package party

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"
)

// putters is the number of objects that the leader puts at once: a store may be slow.
const putters = 4

// PutUnits computes and stores the outcomes of all units of a step. The leader calls find for one
// unit after the other, with the chunks of the unit set in u. PutUnits returns the objects in the
// order of their chunks.
func PutUnits(ctx context.Context, l Lead, u Unit, find func(u *Unit) (*Outcome, error)) ([]Object, error) {
	runs, err := l.Runs(ctx, u.Kind)
	if err != nil {
		return nil, err
	}
	list := make([]Object, len(runs))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(putters)
	for n, run := range runs {
		var o *Outcome
		unit := u
		unit.From, unit.To = run[0], run[1]
		if o, err = find(&unit); err != nil || inner.Err() != nil {
			break
		}
		group.Go(func() (err error) {
			list[n], err = l.Put(inner, o)
			return err
		})
	}
	return list, errors.Join(err, group.Wait(), ctx.Err())
}
