package web

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/kv"
)

const (
	startBytes = 4 << 10  // read when a file is opened
	joinGap    = 48 << 10 // bytes between two spans that one request reads over
	joinMost   = 4 << 20  // bytes of a joined request
	aheadMost  = 32 << 20 // bytes read ahead and not used yet
)

// File is an open file on a web server. It implements [kv.Remote]. It is safe for concurrent use.
type File struct {
	host   *Host
	url    string
	length int64
	stamp  stamp
	whole  []byte // all bytes, of a host without range requests
	fixed  []run  // in memory as long as the file is open
	kept   *keep  // of the disk cache, may be nil
	split  *parts // nil unless the host has the file in parts

	mu    sync.Mutex
	ahead []run // read ahead, in the order of reading
	size  int   // bytes of ahead
}

// run is bytes of a file.
type run struct {
	at    int64
	bytes []byte
}

// Open opens the file at a URL. The error wraps [kv.ErrNotFound] if the host has no such file, and
// [kv.ErrCorrupt] if it answers with a web page.
func (h *Host) Open(address string) (*File, error) {
	if err := check(address); err != nil {
		return nil, err
	}
	f := &File{host: h, url: address}
	if err := h.get(request{url: address, n: startBytes}, f.begin); err != nil {
		return nil, err
	}
	if h.disk != nil && f.whole == nil {
		f.kept = h.disk.open(address, f.length, f.stamp)
	}
	return f, nil
}

// begin reads the first answer.
func (f *File) begin(a *answer) error {
	f.stamp = a.stamp
	if a.status == 200 {
		return f.readWhole(a)
	}
	first, n, total, ok := a.span()
	if !ok || first != 0 || n != min(startBytes, total) {
		return transient{err: fmt.Errorf("the host sends the range %q, want bytes 0 to %d", a.ranged, startBytes-1)}
	}
	f.length = total
	start := make([]byte, n)
	f.fixed = []run{{0, start}}
	return a.fill(start)
}

// readWhole reads a file from a host without range requests.
func (f *File) readWhole(a *answer) error {
	if a.length > WholeFile {
		return fmt.Errorf("%s: the host does not answer range requests, and the file has %d bytes: want a host with range requests for more than %d bytes, or a folder of \"foregone site\"", f.url, a.length, WholeFile)
	}
	limit := a.length
	if limit < 0 {
		limit = WholeFile
	}
	body, err := io.ReadAll(io.LimitReader(a.body, limit+1))
	switch {
	case err != nil:
		return transient{err: fmt.Errorf("the answer ends after %d bytes: %w", len(body), err)}
	case a.length >= 0 && int64(len(body)) != a.length:
		return transient{err: fmt.Errorf("the host sends %d bytes, want %d", len(body), a.length)}
	case len(body) > WholeFile:
		return fmt.Errorf("%s: the host does not answer range requests, and the file has more than %d bytes", f.url, WholeFile)
	}
	f.whole, f.length = body, int64(len(body))
	return nil
}

// Path returns the URL.
func (f *File) Path() string { return f.url }

// Size returns the length of the file in bytes.
func (f *File) Size() int64 { return f.length }

// Close frees the memory.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ahead, f.size = nil, 0
	return f.kept.close()
}

// ReadAt implements [io.ReaderAt].
func (f *File) ReadAt(dst []byte, at int64) (int, error) {
	if at < 0 || at > f.length {
		return 0, io.EOF
	}
	n := int(min(int64(len(dst)), f.length-at))
	if err := f.read(dst[:n], at); err != nil {
		return 0, err
	}
	if n < len(dst) {
		return n, io.EOF
	}
	return n, nil
}

// read fills dst with bytes within the file.
func (f *File) read(dst []byte, at int64) error {
	switch {
	case len(dst) == 0:
		return nil
	case f.whole != nil:
		copy(dst, f.whole[at:])
		return nil
	case f.isFixed(dst, at, len(dst)):
		return nil
	case f.isAhead(dst, at, len(dst)) || f.kept.read(dst, at):
		return nil
	}
	return f.fetch(dst, at)
}

