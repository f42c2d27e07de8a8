// Package blob owns stores of objects that many machines share: a folder that all of them
// see, or a bucket of any S3 service.
//
// An object has a name, is written once and never changes. What is put is there whole or
// not at all, and carries its own checksum. To put the same content again does nothing; to
// put another content under a name that is taken is refused ([ErrConflict]): so any number
// of writers agree without a lock. A reader gets what was put, or an error.
//
// An object that is damaged counts as absent for writers: Put replaces it. So does
// [Store.Replace], for who knows the content to be right.
//
// [Patient] makes a store of one that is away now and then.
package blob

import (
	"context"
	"errors"
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine"
)

var (
	// ErrNotFound is returned when there is no object of a name.
	ErrNotFound = errors.New("there is no such object")
	// ErrConflict is returned when an object of the name stands and has another content.
	ErrConflict = errors.New("the object stands and has another content")
	// ErrCorrupt is returned when an object is not what was put.
	ErrCorrupt = errors.New("the object is damaged")
)

// Store is a set of objects. It is safe for concurrent use, also by several processes on
// several machines. Names are made of parts with slashes between them ([CheckName]).
// Contents belong to the caller. Errors name the object; those that are not of this
// package's sentinels may be of the moment.
type Store interface {
	// Make makes the store, if it is not there. Until then, and while it is away, all other
	// calls fail.
	Make(ctx context.Context) error
	// Put makes an object. When it returns nil the object is durable.
	Put(ctx context.Context, name string, content []byte) error
	// Replace makes an object, in place of one that may stand there.
	Replace(ctx context.Context, name string, content []byte) error
	// Get returns the content of an object.
	Get(ctx context.Context, name string) ([]byte, error)
	// List returns the names that begin with a prefix, ascending. Objects that are put
	// meanwhile may be among them or not.
	List(ctx context.Context, prefix string) ([]string, error)
	// Delete removes an object. That there is none is no error.
	Delete(ctx context.Context, name string) error
	// String returns where the store is, without secrets.
	String() string
}

// Open opens the store that a location names: a folder, or s3://BUCKET/PREFIX. A folder
// need not exist yet ([Store.Make]); a bucket must.
func Open(location string) (Store, error) {
	scheme, _, ok := strings.Cut(location, "://")
	switch {
	case location == "":
		return nil, engine.InputErrorf("no store is named: want a folder or s3://BUCKET/PREFIX")
	case !ok:
		return OpenDir(location), nil
	case scheme == "s3":
		u, err := url.Parse(location)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return nil, engine.InputErrorf("store %q: want s3://BUCKET/PREFIX, with credentials in the environment or in files", withoutUser(location))
		}
		return OpenS3(u.Host, strings.Trim(u.Path, "/"))
	}
	return nil, engine.InputErrorf("store %q: want a folder or s3://BUCKET/PREFIX", withoutUser(location))
}

// withoutUser leaves out what may be a secret.
func withoutUser(location string) string {
	scheme, rest, _ := strings.Cut(location, "://")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		rest = "…" + rest[at:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest
}

// CheckName refuses what is no name of an object: want parts of letters, digits, '-', '_',
// '.', '=' and ',' that do not begin with a dot, with slashes between them.
func CheckName(name string) error {
	if name != path.Clean(name) || strings.HasPrefix(name, "/") || len(name) > 512 {
		return engine.InputErrorf("%q is no name of an object", name)
	}
	for part := range strings.SplitSeq(name, "/") {
		wrong := func(r rune) bool {
			return r >= 128 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.=,", r)
		}
		if part == "" || part[0] == '.' || strings.ContainsFunc(part, wrong) {
			return engine.InputErrorf("%q is no name of an object", name)
		}
	}
	return nil
}

// sub is a part of a store.
type sub struct {
	Store
	prefix string
}

// Sub returns the part of a store whose names begin with a folder, without that folder.
func Sub(s Store, folder string) Store { return sub{s, folder + "/"} }

func (s sub) Put(ctx context.Context, name string, content []byte) error {
	return s.Store.Put(ctx, s.prefix+name, content)
}

func (s sub) Replace(ctx context.Context, name string, content []byte) error {
	return s.Store.Replace(ctx, s.prefix+name, content)
}

func (s sub) Get(ctx context.Context, name string) ([]byte, error) {
	return s.Store.Get(ctx, s.prefix+name)
}

func (s sub) List(ctx context.Context, prefix string) ([]string, error) {
	names, err := s.Store.List(ctx, s.prefix+prefix)
	for n := range names {
		names[n] = strings.TrimPrefix(names[n], s.prefix)
	}
	return names, err
}

func (s sub) Delete(ctx context.Context, name string) error {
	return s.Store.Delete(ctx, s.prefix+name)
}

func (s sub) String() string { return strings.TrimSuffix(s.Store.String()+"/"+s.prefix, "/") }
