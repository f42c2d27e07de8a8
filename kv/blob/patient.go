package blob

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
)

// Patient wraps a store that may be unreachable. It retries a call that fails for a transient
// cause, with a growing, randomized backoff, until the call succeeds or its context is done. Then
// it returns the last error.
type Patient struct {
	Store
	Folder string                                  // prefix of the names, "" or ending in a slash; callers omit it
	Most   time.Duration                           // longest pause between two calls; 0: ten seconds
	Retry  func(op, name string, n int, err error) // when set, is called with each failure
}

// lasting reports whether a repeated call would fail the same way.
func lasting(err error) bool {
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrConflict) || errors.Is(err, fs.ErrPermission) || engine.IsInput(err) {
		return true
	}
	if r := answer(err); r.Code != "" {
		switch r.Code {
		case "AccessDenied", "NoSuchBucket", "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidBucketName":
			return true
		}
		return r.StatusCode == http.StatusForbidden
	}
	return false
}

// again calls f until it succeeds or fails permanently.
func (p *Patient) again(ctx context.Context, op, name string, f func() error) error {
	const first = 50 * time.Millisecond
	most := cmp.Or(p.Most, 10*time.Second)
	damaged := 0
	for n, pause := 1, first; ; n, pause = n+1, min(2*pause, most) {
		err := f()
		if errors.Is(err, ErrCorrupt) {
			if damaged++; damaged == 3 { // damage in transit is unlikely to happen three times
				return err
			}
		} else if err == nil || lasting(err) {
			return err
		}
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), err)
		}
		if p.Retry != nil {
			p.Retry(op, name, n, err)
		}
		timer := time.NewTimer(pause/2 + rand.N(pause))
		select {
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(context.Cause(ctx), err)
		case <-timer.C:
		}
	}
}

// Put implements [Store].
func (p *Patient) Put(ctx context.Context, name string, content []byte) error {
	return p.again(ctx, "put", name, func() error { return p.Store.Put(ctx, p.Folder+name, content) })
}

// Replace implements [Store].
func (p *Patient) Replace(ctx context.Context, name string, content []byte) error {
	return p.again(ctx, "put", name, func() error { return p.Store.Replace(ctx, p.Folder+name, content) })
}

// Get implements [Store].
func (p *Patient) Get(ctx context.Context, name string) (content []byte, err error) {
	err = p.again(ctx, "get", name, func() error { content, err = p.Store.Get(ctx, p.Folder+name); return err })
	return content, err
}

// List implements [Store].
func (p *Patient) List(ctx context.Context, prefix string) (names []string, err error) {
	err = p.again(ctx, "list", prefix, func() error { names, err = p.Store.List(ctx, p.Folder+prefix); return err })
	for n := range names {
		names[n] = strings.TrimPrefix(names[n], p.Folder)
	}
	return names, err
}

// Delete implements [Store].
func (p *Patient) Delete(ctx context.Context, name string) error {
	return p.again(ctx, "delete", name, func() error { return p.Store.Delete(ctx, p.Folder+name) })
}

func (p *Patient) String() string {
	return strings.TrimSuffix(p.Store.String()+"/"+p.Folder, "/")
}
