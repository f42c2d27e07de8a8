package pushfight

import (
	"context"
	"slices"
	"sync"

	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// LostOptions are the options of [Lost].
type LostOptions struct {
	Workers int // 0: one per core
	// Progress, if set, receives the numbers of tasks done and of all tasks. Calls are not
	// concurrent.
	Progress func(done, total uint64)
}

// Lost returns the permutation indices, in ascending order, of all positions of v, reachable or
// not, in which the mover has no turn (L0): after any moves there is no push, or every push drops
// an own piece. The published game has 648 such positions; finding them takes some seconds.
// [rules.LostSearch] explains why the search is complete. Lost returns the error of ctx soon after
// ctx is done.
func Lost(ctx context.Context, v *rules.Variant, o LostOptions) ([]uint64, error) {
	var (
		mu   sync.Mutex
		all  []uint64
		done uint64
	)
	tasks := rules.NewLostSearch(v).Tasks()
	err := share(ctx, o.Workers, tasks, func() func(int) {
		search := rules.NewLostSearch(v)
		var found []uint64
		return func(task int) {
			found = search.Append(found[:0], task)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, found...)
			done++
			if o.Progress != nil {
				o.Progress(done, uint64(tasks))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(all)
	return all, nil
}
