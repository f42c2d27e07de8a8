package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// ErrChanged is returned when the file on the host changed after it was opened.
var ErrChanged = errors.New("changed on the host while it was in use: open it again")

// WholeFile is the size in bytes of the largest file that is read whole from a host that does not
// answer range requests.
const WholeFile = 64 << 20

// Options of a [Host]. The zero value of every field means its default.
type Options struct {
	Context  context.Context // ends all requests; default: none does
	Timeout  time.Duration   // of a request, plus the time for its bytes at 32 KiB a second; default 30 s
	Retries  int             // repetitions of a request that failed for a transient cause; default 4, below zero: none
	Pause    time.Duration   // before the first repetition; each further one doubles it; default 200 ms
	Parallel int             // requests at a time of one file; default 6
	Folder   string          // of the disk cache; default: none
	Cache    int64           // bytes of the disk cache; default: none
}

// Host opens files on web servers. All its files share its connections and its disk cache. It is
// safe for concurrent use.
type Host struct {
	o    Options
	disk *disk // may be nil
}

// NewHost returns a host. It makes the folder of the disk cache.
func NewHost(o Options) (*Host, error) {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.Retries = max(cmp.Or(o.Retries, 4), 0)
	o.Pause = cmp.Or(o.Pause, 200*time.Millisecond)
	o.Parallel = cmp.Or(o.Parallel, 6)
	if o.Context == nil {
		o.Context = context.Background()
	}
	h := &Host{o: o}
	if o.Folder == "" || o.Cache <= 0 {
		return h, nil
	}
	var err error
	h.disk, err = openDisk(o.Folder, o.Cache)
	return h, err
}

// Is reports whether a path is the URL of a file on a web server.
func Is(path string) bool {
	lower := strings.ToLower(path[:min(len(path), 8)])
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// Join returns the URL of a file in a folder.
func Join(folder, name string) string {
	u, err := url.Parse(folder)
	if err != nil {
		return folder + "/" + name
	}
	return u.JoinPath(name).String()
}

// check returns an [engine.InputError] unless the address is a URL that a host can open.
func check(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return engine.InputErrorf("%q is no URL: want https://HOST/PATH", address)
	case u.Host == "" || !Is(address):
		return engine.InputErrorf("%s: want https://HOST/PATH", address)
	case u.User != nil:
		return engine.InputErrorf("%s: the URL has a password in it, which requests do not send", u.Redacted())
	}
	return nil
}

// request asks for bytes of a file.
type request struct {
	url   string
	from  int64
	n     int64  // bytes; the last ones of the file may be missing
	match string // a strong ETag, or ""
	most  int64  // bytes of a whole file in place of the range; 0: WholeFile
}

// transient is a failure that may be over at the next attempt.
type transient struct {
	err   error
	after time.Duration // that the server asks to wait, or 0
}

func (t transient) Error() string { return t.err.Error() }
func (t transient) Unwrap() error { return t.err }

// get sends a request until an attempt succeeds, or fails for good. take reads the answer, once
// for each attempt.
func (h *Host) get(q request, take func(a *answer) error) error {
	for n, pause := 0, h.o.Pause; ; n, pause = n+1, min(2*pause, 5*time.Second) {
		err := h.attempt(q, take)
		var t transient
		switch {
		case err == nil:
			return nil
		case h.o.Context.Err() != nil:
			return context.Cause(h.o.Context)
		case !errors.As(err, &t):
			return err
		case n == h.o.Retries:
			return fmt.Errorf("%s: %w (%d attempts)", q.url, t.err, n+1)
		}
		timer := time.NewTimer(max(pause/2+rand.N(pause), min(t.after, 10*time.Second)))
		select {
		case <-timer.C:
		case <-h.o.Context.Done():
			timer.Stop()
			return context.Cause(h.o.Context)
		}
	}
}

// attempt sends a request once.
func (h *Host) attempt(q request, take func(a *answer) error) error {
	limit := h.o.Timeout + time.Duration(q.n)*time.Second/(32<<10)
	ctx, cancel := context.WithTimeout(h.o.Context, limit)
	defer cancel()
	a, err := send(ctx, q)
	if err != nil {
		if ctx.Err() != nil && h.o.Context.Err() == nil {
			err = fmt.Errorf("no answer within %v", limit.Round(time.Millisecond))
		}
		return transient{err: err}
	}
	defer a.body.Close()
	if err := a.refusal(q); err != nil {
		return err
	}
	return take(a)
}

// refusal returns an error unless the answer has bytes of the file.
func (a *answer) refusal(q request) error {
	switch a.status {
	case 200, 206:
	case 404, 410:
		return fmt.Errorf("%s %w: the host answers with status %d", q.url, kv.ErrNotFound, a.status)
	case 408, 429, 500, 502, 503, 504:
		return transient{fmt.Errorf("the host answers with status %d", a.status), a.retryAfter}
	default:
		return fmt.Errorf("%s: the host answers with status %d, want 206 (or 200)", q.url, a.status)
	}
	kind, _, _ := strings.Cut(strings.ToLower(a.contentType), ";")
	switch {
	case strings.TrimSpace(kind) == "text/html":
		return fmt.Errorf("%s is %w: the host answers with a web page, want the file (is it a login page? it came from %s)", q.url, kv.ErrCorrupt, a.url)
	case a.encoding != "" && a.encoding != "identity":
		return fmt.Errorf("%s: the host compresses the file in transit (%s), which breaks range requests: turn that off for files of this type", q.url, a.encoding)
	}
	return nil
}
