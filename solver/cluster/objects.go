package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// Folders in the store, below the folder of a job.
const (
	planFolder   = "plan/"   // divisions of steps into units
	resultFolder = "result/" // outcomes of units: stage, unit, worker
	stageFolder  = "stage/"  // manifests of finished stages
	keysFolder   = "keys/"   // parts of the file of keys
	partFolder   = "part/"   // messages and states of units that own a part of the game
)

// manifest marks a stage as finished and lists the objects of its result.
type manifest struct {
	Stage   string         `json:"stage"`
	Decided uint64         `json:"decided"` // positions of the slice that were decided before the stage
	Objects []party.Object `json:"objects"`
}

func stageName(stage string) string { return stageFolder + stage + ".json" }

// resultName names the outcome of a unit by a worker.
func resultName(stage, unit, worker string) string {
	return resultFolder + stage + "/" + unit + "/" + worker
}

// resultParts splits the name of a result.
func resultParts(name string) (stage, unit, worker string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(name, resultFolder), "/")
	if len(parts) != 3 {
		return "", "", "", false
	}
	return parts[0], parts[1], parts[2], true
}

// readJSON reads an object into v, or returns false if there is none.
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

// deleteOthers deletes those of some results of a stage that its manifest does not list.
func (r *replica) deleteOthers(ctx context.Context, names []string, m *manifest) (err error) {
	for _, name := range names {
		chosen := slices.ContainsFunc(m.Objects, func(o party.Object) bool { return o.Name == name })
		if err == nil && !chosen {
			err = r.store.Delete(ctx, name)
		}
	}
	return err
}

// agree makes an object from v. If another coordinator made a different one before, agree reads
// that into v.
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
	return party.Object{Name: name, SHA256: hexDigest(raw), Size: int64(len(raw)), Result: o.Result}, s.Put(ctx, name, raw)
}

// damagedError is returned for an object of a stage that is missing or damaged.
type damagedError struct {
	stage  string
	object party.Object
	err    error
}

func (e *damagedError) Error() string {
	return fmt.Sprintf("%s of %s: %v", e.object.Name, e.stage, e.err)
}
func (e *damagedError) Unwrap() error { return e.err }

// Outcome implements [party.Objects]. It fails with a [damagedError] if the outcome is missing or damaged.
func (r *replica) Outcome(ctx context.Context, stage string, object party.Object) (*party.Outcome, error) {
	raw, err := r.Get(ctx, stage, object)
	if err != nil {
		return nil, err
	}
	o, err := party.Decode(raw, mostValues)
	if err != nil {
		return nil, &damagedError{stage, object, fmt.Errorf("%w: %w", blob.ErrCorrupt, err)}
	}
	return o, nil
}

// Get implements [party.Objects]. It fails with a [damagedError] if the content does not have the digest of
// the object.
func (r *replica) Get(ctx context.Context, stage string, object party.Object) ([]byte, error) {
	raw, err := r.store.Get(ctx, object.Name)
	r.counters.read.Add(uint64(len(raw)))
	if err == nil && hexDigest(raw) != object.SHA256 {
		err = fmt.Errorf("%w: its digest differs", blob.ErrCorrupt)
	}
	if errors.Is(err, blob.ErrCorrupt) || errors.Is(err, blob.ErrNotFound) {
		return nil, &damagedError{stage, object, err}
	}
	return raw, err
}

// Put implements [party.Objects].
func (r *replica) Put(ctx context.Context, name string, raw []byte) (party.Object, error) {
	digest := hexDigest(raw)
	o := party.Object{Name: partFolder + name + "-" + digest[:16], SHA256: digest, Size: int64(len(raw))}
	r.counters.written.Add(uint64(len(raw)))
	return o, r.store.Put(ctx, o.Name, raw)
}

// mostAhead is the size in bytes up to which outcomes are read ahead, because a store may take long to
// answer. Some six are in memory at a time.
const mostAhead = 1 << 20

// eachOutcome calls use with outcomes of a stage, one by one and in order.
func (r *replica) eachOutcome(ctx context.Context, stage string, objects []party.Object, use func(o *party.Outcome) error) error {
	if slices.ContainsFunc(objects, func(o party.Object) bool { return o.Size > mostAhead }) {
		for _, object := range objects {
			o, err := r.Outcome(ctx, stage, object)
			if err == nil {
				err = use(o)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := pool.InOrder(ctx, 2, slices.Values(objects), func(_ int, object party.Object) (*party.Outcome, error) {
		return r.Outcome(ctx, stage, object)
	}, func(_ party.Object, o *party.Outcome) error { return use(o) })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
