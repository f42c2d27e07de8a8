package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/durable"
)

// Dir is a store in a folder, which may be on a network file system. An object is a file, which is
// linked to its name when it is complete and on disk.
type Dir struct{ root, systems string } // systems: the path of the table of file systems

// markName is the file that distinguishes a store from the empty folder of a file system that is
// not mounted.
const markName = ".foregone-store"

// errAway is returned when the folder does not exist or is not a store.
var errAway = errors.New("the folder is not there, or no store was made in it: its file system may not be mounted")

// OpenDir returns the store in a folder. The folder may be unreachable, or [Dir.Make] makes it.
func OpenDir(root string) *Dir { return &Dir{filepath.Clean(root), "/etc/fstab"} }

// Make makes the store unless it exists. It refuses a folder on a file system that the system's table says is
// mounted there and is not, with an [engine.InputError].
func (d *Dir) Make(context.Context) error {
	if point := unmounted(d.root, d.systems); point != "" {
		return engine.InputErrorf("the store %s is on the file system of %s, which is not mounted: mount it (%s)", d.root, point, d.systems)
	}
	if err := os.MkdirAll(d.root, 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(d.root, markName), os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), durable.SyncFolder(d.root))
}

// unmounted returns the folder that a table of file systems names as the place of the one with a path, and at which
// none is mounted, or "".
func unmounted(path, table string) string {
	content, _ := os.ReadFile(table) // not all systems have one
	path, err := filepath.Abs(path)
	for _, line := range strings.Split(string(content), "\n") {
		fields := strings.Fields(line)
		if err != nil || len(fields) < 2 || strings.HasPrefix(fields[0], "#") || !filepath.IsAbs(fields[1]) {
			continue
		}
		if inside, err := filepath.Rel(fields[1], path); err == nil && filepath.IsLocal(inside) && fields[1] != "/" && !isMount(fields[1]) {
			return fields[1]
		}
	}
	return ""
}

// reachable returns an error if the store is unreachable.
func (d *Dir) reachable() error {
	if _, err := os.Stat(filepath.Join(d.root, markName)); err != nil {
		return fmt.Errorf("store %s: %w", d.root, errAway)
	}
	return nil
}

func (d *Dir) String() string { return d.root }

func (d *Dir) path(name string) (string, error) {
	if err := CheckName(name); err != nil {
		return "", err
	}
	return filepath.Join(d.root, filepath.FromSlash(name)), nil
}

// Put implements [Store].
func (d *Dir) Put(ctx context.Context, name string, content []byte) error {
	return d.put(ctx, name, content, (*durable.File).Place)
}

// Replace implements [Store].
func (d *Dir) Replace(ctx context.Context, name string, content []byte) error {
	return d.put(ctx, name, content, (*durable.File).Replace)
}

func (d *Dir) put(ctx context.Context, name string, content []byte, end func(*durable.File) error) error {
	path, err := d.path(name)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := d.reachable(); err != nil {
		return err
	}
	if err := d.makeFolder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	f, err := durable.Create(path)
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	defer f.Discard()
	if _, err := f.Write(seal(content)); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	err = end(f)
	if errors.Is(err, fs.ErrExist) {
		return settle(ctx, d, name, content)
	}
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

// makeFolder makes a folder below the root, durably.
func (d *Dir) makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != d.root {
		if err := d.makeFolder(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return durable.SyncFolder(filepath.Dir(dir))
}

// settle completes a Put whose name is taken. It compares the contents, and replaces a damaged
// object.
func settle(ctx context.Context, s Store, name string, content []byte) error {
	stands, err := s.Get(ctx, name)
	switch {
	case errors.Is(err, ErrCorrupt):
		return s.Replace(ctx, name, content)
	case errors.Is(err, ErrNotFound): // it was deleted meanwhile
		return s.Put(ctx, name, content)
	case err != nil:
		return err
	case !bytes.Equal(stands, content):
		return fmt.Errorf("put %s: %w", name, ErrConflict)
	}
	return nil
}

// Get implements [Store].
func (d *Dir) Get(ctx context.Context, name string) ([]byte, error) {
	path, err := d.path(name)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := d.reachable(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("get %s: %w", name, ErrNotFound)
	} else if err != nil {
		return nil, fmt.Errorf("get %s: %w", name, err)
	}
	return unseal(name, raw)
}

// List implements [Store].
func (d *Dir) List(ctx context.Context, prefix string) (names []string, err error) {
	if err := d.reachable(); err != nil {
		return nil, err
	}
	folder := d.root
	if at := strings.LastIndexByte(prefix, '/'); at >= 0 {
		folder = filepath.Join(d.root, filepath.FromSlash(prefix[:at]))
	}
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, fs.ErrNotExist):
			return nil // nothing was put, or another process deletes
		case err != nil:
			return err
		}
		if name, err := filepath.Rel(d.root, path); err == nil && e.Type().IsRegular() {
			name = filepath.ToSlash(name)
			if strings.HasPrefix(name, prefix) && !strings.Contains(name, ".tmp-") && name != markName {
				names = append(names, name)
			}
		}
		return nil
	})
	slices.Sort(names)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", prefix, err)
	}
	return names, nil
}

// Delete implements [Store].
func (d *Dir) Delete(_ context.Context, name string) error {
	path, err := d.path(name)
	if err != nil {
		return err
	}
	if err := d.reachable(); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", name, err)
	}
	for dir := filepath.Dir(path); dir != d.root && os.Remove(dir) == nil; dir = filepath.Dir(dir) {
		// folders without objects go, too
	}
	return nil
}
