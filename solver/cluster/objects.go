package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sync/semaphore"

	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// Names in the store, below the folder of a job.
const (
	planFolder   = "plan/"   // how steps are divided in units
	resultFolder = "result/" // outcomes of units: stage, unit, worker
	stageFolder  = "stage/"  // which outcomes make up a finished stage
	keysFolder   = "keys/"   // parts of the file of keys
)

// manifest says that a stage is finished, and what makes up its result.
type manifest struct {
	Stage   string         `json:"stage"`
	Decided uint64         `json:"decided"` // positions of the slice that were decided before
	Objects []party.Object `json:"objects"`
}

func stageName(stage string) string { return stageFolder + stage + ".json" }

// resultName names the outcome of a unit that a worker found.
func resultName(stage, unit, worker string) string {
	return resultFolder + stage + "/" + unit + "/" + worker
}

// resultParts takes the name of a result apart.
func resultParts(name string) (stage, unit, worker string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(name, resultFolder), "/")
	if len(parts) != 3 {
		return "", "", "", false
	}
	return parts[0], parts[1], parts[2], true
}

// readJSON reads an object, or returns false where there is none.
func readJSON(ctx context.Context, s blob.Store, name string, v any) (bool, error) {
	text, err := s.Get(ctx, name)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return true, nil
}

// agree makes an object, or reads into v what another coordinator made of it.
func agree(ctx context.Context, s blob.Store, name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	err = s.Put(ctx, name, text)
	if errors.Is(err, blob.ErrConflict) {
		_, err = readJSON(ctx, s, name, v)
	}
	return err
}

// putOutcome stores an outcome.
func putOutcome(ctx context.Context, s blob.Store, name string, o *party.Outcome) (party.Object, error) {
	raw, err := o.Encode()
	if err != nil {
		return party.Object{}, err
	}
	return party.Object{Name: name, SHA256: hexDigest(raw), Size: int64(len(raw))}, s.Put(ctx, name, raw)
}

// damagedError says that an object of a stage is not there, or not what it was.
type damagedError struct {
	stage  string
	object party.Object
	err    error
}

func (e *damagedError) Error() string {
	return fmt.Sprintf("%s of %s: %v", e.object.Name, e.stage, e.err)
}
func (e *damagedError) Unwrap() error { return e.err }

// getOutcome reads an outcome of a stage. One that is not what the object says is a
// [damagedError].
func (r *replica) getOutcome(ctx context.Context, stage string, object party.Object) (*party.Outcome, error) {
	raw, err := r.store.Get(ctx, object.Name)
	r.counters.read.Add(uint64(len(raw)))
	if err == nil && hexDigest(raw) != object.SHA256 {
		err = fmt.Errorf("%w: its digest is another", blob.ErrCorrupt)
	}
	var o *party.Outcome
	if err == nil {
		if o, err = party.Decode(raw, mostValues); err != nil {
			err = fmt.Errorf("%w: %w", blob.ErrCorrupt, err)
		}
	}
	if errors.Is(err, blob.ErrCorrupt) || errors.Is(err, blob.ErrNotFound) {
		return nil, &damagedError{stage, object, err}
	}
	return o, err
}

// Outcomes are read ahead, since a store may take long to answer: so many, and of so many
// bytes together.
const (
	mostAhead  = 4
	bytesAhead = 4 << 20
)

// eachOutcome reads outcomes of a stage and hands them on one by one, in their order.
func (r *replica) eachOutcome(ctx context.Context, stage string, objects []party.Object, use func(o *party.Outcome) error) error {
	type read struct {
		o   *party.Outcome
		err error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	room := semaphore.NewWeighted(bytesAhead)
	share := func(o party.Object) int64 { return min(max(o.Size, 0), bytesAhead) }
	coming := make(chan chan read, mostAhead)
	go func() {
		defer close(coming)
		for _, object := range objects {
			if room.Acquire(ctx, share(object)) != nil {
				return
			}
			one := make(chan read, 1)
			go func() {
				o, err := r.getOutcome(ctx, stage, object)
				one <- read{o, err}
			}()
			select {
			case coming <- one:
			case <-ctx.Done():
				return
			}
		}
	}()
	n := 0
	for one := range coming {
		got := <-one
		if got.err != nil {
			return got.err
		}
		if err := use(got.o); err != nil {
			return err
		}
		room.Release(share(objects[n]))
		n++
	}
	if n < len(objects) {
		return context.Cause(ctx)
	}
	return nil
}
