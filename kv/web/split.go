package web

import (
	"fmt"
	"sync"

	"github.com/foregone-db/foregone/kv"
)

// WholePart is the size in bytes of the largest part that is read whole from a host that does not
// answer range requests.
const WholePart = 1 << 20

// Split describes a file that a host has in parts, because it limits the sizes of files.
type Split struct {
	Name  string     `json:"name"`
	Bytes int64      `json:"bytes"` // of the whole file
	Part  int64      `json:"part"`  // bytes of each part but the last
	Root  [][2]int64 `json:"root"`  // offset and length of the bytes that come with the description
}

// Parts returns the number of parts.
func (s *Split) Parts() int64 { return (s.Bytes + s.Part - 1) / s.Part }

// PartName returns the name of a part.
func (s *Split) PartName(n int64) string { return fmt.Sprintf("%s.%05d", s.Name, n) }

// parts is the state of the parts of an open file. Nil has none.
type parts struct {
	Split
	folder string

	mu       sync.Mutex
	stamps   map[int64]stamp
	noRanges bool // the host has sent a whole part in place of a range
}

// OpenSplit opens a file that a folder at a URL has in parts. root has the bytes that s.Root lists, one run
// after the other. It sends no request.
func (h *Host) OpenSplit(folder string, s Split, root []byte) (*File, error) {
	if err := check(folder); err != nil {
		return nil, err
	}
	url := Join(folder, s.Name)
	if s.Bytes < 0 || s.Part <= 0 || s.Bytes+s.Part < 0 {
		return nil, kv.Corruptf(url, "its description has %d bytes in parts of %d", s.Bytes, s.Part)
	}
	f := &File{host: h, url: url, length: s.Bytes, split: &parts{Split: s, folder: folder, stamps: map[int64]stamp{}}}
	for _, r := range s.Root {
		if r[0] < 0 || r[1] < 0 || r[0] > s.Bytes-r[1] || r[1] > int64(len(root)) {
			return nil, kv.Corruptf(url, "its description lists bytes %d to %d", r[0], r[0]+r[1]-1)
		}
		f.fixed, root = append(f.fixed, run{r[0], root[:r[1]]}), root[r[1]:]
	}
	if len(s.Root) == 1 && s.Root[0][1] == s.Bytes {
		f.whole = f.fixed[0].bytes
	} else if h.disk != nil {
		f.kept = h.disk.open(url, s.Bytes, stamp{})
	}
	return f, nil
}

// Forget removes what was read ahead. The cache on disk stays.
func (f *File) Forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ahead, f.size = nil, 0
}

// whole makes spans of whole parts, if the host does not answer range requests.
func (p *parts) whole(spans []kv.Span) []kv.Span {
	if p == nil || !p.hasNoRanges() {
		return spans
	}
	var list []kv.Span
	next := int64(0) // the first part that is not in the list
	for _, s := range spans {
		for n := max(s.Offset/p.Part, next); n <= (s.Offset+int64(s.Length)-1)/p.Part; n++ {
			list = append(list, kv.Span{Offset: n * p.Part, Length: int(p.bytes(n))})
			next = n + 1
		}
	}
	return list
}

// cut cuts spans where parts end, so that all their requests run at the same time.
func (p *parts) cut(spans []kv.Span) []kv.Span {
	if p == nil {
		return spans
	}
	var list []kv.Span
	for _, s := range spans {
		for s.Length > 0 {
			n := min(int64(s.Length), p.Part-s.Offset%p.Part)
			list = append(list, kv.Span{Offset: s.Offset, Length: int(n)})
			s.Offset, s.Length = s.Offset+n, s.Length-int(n)
		}
	}
	return list
}

// bytes returns the length of a part.
func (p *parts) bytes(n int64) int64 { return min(p.Part, p.Bytes-n*p.Part) }

func (p *parts) hasNoRanges() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.noRanges
}

// isSame reports whether a part is the one of earlier answers.
func (p *parts) isSame(n int64, s stamp) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, known := p.stamps[n]
	if !known {
		p.stamps[n] = s
	}
	return !known || before.same(s)
}

// fetchParts asks the host for bytes within the file.
func (f *File) fetchParts(dst []byte, at int64) error {
	p := f.split
	for len(dst) > 0 {
		n := at / p.Part
		some := dst[:min(int64(len(dst)), (n+1)*p.Part-at)]
		if !f.isAhead(some, at, len(some)) { // another request may have read the whole part
			if err := f.fetchPart(some, n, at-n*p.Part); err != nil {
				return err
			}
		}
		dst, at = dst[len(some):], at+int64(len(some))
	}
	return nil
}

// fetchPart asks the host for bytes from an offset in part n.
func (f *File) fetchPart(dst []byte, n, from int64) error {
	p := f.split
	bytes := p.bytes(n)
	q := request{url: Join(p.folder, p.PartName(n)), from: from, n: int64(len(dst)), most: WholePart}
	return f.host.get(q, func(a *answer) error {
		first, length, total, ok := a.span()
		switch {
		case a.status == 200 && bytes > WholePart:
			return fmt.Errorf("%s: the host does not answer range requests, which a table of %d bytes needs: want another host, or a table of at most 500 MB", q.url, p.Bytes)
		case a.status == 200 && a.length >= 0 && a.length != bytes, a.status == 206 && ok && total != bytes, !p.isSame(n, a.stamp):
			return fmt.Errorf("%s %w", q.url, ErrChanged)
		case a.status == 206 && (!ok || first != from || length != q.n):
			return transient{err: fmt.Errorf("the host sends the range %q, want bytes %d to %d", a.ranged, from, from+q.n-1)}
		case a.status == 206:
			return a.fill(dst)
		}
		body := make([]byte, bytes)
		if err := a.fill(body); err != nil {
			return err
		}
		p.mu.Lock()
		p.noRanges = true
		p.mu.Unlock()
		f.addAhead(run{n * p.Part, body})
		copy(dst, body[from:])
		return nil
	})
}
