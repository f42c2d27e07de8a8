package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// keysPart is the size in bytes of an object with a part of the file of keys.
const keysPart = 64 << 20

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

// fetchKeys makes the file of keys in a folder unless it exists.
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
		raw, err := r.store.Get(ctx, o.Name)
		if err != nil {
			return err
		}
		r.counters.read.Add(uint64(len(raw)))
		if hexDigest(raw) != o.SHA256 {
			return fmt.Errorf("%s in %s is not what the job says", o.Name, r.store)
		}
		if _, err := f.Write(raw); err != nil {
			return err
		}
	}
	return f.Place()
}