// isFixed reports whether bytes are in memory, and copies them to dst unless that is nil.
func (f *File) isFixed(dst []byte, at int64, n int) bool { return copyOf(f.fixed, dst, at, n) }

// copyOf reports whether one of the runs has n bytes, and copies them to dst unless that is nil.
func copyOf(runs []run, dst []byte, at int64, n int) bool {
	for _, r := range slices.Backward(runs) {
		if at >= r.at && at+int64(n) <= r.at+int64(len(r.bytes)) {
			copy(dst, r.bytes[at-r.at:])
			return true
		}
	}
	return false
}

// fetch asks the host for bytes within the file.
func (f *File) fetch(dst []byte, at int64) error {
	if f.split != nil {
		return f.fetchParts(dst, at)
	}
	q := request{url: f.url, from: at, n: int64(len(dst)), match: f.stamp.strong()}
	return f.host.get(q, func(a *answer) error {
		first, n, total, ok := a.span()
		if a.status == 206 && !ok {
			return transient{err: fmt.Errorf("the host sends the range %q, want bytes %d to %d", a.ranged, at, at+q.n-1)}
		}
		if !a.stamp.same(f.stamp) || a.status == 206 && total != f.length || a.status == 200 && a.length >= 0 && a.length != f.length {
			return fmt.Errorf("%s %w", f.url, ErrChanged)
		}
		if a.status == 200 {
			return transient{err: fmt.Errorf("the host sends the whole file, want bytes %d to %d", at, at+q.n-1)}
		}
		if first != at || n != q.n {
			return transient{err: fmt.Errorf("the host sends bytes %d to %d, want %d to %d", first, first+n-1, at, at+q.n-1)}
		}
		return a.fill(dst)
	})
}

// isAhead reports whether bytes were read ahead, and copies them to dst unless that is nil.
func (f *File) isAhead(dst []byte, at int64, n int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return copyOf(f.ahead, dst, at, n)
}

// Expect implements [kv.Remote].
func (f *File) Expect(spans []kv.Span) error {
	if f.whole != nil {
		return nil
	}
	var joined, kept []kv.Span
	for _, s := range f.split.whole(spans) {
		if f.isFixed(nil, s.Offset, s.Length) || f.isAhead(nil, s.Offset, s.Length) {
			continue
		}
		if f.kept.has(s.Offset, s.Length) {
			kept = append(kept, s)
			continue
		}
		if k := len(joined) - 1; k >= 0 {
			last := &joined[k]
			together := max(int(s.Offset-last.Offset)+s.Length, last.Length)
			if s.Offset-last.Offset-int64(last.Length) <= joinGap && together <= joinMost {
				last.Length = together
				continue
			}
		}
		joined = append(joined, s)
	}
	return f.fetchAll(append(f.split.cut(joined), kept...))
}

// fetchAll reads spans ahead, some at a time.
func (f *File) fetchAll(spans []kv.Span) error {
	var all sync.WaitGroup
	places := make(chan struct{}, f.host.o.Parallel)
	errs := make([]error, len(spans))
	for i, s := range spans {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			b := make([]byte, s.Length)
			if errs[i] = f.read(b, s.Offset); errs[i] == nil {
				f.addAhead(run{s.Offset, b})
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// addAhead stores a run, and forgets the oldest ones beyond the limit.
func (f *File) addAhead(r run) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ahead, f.size = append(f.ahead, r), f.size+len(r.bytes)
	for f.size > aheadMost && len(f.ahead) > 1 {
		f.size -= len(f.ahead[0].bytes)
		f.ahead = f.ahead[1:]
	}
}

// Keep implements [kv.Remote].
func (f *File) Keep(at int64, b []byte) {
	if f.whole == nil {
		f.kept.write(at, b)
	}
}

// Drop implements [kv.Remote].
func (f *File) Drop(s kv.Span) {
	f.kept.drop(s.Offset)
	f.mu.Lock()
	defer f.mu.Unlock()
	left := f.ahead[:0:0]
	f.size = 0
	for _, r := range f.ahead {
		if r.at+int64(len(r.bytes)) <= s.Offset || s.Offset+int64(s.Length) <= r.at {
			left, f.size = append(left, r), f.size+len(r.bytes)
		}
	}
	f.ahead = left
}
