package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// keysPart is the size in bytes of an object with a part of the file of keys.
const keysPart = 64 << 20

// keysStage stands for a stage in the errors of parts of the file of keys.
const keysStage = "the keys"

// storeKeys puts the file of keys into the store. Games that bring only their rules have one.
func (r *replica) storeKeys(ctx context.Context, dir string) (parts []party.Object, err error) {
	f, err := os.Open(kv.KeysPath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	part := make([]byte, keysPart)
	for {
		n, err := io.ReadFull(f, part)
		if n == 0 {
			return parts, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, err
		}
		o := party.Object{Name: fmt.Sprintf("%s%06d", keysFolder, len(parts)), SHA256: hexDigest(part[:n]), Size: int64(n)}
		if err := r.store.Put(ctx, o.Name, part[:n]); err != nil {
			return nil, err
		}
		r.counters.written.Add(uint64(n))
		parts = append(parts, o)
	}
}

// mendKeys puts a part of the file of keys in a folder into the store again, where it is damaged or gone.
func (r *replica) mendKeys(ctx context.Context, dir, name string) {
	at := slices.IndexFunc(r.job.Keys, func(o party.Object) bool { return o.Name == name })
	if at < 0 {
		return
	}
	if _, err := r.Get(ctx, keysStage, r.job.Keys[at]); err == nil {
		return
	}
	part := make([]byte, r.job.Keys[at].Size)
	f, err := os.Open(kv.KeysPath(dir))
	if err == nil {
		_, err = f.ReadAt(part, int64(at)*keysPart)
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = r.store.Replace(ctx, name, part)
	}
	r.log.Error("a part of the keys is damaged or gone, and is written again", "object", name, "error", err)
}

// fetchKeys makes the file of keys in a folder unless it exists. It fails with a [damagedError] if the store
// lacks a part.
func (r *replica) fetchKeys(ctx context.Context, j *job, dir string) error {
	path := kv.KeysPath(dir)
	if _, err := os.Stat(path); err == nil || len(j.Keys) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := durable.Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	for _, o := range j.Keys {
		raw, err := r.Get(ctx, keysStage, o)
		if err != nil {
			return err
		}
		if _, err := f.Write(raw); err != nil {
			return err
		}
	}
	return f.Place()
}
