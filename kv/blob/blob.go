// Package blob reads and writes stores of objects that many machines share: a folder on a shared
// file system, or a bucket of any S3 service.
//
// An object has a name, is written once and never changes. Writes are atomic, and each object
// carries its own checksum. Put is idempotent; Put of other content under the same name fails with
// [ErrConflict]. So any number of writers agree without a lock. A reader gets the content that was
// put, or an error.
//
// Put replaces a damaged object, as if it were missing. [Store.Replace] replaces any object, for
// callers that know the correct content.
//
// [Patient] retries while a store is unreachable.
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
	// ErrNotFound is returned when the store has no object with that name.
	ErrNotFound = errors.New("there is no such object")
	// ErrConflict is returned when an object with that name has other content.
	ErrConflict = errors.New("the object stands and has another content")
	// ErrCorrupt is returned when an object differs from the content that was put.
	ErrCorrupt = errors.New("the object is damaged")
)

// Store is a set of objects. It is safe for concurrent use, also by several processes on
// several machines. [CheckName] describes names. Contents belong to the caller. Errors name the
// object; errors other than the sentinels of this package may be transient.
type Store interface {
	// Make makes the store unless it exists. It may refuse a place whose file system is missing. Until then, and while the store is unreachable,
	// all other calls fail.
	Make(ctx context.Context) error
	// Put makes an object. When it returns nil the object is durable.
	Put(ctx context.Context, name string, content []byte) error
	// Replace makes an object, or replaces the content of one.
	Replace(ctx context.Context, name string, content []byte) error
	// Get returns the content of an object.
	Get(ctx context.Context, name string) ([]byte, error)
	// List returns the names that begin with a prefix, ascending. It may miss objects that are
	// put meanwhile.
	List(ctx context.Context, prefix string) ([]string, error)
	// Delete removes an object. A missing object is not an error.
	Delete(ctx context.Context, name string) error
	// String returns the location of the store, without secrets.
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

// withoutUser removes possible secrets from a location.
func withoutUser(location string) string {
	scheme, rest, _ := strings.Cut(location, "://")
	if at := strings.LastIndex(rest, "@"); at >= 0 {
		rest = "…" + rest[at:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest
}

// CheckName refuses malformed names of objects. A name is one or more parts separated by slashes;
// a part has letters, digits, '-', '_', '.', '=' and ',', and does not begin with a dot.
func CheckName(name string) error {
	if name != path.Clean(name) || strings.HasPrefix(name, "/") || len(name) > 512 {
		return engine.InputErrorf("%q is not an object name", name)
	}
	for part := range strings.SplitSeq(name, "/") {
		wrong := func(r rune) bool {
			return r >= 128 || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.=,", r)
		}
		if part == "" || part[0] == '.' || strings.ContainsFunc(part, wrong) {
			return engine.InputErrorf("%q is not an object name", name)
		}
	}
	return nil
}
